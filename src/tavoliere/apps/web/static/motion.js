// Movement from events. The new picture is in its place already; pieces come from where they were, and what is gone fades as a copy.

import { slowness } from "./speed.js";

/** How long a step and a farewell take at the usual speed, in milliseconds. */
const USUAL = { step: 240, fade: 260 };
const EASING = "cubic-bezier(.3,.1,.2,1)";
const GONE = new Set(["captured", "replaced", "removed", "fell"]);

/** @import { EventAnswer } from "./types.d.ts" */

/** @typedef {{ x: number, y: number }} Point */

/**
 * A way that a group of pieces goes.
 *
 * @typedef {{ squares: string[], size: number, falls: boolean }} Way
 */

/** Nothing moves for those whose system asks for that, and for those who have chosen it. */
export function isCalm() {
  return slowness() === 0;
}

const step = () => USUAL.step * slowness();
const fade = () => USUAL.fade * slowness();

/**
 * @param {Element} svg
 * @param {string} square
 */
function stackOf(svg, square) {
  return svg.querySelector(`.tv-stack[data-square="${square}"]`);
}

/**
 * @param {Element} svg
 * @param {string} square
 * @returns {Point | null}
 */
function placeOf(svg, square) {
  const cell = svg.querySelector(`[data-step="cell:${square}"]`);
  const move = cell instanceof SVGGraphicsElement ? cell.transform.baseVal.consolidate()?.matrix : null;
  return move ? { x: move.e, y: move.f } : null;
}

/**
 * The point of the tray that an event's pieces come from or go to, in the coordinates of the board.
 *
 * @param {SVGSVGElement} svg
 * @param {EventAnswer} event
 * @returns {Point | null}
 */
function trayPlace(svg, event) {
  const owner = event.pieces[0]?.owner;
  if (!event.tray || !owner) return null;
  const found = svg.querySelector(
    `.tv-tray[data-owner="${CSS.escape(owner)}"][data-entry="${CSS.escape(event.tray)}"]`,
  );
  if (!found) return null;
  const box = found.getBoundingClientRect();
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix || !box.width) return null;
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
  return { x: point.x, y: point.y };
}

/**
 * @param {Point} from
 * @param {Point} to
 */
function shift(from, to) {
  return `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
}

/**
 * Runs of `moved` events by one group of pieces, each joined into one way.
 *
 * @param {EventAnswer[]} events
 */
export function ways(events) {
  /** @type {Way[]} */
  const found = [];
  for (const event of events) {
    if (event.kind !== "moved" && event.kind !== "fell") continue;
    const size = Math.max(1, event.pieces.length);
    const going = found.find((way) => way.squares.at(-1) === event.square && way.size === size && !way.falls);
    const way = going ?? { squares: [event.square], size, falls: false };
    way.squares.push(event.target);
    way.falls = event.kind === "fell";
    if (!going) found.push(way);
  }
  return found;
}

/**
 * @param {SVGSVGElement} svg
 * @param {Element | null} old
 * @param {Way} way
 */
function animateWay(svg, old, way) {
  const places = way.squares.map((square) => placeOf(svg, square)).filter((place) => place !== null);
  if (places.length < way.squares.length) return 0;
  const end = places[places.length - 1];
  const duration = step() * (places.length - 1);
  const frames = places.map((place) => ({ transform: shift(place, end) }));
  if (way.falls) {
    const gone = [...frames, { transform: "scale(.2)", opacity: 0 }];
    const timing = /** @type {const} */ ({ duration: duration + fade(), easing: EASING, fill: "forwards" });
    ghostOf(svg, old, way.squares[0], way.size, end)?.leave(gone, timing);
    return duration;
  }
  const stack = stackOf(svg, way.squares[way.squares.length - 1]);
  if (!stack) return 0;
  stack.parentNode?.append(stack);
  for (const piece of [...stack.querySelectorAll(".tv-piece")].slice(-way.size)) {
    piece.animate(frames, { duration, easing: EASING, fill: "backwards" });
  }
  return duration;
}

/**
 * A copy of pieces that are gone, drawn once more at a place of the new board.
 *
 * @param {SVGSVGElement} svg
 * @param {Element | null} old
 * @param {string} square
 * @param {number} size
 * @param {Point} place
 */
function ghostOf(svg, old, square, size, place) {
  const stack = old && stackOf(old, square);
  const layer = svg.querySelector(".tv-pieces");
  if (!stack || !layer) return null;
  const copy = /** @type {Element} */ (stack.cloneNode(true));
  copy.setAttribute("class", "tv-ghost");
  for (const name of ["id", "data-square", "data-height"]) copy.removeAttribute(name);
  for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
  for (const piece of [...copy.querySelectorAll(".tv-piece")].slice(0, -size)) piece.remove();
  const moving = document.createElementNS("http://www.w3.org/2000/svg", "g");
  moving.append(...copy.childNodes);
  copy.setAttribute("transform", `translate(${place.x} ${place.y})`);
  copy.setAttribute("aria-hidden", "true");
  copy.append(moving);
  layer.append(copy);
  const away = () => copy.remove();
  /** @type {(frames: Keyframe[], timing: KeyframeAnimationOptions) => void} */
  const leave = (frames, timing) => void moving.animate(frames, timing).finished.then(away, away);
  return { leave };
}

/**
 * @param {SVGSVGElement} svg
 * @param {Element | null} old
 * @param {EventAnswer} event
 * @param {number} delay
 */
function fadeAway(svg, old, event, delay) {
  const place = placeOf(svg, event.square);
  const ghost = place && ghostOf(svg, old, event.square, Math.max(1, event.pieces.length), place);
  if (!ghost) return;
  const tray = trayPlace(svg, event);
  const toTray = tray && { transform: `${shift(tray, place)} scale(.6)`, opacity: 0.2 };
  const last = toTray ?? { transform: "scale(.6)", opacity: 0 };
  const duration = fade() * (tray ? 1.6 : 1);
  ghost.leave([{ transform: "none", opacity: 1 }, last], { duration, delay, easing: EASING, fill: "both" });
}

/**
 * @param {SVGSVGElement} svg
 * @param {EventAnswer} event
 * @param {number} delay
 */
function arrive(svg, event, delay) {
  const place = placeOf(svg, event.square);
  const piece = stackOf(svg, event.square)?.querySelector(".tv-piece:last-child");
  if (!piece || !place) return;
  const tray = trayPlace(svg, event);
  const fromTray = tray && { transform: `${shift(tray, place)} scale(.7)` };
  const first = fromTray ?? { transform: "translate(0px, -18px) scale(1.12)", opacity: 0 };
  const stack = piece.parentElement;
  if (tray && stack) stack.parentNode?.append(stack);
  const duration = tray ? step() * 1.3 : step();
  piece.animate([first, { transform: "none", opacity: 1 }], { duration, delay, easing: EASING, fill: "backwards" });
}

/**
 * @param {SVGSVGElement} svg
 * @param {EventAnswer} event
 * @param {number} delay
 */
function turnOver(svg, event, delay) {
  const piece = stackOf(svg, event.square)?.querySelector(".tv-piece");
  const frames = [{ transform: "scale(.05, 1)" }, { transform: "none" }];
  piece?.animate(frames, { duration: step(), delay, easing: EASING, fill: "backwards" });
}

/**
 * @param {SVGSVGElement} svg
 * @param {EventAnswer} event
 * @param {number} delay
 */
function wallUp(svg, event, delay) {
  const edges = [`edge:${event.square}-${event.target}`, `edge:${event.target}-${event.square}`];
  const barrier = svg.querySelector(edges.map((edge) => `.tv-barrier[data-edge="${CSS.escape(edge)}"]`).join());
  barrier?.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: step(),
    delay,
    easing: "ease-out",
    fill: "backwards",
  });
}

/**
 * How long it takes until everything has come to rest that begins to happen at these moments, in milliseconds.
 *
 * @param {number[]} moments
 */
export function lengthOf(moments) {
  return moments.length && !isStill() ? Math.max(...moments) + fade() * 1.6 : 0;
}

function isStill() {
  return isCalm() || document.hidden;
}

/**
 * Play events on a new picture; `old` is the one before. Returns when each event happens, for the sounds.
 *
 * @param {SVGSVGElement} svg
 * @param {Element | null} old
 * @param {EventAnswer[]} events
 */
export function animate(svg, old, events) {
  if (isStill()) return events.map(() => 0);
  let travelled = 0;
  for (const way of ways(events)) travelled = Math.max(travelled, animateWay(svg, old, way));
  return events.map((event, order) => {
    const after = travelled + Math.min(order, 8) * 45 * slowness();
    if (event.kind === "placed") arrive(svg, event, travelled);
    else if (event.kind === "turned") turnOver(svg, event, after);
    else if (event.kind === "walled") wallUp(svg, event, after);
    else if (GONE.has(event.kind) && event.kind !== "fell") fadeAway(svg, old, event, travelled * 0.7);
    return event.kind === "moved" ? Math.max(0, travelled - 60) : after;
  });
}
