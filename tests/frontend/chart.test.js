// The graph of a review: whose chances are drawn, and where.

import assert from "node:assert/strict";
import test from "node:test";
import { chancesOf, points } from "../../src/tavoliere/apps/web/static/chart.js";

test("with two players every position counts, with three those of one's own turns and the end", () => {
  const two = [{ seat: "w", chances: { w: 0.4, b: 0.6 } }];
  assert.deepEqual(chancesOf({ w: 0.5, b: 0.5 }, two, "b"), [
    [0, 0.5],
    [1, 0.6],
  ]);
  const turns = "wrb".split("").map((seat, place) => ({ seat, chances: { w: 0.1, r: 0.2, b: place / 10 } }));
  assert.deepEqual(chancesOf({ w: 0.3, r: 0.3, b: 0.3 }, turns, "b"), [[2, 0.1]]);
  turns[2].chances = { w: 1, r: 0, b: 0 };
  assert.deepEqual(chancesOf({ w: 0.3, r: 0.3, b: 0.3 }, turns, "w"), [
    [0, 0.3],
    [3, 1],
  ]);
});

test("a line goes over the whole width, the best at the top", () => {
  assert.deepEqual(
    points(
      [
        [0, 0],
        [4, 1],
      ],
      4,
    ),
    [
      [0, 150],
      [600, 0],
    ],
  );
});
