// The pace of a table: turns are shown one after the other, each for as long as people need to follow it. It draws nothing.

import { commonTurns } from "./moves.js";

/** @import { PictureAnswer, TableAnswer } from "./types.d.ts" */

const READING_LEAST = 500;
const READING_MOST = 3000;
const READING_EACH = 20;
const HURRIED = 600;

/**
 * What waits for a while; tests have their own.
 *
 * @typedef {object} Timer
 * @property {(wait: number, act: () => void) => number} after
 * @property {(timer: number) => void} stop
 */

/** @type {Timer} */
const TIMER = { after: (wait, act) => window.setTimeout(act, wait), stop: (timer) => window.clearTimeout(timer) };

/**
 * `show` shows a table, quickly if others wait that are to be seen at once, and says for how many milliseconds nothing else
 * may be shown; `between` finds the tables between two that do not follow each other.
 *
 * @typedef {object} Showing
 * @property {(message: TableAnswer, isQuick: boolean) => number} show
 * @property {(before: TableAnswer, message: TableAnswer) => Promise<TableAnswer[]>} between
 * @property {Timer} [timer]
 */

/**
 * How long it takes to read something, in milliseconds. Whoever's own clock runs has less time.
 *
 * @param {string} text
 * @param {TableAnswer} newest
 */
export function readingTime(text, { clock, you }) {
  const isTimed = clock.kind === "increment" && clock.running !== null && you.includes(clock.running);
  const time = Math.min(READING_MOST, READING_LEAST + READING_EACH * text.length);
  return isTimed ? Math.min(HURRIED, time) : time;
}

/**
 * A turn between two tables, as a table at which nothing can be done.
 *
 * @param {TableAnswer} before
 * @param {TableAnswer} after
 * @param {PictureAnswer} picture
 * @returns {TableAnswer}
 */
export function tableAt(before, after, picture) {
  const moves = after.moves.slice(0, picture.ply);
  const still = { can_move: false, next: {}, thinking: null, at: String(picture.ply) };
  return { ...before, ...picture, ...still, type: "table", id: null, moves };
}

/** @param {TableAnswer} message whose last turn was made by whoever sees it */
function isOwn({ last, you }) {
  return last !== null && you.includes(last.seat);
}

/**
 * Whether a table is the one before with some turns more, not too many to show them one after the other.
 *
 * @param {TableAnswer} before
 * @param {TableAnswer} message
 */
function follows(before, message) {
  const more = message.ply - before.ply;
  return more >= 0 && more <= message.seats.length && commonTurns(before.moves, message.moves) === before.moves.length;
}

export class Pace {
  /** @param {Showing} showing */
  constructor({ show, between, timer = TIMER }) {
    this.show = show;
    this.between = between;
    this.timer = timer;
    /** @type {TableAnswer | null} */
    this.shown = null;
    /** @type {TableAnswer[]} */
    this.waiting = [];
    /** @type {number | null} */
    this.holding = null;
    this.isAsking = false;
  }

  /** Whether there is more to see than is shown. */
  get isBehind() {
    return this.waiting.length > 0;
  }

  /** The table as it was last told. */
  get newest() {
    return this.waiting.at(-1) ?? this.shown;
  }

  /** @param {TableAnswer} message */
  take(message) {
    const before = this.newest;
    if (!before || !follows(before, message)) {
      this.waiting = [];
      this.display(message);
    } else if (message.ply === before.ply) this.revise(message);
    else {
      this.waiting.push(message);
      if (isOwn(message)) this.skip();
      // Whoever watches a game that is faster than people follow is kept near it.
      else if (this.waiting.length > 2 * message.seats.length) this.advance();
      else this.next();
    }
  }

  /**
   * The same turns, with something else about them.
   *
   * @param {TableAnswer} message
   */
  revise(message) {
    if (this.waiting.length) this.waiting[this.waiting.length - 1] = message;
    else {
      this.shown = message;
      this.show(message, false);
    }
  }

  /** Show the next table, unless the one that is shown still needs its time. */
  next() {
    const [first] = this.waiting;
    if (!first || this.holding !== null || this.isAsking) return;
    if (this.shown && first.ply > this.shown.ply + 1) this.catchUp(this.shown, first);
    else this.advance();
  }

  advance() {
    const message = this.waiting.shift();
    if (message) this.display(message);
  }

  /**
   * @param {TableAnswer} shown
   * @param {TableAnswer} first of those that wait
   */
  async catchUp(shown, first) {
    this.isAsking = true;
    const missed = await this.between(shown, first);
    this.isAsking = false;
    if (this.waiting[0] === first) {
      this.waiting.unshift(...missed);
      this.advance();
    } else this.next();
  }

  /** @param {TableAnswer} message */
  display(message) {
    if (this.holding !== null) this.timer.stop(this.holding);
    this.holding = null;
    this.shown = message;
    const wait = this.show(message, false);
    if (wait > 0) this.holding = this.timer.after(wait, () => this.goOn());
    else this.next();
  }

  goOn() {
    this.holding = null;
    this.next();
  }

  /** Show what waits at once. All of it is told, and the last stays. */
  skip() {
    while (this.waiting.length > 1) {
      this.shown = this.waiting[0];
      this.show(this.shown, true);
      this.waiting.shift();
    }
    this.advance();
  }
}

/**
 * A click or a key shows at once what waits, and does nothing else; what is typed into a field is typed all the same.
 *
 * @param {Pace} pace
 * @param {HTMLElement} board
 */
export function hearImpatience(pace, board) {
  let wasSkip = false;
  const onBoard = /** @param {Event} event */ (event) => event.target instanceof Node && board.contains(event.target);
  addEventListener(
    "pointerdown",
    (event) => {
      wasSkip = pace.isBehind && onBoard(event);
      if (wasSkip) event.stopPropagation();
      if (pace.isBehind) pace.skip();
    },
    true,
  );
  // The board may have been drawn anew under the pointer: then the click belongs to what holds it.
  board.parentElement?.addEventListener("click", (event) => wasSkip && event.stopPropagation(), true);
  addEventListener(
    "keydown",
    (event) => {
      if (!pace.isBehind || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
      pace.skip();
      if (event.target instanceof Element && event.target.matches("input, textarea, select")) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
