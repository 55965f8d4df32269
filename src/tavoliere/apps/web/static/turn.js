// A turn being made, step by step. The same for a table and for a position page: only who is asked differs.

import { play } from "./sound.js";

/** @import { EventAnswer } from "./types.d.ts" */

/**
 * A half-made turn, as far as it matters here.
 *
 * @typedef {object} Half
 * @property {string[]} next
 * @property {EventAnswer[]} [events]
 */

/**
 * Who answers: `ask(taken)` gives a half-made turn, or null if the turn was made or the answer came too late;
 * `refuse(taken, step)` tells why a step cannot be taken; `draw(half, fresh)` shows a half-made turn.
 *
 * @template {Half} H
 * @typedef {object} Answering
 * @property {(taken: string[]) => Promise<H | null>} ask
 * @property {(taken: string[], step: string) => Promise<void>} refuse
 * @property {(half: H, fresh: EventAnswer[]) => void} draw
 */

/**
 * Steps that were taken, and those that can follow them.
 *
 * @typedef {{ taken: string[], next: Set<string> }} Level
 */

/** @template {Half} H */
export class TurnMaker {
  /** @param {Answering<H>} answering */
  constructor({ ask, refuse, draw }) {
    this.ask = ask;
    this.refuse = refuse;
    this.draw = draw;
    /** @type {Level[]} */
    this.levels = [];
    this.events = 0;
    this.generation = 0;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.reset([]);
  }

  /**
   * A new position: nothing taken, these steps can be.
   *
   * @param {string[]} next
   */
  reset(next) {
    this.levels = [{ taken: [], next: new Set(next) }];
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
    return this.inTurn(() => this.goTo(this.levels.length - 1));
  }

  /**
   * Whether this step can be taken now or by beginning again: what a hand can pick up.
   *
   * @param {string} step
   */
  reaches(step) {
    return this.levels.some((level) => level.next.has(step));
  }

  /**
   * @param {string} step
   * @param {boolean} only
   */
  async take(step, only) {
    if (this.top.next.has(step)) return this.goOn(this.levels.length - 1, step);
    if (!only) {
      if (this.taken.at(-1) === step) return this.goTo(this.levels.length - 2);
      // Another piece than the one in hand: begin again from where this one could have been chosen.
      for (let level = this.levels.length - 2; level >= 0; level -= 1) {
        if (this.levels[level].next.has(step)) return this.goOn(level, step);
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
    const taken = [...this.levels[level].taken, step];
    const half = await this.ask(taken);
    if (!half || mine !== this.generation) return;
    this.levels = [...this.levels.slice(0, level + 1), { taken, next: new Set(half.next) }];
    this.show(half);
  }

  /** @param {number} level */
  async goTo(level) {
    const mine = this.generation;
    const half = await this.ask(this.levels[level].taken);
    if (!half || mine !== this.generation) return;
    this.levels = this.levels.slice(0, level + 1);
    this.show(half);
  }

  /** @param {H} half */
  show(half) {
    const events = half.events ?? [];
    const fresh = events.length > this.events ? events.slice(this.events) : [];
    this.events = events.length;
    this.draw(half, fresh);
  }
}
