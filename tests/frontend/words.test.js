import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { timeText } from "../../src/tavoliere/apps/web/static/clock.js";
import { statusText } from "../../src/tavoliere/apps/web/static/headline.js";
import { wantsMarks } from "../../src/tavoliere/apps/web/static/marks.js";
import { playerText, scoreText, watchingText } from "../../src/tavoliere/apps/web/static/seats.js";
import { Sitting } from "../../src/tavoliere/apps/web/static/sitting.js";
import { capital, numberText, ready, say, sentences } from "../../src/tavoliere/apps/web/static/texts.js";
import { seat, table } from "./tables.js";
import { words } from "./world.js";

await ready;

test("places are filled, and what is not there is noticed", () => {
  assert.equal(say("page.told", { player: "White", told: "x" }), "White: x");
  assert.equal(say("page.told", { player: "White" }), "White: {told}");
  assert.equal(say("page.nowhere"), "page.nowhere");
  assert.equal(say("page.told", { player: "{told}", told: "x" }), "{told}: x");
});

test("words agree with the noun that they speak of", () => {
  const tower = { name: "torre", forms: { the: "la torre" }, traits: ["f", "one"] };
  const pawn = { name: "pedone", forms: {}, traits: ["m", "one"] };
  const text = "{player:the} {player:f-one=è presa|m-one=è preso|many=sono presi}";
  words["page.taken"] = text;
  assert.equal(say("page.taken", { player: tower }), "la torre è presa");
  assert.equal(say("page.taken", { player: pawn }), "pedone è preso");
  assert.equal(say("page.taken", { player: "Anna" }), "Anna sono presi");
  words["page.left"] = "{number} {number:one=turn|few=turns, few|many=turns}";
  assert.equal(say("page.left", { number: 1 }), "1 turn");
  assert.equal(say("page.left", { number: 5 }), "5 turns");
});

test("one is one, everything else is many", () => {
  assert.deepEqual(
    [1, 0, 2, 21].map((number) => say("page.turns", { number })),
    ["1 turn", "0 turns", "2 turns", "21 turns"],
  );
});

test("words agree with a number by the rules of the page's language", () => {
  Object.assign(words, { "page.turns": "{n} {n:one=ход|few=хода|many=ходов}" });
  Object.assign(globalThis, { document: { documentElement: { lang: "ru" } } });
  assert.deepEqual(
    [1, 2, 5, 21, 22].map((n) => say("page.turns", { n })),
    ["1 ход", "2 хода", "5 ходов", "21 ход", "22 хода"],
  );
  Reflect.deleteProperty(globalThis, "document");
  assert.equal(say("page.turns", { n: "some" }), "some ход", "what is no number is one");
  assert.equal(say("page.turns"), "{n} {n:one=ход|few=хода|many=ходов}");
});

test("whoever watches is not counted among the others who do", () => {
  assert.deepEqual(
    [0, 1, 2].map((watching) => watchingText({ watching, you: ["w"] })),
    ["", "1 person watches", "2 people watch"],
  );
  assert.deepEqual(
    [0, 1, 2].map((watching) => watchingText({ watching, you: [] })),
    ["", "", "1 person watches"],
  );
});

test("whoever gave no name is a friend only to those who play", () => {
  const shown = table(0);
  assert.equal(playerText(seat("b"), shown), "a friend");
  assert.equal(playerText(seat("b", { player: "Bo" }), shown), "Bo");
  assert.equal(playerText(seat("w", { yours: true }), shown), "you");
  assert.equal(playerText(seat("b", { kind: "open" }), shown), "free seat");
  assert.equal(playerText(seat("b"), { ...shown, listed: true }), "somebody", "a stranger is no friend");
  const recorded = table(0, { review: true, you: [] });
  assert.equal(playerText(seat("b", { kind: "nobody" }), recorded), "not named");
});

test("a sentence begins with a capital, a square does not", () => {
  assert.equal(capital("it moved"), "It moved");
  assert.equal(capital("e4 is taken"), "e4 is taken");
  assert.equal(capital(""), "");
  assert.equal(sentences(["it moved", "it fell"]), "It moved; it fell");
});

test("clocks show what fits beside a name", () => {
  const second = 1000;
  const hour = 3600 * second;
  assert.equal(timeText(-5), "0:00.0");
  assert.equal(timeText(9.96 * second), "0:09.9");
  assert.equal(timeText(10 * second), "0:10");
  assert.equal(timeText(59.2 * second), "1:00");
  assert.equal(timeText(5 * 60 * second), "5:00");
  assert.equal(timeText(hour + 61 * second), "1:01:01");
  assert.equal(timeText(47.5 * hour), "1 d 23 h");
});

test("scores are written as people write them", () => {
  assert.deepEqual([scoreText(0.5), scoreText(1), scoreText(0), scoreText(undefined)], ["½", "1", "0", ""]);
});

test("whose turn it is depends on who asks", () => {
  const sitting = new Sitting("t", false);
  const said = /** @param {ReturnType<typeof table>} shown */ (shown) => {
    sitting.last = shown;
    return statusText(sitting);
  };
  assert.equal(said(table(0)), "Your turn");
  assert.equal(said(table(0, { you: ["w", "b"] })), "White to move");
  assert.equal(said(table(1)), "Black to move");
  assert.equal(said(table(1, { turn: "" })), "");
  const result = {
    text: "1-0",
    winner: "w",
    scores: { w: 1, b: 0 },
    reason: "",
    told: "white wins",
    why: "",
    by: "board",
  };
  assert.equal(said(table(1, { result })), "You won");
  assert.equal(said(table(1, { result: { ...result, winner: "b" } })), "You lost");
  assert.equal(said(table(1, { result: { ...result, winner: null } })), "Draw");
  assert.equal(said(table(1, { result, you: ["w", "b"] })), "White wins", "at one screen nobody is meant");
  const told = { ...result, told: "white wins: because", why: "the chain is there" };
  assert.equal(said(table(1, { result: told, you: [] })), "White wins", "why stands below it");
});

test("marks are on for beginners until somebody chooses", () => {
  assert.equal(wantsMarks([null, "level:3"], ""), true);
  assert.equal(wantsMarks([null, "level:6"], ""), false);
  assert.equal(wantsMarks([null, "level:10"], "on"), true);
  assert.equal(wantsMarks([null, null], "off"), false);
  assert.equal(wantsMarks([], "perhaps"), true, "what is stored may be anything");
});

test("numbers have the marks of the page's language", () => {
  words["page.counted"] = "{n}";
  assert.deepEqual(
    [1234, 573826, -3.5].map((n) => say("page.counted", { n })),
    ["1234", "573,826", "-3.5"],
  );
  assert.equal(numberText(3, 1), "3.0");
  Object.assign(globalThis, { document: { documentElement: { lang: "it" } } });
  assert.deepEqual(
    [1234, 573826, -3.5].map((n) => say("page.counted", { n })),
    ["1234", "573.826", "-3,5"],
  );
  assert.equal(numberText(3, 1), "3,0");
  assert.equal(say("page.counted", { n: "1,5" }), "1,5", "what is no number is left alone");
  Reflect.deleteProperty(globalThis, "document");
});
