import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ways } from "../../src/tavoliere/apps/web/static/motion.js";
import { commonTurns } from "../../src/tavoliere/apps/web/static/moves.js";
import { offersFor } from "../../src/tavoliere/apps/web/static/offers.js";
import { event, table } from "./tables.js";

/** @import { OffersAnswer, TableAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

/**
 * @param {Partial<OffersAnswer>} offers
 * @param {Partial<TableAnswer>} [more]
 */
function seen(offers, more = {}) {
  const found = offersFor(table(2, { offers: { draw: [], undo: null, rematch: [], ...offers }, ...more }));
  return found.map(({ matter, state, by, seat }) => `${matter} ${state} ${by.join("")}${seat ? ` of ${seat}` : ""}`);
}

test("a draw is asked of those who have not agreed, and awaited by those who have", () => {
  assert.deepEqual(seen({ draw: ["b"] }), ["draw asked b of w"]);
  assert.deepEqual(seen({ draw: ["w"] }), ["draw waiting w"]);
  assert.deepEqual(seen({ draw: ["b"] }, { you: [] }), []);
  assert.deepEqual(
    seen({ draw: ["w"] }, { result: { text: "", winner: null, scores: {}, reason: "", why: "", told: "", by: "" } }),
    [],
  );
});

test("whoever has several seats is asked as long as one has not agreed", () => {
  assert.deepEqual(seen({ draw: ["b", "w"] }, { you: ["w", "r"] }), ["draw asked bw of r"]);
  assert.deepEqual(seen({ draw: ["w"] }, { you: ["w", "r"] }), ["draw asked w of r"]);
  assert.deepEqual(seen({ draw: ["w", "r"] }, { you: ["w", "r"] }), ["draw waiting wr"]);
});

test("who wants a turn back waits, the others are asked once", () => {
  assert.deepEqual(seen({ undo: { by: "w", agreed: ["w"] } }), ["undo waiting w"]);
  assert.deepEqual(seen({ undo: { by: "b", agreed: ["b"] } }), ["undo asked b"]);
  assert.deepEqual(seen({ undo: { by: "b", agreed: ["b", "w"] } }), []);
  assert.deepEqual(seen({ undo: { by: "b", agreed: ["b"] } }, { you: [] }), []);
});

test("another game is offered until it is there", () => {
  assert.deepEqual(seen({ rematch: ["b"] }), ["rematch asked b"]);
  assert.deepEqual(seen({ rematch: ["w"] }), ["rematch waiting w"]);
  assert.deepEqual(seen({ rematch: ["b"] }, { rematch: "next" }), []);
});

test("steps of one group of pieces are one way, until it falls", () => {
  const steps = [
    event({ square: "a1", target: "a2" }),
    event({ square: "a2", target: "a3" }),
    event({ kind: "captured", square: "a3" }),
    event({ kind: "fell", square: "a3", target: "a4" }),
    event({ square: "a4", target: "a5" }),
    event({ square: "c1", target: "c2" }),
  ];
  assert.deepEqual(
    ways(steps).map(({ squares, falls }) => [squares.join(" "), falls]),
    [
      ["a1 a2 a3 a4", true],
      ["a4 a5", false],
      ["c1 c2", false],
    ],
  );
});

test("another height is another group", () => {
  const piece = { owner: "w", kind: "man", letter: "w" };
  const steps = [event({ square: "a1", target: "a2" }), event({ square: "a2", target: "a3", pieces: [piece, piece] })];
  assert.equal(ways(steps).length, 2);
});

test("lists of turns are compared from the beginning", () => {
  const turn = /** @type {(ply: number, move: string) => any} */ (
    (ply, move) => ({ ply, move, seat: ply % 2 ? "w" : "b" })
  );
  const game = [turn(1, "a"), turn(2, "b"), turn(3, "c")];
  assert.equal(commonTurns(game, game), 3);
  assert.equal(commonTurns(game, game.slice(0, 1)), 1);
  assert.equal(commonTurns(game, [turn(1, "a"), turn(2, "x"), turn(3, "c")]), 1);
  assert.equal(commonTurns([], game), 0);
});
