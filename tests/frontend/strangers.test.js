import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { playersText } from "../../src/tavoliere/apps/web/static/recent.js";
import { setHabit } from "../../src/tavoliere/apps/web/static/store.js";
import { mayBeStrangers, withoutNames } from "../../src/tavoliere/apps/web/static/strangers.js";
import { ready } from "../../src/tavoliere/apps/web/static/texts.js";
import { seat, table } from "./tables.js";

await ready;

const SEATS = [seat("w", { yours: true, player: "Anna" }), seat("b", { player: "Mallory" })];

/** @param {Record<string, string>} [invites] */
function named(invites) {
  return withoutNames(SEATS, invites).map(({ player }) => player);
}

test("names stay until somebody wants them hidden, and then those of strangers go", () => {
  assert.deepEqual(named(), ["Anna", "Mallory"]);
  setHabit("hides-names", true);
  assert.deepEqual(named(), ["Anna", ""]);
  assert.deepEqual(named({ b: "token" }), ["Anna", "Mallory"], "whoever was sent a link is no stranger");
  const machine = [seat("r", { kind: "opponent", player: "Level 1" })];
  assert.deepEqual(withoutNames(machine), machine);
  assert.equal(SEATS[1].player, "Mallory", "what the server said is left as it is");
  setHabit("hides-names", false);
});

test("strangers are those who could sit down unasked, and those whose game is watched", () => {
  const [mine, watched] = [table(0), table(0, { you: [] })];
  assert.equal(mayBeStrangers(mine), false);
  assert.equal(mayBeStrangers({ ...mine, open: true }), false, "watched by strangers, played with a friend");
  assert.equal(mayBeStrangers({ ...mine, listed: true }), true);
  assert.equal(mayBeStrangers({ ...watched, open: true }), true);
  assert.equal(mayBeStrangers(watched), false, "a friend sent the link");
});

test("in a list of games strangers have no names either", () => {
  setHabit("hides-names", true);
  assert.equal(playersText({ table: "t", seats: SEATS, strangers: true }), "against somebody");
  assert.equal(playersText({ table: "t", seats: SEATS, strangers: false }), "against Mallory");
  setHabit("hides-names", false);
});
