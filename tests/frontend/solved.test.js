import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { nearest, ratingAfter, readNotes, Solved } from "../../src/tavoliere/apps/web/static/solved.js";
import { stored } from "./world.js";

const KEY = "tavoliere.puzzles.tablut";
/** @type {import("../../src/tavoliere/apps/web/static/types.d.ts").PuzzleSummaryAnswer} */
const PUZZLE = { id: "0000000a", level: 5, kind: "win", players: 2, themes: [] };

beforeEach(() => stored.clear());

test("the first try at a puzzle changes the rating, later ones do not", () => {
  const solved = new Solved("tablut");
  assert.equal(solved.rating, 3);
  solved.note(PUZZLE, false);
  const after = solved.rating;
  assert.ok(after < 3 && solved.hasFailed(PUZZLE.id));
  solved.note(PUZZLE, true);
  assert.equal(solved.rating, after);
  assert.ok(new Solved("tablut").isSolved(PUZZLE.id), "it is stored");
  solved.forget();
  assert.deepEqual(readNotes(stored.get(KEY) ?? null).notes.solved, []);
});

test("a rating goes as in the terminal", () => {
  assert.equal(ratingAfter(3, 3, true), 3.4);
  assert.equal(ratingAfter(3, 3, false), 2.6);
  assert.equal(ratingAfter(1, 1, false), 1);
});

test("the nearest puzzle is one that is left", () => {
  const some = [2, 5, 8].map((level) => ({ id: String(level), level }));
  assert.equal(nearest(some, 4.2, new Set())?.level, 5);
  assert.equal(nearest(some, 4.2, new Set(["5"]))?.level, 2);
  assert.equal(nearest(some, 4.2, new Set(["2", "5", "8"])), null);
});

test("two tabs do not forget what the other has solved", () => {
  const [one, other] = [new Solved("tablut"), new Solved("tablut")];
  one.note(PUZZLE, true);
  other.note({ ...PUZZLE, id: "0000000b" }, true);
  const again = new Solved("tablut");
  assert.ok(again.isSolved("0000000a") && again.isSolved("0000000b"));
});

test("what a newer page has stored is left as it is", () => {
  const newer = JSON.stringify({ version: 2, solved: {} });
  stored.set(KEY, newer);
  const solved = new Solved("tablut");
  assert.equal(solved.trouble, "newer");
  solved.note(PUZZLE, true);
  assert.ok(solved.isSolved(PUZZLE.id), "it counts until the page is left");
  assert.equal(stored.get(KEY), newer);
});

test("what cannot be read is put aside, not thrown away", () => {
  const sound = { version: 1, solved: [], failed: [], rating: 3 };
  const edited = [
    "{",
    "[]",
    "null",
    ...[{ rating: "x" }, { rating: 1e9 }, { solved: [3] }, { failed: null }].map((part) =>
      JSON.stringify({ ...sound, ...part }),
    ),
  ];
  for (const text of edited) {
    stored.clear();
    stored.set(KEY, text);
    const solved = new Solved("tablut");
    assert.equal(solved.trouble, "broken", text);
    solved.note(PUZZLE, true);
    assert.equal(JSON.parse(stored.get(`${KEY}.aside`) ?? ""), text);
    assert.ok(new Solved("tablut").isSolved(PUZZLE.id));
  }
});
