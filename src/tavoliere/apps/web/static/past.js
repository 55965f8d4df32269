// What was done to a study, so that it can be taken back, after a reload of the page too.

import { fromStored, toStored } from "./study.js";

/** @import { Study } from "./study.js" */

const MOST_REMEMBERED = 200;
/** So many turns of all moments together are kept over a reload. */
const MOST_KEPT = 4000;

/** @typedef {{ study: Study, at: number }} Moment */

/** Everything that somebody has done to a study. Going back and then doing something else loses nothing either: it is on the way back. */
export class Past {
  /** @param {Moment} now */
  constructor(now) {
    /** @type {Moment[]} */
    this.moments = [now];
    this.place = 0;
  }

  get now() {
    return this.moments[this.place];
  }

  get canUndo() {
    return this.place > 0;
  }

  get canRedo() {
    return this.place < this.moments.length - 1;
  }

  /** @param {Moment} moment */
  do(moment) {
    const undone = this.moments.slice(this.place, -1).reverse();
    this.moments = [...this.moments, ...undone, moment].slice(-MOST_REMEMBERED);
    this.place = this.moments.length - 1;
  }

  /**
   * The same study, looked at elsewhere: nothing that would have to be undone.
   *
   * @param {number} at
   */
  look(at) {
    this.moments[this.place] = { ...this.now, at };
  }

  undo() {
    if (this.canUndo) this.place -= 1;
    return this.now;
  }

  redo() {
    if (this.canRedo) this.place += 1;
    return this.now;
  }
}

/**
 * The moments that are kept over a reload: the last ones, as far as there is room, and the present one in any case.
 *
 * @param {Past} past
 */
export function storedPast({ moments, place }) {
  let first = moments.length;
  for (let size = 0; first > 0; first -= 1) {
    size += moments[first - 1].study.turns.size;
    if (size > MOST_KEPT && first <= place) break;
  }
  return { place: place - first, moments: moments.slice(first).map(({ study, at }) => toStored(study, at)) };
}

/**
 * What was kept, if all of it still is what it was.
 *
 * @param {unknown} kept
 * @param {string} game
 */
export function pastFrom(kept, game) {
  const found = /** @type {any} */ (kept);
  if (!Array.isArray(found?.moments) || !found.moments[found.place]) return null;
  const moments = found.moments.slice(-MOST_REMEMBERED).map((/** @type {unknown} */ one) => fromStored(one, game));
  if (moments.includes(null)) return null;
  const past = new Past(moments[0]);
  past.moments = moments;
  past.place = Math.max(0, found.place - (found.moments.length - moments.length));
  return past;
}
