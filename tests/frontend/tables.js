// Tables to try things on.

/** @import { EventAnswer, LastAnswer, SeatAnswer, TableAnswer } from "../../src/tavoliere/apps/web/static/types.d.ts" */

/**
 * @param {Partial<EventAnswer>} [more]
 * @returns {EventAnswer}
 */
export function event(more = {}) {
  return {
    kind: "moved",
    square: "a1",
    target: "a2",
    pieces: [],
    player: "",
    tray: "",
    why: "",
    text: "it moved",
    ...more,
  };
}

/**
 * @param {string} letter
 * @param {Partial<SeatAnswer>} [more]
 * @returns {SeatAnswer}
 */
export function seat(letter, more = {}) {
  const name = letter === "w" ? "White" : "Black";
  const noun = { name, forms: {}, traits: ["one"] };
  return { letter, ...noun, player: "", kind: "person", spec: null, yours: false, here: true, in: true, ...more };
}

/**
 * @param {number} ply
 * @param {string} letter
 * @param {Partial<LastAnswer>} [more]
 * @returns {LastAnswer}
 */
export function last(ply, letter, more = {}) {
  return { ply, seat: letter, move: "a1-a2", comments: [], told: ["it moved"], events: [event()], ...more };
}

/**
 * A table of two after so many turns, seen by White.
 *
 * @param {number} ply
 * @param {Partial<TableAnswer>} [more]
 * @returns {TableAnswer}
 */
export function table(ply, more = {}) {
  const turn = ply % 2 ? "b" : "w";
  return {
    type: "table",
    id: null,
    table: "t",
    game: "tablut",
    title: "Tablut",
    options: {},
    rules: "/rules/tablut",
    seats: [seat("w", { yours: true }), seat("b")],
    turn,
    at: `${ply}.0`,
    ply,
    text: "",
    start: "",
    position_url: "",
    moves: [],
    last: ply ? last(ply, turn === "w" ? "b" : "w") : null,
    svg: `<svg>${ply}</svg>`,
    flipped: false,
    notes: [],
    asked: { text: "", rule: null },
    next: {},
    can_move: turn === "w",
    result: null,
    clock: { kind: "none", base: 0, increment: 0, days: 0, left: {}, running: null, deadline: null },
    thinking: null,
    offers: { draw: [], undo: null, rematch: [] },
    can: { undo: false, hint: false, resign: true, draw: true, rematch: false, claim: [] },
    harder: null,
    lessons: null,
    puzzles: null,
    rematch: null,
    previous: null,
    watching: 0,
    review: false,
    open: false,
    listed: false,
    pictures: ["svg"],
    you: ["w"],
    status: { compiling: null },
    ...more,
  };
}
