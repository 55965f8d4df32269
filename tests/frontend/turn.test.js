import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { TurnMaker } from "../../src/tavoliere/apps/web/static/turn.js";
import { event } from "./tables.js";

/**
 * Somebody who makes turns of three steps: a piece, a square, a side. `said` is what happened.
 *
 * @param {number} [events] how many things have happened after two steps
 */
function maker(events = 0) {
  /** @type {string[]} */
  const said = [];
  /** @type {Record<number, string[]>} */
  const next = { 0: ["a", "b"], 1: ["x", "y"], 2: ["n", "s"] };
  const turn = new TurnMaker({
    ask: async (taken) => {
      said.push(`ask ${taken.join(" ")}`);
      if (taken.length === 3) return null;
      const happened = taken.length === 2 ? Array.from({ length: events }, () => event()) : [];
      return { next: next[taken.length], events: happened };
    },
    refuse: async (taken, step) => void said.push(`refuse ${[...taken, step].join(" ")}`),
    draw: (_half, fresh) => void said.push(`draw ${fresh.length}`),
  });
  turn.reset(next[0]);
  return { turn, said };
}

test("steps are asked for one after the other, however quick the hand is", async () => {
  const { turn, said } = maker(2);
  await Promise.all([turn.step("a"), turn.step("x"), turn.step("n")]);
  assert.deepEqual(said, ["ask a", "draw 0", "ask a x", "draw 2", "ask a x n"]);
  assert.deepEqual(turn.taken, ["a", "x"]);
  assert.equal(turn.events, 2);
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
  const first = turn.step("a");
  await Promise.resolve();
  turn.reset(["c"]);
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
  turn.ask = () => Promise.reject(new Error("broken"));
  await turn.step("a");
  turn.ask = ask;
  await turn.step("a");
  assert.deepEqual(said, ["ask a", "draw 0"]);
  assert.equal(silent.mock.callCount(), 1);
});
