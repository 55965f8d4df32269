// Names that strangers chose for themselves: whoever wishes so does not see them, wherever they would stand.

import { habit } from "./store.js";

/** @import { TableAnswer } from "./types.d.ts" */

export function hidesNames() {
  return habit("hides-names", false);
}

/**
 * Whether those who play at a table may be strangers: they could sit down unasked, or their game is only watched here.
 *
 * @param {Pick<TableAnswer, "listed" | "open" | "you">} table
 */
export function mayBeStrangers({ listed, open, you }) {
  return listed || (open && !you.length);
}

/**
 * The same seats, where strangers have no names if names are hidden. Friends who were sent a link of their own keep theirs.
 *
 * @template {{ letter: string, kind: string, player: string, yours: boolean }} Seat
 * @param {Seat[]} seats
 * @param {Record<string, string>} [invites]
 * @returns {Seat[]}
 */
export function withoutNames(seats, invites = {}) {
  if (!hidesNames()) return seats;
  /** @param {Seat} seat */
  const isStranger = ({ kind, yours, letter }) => kind === "person" && !yours && !invites[letter];
  return seats.map((seat) => (isStranger(seat) ? { ...seat, player: "" } : seat));
}
