import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sitting } from "../../src/tavoliere/apps/web/static/sitting.js";
import { ready, shortened } from "../../src/tavoliere/apps/web/static/texts.js";
import { event, last, seat, table } from "./tables.js";

/** @import { TableAnswer, ThinkingAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

await ready;

/** @param {...TableAnswer} messages all but the last were taken in before */
function sittingAfter(...messages) {
  const sitting = new Sitting("t", false);
  for (const message of messages) sitting.take(message, 0);
  return sitting;
}

/** @type {ThinkingAnswer} */
const THINKING = {
  type: "thinking",
  seat: "b",
  spec: "level:1",
  hint: false,
  waiting: false,
  compiling: null,
  elapsed: 0,
  expected: null,
  fraction: null,
  nodes: null,
  problem: null,
};

test("the first message is all new, and nothing in it is news", () => {
  const change = new Sitting("t", false).take(table(7), 0);
  assert.equal(change.before, null);
  assert.ok(change.hasChanged);
  assert.ok(!change.isNext);
  assert.deepEqual(change.events, []);
});

test("nothing can be asked about a table before it is known", () => {
  assert.throws(() => new Sitting("t", false).table, /nothing is known/);
});

test("of one's own turn only what was not seen while making it is played", () => {
  const events = [event({ square: "a1" }), event({ square: "b1" }), event({ square: "c1" })];
  const message = table(1, { last: last(1, "w", { events }) });
  assert.deepEqual(sittingAfter(table(0)).take(message, 2).events, events.slice(2));
});

test("of another's turn everything is played, whatever was being tried", () => {
  const sitting = sittingAfter(table(1));
  assert.equal(sitting.take(table(2), 1).events.length, 1);
});

test("one turn is news, several at once are not: they are taken one after the other", () => {
  assert.ok(sittingAfter(table(1)).take(table(2), 0).isNext);
  assert.ok(!sittingAfter(table(0)).take(table(2), 0).isNext);
  const change = sittingAfter(table(0)).take(table(3), 0);
  assert.ok(!change.isNext && change.hasChanged);
  assert.deepEqual(change.events, []);
});

test("a turn taken back is another position, and no news", () => {
  const change = sittingAfter(table(4)).take(table(2, { at: "2.1" }), 0);
  assert.ok(change.hasChanged && !change.isNext);
});

test("the same position drawn otherwise is not another one", () => {
  const change = sittingAfter(table(2)).take(table(2, { svg: "<svg>turned</svg>" }), 0);
  assert.ok(change.looksOtherwise && !change.hasChanged);
  const same = sittingAfter(table(2)).take(table(2), 0);
  assert.ok(!same.looksOtherwise && !same.hasChanged);
});

test("whoever sits down can move in the same position", () => {
  assert.ok(sittingAfter(table(0, { can_move: false })).take(table(0), 0).hasChanged);
});

test("a position that was taken back cannot be looked at", () => {
  const sitting = sittingAfter(table(6));
  [sitting.viewed, sitting.wanted] = [3, 5];
  sitting.take(table(4, { at: "4.1" }), 0);
  assert.deepEqual([sitting.viewed, sitting.wanted], [3, 3]);
  sitting.take(table(2, { at: "2.2" }), 0);
  assert.deepEqual([sitting.viewed, sitting.wanted], [null, null]);
  assert.equal(sitting.shownPly, 2);
});

test("a table that came before the acknowledgement of its turn is not waited for", () => {
  const sitting = sittingAfter(table(0));
  sitting.awaitPly(1);
  assert.ok(sitting.isWaiting);
  sitting.take(table(1), 0);
  assert.ok(!sitting.isWaiting);
  sitting.awaitPly(1);
  assert.ok(!sitting.isWaiting);
});

test("thinking ends with the turn that it was about, hints do not", () => {
  const sitting = sittingAfter(table(1));
  sitting.thinking = THINKING;
  sitting.dropOldThinking();
  assert.equal(sitting.thinking, THINKING);
  sitting.take(table(2), 0);
  sitting.thinking = THINKING;
  sitting.dropOldThinking();
  assert.equal(sitting.thinking, null);
  sitting.thinking = { ...THINKING, hint: true };
  sitting.dropOldThinking();
  assert.ok(sitting.thinking);
});

test("machines are always there, people when the server says so", () => {
  const sitting = sittingAfter(table(0, { seats: [seat("w", { here: false }), seat("b", { kind: "opponent" })] }));
  sitting.notePresence({ type: "presence", here: [], watching: 3 });
  assert.deepEqual(
    sitting.table.seats.map((one) => one.here),
    [false, true],
  );
  assert.equal(sitting.table.watching, 3);
  const waiting = table(1, { seats: [seat("w", { here: false }), seat("b", { kind: "opponent" })] });
  sitting.notePresence({ type: "presence", here: ["w"], watching: 1 }, [waiting]);
  assert.ok(waiting.seats[0].here && waiting.watching === 1, "what is shown later knows it, too");
});

test("names and told turns come from the catalogue", () => {
  const sitting = sittingAfter(table(1, { seats: [seat("w", { player: "Ada" }), seat("b")] }));
  assert.equal(sitting.nameAt("w"), "White (Ada)");
  assert.equal(sitting.nameAt("b"), "Black");
  assert.equal(sitting.toldOf(last(1, "w", { told: ["it moved", "it fell"] })), "White: It moved; it fell");
});

test("a turn that did very much is told in short", () => {
  const few = ["a", "b", "c", "d", "e"];
  assert.equal(shortened(few), few);
  assert.deepEqual(shortened([...few, "f"]), ["a", "b", "and 3 more", "f"]);
});

test("a turn that is told at length covers nothing beside the board", () => {
  const long = "the red man on b1 is captured and goes to the reserve, as there is no room";
  assert.deepEqual(shortened(["a", long, long, "b"]), ["a", long, long, "b"]);
  assert.deepEqual(shortened([long, long, long, "b"]), [long, "and 2 more", "b"]);
  assert.deepEqual(shortened([long + long, long]), [long + long, long], "two are never fewer");
});
