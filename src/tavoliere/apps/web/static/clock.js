// Clocks as they are shown. The server keeps them; here they only run on between two messages.

import { say } from "./texts.js";

/** @import { ClockAnswer } from "./types.d.ts" */

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, "0");
}

/**
 * Time left, in words that fit beside a name.
 *
 * @param {number} left
 */
export function timeText(left) {
  const time = Math.max(0, left);
  const hours = Math.floor((time % DAY) / HOUR);
  if (time >= DAY) return say("page.clock.left.days", { days: Math.floor(time / DAY), hours });
  const whole = time < 10 * SECOND ? Math.floor(time / SECOND) : Math.ceil(time / SECOND);
  const minutes = Math.floor((whole % 3600) / 60);
  if (time >= HOUR) return `${Math.floor(whole / 3600)}:${twoDigits(minutes)}:${twoDigits(whole % 60)}`;
  const tenths = time < 10 * SECOND ? `.${Math.floor((time % SECOND) / 100)}` : "";
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}${tenths}`;
}

export class Clocks {
  constructor() {
    /** @type {ClockAnswer | null} */
    this.clock = null;
    this.since = 0;
    /** @type {Map<string, HTMLElement>} */
    this.faces = new Map();
    setInterval(() => this.tick(), 100);
  }

  /** @param {ClockAnswer} clock as it is now */
  set(clock) {
    this.clock = clock;
    this.since = performance.now();
    for (const [letter, face] of this.faces) this.draw(letter, face);
  }

  /**
   * An element that will show a player's time.
   *
   * @param {string} letter
   * @param {HTMLElement} element
   */
  attach(letter, element) {
    this.faces.set(letter, element);
    this.draw(letter, element);
  }

  tick() {
    const running = this.clock?.running;
    const face = running && this.faces.get(running);
    if (face) this.draw(running, face);
  }

  /**
   * @param {string} letter
   * @param {HTMLElement} element
   */
  draw(letter, element) {
    const left = this.clock?.left[letter];
    if (left === null || left === undefined) return;
    const gone = this.clock?.running === letter ? performance.now() - this.since : 0;
    const text = timeText(left - gone);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("short", this.clock?.kind === "increment" && left - gone < 20 * SECOND);
  }
}
