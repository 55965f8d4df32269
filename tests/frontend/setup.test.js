// Putting pieces on a board by hand: heaps, barriers, taking away; what was before stays as it was.

import assert from "node:assert/strict";
import test from "node:test";
import { BETWEEN, ERASER, emptied, laid, setupOf, withValue } from "../../src/tavoliere/apps/web/static/setup.js";

/** @import { PaletteAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

/**
 * @param {string} letter
 * @param {boolean} heaped
 */
const piece = (letter, heaped) => ({ letter, name: letter, svg: "", heaped });
/** @type {PaletteAnswer} */
const palette = { pieces: [piece("w", true), piece("r", true), piece("W", false)], fields: [], sides: "barriers" };
const nothing = setupOf({ squares: {}, barriers: [], fields: { turn: ["w"] } });

/** @param {...[string, string]} acts */
function after(...acts) {
  return acts.reduce((setup, [step, tool]) => laid(setup, step, tool, palette), nothing);
}

test("men stand on one another, and anything else takes their place", () => {
  assert.equal(after(["cell:c3", "w"], ["cell:c3", "r"]).squares.c3, "wr");
  assert.equal(after(["cell:c3", "w"], ["cell:c3", "W"]).squares.c3, "W");
  assert.equal(after(["cell:c3", "W"], ["cell:c3", "w"]).squares.c3, "w");
  assert.deepEqual(after(["cell:c3", "W"], ["cell:c3", "W"]).squares, {});
  assert.deepEqual(nothing.squares, {});
});

test("taking away begins at the top", () => {
  const heap = after(["cell:c3", "w"], ["cell:c3", "r"]);
  assert.equal(laid(heap, "cell:c3", ERASER, palette).squares.c3, "w");
  assert.deepEqual(after(["cell:c3", "w"], ["cell:c3", ERASER]).squares, {});
});

test("barriers go between squares and come away again", () => {
  const one = after(["edge:c3-c4", BETWEEN]);
  assert.deepEqual(one.barriers, ["c3-c4"]);
  assert.deepEqual(laid(one, "edge:c3-c4", BETWEEN, palette).barriers, []);
  assert.deepEqual(laid(one, "edge:c3-c4", ERASER, palette).barriers, []);
  assert.equal(laid(one, "edge:d3-d4", "w", palette), one);
  assert.equal(laid(one, "cell:d3", BETWEEN, palette), one);
});

test("an empty board keeps what stands beside it", () => {
  const chosen = withValue(after(["cell:c3", "w"]), "turn", 0, "r");
  assert.deepEqual(emptied(chosen), { squares: {}, barriers: [], fields: { turn: ["r"] } });
  assert.deepEqual(nothing.fields, { turn: ["w"] });
});
