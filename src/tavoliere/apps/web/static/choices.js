// What there is to choose from before a game: its variants, who is on offer, and the side that is fair. It knows no form.

import { fairSeat } from "./rating.js";
import { habit } from "./store.js";
import { say } from "./texts.js";

/** @import { GameAnswer, GamesAnswer, OpponentAnswer, Options, PlayerAnswer, SidesAnswer, VariantAnswer } from "./types.d.ts" */

/**
 * Who sits where, by letter: "me", "friend", "open" or an opponent.
 *
 * @typedef {Record<string, string>} Seats
 */

/**
 * What can be chosen in a game: who is on offer, who sits opposite a newcomer, and what each side is worth.
 *
 * @typedef {Pick<GamesAnswer, "opponents"> & { usual?: string, sides?: SidesAnswer[] }} Choices
 */

/** @param {Choices} known */
export function usualOpponent({ opponents, usual = "" }) {
  const offered = opponents.map((one) => one.spec);
  const last = habit("opponent", "");
  if (offered.includes(last)) return last;
  return offered.includes(usual) ? usual : offered[0];
}

/**
 * The seat that is fair to me against the usual opponent, and the others for the machine.
 *
 * @param {PlayerAnswer[]} players
 * @param {Choices} known
 * @returns {Seats}
 */
export function usualSeats(players, known) {
  const usual = usualOpponent(known);
  const letters = players.map(({ letter }) => letter);
  return seatsAgainst(letters, fairSeat(letters, known.sides ?? [], usual).seat, usual);
}

/**
 * @param {string[]} letters
 * @param {string} own
 * @param {string} spec
 * @returns {Seats}
 */
export function seatsAgainst(letters, own, spec) {
  return Object.fromEntries(letters.map((letter) => [letter, letter === own ? "me" : spec]));
}

/**
 * Why this side was chosen, where the figures say so.
 *
 * @param {PlayerAnswer[]} players
 * @param {SidesAnswer[]} sides
 * @param {string} spec
 */
export function sideText(players, sides, spec) {
  const letters = players.map(({ letter }) => letter);
  const { seat, share, games } = fairSeat(letters, sides, spec);
  const player = players.find(({ letter }) => letter === seat);
  if (share === null || !player) return "";
  return say("page.level.side", { player, percent: Math.round(100 * share), games });
}

/**
 * The players of a game with these options.
 *
 * @param {Pick<GameAnswer, "players" | "options" | "variants">} game
 * @param {Options} options
 */
export function playersOf(game, options) {
  return (variantOf(game, options) ?? game).players;
}

/**
 * The opponents on offer by the names that this game has for them, without the levels that it does not have.
 *
 * @param {Pick<GameAnswer, "name" | "options" | "variants" | "levels">} game
 * @param {Options} options
 * @param {Pick<GamesAnswer, "opponents">} known
 * @returns {Choices}
 */
export function choicesFor(game, options, known) {
  const { levels, usual, sides } = variantOf(game, options) ?? {};
  const isThere = (/** @type {string} */ spec) =>
    spec.startsWith("guest:")
      ? isGuestOf(game.name, spec)
      : !levels || !spec.startsWith("level:") || levels.includes(spec);
  const called = (/** @type {OpponentAnswer} */ one) => game.levels.find(({ spec }) => spec === one.spec) ?? one;
  return { usual, sides, opponents: known.opponents.filter((one) => isThere(one.spec)).map(called) };
}

/**
 * Whether an opponent that the host has added knows a game: all of them, unless it is written with the only one.
 *
 * @param {string} game
 * @param {string} spec
 */
function isGuestOf(game, spec) {
  return !spec.includes("/") || spec.startsWith(`guest:${game}/`);
}

/**
 * Whether a game with these options is the one that its levels were measured in.
 *
 * @param {Pick<GameAnswer, "options" | "variants">} game
 * @param {Options} options those that are not the usual ones
 */
export function isMeasured(game, options) {
  const variant = variantOf(game, options);
  return variant !== undefined && Object.keys(options).every((name) => name in variant.options);
}

/**
 * @param {Pick<GameAnswer, "options" | "variants">} game
 * @param {Options} options
 * @returns {VariantAnswer | undefined}
 */
export function variantOf(game, options) {
  const usual = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  const chosen = { ...usual, ...options };
  return game.variants.find((variant) =>
    Object.entries(variant.options).every(([name, value]) => String(chosen[name]) === String(value)),
  );
}
