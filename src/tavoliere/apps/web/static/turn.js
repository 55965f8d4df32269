// A turn being made, step by step. The same for a table and for a position page: only who is asked differs.
// The steps of an action are known when it begins, so whoever chooses a piece need not ask. A whole action is asked for.

import { play } from "./sound.js";

/** @import { EventAnswer, Tree } from "./types.d.ts" */

/**
 * A half-made turn, as far as it matters here: whole actions made.
 *
 * @typedef {object} Half
 * @property {string[]} taken
 * @property {Tree} next
 * @property {EventAnswer[]} [events]
 */

/**
 * Steps that were taken, those that can follow them, and the half-made turn that they go on from; null if that is nothing more
 * than the position before the turn.
 *
 * @template {Half} H
 * @typedef {{ taken: string[], next: Tree, half: H | null }} Level
 */

/**
 * Who answers: `ask(taken)` gives a half-made turn, or null if the turn was made or the answer came too late;
 * `refuse(taken, step)` tells why a step cannot be taken; `draw(level, fresh)` shows how far the turn has come.
 *
 * @template {Half} H
 * @typedef {object} Answering
 * @property {(taken: string[]) => Promise<H | null>} ask
 * @property {(taken: string[], step: string) => Promise<void>} refuse
 * @property {(level: Level<H>, fresh: EventAnswer[]) => void} draw
 */

/** @template {Half} H */
export class TurnMaker {
  /** @param {Answering<H>} answering */
  constructor({ ask, refuse, draw }) {
    this.ask = ask;
    this.refuse = refuse;
    this.draw = draw;
    /** @type {Level<H>[]} */
    this.levels = [];
    this.events = 0;
    this.generation = 0;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.reset({});
  }

  /**
   * A new position: nothing taken, these steps can be.
   *
   * @param {Tree} next
   * @param {H | null} [half] if the position itself is asked for like a half-made turn
   */
  reset(next, half = null) {
    this.levels = [{ taken: [], next, half }];
    this.events = 0;
    this.generation += 1;
  }

  get top() {
    return this.levels[this.levels.length - 1];
  }

  get taken() {
    return this.top.taken;
  }

  /**
   * Steps wait for each other: a quick hand may be faster than the wire.
   *
   * @param {() => Promise<void>} work
   */
  inTurn(work) {
    const mine = this.generation;
    const next = this.queue.then(() => (mine === this.generation ? work() : undefined));
    this.queue = next.catch((error) => console.error(error));
    return this.queue;
  }

  /**
   * @param {string} step
   * @param {boolean} [only] do not begin again with another piece
   */
  step(step, only = false) {
    return this.inTurn(() => this.take(step, only));
  }

  back() {
    return this.inTurn(async () => {
      if (this.levels.length > 1) await this.goTo(this.levels.length - 2);
    });
  }

  /** The steps stay, but they look otherwise: draw them again. */
  again() {
    return this.inTurn(() => this.askAgain());
  }

  /**
   * Whether this step can be taken now or by beginning again: what a hand can pick up.
   *
   * @param {string} step
   */
  reaches(step) {
    return this.levels.some((level) => Object.hasOwn(level.next, step));
  }

  /**
   * @param {string} step
   * @param {boolean} only
   */
  async take(step, only) {
    if (Object.hasOwn(this.top.next, step)) return this.goOn(this.levels.length - 1, step);
    if (!only) {
      if (this.taken.at(-1) === step) return this.goTo(this.levels.length - 2);
      // Another piece than the one in hand: begin again from where this one could have been chosen.
      for (let level = this.levels.length - 2; level >= 0; level -= 1) {
        if (Object.hasOwn(this.levels[level].next, step)) return this.goOn(level, step);
      }
    }
    play("refused");
    return this.refuse(this.taken, step);
  }

  /**
   * @param {number} level
   * @param {string} step
   */
  async goOn(level, step) {
    const mine = this.generation;
    const { half, next: known } = this.levels[level];
    const taken = [...this.levels[level].taken, step];
    let reached = { taken, next: known[step], half };
    if (!Object.keys(reached.next).length) {
      const made = await this.ask(taken);
      if (!made || mine !== this.generation) return;
      reached = { taken, next: made.next, half: made };
    }
    this.levels = [...this.levels.slice(0, level + 1), reached];
    this.show();
  }

  /** @param {number} level */
  async goTo(level) {
    this.levels = this.levels.slice(0, level + 1);
    this.show();
  }

  async askAgain() {
    const mine = this.generation;
    for (const old of new Set(this.levels.map((level) => level.half))) {
      const half = old && (await this.ask(old.taken));
      if (mine !== this.generation) return;
      for (const level of this.levels) if (half && level.half === old) level.half = half;
    }
    this.show();
  }

  show() {
    const events = this.top.half?.events ?? [];
    const fresh = events.length > this.events ? events.slice(this.events) : [];
    this.events = events.length;
    this.draw(this.top, fresh);
  }
}
