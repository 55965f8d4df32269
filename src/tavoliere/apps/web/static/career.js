// Somebody's results against the levels of a game, on this device. What was stored by a newer page, or cannot be right, is
// told and never counted; a rating is not stored at all, so that nobody can write one down.

import { eraseResults, setResultsAside, storedResults, storeResults } from "./store.js";
import { readStored } from "./stored.js";

/** @import { Result } from "./rating.js" */
/** @import { Fairness } from "./store.js" */
/** @import { Trouble } from "./stored.js" */
/** @import { TableAnswer } from "./types.d.ts" */

/** @typedef {Result & { table: string, when: number }} Entry */
/** @typedef {{ seats: string[], specs: string[] }} Known the seats and levels that a ladder has */
/** @typedef {{ entries: Entry[], trouble: Trouble, wrong: number }} Read `wrong` entries cannot be right */

const VERSION = 1;
const MOST = 300;
const SCORES = [0, 0.5, 1];
const LONGEST_ID = 40;
export const FILE_KIND = "tavoliere results";

/**
 * The name of a ladder: a game has one for each number of players.
 *
 * @param {string} game
 * @param {number} players
 */
export function ladderName(game, players) {
  return `${game}/${players}`;
}

/**
 * @param {unknown} found
 * @param {Known} known
 * @returns {found is Entry}
 */
function isEntry(found, { seats, specs }) {
  if (!found || typeof found !== "object") return false;
  const { table, when, seat, opponents, score } = /** @type {Record<string, unknown>} */ (found);
  if (typeof table !== "string" || !table || table.length > LONGEST_ID) return false;
  if (typeof when !== "number" || !Number.isFinite(when)) return false;
  if (typeof seat !== "string" || !seats.includes(seat) || !SCORES.includes(/** @type {number} */ (score)))
    return false;
  if (!opponents || typeof opponents !== "object") return false;
  const others = Object.entries(opponents);
  return (
    others.length === seats.length - 1 &&
    others.every(([letter, spec]) => letter !== seat && seats.includes(letter) && specs.includes(spec))
  );
}

/**
 * The entries of a list that can be right, each table once, the newest last.
 *
 * @param {unknown[]} list
 * @param {Known} known
 */
function sorted(list, known) {
  /** @type {Map<string, Entry>} */
  const found = new Map();
  for (const one of list) if (isEntry(one, known) && !found.has(one.table)) found.set(one.table, one);
  return [...found.values()].sort((one, other) => one.when - other.when).slice(-MOST);
}

/**
 * What a stored text says.
 *
 * @param {string | null} text
 * @param {Known} known
 * @returns {Read}
 */
export function readEntries(text, known) {
  const { found, trouble } = readStored(text, VERSION);
  if (!found) return { entries: [], trouble, wrong: 0 };
  if (!Array.isArray(found.results)) return { entries: [], trouble: "broken", wrong: 0 };
  const entries = sorted(found.results, known);
  return { entries, trouble: "", wrong: Math.min(found.results.length, MOST) - entries.length };
}

/**
 * What a game says about the strength of whoever sits at this screen; null if it says nothing: unless one person played
 * alone against levels, from the usual start, without help, to the end.
 *
 * @param {Pick<TableAnswer, "table" | "seats" | "you" | "result" | "at" | "review">} table
 * @param {Fairness} fairness
 * @param {number} when
 * @returns {Entry | null}
 */
export function entryOf({ table, seats, you, result, at, review }, { counts, helped }, when) {
  const [seat, ...more] = you;
  const others = seats.filter(({ letter }) => letter !== seat);
  const isAlone = Boolean(seat) && !more.length && others.every(({ kind, spec }) => kind === "opponent" && spec);
  const hasTakenBack = !at.endsWith(".0");
  if (!result || review || !counts || helped || hasTakenBack || !isAlone) return null;
  const opponents = Object.fromEntries(others.map(({ letter, spec }) => [letter, spec ?? ""]));
  return { table, when, seat, opponents, score: result.scores[seat] };
}

/** The results of one ladder on this device. */
export class Career {
  /**
   * @param {string} ladder
   * @param {Known} known
   */
  constructor(ladder, known) {
    this.ladder = ladder;
    this.known = known;
    const stored = storedResults(ladder);
    const { entries, trouble, wrong } = readEntries(stored, known);
    this.entries = entries;
    this.trouble = trouble;
    this.wrong = wrong;
    if (trouble === "broken" && stored !== null) setResultsAside(ladder, stored);
  }

  /**
   * Another tab may have added something meanwhile, so what is stored is read again first. What a newer page has stored
   * stays as it is.
   *
   * @param {unknown[]} list
   */
  add(list) {
    const { entries, trouble } = readEntries(storedResults(this.ladder), this.known);
    if (trouble === "newer") return;
    this.entries = sorted([...entries, ...list], this.known);
    storeResults(this.ladder, { version: VERSION, results: this.entries });
  }

  erase() {
    eraseResults(this.ladder);
    [this.entries, this.trouble, this.wrong] = [[], "", 0];
  }

  /** All of it as the text of a file. */
  exported() {
    const { ladder, entries: results } = this;
    return `${JSON.stringify({ kind: FILE_KIND, version: VERSION, ladder, results }, null, 1)}\n`;
  }

  /**
   * Add what such a file holds. Returns how many results were taken and how many cannot be right; null if it is no file of
   * this ladder.
   *
   * @param {string} text
   */
  take(text) {
    let found;
    try {
      found = JSON.parse(text);
    } catch {
      return null;
    }
    if (found?.kind !== FILE_KIND || found.ladder !== this.ladder) return null;
    const { entries, trouble, wrong } = readEntries(text, this.known);
    if (trouble) return null;
    this.add(entries);
    return { taken: entries.length, wrong };
  }
}

/**
 * Remember the result of a game at this screen, if it says something about somebody's strength. Which levels there are is
 * not known at a table, so it is added to what is stored, and whoever reads it checks it.
 *
 * @param {TableAnswer} table
 * @param {Fairness} fairness
 */
export function noteResult(table, fairness) {
  const entry = entryOf(table, fairness, Date.now());
  if (!entry) return;
  const ladder = ladderName(table.game, table.seats.length);
  const stored = storedList(ladder);
  if (!stored || stored.some((one) => one?.table === entry.table)) return;
  storeResults(ladder, { version: VERSION, results: [...stored, entry].slice(-MOST) });
}

/**
 * What is stored, unchecked; null if a newer page has stored it. What cannot be read is put aside.
 *
 * @param {string} ladder
 * @returns {(Partial<Entry> | null)[] | null}
 */
function storedList(ladder) {
  const text = storedResults(ladder);
  const { trouble } = readEntries(text, { seats: [], specs: [] });
  if (trouble === "newer") return null;
  if (text === null) return [];
  if (!trouble) return JSON.parse(text).results;
  setResultsAside(ladder, text);
  return [];
}
