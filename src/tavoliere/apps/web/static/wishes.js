// The options of a game as the address of a page asks for them.

/** @import { Ended, OptionAnswer, Options } from "./types.d.ts" */

const NUMBER = /^-?\d{1,9}$/;

/**
 * The options that an address names. What is no number stays a text: the server says what is wrong with it.
 *
 * @param {OptionAnswer[]} options
 * @param {URLSearchParams} query
 * @returns {Options}
 */
export function wishedOptions(options, query) {
  /** @type {Options} */
  const found = {};
  for (const { name, type } of options) {
    const text = query.get(name);
    if (text !== null) found[name] = type === "int" && NUMBER.test(text) ? Number(text) : text;
  }
  return found;
}

/**
 * The last turn that an address names after its position, and how the game ended there, if the board does not show it.
 *
 * @param {URLSearchParams} query
 * @returns {{ moves: string[], ended: Ended | null }}
 */
export function wishedEnd(query) {
  const [move, result, reason] = ["move", "result", "reason"].map((name) => query.get(name));
  return { moves: move ? [move] : [], ended: result || reason ? { result: result ?? "", reason: reason ?? "" } : null };
}

/**
 * Names in an address that mean nothing, and those that say two things.
 *
 * @param {OptionAnswer[]} options
 * @param {URLSearchParams} query
 */
export function unknownWishes(options, query) {
  const known = new Set(["text", "move", "result", "reason", ...options.map((option) => option.name)]);
  const names = [...new Set(query.keys())];
  const unknown = names.filter((one) => !known.has(one));
  const repeated = names.filter((one) => known.has(one) && query.getAll(one).length > 1);
  return { unknown, repeated };
}
