// What somebody has learnt of a game, on this device: which tasks are done, and where they left. What was stored by a newer
// page, or cannot be read, is told and never thrown away.

import { setLessonsAside, storedLessons, storeLessons } from "./store.js";
import { isTexts, readStored } from "./stored.js";

/** @import { Trouble } from "./stored.js" */

const VERSION = 1;

/** @typedef {{ lesson: string, task: string, accepted: string[] }} Place */
/** @typedef {{ version: number, done: string[], at: Place | null }} Notes */

/** @returns {Notes} */
function nothing() {
  return { version: VERSION, done: [], at: null };
}

/**
 * @param {unknown} found
 * @returns {Place | null}
 */
function placeIn(found) {
  if (!found || typeof found !== "object") return null;
  const { lesson, task, accepted } = /** @type {Record<string, unknown>} */ (found);
  if (typeof lesson !== "string" || typeof task !== "string" || !isTexts(accepted)) return null;
  return { lesson, task, accepted };
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
  if (!isTexts(found.done)) return { notes: nothing(), trouble: "broken" };
  return { notes: { version: VERSION, done: found.done, at: placeIn(found.at) }, trouble };
}

export class Progress {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    const stored = storedLessons(game);
    const { notes, trouble } = readNotes(stored);
    this.notes = notes;
    /** What is wrong with what was stored. */
    this.trouble = trouble;
    if (trouble === "broken" && stored !== null) setLessonsAside(game, stored);
  }

  /**
   * @param {string} lesson
   * @param {string} task
   */
  isDone(lesson, task) {
    return this.notes.done.includes(`${lesson}/${task}`);
  }

  get at() {
    return this.notes.at;
  }

  /**
   * @param {string} lesson
   * @param {string} task
   */
  finish(lesson, task) {
    this.change((notes) => {
      notes.done = [...new Set([...notes.done, `${lesson}/${task}`])];
    });
  }

  /** @param {Place | null} place */
  stand(place) {
    this.change((notes) => {
      notes.at = place;
    });
  }

  forget() {
    this.change((notes) => {
      [notes.done, notes.at] = [[], null];
    });
  }

  /**
   * Another tab may have learnt something meanwhile, so what is stored is read again first.
   *
   * @param {(notes: Notes) => void} how
   */
  change(how) {
    const { notes, trouble } = readNotes(storedLessons(this.game));
    if (!trouble && this.trouble !== "newer") this.notes = notes;
    how(this.notes);
    if (trouble !== "newer") storeLessons(this.game, this.notes);
  }
}
