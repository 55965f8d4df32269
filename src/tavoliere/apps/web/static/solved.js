// What somebody has solved of a game's puzzles, on this device, and how well: a rating in levels of the game. What was stored
// by a newer page, or cannot be read, is told and never thrown away.

import { setPuzzlesAside, storedPuzzles, storePuzzles } from "./store.js";
import { isTexts, readStored } from "./stored.js";

/** @import { Trouble } from "./stored.js" */
/** @import { PuzzleSummaryAnswer } from "./types.d.ts" */

const VERSION = 1;
const FIRST_RATING = 3;
const SPREAD = 2;
const GAIN = 0.8;

/** @typedef {{ version: number, solved: string[], failed: string[], rating: number }} Notes */

/** @returns {Notes} */
function nothing() {
  return { version: VERSION, solved: [], failed: [], rating: FIRST_RATING };
}

/**
 * @param {unknown} found
 * @returns {found is number}
 */
function isRating(found) {
  return typeof found === "number" && Number.isFinite(found) && found > 0 && found < 100;
}

/**
 * What a stored text says: notes, or what is wrong with it.
 *
 * @param {string | null} text
 * @returns {{ notes: Notes, trouble: Trouble }}
 */
export function readNotes(text) {
  const { found, trouble } = readStored(text, VERSION);
  if (!found) return { notes: nothing(), trouble };
  const { solved, failed, rating } = found;
  if (!isTexts(solved) || !isTexts(failed) || !isRating(rating)) return { notes: nothing(), trouble: "broken" };
  return { notes: { version: VERSION, solved, failed, rating }, trouble };
}

/**
 * A rating after a puzzle was solved at once, or not: two levels more are ten to one.
 *
 * @param {number} rating
 * @param {number} level
 * @param {boolean} isSolved
 */
export function ratingAfter(rating, level, isSolved) {
  const expected = 1 / (1 + 10 ** ((level - rating) / SPREAD));
  return Math.round(100 * Math.max(1, rating + GAIN * (Number(isSolved) - expected))) / 100;
}

/**
 * The puzzle whose level is next to a rating, of those that are not passed over.
 *
 * @template {{ id: string, level: number }} P
 * @param {P[]} puzzles
 * @param {number} rating
 * @param {Set<string>} passed
 * @returns {P | null}
 */
export function nearest(puzzles, rating, passed) {
  let best = null;
  for (const puzzle of puzzles) {
    if (passed.has(puzzle.id)) continue;
    if (!best || Math.abs(puzzle.level - rating) < Math.abs(best.level - rating)) best = puzzle;
  }
  return best;
}

export class Solved {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    const stored = storedPuzzles(game);
    const { notes, trouble } = readNotes(stored);
    this.notes = notes;
    /** What is wrong with what was stored. */
    this.trouble = trouble;
    if (trouble === "broken" && stored !== null) setPuzzlesAside(game, stored);
  }

  get rating() {
    return this.notes.rating;
  }

  /** @param {string} id */
  isSolved(id) {
    return this.notes.solved.includes(id);
  }

  /** @param {string} id */
  hasFailed(id) {
    return this.notes.failed.includes(id);
  }

  /**
   * How a try has ended; only the first one at a puzzle changes the rating.
   *
   * @param {PuzzleSummaryAnswer} puzzle
   * @param {boolean} isSolved
   */
  note({ id, level }, isSolved) {
    this.change((notes) => {
      const isFirst = !notes.solved.includes(id) && !notes.failed.includes(id);
      if (isFirst) notes.rating = ratingAfter(notes.rating, level, isSolved);
      if (isSolved) notes.solved = [...new Set([...notes.solved, id])];
      else notes.failed = [...new Set([...notes.failed, id])];
    });
  }

  forget() {
    this.change((notes) => Object.assign(notes, nothing()));
  }

  /**
   * Another tab may have solved something meanwhile, so what is stored is read again first.
   *
   * @param {(notes: Notes) => void} how
   */
  change(how) {
    const { notes, trouble } = readNotes(storedPuzzles(this.game));
    if (!trouble && this.trouble !== "newer") this.notes = notes;
    how(this.notes);
    if (trouble !== "newer") storePuzzles(this.game, this.notes);
  }
}
