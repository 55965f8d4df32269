import "./world.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Career, entryOf, ladderName, noteResult, readEntries } from "../../src/tavoliere/apps/web/static/career.js";
import { fairnessOf, noteFairness } from "../../src/tavoliere/apps/web/static/store.js";
import { seat, table } from "./tables.js";
import { stored } from "./world.js";

/** @import { Entry } from "../../src/tavoliere/apps/web/static/career.js" */
/** @import { TableAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

beforeEach(() => stored.clear());

const KNOWN = { seats: ["w", "b"], specs: ["level:1", "level:2"] };
const KEY = "tavoliere.results.tablut/2";
const COUNTS = { counts: true };

/**
 * @param {Partial<Entry>} [more]
 * @returns {Entry}
 */
function entry(more = {}) {
  return { table: "t", when: 5, seat: "w", opponents: { b: "level:2" }, score: 1, ...more };
}

/**
 * A game that White has won against a level.
 *
 * @param {Partial<TableAnswer>} [more]
 */
function won(more = {}) {
  const seats = [seat("w", { yours: true }), seat("b", { kind: "opponent", spec: "level:2" })];
  const result = { text: "1-0", winner: "w", scores: { w: 1, b: 0 }, reason: "", told: "", why: "", by: "board" };
  return table(9, { seats, result, at: "9.0", you: ["w"], ...more });
}

test("a game alone against levels counts, with the share of the points", () => {
  assert.deepEqual(entryOf(won(), COUNTS, 5), entry());
});

test("a game with help, with others, from elsewhere, or not over, says nothing", () => {
  const friend = [seat("w", { yours: true }), seat("b")];
  const both = [seat("w", { yours: true }), seat("b", { yours: true })];
  assert.equal(entryOf(won(), {}, 5), null);
  assert.equal(entryOf(won(), { counts: true, helped: true }, 5), null);
  assert.equal(entryOf(won({ at: "9.1" }), COUNTS, 5), null);
  assert.equal(entryOf(won({ result: null }), COUNTS, 5), null);
  assert.equal(entryOf(won({ review: true }), COUNTS, 5), null);
  assert.equal(entryOf(won({ seats: friend }), COUNTS, 5), null);
  assert.equal(entryOf(won({ seats: both, you: ["w", "b"] }), COUNTS, 5), null);
  assert.equal(entryOf(won({ you: [] }), COUNTS, 5), null);
});

test("a result is remembered once", () => {
  noteResult(won(), COUNTS);
  noteResult(won(), COUNTS);
  noteResult(won({ table: "u" }), COUNTS);
  const career = new Career("tablut/2", KNOWN);
  assert.deepEqual(
    career.entries.map((one) => one.table),
    ["t", "u"],
  );
});

test("forged results are counted as wrong and not as results", () => {
  const forged = [
    entry({ table: "a", score: 17 }),
    entry({ table: "b", opponents: { b: "level:99" } }),
    entry({ table: "c", opponents: {} }),
    entry({ table: "d", opponents: { w: "level:1" } }),
    entry({ table: "e", seat: "q" }),
    entry({ table: "f", when: Number.NaN }),
    entry({ table: "x".repeat(99) }),
    null,
    9000,
  ];
  const results = [entry(), entry(), ...forged];
  const { entries, trouble, wrong } = readEntries(JSON.stringify({ version: 1, rating: 9999, results }), KNOWN);
  assert.deepEqual(entries, [entry()]);
  assert.equal(trouble, "");
  assert.equal(wrong, forged.length + 1);
});

test("what cannot be read is put aside and told, and what a newer page stored is left alone", () => {
  stored.set(KEY, "{");
  assert.equal(new Career("tablut/2", KNOWN).trouble, "broken");
  assert.equal(stored.get(`${KEY}.aside`), JSON.stringify("{"));
  noteResult(won(), COUNTS);
  assert.equal(new Career("tablut/2", KNOWN).entries.length, 1);
  const newer = JSON.stringify({ version: 2, results: "other" });
  stored.set(KEY, newer);
  const career = new Career("tablut/2", KNOWN);
  assert.equal(career.trouble, "newer");
  career.add([entry()]);
  noteResult(won(), COUNTS);
  assert.equal(stored.get(KEY), newer);
});

test("results go into a file and come back, and other files change nothing", () => {
  noteResult(won(), COUNTS);
  const text = new Career("tablut/2", KNOWN).exported();
  stored.clear();
  const career = new Career("tablut/2", KNOWN);
  assert.equal(career.take("no file"), null);
  assert.equal(career.take(text.replace("tablut/2", "pit/2")), null);
  assert.equal(career.take(text.replace('"version": 1', '"version": 9')), null);
  assert.equal(career.entries.length, 0);
  assert.deepEqual(career.take(text), { taken: 1, wrong: 0 });
  assert.deepEqual(career.take(text.replace("level:2", "level:77")), { taken: 0, wrong: 1 });
  assert.equal(new Career("tablut/2", KNOWN).entries.length, 1);
});

test("everything can be erased", () => {
  noteResult(won(), COUNTS);
  new Career("tablut/2", KNOWN).erase();
  assert.equal(stored.has(KEY), false);
  assert.equal(new Career("tablut/2", KNOWN).entries.length, 0);
});

test("a table remembers that it counts and that somebody asked for help", () => {
  noteFairness("t", { counts: true });
  noteFairness("t", { helped: true });
  assert.deepEqual(fairnessOf("t"), { counts: true, helped: true });
  stored.set("tavoliere.fair.t", "nonsense");
  assert.deepEqual(fairnessOf("t"), {});
  assert.equal(ladderName("pit", 3), "pit/3");
});
