import "./world.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  choicesFor,
  isMeasured,
  playersOf,
  sideText,
  usualOpponent,
  usualSeats,
} from "../../src/tavoliere/apps/web/static/choices.js";
import { optionValue, seatFor, startText } from "../../src/tavoliere/apps/web/static/create.js";
import * as store from "../../src/tavoliere/apps/web/static/store.js";
import { ready } from "../../src/tavoliere/apps/web/static/texts.js";
import { unknownWishes, wishedEnd, wishedOptions } from "../../src/tavoliere/apps/web/static/wishes.js";
import { stored } from "./world.js";

/** @import { GamesAnswer, OptionAnswer, SidesAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

await ready;
beforeEach(() => stored.clear());

/** @type {OptionAnswer[]} */
const OPTIONS = [
  { name: "players", type: "int", default: 2, title: "", help: "" },
  { name: "holes", type: "str", default: null, title: "", help: "" },
];
const PLAIN = { forms: {}, traits: ["one"] };
const TWO = [
  { letter: "w", name: "White", ...PLAIN },
  { letter: "b", name: "Black", ...PLAIN },
];
const THREE = [...TWO, { letter: "r", name: "Red", ...PLAIN }];
/** @type {SidesAnswer[]} */
const SIDES = [{ level: 1, games: 90, scores: { w: [0.4, 0.35, 0.45], b: [0.6, 0.55, 0.65] } }];
const PIT = {
  name: "pit",
  players: TWO,
  options: OPTIONS,
  variants: [
    {
      options: { players: 2 },
      players: TWO,
      levels: ["level:1", "level:2"],
      usual: "level:2",
      cautions: ["Nobody wins here."],
      ratings: [],
      sides: SIDES,
    },
    {
      options: { players: 3 },
      players: THREE,
      levels: ["level:1"],
      usual: "level:1",
      cautions: [],
      ratings: [],
      sides: [],
    },
  ],
  levels: [{ spec: "level:1", name: "Level 1, Digger", sentence: "Counts towers." }],
};

test("the players follow from the options, typed or not", () => {
  assert.equal(playersOf(PIT, {}), TWO);
  assert.equal(playersOf(PIT, { players: 3 }), THREE);
  assert.equal(playersOf(PIT, { players: "3" }), THREE);
  assert.equal(playersOf(PIT, { players: 9 }), TWO);
});

test("the levels on offer are those that the game has", () => {
  const known = { opponents: ["random", "level:1", "level:2", "level:3"].map((spec) => ({ spec, name: spec })) };
  /** @type {(options: Record<string, number>) => string[]} */
  const offered = (options) => choicesFor(PIT, options, known).opponents.map((one) => one.spec);
  assert.deepEqual(offered({}), ["random", "level:1", "level:2"]);
  assert.deepEqual(offered({ players: 3 }), ["random", "level:1"]);
  assert.deepEqual(offered({ players: 9 }), ["random", "level:1", "level:2", "level:3"]);
  const guests = ["guest:Anna", "guest:pit/Bo", "guest:tablut/Carl"].map((spec) => ({ spec, name: spec }));
  const invited = choicesFor(PIT, {}, { opponents: guests }).opponents.map((one) => one.spec);
  assert.deepEqual(invited, ["guest:Anna", "guest:pit/Bo"], "guests of another game stay there");
  const names = choicesFor(PIT, {}, known).opponents.map((one) => one.name);
  assert.deepEqual(names, ["random", "Level 1, Digger", "level:2"], "by the names that the game has for them");
});

test("only options that differ from the usual are sent", () => {
  assert.equal(optionValue(OPTIONS[0], " 2 "), null);
  assert.equal(optionValue(OPTIONS[0], "3"), 3);
  assert.equal(optionValue(OPTIONS[1], ""), null);
  assert.equal(optionValue(OPTIONS[1], " d4 "), "d4");
});

test("a seat is for me with my name, for a friend, for anybody, or for a machine", () => {
  assert.deepEqual(seatFor("me", "Ada"), { kind: "person", name: "Ada" });
  assert.deepEqual(seatFor("friend", "Ada"), { kind: "person" });
  assert.deepEqual(seatFor("open", "Ada"), { kind: "open" });
  assert.deepEqual(seatFor("level:4", "Ada"), { kind: "opponent", spec: "level:4" });
});

test("who is usual, the game says for its options", () => {
  const known = { opponents: ["level:1", "level:2"].map((spec) => ({ spec, name: spec })) };
  assert.equal(usualOpponent(choicesFor(PIT, {}, known)), "level:2");
  assert.equal(usualOpponent(choicesFor(PIT, { players: 3 }, known)), "level:1");
});

test("the usual opponent is the last one, if it is still there", () => {
  /** @param {string[]} specs */
  const known = (...specs) => ({ usual: "level:3", opponents: specs.map((spec) => ({ spec, name: spec })) });
  assert.equal(usualOpponent(known("level:1", "level:3")), "level:3");
  assert.equal(usualOpponent(known("level:1", "level:2")), "level:1");
  store.setHabit("opponent", "level:2");
  assert.equal(usualOpponent(known("level:1", "level:2", "level:3")), "level:2");
  assert.equal(usualOpponent(known("level:1", "level:3")), "level:3");
});

test("the button says what it will start", () => {
  /** @type {GamesAnswer} */
  const known = { games: [], lobby: false, clocks: {}, opponents: [{ spec: "level:3", name: "Level 3" }] };
  const none = /** @type {const} */ ({ kind: "none" });
  assert.equal(startText(THREE, usualSeats(THREE, known), none, known), "Play against Level 3");
  assert.equal(
    startText(TWO, { w: "level:3", b: "me" }, { kind: "days", days: 2 }, known),
    "Play against Level 3 · 2 d",
  );
  const timed = /** @type {const} */ ({ kind: "increment", base: 300, increment: 5 });
  const seats = { w: "me", b: "friend" };
  assert.equal(startText(TWO, seats, timed, known), "Start: White (you), Black (a friend) · 5 min + 5 s");
  assert.equal(startText(TWO, { w: "me", b: "me" }, none, known), "Start: White (you), Black (you)");
  assert.equal(startText(TWO, { w: "level:3", b: "level:3" }, none, known), "Start: White (Level 3), Black (Level 3)");
});

test("an address names the last turn, and an ending that the board does not show", () => {
  const query = new URLSearchParams("text=x&move=e5-e9&result=1-0&reason=time");
  assert.deepEqual(wishedEnd(query), { moves: ["e5-e9"], ended: { result: "1-0", reason: "time" } });
  assert.deepEqual(wishedEnd(new URLSearchParams("text=x")), { moves: [], ended: null });
  assert.deepEqual(wishedEnd(new URLSearchParams("reason=time")), { moves: [], ended: { result: "", reason: "time" } });
  assert.deepEqual(unknownWishes(OPTIONS, query), { unknown: [], repeated: [] });
});

test("an address asks for options, and what is no number is left for the server to refuse", () => {
  const query = new URLSearchParams("players=3&holes=d4&players=4&colour=red&text=x&text=y");
  assert.deepEqual(wishedOptions(OPTIONS, query), { players: 3, holes: "d4" });
  assert.deepEqual(wishedOptions(OPTIONS, new URLSearchParams("players=3.5")), { players: "3.5" });
  assert.deepEqual(unknownWishes(OPTIONS, query), { unknown: ["colour"], repeated: ["players", "text"] });
});

test("tokens are kept once each, and not too many", () => {
  store.addTokens("t", ["a", "b"]);
  store.addTokens("t", ["b", "c"]);
  assert.deepEqual(store.tokensOf("t"), ["a", "b", "c"]);
  store.addTokens("t", ["d", "e", "f", "g", "h", "i"]);
  assert.deepEqual(store.tokensOf("t"), ["b", "c", "d", "e", "f", "g", "h", "i"]);
  assert.deepEqual(store.tokensOf("u"), []);
});

test("what another hand wrote is not taken for what it should be", () => {
  stored.set("tavoliere.seats.t", '["a", 7]');
  stored.set("tavoliere.recent", '[{"table": 7}, null, {"table": "x"}]');
  stored.set("tavoliere.invites.t", '{"b": "token", "w": 7}');
  stored.set("tavoliere.habit.name", "7");
  stored.set("tavoliere.habit.sound", "{");
  assert.deepEqual(store.tokensOf("t"), ["a"]);
  assert.deepEqual(store.recentTables(), [{ table: "x" }]);
  assert.deepEqual(store.invitesOf("t"), { b: "token" });
  assert.equal(store.habit("name", ""), "");
  assert.equal(store.habit("sound", true), true);
});

test("the last table is at the head of the list, once, and the oldest is forgotten", () => {
  for (let i = 0; i < 14; i += 1) store.noteTable(`t${i}`, "Tablut", "");
  store.noteTable("t5", "Tablut", "1-0");
  const tables = store.recentTables().map((one) => one.table);
  assert.equal(tables.length, 12);
  assert.equal(tables[0], "t5");
  assert.equal(new Set(tables).size, 12);
  store.forgetTable("t5");
  assert.ok(!store.recentTables().some((one) => one.table === "t5"));
});

test("invitations are added to those before", () => {
  store.addInvites("t", { b: "x" });
  store.addInvites("t", { r: "y" });
  store.addInvites("t", {});
  assert.deepEqual(store.invitesOf("t"), { b: "x", r: "y" });
});

test("I sit where the figures say that equals get more, and am told why", () => {
  const known = { opponents: ["level:1", "level:2"].map((spec) => ({ spec, name: spec })) };
  assert.deepEqual(usualSeats(TWO, choicesFor(PIT, {}, known)), { w: "level:2", b: "me" });
  assert.equal(sideText(TWO, SIDES, "level:2"), "Black gets 60 % in 90");
  assert.equal(usualSeats(THREE, choicesFor(PIT, { players: 3 }, known)).w, "me");
  assert.equal(sideText(THREE, [], "level:1"), "");
});

test("a game with other options is not the one that was measured", () => {
  assert.equal(isMeasured(PIT, {}), true);
  assert.equal(isMeasured(PIT, { players: 3 }), true);
  assert.equal(isMeasured(PIT, { holes: "d4" }), false);
  assert.equal(isMeasured(PIT, { players: 7 }), false);
});
