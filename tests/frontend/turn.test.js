import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { TurnMaker } from "../../src/tavoliere/apps/web/static/turn.js";
import { event } from "./tables.js";

const SQUARES = { x: {}, y: {} };
const PIECES = { a: SQUARES, b: SQUARES };
const SIDES = { n: {}, s: {} };

/**
 * Somebody who makes turns of two actions, a move of two steps and a side. `said` is what happened.
 *
 * @param {number} [events] how many things have happened after the move
 */
function maker(events = 0) {
  /** @type {string[]} */
  const said = [];
  const turn = new TurnMaker({
    ask: async (taken) => {
      said.push(`ask ${taken.join(" ")}`);
      if (taken.length === 3) return null;
      return { taken, next: SIDES, events: Array.from({ length: events }, () => event()) };
    },
    refuse: async (taken, step) => void said.push(`refuse ${[...taken, step].join(" ")}`),
    draw: ({ half, taken }, fresh) => void said.push(`draw ${taken.length} on ${half?.taken.length} ${fresh.length}`),
  });
  turn.reset(PIECES);
  return { turn, said };
}

test("a piece is chosen without asking; actions are asked for one after the other, however quick the hand is", async () => {
  const { turn, said } = maker(2);
  await Promise.all([turn.step("a"), turn.step("x"), turn.step("n")]);
  assert.deepEqual(said, ["draw 1 on undefined 0", "ask a x", "draw 2 on 2 2", "ask a x n"]);
  assert.deepEqual(turn.taken, ["a", "x"]);
  assert.equal(turn.events, 2);
});

test("the way back is known, too", async () => {
  const { turn, said } = maker(2);
  await turn.step("a");
  await turn.step("x");
  said.length = 0;
  await turn.back();
  await turn.back();
  assert.deepEqual(said, ["draw 1 on undefined 0", "draw 0 on undefined 0"]);
  assert.equal(turn.events, 0);
});

test("what looks otherwise is asked for once more, as often as there are pictures of it", async () => {
  const { turn, said } = maker();
  await turn.step("a");
  await turn.step("x");
  said.length = 0;
  await turn.again();
  assert.deepEqual(said, ["ask a x", "draw 2 on 2 0"]);
});

test("the same step again puts the piece down, back takes one step, and not more than there are", async () => {
  const { turn, said } = maker();
  await turn.step("a");
  await turn.step("a");
  assert.deepEqual(turn.taken, []);
  await turn.step("a");
  await turn.step("x");
  await turn.back();
  assert.deepEqual(turn.taken, ["a"]);
  await turn.back();
  said.length = 0;
  await turn.back();
  assert.deepEqual(said, []);
});

test("another piece is taken up instead, unless the step was meant for this one", async () => {
  const { turn, said } = maker();
  await turn.step("a");
  await turn.step("b");
  assert.deepEqual(turn.taken, ["b"]);
  await turn.step("a", true);
  assert.deepEqual(turn.taken, ["b"]);
  assert.equal(said.at(-1), "refuse b a");
});

test("what no level knows is refused with what was taken", async () => {
  const { turn, said } = maker();
  await turn.step("z");
  assert.deepEqual(said, ["refuse z"]);
  assert.ok(turn.reaches("b") && !turn.reaches("x"));
  await turn.step("a");
  assert.ok(turn.reaches("b") && turn.reaches("x"));
});

test("an answer about a position that has gone is thrown away", async () => {
  const { turn, said } = maker();
  await turn.step("a");
  said.length = 0;
  const first = turn.step("x");
  await Promise.resolve();
  turn.reset({ c: SQUARES });
  const second = turn.step("x");
  await Promise.all([first, second]);
  assert.deepEqual(turn.taken, []);
  assert.ok(!said.some((one) => one.startsWith("draw")));
  assert.deepEqual(
    said.filter((one) => one.startsWith("refuse")),
    ["refuse x"],
  );
});

test("a fault in one step does not stop the next", async (context) => {
  const silent = context.mock.method(console, "error", () => {});
  const { turn, said } = maker();
  const { ask } = turn;
  await turn.step("a");
  turn.ask = () => Promise.reject(new Error("broken"));
  await turn.step("x");
  turn.ask = ask;
  said.length = 0;
  await turn.step("x");
  assert.deepEqual(said, ["ask a x", "draw 2 on 2 0"]);
  assert.equal(silent.mock.callCount(), 1);
});
