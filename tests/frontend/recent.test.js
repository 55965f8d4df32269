import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, isYourTurn, playersText, stateText } from "../../src/tavoliere/apps/web/static/recent.js";
import { ready } from "../../src/tavoliere/apps/web/static/texts.js";

/** @import { GlanceAnswer, GlanceSeatAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

await ready;

/**
 * @param {string} letter
 * @param {Partial<GlanceSeatAnswer>} [more]
 * @returns {GlanceSeatAnswer}
 */
function seat(letter, more = {}) {
  const name = letter === "w" ? "White" : "Black";
  const noun = { name, forms: { the: name, to: name }, traits: ["one"] };
  return { ...noun, letter, player: "", kind: "person", yours: false, ...more };
}

/**
 * @param {Partial<GlanceAnswer>} [more]
 * @returns {GlanceAnswer}
 */
function glance(more = {}) {
  const seats = [seat("w", { yours: true }), seat("b", { player: "Bo" })];
  const clock = { kind: /** @type {const} */ ("none"), base: 0, increment: 0, days: 0 };
  const rest = { turn: "w", clock, left: null, result: null, review: false, strangers: false, turns: 0, played: 5 };
  return { table: "t", game: "tablut", title: "Tablut", seats, ...rest, ...more };
}

test("a game says against whom it is", () => {
  const mine = seat("w", { yours: true });
  assert.equal(playersText(glance()), "against Bo");
  assert.equal(playersText(glance({ seats: [mine, seat("b")] })), "against a friend");
  assert.equal(playersText(glance({ seats: [mine, seat("b", { kind: "open" })] })), "against nobody yet");
  assert.equal(playersText(glance({ seats: [mine, seat("b", { yours: true })] })), "at this screen");
  assert.equal(playersText(glance({ seats: [seat("w", { player: "Anna" }), seat("b")] })), "Anna – Black");
  assert.equal(playersText(glance({ seats: [mine, seat("b")], strangers: true })), "against somebody");
});

test("a game says whose turn it is, or how it ended", () => {
  assert.equal(stateText(glance()), "Your turn");
  assert.equal(stateText(glance({ turn: "b" })), "Black to move");
  const both = [seat("w", { yours: true }), seat("b", { yours: true })];
  assert.equal(stateText(glance({ seats: both })), "White to move");
  const result = {
    text: "1-0",
    winner: "w",
    scores: { w: 1, b: 0 },
    reason: "",
    told: "white wins",
    why: "",
    by: "board",
  };
  assert.equal(stateText(glance({ turn: "", result })), "White wins");
  assert.ok(!isYourTurn(glance({ result })));
});

test("games that wait for you come first, then those played last", () => {
  /** @type {(table: string, when: number, known?: GlanceAnswer | null) => import("../../src/tavoliere/apps/web/static/recent.js").Known} */
  const game = (table, when, known) => ({ recent: { table, title: "Tablut", told: "", when }, glance: known });
  const games = [
    game("unknown", 9),
    game("theirs", 1, glance({ turn: "b", played: 20 })),
    game("gone", 12, null),
    game("mine", 1, glance({ played: 2 })),
  ];
  assert.deepEqual(
    inOrder(games).map(({ recent }) => recent.table),
    ["mine", "theirs", "gone", "unknown"],
  );
});
