// The marks of a game on its board: whether somebody wants to see them. What they are is the server's business.

import { habit, setHabit } from "./store.js";

/** Against a level from here on nobody is taken for a beginner. */
const STRONG = 6;
const LEVEL = /^level:(\d+)$/;

/**
 * Whether marks are shown: as somebody has chosen; before that, unless a strong opponent sits at the table.
 *
 * @param {(string | null)[]} specs the opponents at the table
 * @param {string} chosen "on", "off", or nothing
 */
export function wantsMarks(specs, chosen) {
  if (chosen === "on" || chosen === "off") return chosen === "on";
  return !specs.some((spec) => Number(LEVEL.exec(spec ?? "")?.[1] ?? 0) >= STRONG);
}

/** @param {(string | null)[]} specs */
export function showMarks(specs) {
  const isOn = wantsMarks(specs, habit("marks", ""));
  document.documentElement.dataset.marks = isOn ? "on" : "off";
  return isOn;
}

/** @param {(string | null)[]} specs */
export function switchMarks(specs) {
  setHabit("marks", showMarks(specs) ? "off" : "on");
  return showMarks(specs);
}

export function areShown() {
  return document.documentElement.dataset.marks !== "off";
}
