// Clocks as they are shown. The server keeps them; here they only run on between two messages.

import { say } from "./texts.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** Time left, in words that fit beside a name. */
export function timeText(left) {
  const time = Math.max(0, left);
  if (time >= DAY) return say("page.clock.left.days", { days: Math.floor(time / DAY), hours: Math.floor((time % DAY) / HOUR) });
  const whole = time < 10 * SECOND ? Math.floor(time / SECOND) : Math.ceil(time / SECOND);
  const two = (number) => String(number).padStart(2, "0");
  if (time >= HOUR) return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  const tenths = time < 10 * SECOND ? `.${Math.floor((time % SECOND) / 100)}` : "";
  return `${Math.floor(whole / 60)}:${two(whole % 60)}${tenths}`;
}

export class Clocks {
  constructor() {
    this.clock = null;
    this.since = 0;
    this.faces = new Map();
    setInterval(() => this.tick(), 100);
  }

  set(clock) {
    this.clock = clock;
    this.since = performance.now();
    this.faces.clear();
  }

  /** An element that will show a player's time. */
  attach(letter, element) {
    this.faces.set(letter, element);
    this.draw(letter, element);
  }

  tick() {
    const running = this.clock?.running;
    if (running && this.faces.has(running)) this.draw(running, this.faces.get(running));
  }

  draw(letter, element) {
    const left = this.clock.left[letter];
    if (left === null || left === undefined) return;
    const gone = this.clock.running === letter ? performance.now() - this.since : 0;
    const text = timeText(left - gone);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("short", this.clock.kind === "increment" && left - gone < 20 * SECOND);
  }
}
