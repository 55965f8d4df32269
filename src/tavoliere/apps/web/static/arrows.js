// Lines of an analysis on the board: an arrow from square to square, or a ring where something is put down. Nothing is known of what
// a turn means: only where its steps are.

const SVG = "http://www.w3.org/2000/svg";
const HEAD = 15;
const SHORT = 22;

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {SVGSVGElement} svg
 * @param {string} step
 * @returns {Point | null}
 */
function placeOf(svg, step) {
  const found = svg.querySelector(`[data-step="${CSS.escape(step)}"]`);
  if (!(found instanceof SVGGraphicsElement) || found.classList.contains("tv-tray")) return null;
  const move = found.transform.baseVal.consolidate()?.matrix;
  return move ? { x: move.e, y: move.f } : null;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * A shaft that begins and ends a little inside its squares, and its head.
 *
 * @param {Point} from
 * @param {Point} to
 */
function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [begin, end] = [SHORT, length - SHORT / 2].map((along) => ({ x: from.x + ux * along, y: from.y + uy * along }));
  const neck = { x: end.x - ux * HEAD, y: end.y - uy * HEAD };
  const side = { x: -uy * HEAD * 0.7, y: ux * HEAD * 0.7 };
  const corners = [end, { x: neck.x + side.x, y: neck.y + side.y }, { x: neck.x - side.x, y: neck.y - side.y }];
  return [
    shape("line", { x1: begin.x, y1: begin.y, x2: neck.x, y2: neck.y }),
    shape("polygon", { points: corners.map(({ x, y }) => `${x},${y}`).join(" ") }),
  ];
}

/**
 * @param {SVGSVGElement} svg
 * @param {string[]} steps
 * @param {number} rank 0 for the best line
 */
function drawn(svg, steps, rank) {
  const points = steps.map((step) => placeOf(svg, step)).filter((point) => point !== null);
  const group = shape("g", { class: "tv-line", "data-rank": rank });
  for (const [place, point] of points.entries()) {
    const before = points[place - 1];
    const isFar = before && Math.hypot(point.x - before.x, point.y - before.y) > 2 * SHORT;
    if (isFar) group.append(...arrow(before, point));
    else if (before || points.length === 1) group.append(shape("circle", { cx: point.x, cy: point.y, r: SHORT }));
  }
  return group;
}

/**
 * Draw lines over a board in the place of those that were there; the best one is on top.
 *
 * @param {SVGSVGElement | null} svg
 * @param {string[][]} lines the steps of each
 */
export function drawLines(svg, lines) {
  svg?.querySelector(".tv-lines")?.remove();
  if (!svg || !lines.length) return;
  const layer = shape("g", { class: "tv-lines", "aria-hidden": "true" });
  layer.append(...lines.map((steps, rank) => drawn(svg, steps, rank)).reverse());
  svg.append(layer);
}
