import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Clocks } from "../../src/tavoliere/apps/web/static/clock.js";
import { Pace, readingTime, tableAt } from "../../src/tavoliere/apps/web/static/pace.js";
import { last, seat, table } from "./tables.js";

/** @import { TableAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

const LETTERS = ["w", "r", "b", "g"];
const SEATS = LETTERS.map((letter) => seat(letter, { yours: letter === "w" }));

/**
 * A table of four after so many turns, seen by White, who has the first turn of each round.
 *
 * @param {number} ply
 * @param {Partial<TableAnswer>} [more]
 */
function four(ply, more = {}) {
  const moves = Array.from({ length: ply }, (_, i) => ({ ply: i + 1, seat: LETTERS[i % 4], move: `turn ${i + 1}` }));
  const turn = LETTERS[ply % 4];
  const made = ply ? last(ply, LETTERS[(ply - 1) % 4]) : null;
  return table(ply, { seats: SEATS, moves, turn, last: made, can_move: turn === "w", ...more });
}

/** A clock that goes when it is told to. */
class Timer {
  now = 0;
  /** @type {Map<number, [at: number, act: () => void]>} */
  waiting = new Map();
  made = 0;

  /** @type {(wait: number, act: () => void) => number} */
  after(wait, act) {
    this.made += 1;
    this.waiting.set(this.made, [this.now + wait, act]);
    return this.made;
  }

  /** @param {number} timer */
  stop(timer) {
    this.waiting.delete(timer);
  }

  /** @param {number} time */
  pass(time) {
    this.now += time;
    for (const [timer, [at, act]] of [...this.waiting]) {
      if (at > this.now || !this.waiting.delete(timer)) continue;
      act();
    }
  }
}

/** @param {number} [each] how long a turn of others is held; own ones move for a tenth of that */
function paced(each = 1000) {
  /** @type {string[]} */
  const shown = [];
  const timer = new Timer();
  const pace = new Pace({
    show: (message, isQuick) => {
      shown.push(`${message.ply}${isQuick ? " quick" : ""}`);
      return message.last?.seat === "w" ? each / 10 : each;
    },
    between: async (before, message) => {
      shown.push(`between ${before.ply} ${message.ply}`);
      return [...Array(message.ply - before.ply - 1)].map((_, i) => four(before.ply + 1 + i));
    },
    timer,
  });
  return { pace, shown, timer };
}

test("three replies that come at once are shown one after the other, after the own turn has come to rest", () => {
  const { pace, shown, timer } = paced();
  pace.take(four(0));
  timer.pass(1000);
  for (const ply of [1, 2, 3, 4]) pace.take(four(ply));
  assert.deepEqual(shown, ["0", "1"]);
  timer.pass(99);
  assert.deepEqual(shown, ["0", "1"], "the own turn still moves");
  timer.pass(1);
  assert.deepEqual(shown, ["0", "1", "2"]);
  timer.pass(999);
  assert.deepEqual(shown, ["0", "1", "2"], "the reply is still read");
  timer.pass(1);
  timer.pass(1000);
  assert.deepEqual(shown, ["0", "1", "2", "3", "4"]);
  assert.ok(!pace.isBehind);
});

test("a click shows at once what waits, all of it, and what comes then is held again", () => {
  const { pace, shown, timer } = paced();
  for (const ply of [0, 1, 2, 3, 4]) pace.take(four(ply));
  pace.skip();
  assert.deepEqual(shown, ["0", "1", "2 quick", "3 quick", "4"]);
  assert.equal(timer.waiting.size, 1);
  pace.skip();
  assert.equal(shown.length, 5, "nothing waits");
});

test("the own turn waits for nothing that came before it", () => {
  const { pace, shown } = paced();
  for (const ply of [3, 4]) pace.take(four(ply));
  assert.deepEqual(shown, ["3"]);
  pace.take(four(5));
  assert.deepEqual(shown, ["3", "4 quick", "5"]);
});

test("turns that the server did not tell are asked for", async () => {
  const { pace, shown, timer } = paced();
  pace.take(four(1));
  timer.pass(100);
  pace.take(four(4));
  assert.deepEqual(shown, ["1", "between 1 4"]);
  await Promise.resolve();
  await Promise.resolve();
  timer.pass(1000);
  timer.pass(1000);
  assert.deepEqual(shown, ["1", "between 1 4", "2", "3", "4"]);
});

test("an answer that comes after somebody skipped is thrown away", async () => {
  const { pace, shown, timer } = paced();
  pace.take(four(1));
  timer.pass(100);
  pace.take(four(4));
  pace.skip();
  await Promise.resolve();
  await Promise.resolve();
  timer.pass(10000);
  assert.deepEqual(shown, ["1", "between 1 4", "4"]);
});

test("after a long absence, and when turns are taken back, the table is shown as it is", () => {
  const { pace, shown } = paced();
  for (const ply of [1, 20, 17]) pace.take(four(ply));
  assert.deepEqual(shown, ["1", "20", "17"]);
  const moves = four(17).moves.map((move) => ({ ...move, move: "another" }));
  pace.take(four(18, { moves: [...moves, { ply: 18, seat: "r", move: "turn 18" }] }));
  assert.equal(shown.at(-1), "18");
});

test("what changes besides turns is shown at once, or with the turn that it comes after", () => {
  const { pace, shown, timer } = paced();
  pace.take(four(1));
  pace.take(four(1, { watching: 3 }));
  assert.deepEqual(shown, ["1", "1"]);
  pace.take(four(2));
  pace.take(four(2, { watching: 4 }));
  timer.pass(100);
  assert.deepEqual(shown, ["1", "1", "2"]);
  assert.equal(pace.shown?.watching, 4);
});

test("whoever watches a game that is too fast is kept near it", () => {
  const { pace, shown } = paced();
  for (let ply = 0; ply <= 30; ply += 1) pace.take(four(ply, { you: [] }));
  assert.equal(shown[0], "0");
  assert.ok(pace.waiting.length <= 9, `${pace.waiting.length} wait`);
  assert.ok(shown.length >= 22);
});

test("a long text takes longer to read, within limits, and nobody reads for long while the own clock runs", () => {
  const clock = { ...four(0).clock, kind: /** @type {const} */ ("increment"), running: "w" };
  const texts = ["", "a".repeat(40), "a".repeat(4000)].map((text) => readingTime(text, four(4)));
  assert.deepEqual(
    texts,
    [...texts].sort((one, other) => one - other),
  );
  assert.ok(texts[0] > 0 && texts[2] < 5000);
  assert.ok(readingTime("a".repeat(400), four(4, { clock })) < texts[1]);
  assert.equal(readingTime("a".repeat(4000), four(4, { clock: { ...clock, running: "r" } })), texts[2]);
});

test("a turn in between is a table at which nothing can be done", () => {
  const picture = { type: /** @type {const} */ ("picture"), ply: 2, text: "p", turn: "b", svg: "<svg>", notes: [] };
  const made = tableAt(four(1), four(4), { ...picture, last: last(2, "r"), result: null, position_url: "/p" });
  assert.deepEqual([made.type, made.ply, made.turn, made.svg, made.can_move], ["table", 2, "b", "<svg>", false]);
  assert.deepEqual(made.moves, four(2).moves);
  assert.equal(made.last?.seat, "r");
});

test("a clock is right that was told before its table is shown, and stays so when it is shown again", (context) => {
  let now = 0;
  context.mock.method(globalThis, "setInterval", () => 0);
  context.mock.method(performance, "now", () => now);
  const clocks = new Clocks();
  const face = /** @type {any} */ ({ textContent: "", classList: { toggle: () => {} } });
  clocks.set({ ...four(0).clock, kind: "increment", left: { w: 60000 }, running: "w" });
  now = 5000;
  clocks.attach("w", face);
  assert.equal(face.textContent, "0:55");
  now = 7000;
  clocks.faces.clear();
  clocks.attach("w", face);
  assert.equal(face.textContent, "0:53");
  clocks.set({ ...four(0).clock, kind: "increment", left: { w: 40000 }, running: null });
  assert.equal(face.textContent, "0:40", "a new time is seen at once");
});
