// Movement from events. The new picture is in its place already; pieces come from where they were, and what is gone fades as a copy.

const STEP = 240;
const FADE = 260;
const EASING = "cubic-bezier(.3,.1,.2,1)";
const GONE = new Set(["captured", "replaced", "removed", "fell"]);

export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function stackOf(svg, square) {
  return svg.querySelector(`.tv-stack[data-square="${square}"]`);
}

function placeOf(svg, square) {
  const cell = svg.querySelector(`[data-step="cell:${square}"]`);
  const move = cell?.transform?.baseVal?.consolidate()?.matrix;
  return move ? { x: move.e, y: move.f } : null;
}

/** The point of a tray in the coordinates of the board. */
function trayPlace(svg, owner, entry) {
  const found = [...svg.querySelectorAll(".tv-tray")].find((one) => one.dataset.owner === owner && one.dataset.entry === entry);
  if (!found) return null;
  const box = found.getBoundingClientRect();
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix || !box.width) return null;
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
  return { x: point.x, y: point.y };
}

function shift(from, to) {
  return `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
}

/** A run of `moved` events by one group of pieces, joined into one way. */
function ways(events) {
  const found = [];
  events.forEach((event, order) => {
    if (event.kind !== "moved" && event.kind !== "fell") return;
    const size = Math.max(1, event.pieces.length);
    const going = found.find((way) => way.squares.at(-1) === event.square && way.size === size && !way.falls);
    const way = going ?? { squares: [event.square], size, order, falls: false };
    way.squares.push(event.target);
    way.falls = event.kind === "fell";
    if (!going) found.push(way);
  });
  return found;
}

function animateWay(svg, old, way) {
  const places = way.squares.map((square) => placeOf(svg, square));
  if (places.some((place) => place === null)) return 0;
  const end = places.at(-1);
  const duration = STEP * (places.length - 1);
  const frames = places.map((place) => ({ transform: shift(place, end) }));
  const timing = { duration, easing: EASING, fill: "backwards" };
  if (way.falls) {
    const ghost = ghostOf(svg, old, way.squares[0], way.size, end);
    ghost?.animate([...frames, { transform: "scale(.2)", opacity: 0 }], { ...timing, duration: duration + FADE, fill: "forwards" })
      .finished.then(() => ghost.remove(), () => ghost.remove());
    return duration;
  }
  const stack = stackOf(svg, way.squares.at(-1));
  if (!stack) return 0;
  stack.parentNode.append(stack);
  for (const piece of [...stack.querySelectorAll(".tv-piece")].slice(-way.size)) piece.animate(frames, timing);
  return duration;
}

/** A copy of pieces that are gone, drawn once more at a place of the new board. */
function ghostOf(svg, old, square, size, place) {
  const stack = old && stackOf(old, square);
  const layer = svg.querySelector(".tv-pieces");
  if (!stack || !layer) return null;
  const copy = stack.cloneNode(true);
  copy.setAttribute("class", "tv-ghost");
  for (const name of ["id", "data-square", "data-height"]) copy.removeAttribute(name);
  for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
  [...copy.querySelectorAll(".tv-piece")].slice(0, -size).forEach((piece) => piece.remove());
  const moving = document.createElementNS("http://www.w3.org/2000/svg", "g");
  moving.append(...copy.childNodes);
  copy.setAttribute("transform", `translate(${place.x} ${place.y})`);
  copy.setAttribute("aria-hidden", "true");
  copy.append(moving);
  layer.append(copy);
  moving.remove = () => copy.remove();
  return moving;
}

function fadeAway(svg, old, event, delay) {
  const place = placeOf(svg, event.square);
  const ghost = place && ghostOf(svg, old, event.square, Math.max(1, event.pieces.length), place);
  if (!ghost) return;
  const owner = event.pieces[0]?.owner;
  const tray = event.tray && owner ? trayPlace(svg, owner, event.tray) : null;
  const last = tray ? { transform: `${shift(tray, place)} scale(.6)`, opacity: 0.2 } : { transform: "scale(.6)", opacity: 0 };
  const timing = { duration: FADE * (tray ? 1.6 : 1), delay, easing: EASING, fill: "both" };
  ghost.animate([{ transform: "none", opacity: 1 }, last], timing).finished.then(() => ghost.remove(), () => ghost.remove());
}

function arrive(svg, event, delay) {
  const place = placeOf(svg, event.square);
  const piece = stackOf(svg, event.square)?.querySelector(".tv-piece:last-child");
  if (!piece || !place) return;
  const owner = event.pieces[0]?.owner;
  const tray = event.tray && owner ? trayPlace(svg, owner, event.tray) : null;
  const first = tray ? { transform: `${shift(tray, place)} scale(.7)` } : { transform: "translate(0px, -18px) scale(1.12)", opacity: 0 };
  if (tray) piece.parentNode.parentNode.append(piece.parentNode);
  piece.animate([first, { transform: "none", opacity: 1 }], { duration: tray ? STEP * 1.3 : STEP, delay, easing: EASING, fill: "backwards" });
}

function turnOver(svg, event, delay) {
  const piece = stackOf(svg, event.square)?.querySelector(".tv-piece");
  piece?.animate([{ transform: "scale(.05, 1)" }, { transform: "none" }], { duration: STEP, delay, easing: EASING, fill: "backwards" });
}

function wallUp(svg, event, delay) {
  const edges = [`edge:${event.square}-${event.target}`, `edge:${event.target}-${event.square}`];
  const barrier = [...svg.querySelectorAll(".tv-barrier")].find((one) => edges.includes(one.dataset.edge));
  barrier?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: STEP, delay, easing: "ease-out", fill: "backwards" });
}

/** Play events on a new picture; `old` is the one before. Returns when each event happens, for the sounds. */
export function animate(svg, old, events) {
  if (isCalm() || !svg || document.hidden) return events.map(() => 0);
  let travelled = 0;
  for (const way of ways(events)) travelled = Math.max(travelled, animateWay(svg, old, way));
  return events.map((event, order) => {
    const after = travelled + Math.min(order, 8) * 45;
    if (event.kind === "placed") arrive(svg, event, travelled);
    else if (event.kind === "turned") turnOver(svg, event, after);
    else if (event.kind === "walled") wallUp(svg, event, after);
    else if (GONE.has(event.kind) && event.kind !== "fell") fadeAway(svg, old, event, travelled * 0.7);
    return event.kind === "moved" ? Math.max(0, travelled - 60) : after;
  });
}
