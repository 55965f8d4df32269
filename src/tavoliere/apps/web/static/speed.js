// How fast pieces move: as somebody has chosen here, and not at all for those whose system asks for less movement.

import { habit, setHabit } from "./store.js";

/** How long a movement takes, as so many times the usual. */
const SPEEDS = { off: 0, quick: 0.5, normal: 1, slow: 2 };

/** @typedef {keyof typeof SPEEDS} Speed */

export const NAMES = /** @type {Speed[]} */ (Object.keys(SPEEDS));

/** @returns {Speed} */
export function speed() {
  const found = habit("motion", "normal");
  return NAMES.find((name) => name === found) ?? "normal";
}

/** @param {string} name */
export function chooseSpeed(name) {
  setHabit("motion", name);
  if (name === "off") document.documentElement.dataset.motion = "off";
  else delete document.documentElement.dataset.motion;
}

export function isStillWanted() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How many times longer than usual movements take; 0 if nothing is to move. */
export function slowness() {
  return isStillWanted() ? 0 : SPEEDS[speed()];
}
