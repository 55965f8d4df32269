// A turn being made, step by step. The same for a table and for a position page: only who is asked differs.

import { play } from "./sound.js";

export class TurnMaker {
  /**
   * `ask(taken)` gives `{next, svg, events, complete}` or null if the turn was made or the answer came too late;
   * `refuse(taken, step)` tells why a step cannot be taken; `draw(half, fresh)` shows a half-made turn.
   */
  constructor({ ask, refuse, draw }) {
    this.ask = ask;
    this.refuse = refuse;
    this.draw = draw;
    this.reset([]);
    this.queue = Promise.resolve();
  }

  /** A new position: nothing taken, these steps can be. */
  reset(next) {
    this.levels = [{ taken: [], next: new Set(next) }];
    this.events = 0;
    this.generation = (this.generation ?? 0) + 1;
  }

  get top() {
    return this.levels.at(-1);
  }

  get taken() {
    return this.top.taken;
  }

  /** Steps wait for each other: a quick hand may be faster than the wire. */
  inTurn(work) {
    const mine = this.generation;
    this.queue = this.queue.then(() => (mine === this.generation ? work() : undefined)).catch((error) => console.error(error));
    return this.queue;
  }

  step(step, only = false) {
    return this.inTurn(() => this.take(step, only));
  }

  back() {
    return this.inTurn(() => (this.levels.length > 1 ? this.goTo(this.levels.length - 2) : undefined));
  }

  /** The steps stay, but they look otherwise: draw them again. */
  again() {
    return this.inTurn(() => this.goTo(this.levels.length - 1));
  }

  /** Whether this step can be taken now or by beginning again: what a hand can pick up. */
  reaches(step) {
    return this.levels.some((level) => level.next.has(step));
  }

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

  async goOn(level, step) {
    const mine = this.generation;
    const taken = [...this.levels[level].taken, step];
    const half = await this.ask(taken);
    if (!half || mine !== this.generation) return;
    this.levels = [...this.levels.slice(0, level + 1), { taken, next: new Set(half.next) }];
    this.show(half);
  }

  async goTo(level) {
    const mine = this.generation;
    const half = await this.ask(this.levels[level].taken);
    if (!half || mine !== this.generation) return;
    this.levels = this.levels.slice(0, level + 1);
    this.show(half);
  }

  show(half) {
    const events = half.events ?? [];
    const fresh = events.length > this.events ? events.slice(this.events) : [];
    this.events = events.length;
    this.draw(half, fresh);
  }
}
