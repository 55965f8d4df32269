// All lines that somebody has tried from a position, as a tree. A tree never changes: every edit gives a new one, so that none is
// ever lost. Nothing here knows rules, and nothing here draws.

/** @import { NewStudy, Options, StudyAnswer, StudyEnd } from "./types.d.ts" */

/**
 * A turn: who makes it, what is thought and said of it, the one before it, and those after it, the main line first.
 *
 * @typedef {object} StudyTurn
 * @property {number} id
 * @property {number} parent
 * @property {string} move
 * @property {string} seat
 * @property {string} mark
 * @property {string} comment
 * @property {readonly number[]} children
 */

/**
 * @typedef {object} Study
 * @property {string} game
 * @property {Options} options
 * @property {string} start the text of the first position; empty for the usual one
 * @property {Record<string, string>} names
 * @property {string} date
 * @property {Record<string, string>} tags
 * @property {StudyEnd | null} ended how the game ended at a node, where the board does not show it
 * @property {ReadonlyMap<number, StudyTurn>} turns by their ids; the first position is the one with the id 0
 * @property {number} next the id that the next turn will have
 */

/** A turn with its number, and the lines that could have been in its place. @typedef {{ turn: StudyTurn, number: number, variations: Row[][] }} Row */

export const ROOT = 0;
export const MARKS = ["!!", "!", "!?", "?!", "?", "??"];
export const MOST_TURNS = 2000;
export const MOST_NESTED = 20;

/**
 * @param {string} game
 * @param {Options} options
 * @param {string} start
 * @returns {Study}
 */
export function emptyStudy(game, options, start) {
  const turns = new Map([[ROOT, { id: ROOT, parent: -1, move: "", seat: "", mark: "", comment: "", children: [] }]]);
  return { game, options, start, names: {}, date: "", tags: {}, ended: null, turns, next: 1 };
}

/**
 * @param {Study} study
 * @param {number} id
 */
export function turnOf(study, id) {
  const found = study.turns.get(id);
  if (!found) throw new RangeError(`the study has no turn ${id}`);
  return found;
}

/**
 * The study with some of its turns changed.
 *
 * @param {Study} study
 * @param {StudyTurn[]} changed
 * @returns {Study}
 */
function withTurns(study, ...changed) {
  return {
    ...study,
    turns: new Map([...study.turns, ...changed.map((turn) => /** @type {const} */ ([turn.id, turn]))]),
  };
}

// Looking

/**
 * The turns from the first one to this one.
 *
 * @param {Study} study
 * @param {number} id
 */
export function lineTo(study, id) {
  const found = [];
  for (let at = id; at !== ROOT; at = turnOf(study, at).parent) found.push(turnOf(study, at));
  return found.reverse();
}

/**
 * @param {Study} study
 * @param {number} id
 */
export function movesTo(study, id) {
  return lineTo(study, id).map((turn) => turn.move);
}

/**
 * The turns after this one, always with the first that could follow.
 *
 * @param {Study} study
 * @param {number} [id]
 */
export function lineFrom(study, id = ROOT) {
  const found = [];
  for (let [at] = turnOf(study, id).children; at !== undefined; [at] = turnOf(study, at).children) {
    found.push(turnOf(study, at));
  }
  return found;
}

/**
 * How many variations inside each other lead to a turn; 0 in the main line.
 *
 * @param {Study} study
 * @param {number} id
 */
export function nestingOf(study, id) {
  return lineTo(study, id).filter((turn) => turnOf(study, turn.parent).children[0] !== turn.id).length;
}

/**
 * The turns in rows, as they are read: after each turn the variations that could have been in its place.
 *
 * @param {Study} study
 * @returns {Row[]}
 */
export function rowsOf(study) {
  const [first] = turnOf(study, ROOT).children;
  return first === undefined ? [] : rowsFrom(study, first, 1);
}

/**
 * @param {Study} study
 * @param {number} id
 * @param {number} number
 */
function rowsFrom(study, id, number) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {number | undefined} */
  let at = id;
  for (let count = number; at !== undefined; count += 1) {
    const turn = turnOf(study, at);
    const siblings = turnOf(study, turn.parent).children;
    const others = siblings[0] === at ? siblings.slice(1) : [];
    rows.push({ turn, number: count, variations: others.map((other) => rowsFrom(study, other, count)) });
    [at] = turn.children;
  }
  return rows;
}

// Edits

/** Why a turn cannot be added, as a key of the page's texts. */
export class StudyFull extends Error {}

/**
 * The study with a turn after another one, and its id. A turn that is there already is found and not added.
 *
 * @param {Study} study
 * @param {number} at
 * @param {string} move
 * @param {string} seat
 */
export function add(study, at, move, seat) {
  const parent = turnOf(study, at);
  const known = parent.children.find((child) => turnOf(study, child).move === move);
  if (known !== undefined) return { study, id: known };
  if (study.turns.size > MOST_TURNS) throw new StudyFull("page.study.many");
  if (nestingOf(study, at) + Number(parent.children.length > 0) > MOST_NESTED) throw new StudyFull("page.study.nested");
  const id = study.next;
  const turn = { id, parent: at, move, seat, mark: "", comment: "", children: [] };
  const grown = withTurns(study, turn, { ...parent, children: [...parent.children, id] });
  return { study: { ...grown, next: id + 1 }, id };
}

/**
 * The study with a line after a turn, and the id of its last turn.
 *
 * @param {Study} study
 * @param {number} at
 * @param {{ move: string, seat: string }[]} line
 */
export function graft(study, at, line) {
  let [grown, id] = [study, at];
  for (const { move, seat } of line) ({ study: grown, id } = add(grown, id, move, seat));
  return { study: grown, id };
}

/**
 * The study without a turn and all that follows it.
 *
 * @param {Study} study
 * @param {number} id
 * @returns {Study}
 */
export function remove(study, id) {
  if (id === ROOT) return study;
  const gone = new Set([id]);
  for (const at of gone) for (const child of turnOf(study, at).children) gone.add(child);
  const parent = turnOf(study, turnOf(study, id).parent);
  const turns = new Map([...study.turns].filter(([one]) => !gone.has(one)));
  turns.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { ...study, turns, ended: study.ended && gone.has(study.ended.node) ? null : study.ended };
}

/**
 * The study in which the line through a turn is the first one where it last leaves another line.
 *
 * @param {Study} study
 * @param {number} id
 * @returns {Study}
 */
export function promote(study, id) {
  for (const turn of lineTo(study, id).reverse()) {
    const parent = turnOf(study, turn.parent);
    if (parent.children[0] === turn.id) continue;
    const others = parent.children.filter((child) => child !== turn.id);
    return withTurns(study, { ...parent, children: [turn.id, ...others] });
  }
  return study;
}

/**
 * @param {Study} study
 * @param {number} id
 * @param {{ mark?: string, comment?: string }} said
 */
export function annotate(study, id, said) {
  return withTurns(study, { ...turnOf(study, id), ...said });
}

/**
 * The study with everything that another one has and it has not; both begin with the same position.
 *
 * @param {Study} study
 * @param {Study} other
 */
export function merged(study, other) {
  let grown = study;
  /** @type {Map<number, number>} */
  const places = new Map([[ROOT, ROOT]]);
  for (const turn of inOrder(other)) {
    const at = places.get(turn.parent) ?? ROOT;
    const { study: next, id } = add(grown, at, turn.move, turn.seat);
    const known = turnOf(next, id);
    const isMute = (turn.comment && !known.comment) || (turn.mark && !known.mark);
    grown = isMute
      ? annotate(next, id, { mark: known.mark || turn.mark, comment: known.comment || turn.comment })
      : next;
    places.set(turn.id, id);
  }
  return grown;
}

// To and from the server

/**
 * Every turn after the one before it, the main line first.
 *
 * @param {Study} study
 */
function inOrder(study) {
  const found = [];
  const waiting = [...turnOf(study, ROOT).children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const turn = turnOf(study, id);
    found.push(turn);
    waiting.push(...[...turn.children].reverse());
  }
  return found;
}

/**
 * @param {Omit<StudyAnswer, "title">} answer
 * @returns {Study}
 */
export function fromAnswer({ game, options, start, comment, names, date, tags, ended, nodes }) {
  const turns = new Map(emptyStudy(game, options, start).turns);
  const children = [ROOT, ...nodes.keys()].map(() => /** @type {number[]} */ ([]));
  for (const [place, node] of nodes.entries()) children[node.parent].push(place + 1);
  turns.set(ROOT, { ...turnOf({ ...emptyStudy(game, options, start) }, ROOT), comment, children: children[ROOT] });
  for (const [place, node] of nodes.entries())
    turns.set(place + 1, { ...node, id: place + 1, children: children[place + 1] });
  return { game, options, start, names, date, tags, ended, turns, next: nodes.length + 1 };
}

/**
 * The study as the server takes it, and the place of each turn in it.
 *
 * @param {Study} study
 * @returns {{ sent: NewStudy, places: Map<number, number> }}
 */
export function toMessage(study) {
  const turns = inOrder(study);
  const places = new Map([[ROOT, ROOT], ...turns.map((turn, place) => /** @type {const} */ ([turn.id, place + 1]))]);
  const nodes = turns.map(({ parent, move, mark, comment }) => ({
    parent: places.get(parent) ?? ROOT,
    move,
    mark,
    comment,
  }));
  const { game, options, start, names, date, tags, ended } = study;
  const end = ended && { ...ended, node: places.get(ended.node) ?? ROOT };
  return {
    sent: { game, options, start, comment: turnOf(study, ROOT).comment, names, date, tags, ended: end, nodes },
    places,
  };
}

/**
 * The study as a text to be kept on the device, with the turn that was looked at.
 *
 * @param {Study} study
 * @param {number} at
 */
export function toStored(study, at) {
  const { sent, places } = toMessage(study);
  const turns = inOrder(study);
  const nodes = sent.nodes?.map((node, place) => ({ ...node, seat: turns[place].seat }));
  return { ...sent, nodes, at: places.get(at) ?? ROOT };
}

/**
 * What was kept, if it still is a study of a game: another version of this page, or somebody's hand, may have written it.
 *
 * @param {unknown} kept
 * @param {string} game
 */
export function fromStored(kept, game) {
  const found = /** @type {any} */ (kept);
  if (found?.game !== game || !Array.isArray(found.nodes) || found.nodes.length > MOST_TURNS) return null;
  /** @type {(node: any, place: number) => boolean} */
  const isRight = (node, place) =>
    Number.isInteger(node?.parent) &&
    node.parent >= ROOT &&
    node.parent <= place &&
    isText(node.move, node.seat, node.mark, node.comment);
  if (!found.nodes.every(isRight) || !isText(found.start, found.comment, found.date)) return null;
  if ([found.options, found.names, found.tags].some((one) => typeof one !== "object" || one === null)) return null;
  const at = Number.isInteger(found.at) && found.at >= ROOT && found.at <= found.nodes.length ? found.at : ROOT;
  return { study: fromAnswer({ ...found, ended: found.ended ?? null }), at: /** @type {number} */ (at) };
}

/** @param {unknown[]} values */
function isText(...values) {
  return values.every((value) => typeof value === "string");
}
