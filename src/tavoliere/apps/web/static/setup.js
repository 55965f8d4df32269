// A position that is put together by hand: what stands on the squares and between them. A setup never changes: every change gives a
// new one. Nothing here knows rules, and nothing here draws.

/** @import { HandSetup, PaletteAnswer, SetupAnswer } from "./types.d.ts" */

/** What is in somebody's hand: the letter of a piece, or one of these. */
export const ERASER = "";
export const BETWEEN = "|";

/** @typedef {Required<HandSetup>} Setup */

/**
 * @param {Pick<SetupAnswer, "squares" | "barriers" | "fields">} answer
 * @returns {Setup}
 */
export function setupOf({ squares, barriers, fields }) {
  return { squares, barriers, fields };
}

/**
 * The setup after a click on a step, with something in hand.
 *
 * @param {Setup} setup
 * @param {string} step
 * @param {string} tool
 * @param {PaletteAnswer} palette
 */
export function laid(setup, step, tool, palette) {
  const [kind, place] = [step.slice(0, step.indexOf(":")), step.slice(step.indexOf(":") + 1)];
  if (kind === "edge") return tool === BETWEEN || tool === ERASER ? withBarrier(setup, place, tool === BETWEEN) : setup;
  if (kind !== "cell" || tool === BETWEEN) return setup;
  const squares = { ...setup.squares };
  const letters = after(squares[place] ?? "", tool, palette);
  if (letters) squares[place] = letters;
  else delete squares[place];
  return { ...setup, squares };
}

/**
 * What stands on a square after something was put there: heaps grow and shrink at the top, anything else takes the place of what was
 * there, and the same piece once more takes it away.
 *
 * @param {string} standing
 * @param {string} tool
 * @param {PaletteAnswer} palette
 */
function after(standing, tool, palette) {
  if (tool === ERASER) return standing.slice(0, -1);
  const heaped = palette.pieces.filter((piece) => piece.heaped).map((piece) => piece.letter);
  if (heaped.includes(tool) && [...standing].every((letter) => heaped.includes(letter))) return standing + tool;
  return standing === tool ? "" : tool;
}

/**
 * @param {Setup} setup
 * @param {string} place
 * @param {boolean} mayAdd
 */
function withBarrier(setup, place, mayAdd) {
  const others = setup.barriers.filter((one) => one !== place);
  const isNew = others.length === setup.barriers.length;
  return { ...setup, barriers: isNew && mayAdd ? [...others, place] : others };
}

/**
 * @param {Setup} setup
 * @returns {Setup}
 */
export function emptied(setup) {
  return { ...setup, squares: {}, barriers: [] };
}

/**
 * @param {Setup} setup
 * @param {string} field
 * @param {number} part
 * @param {string} value
 */
export function withValue(setup, field, part, value) {
  const values = [...(setup.fields[field] ?? [])];
  values[part] = value;
  return { ...setup, fields: { ...setup.fields, [field]: values } };
}
