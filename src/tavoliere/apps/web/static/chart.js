// The chances of all players over the turns of a game, as a picture that leads to the turns.

/** @import { ReviewTurnAnswer } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 600;
const HEIGHT = 150;

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
 * A player's chances, each with the number of turns after which it was so. With more than two players only those positions count
 * in which it was that player's turn: what is said of the others there supposes that they have joined forces against whoever moves.
 *
 * @param {Record<string, number>} first
 * @param {Pick<ReviewTurnAnswer, "seat" | "chances">[]} turns
 * @param {string} letter
 * @returns {[turns: number, chance: number][]}
 */
export function chancesOf(first, turns, letter) {
  const all = [first, ...turns.map((turn) => turn.chances)];
  const isOver = Object.values(all[all.length - 1]).includes(1);
  const counts = (/** @type {number} */ place) =>
    Object.keys(first).length === 2 || (turns[place] ? turns[place].seat === letter : isOver);
  return all.flatMap((chances, place) => (counts(place) ? [[place, chances[letter] ?? 0]] : []));
}

/**
 * The points of one player's line.
 *
 * @param {[turns: number, chance: number][]} values
 * @param {number} of how many turns the game has
 */
export function points(values, of) {
  return values.map(([turn, value]) => [(turn / Math.max(1, of)) * WIDTH, (1 - value) * HEIGHT]);
}

/**
 * @param {{ first: Record<string, number>, turns: ReviewTurnAnswer[], of: number, points: number[] }} review
 * @param {string} label
 * @param {(number: number) => void} go to the turn with this number
 */
export function chart({ first, turns, of, points: turning }, label, go) {
  const svg = shape("svg", { viewBox: `-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`, class: "chart", role: "img" });
  svg.setAttribute("aria-label", label);
  for (const part of [0, 0.5, 1]) {
    svg.append(shape("line", { x1: 0, x2: WIDTH, y1: part * HEIGHT, y2: part * HEIGHT, class: "chart-rule" }));
  }
  for (const letter of Object.keys(first)) {
    const line = points(chancesOf(first, turns, letter), of).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
    svg.append(shape("polyline", { points: line.join(" "), class: "chart-back" }));
    svg.append(shape("polyline", { points: line.join(" "), class: `chart-line chart-${letter}` }));
  }
  for (const turn of turns.filter((one) => turning.includes(one.number))) {
    const [x, y] = [(turn.number / of) * WIDTH, (1 - turn.after) * HEIGHT];
    svg.append(shape("circle", { cx: x, cy: y, r: 6, class: "chart-point", "data-grade": turn.grade }));
  }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    go(Math.max(0, Math.min(turns.length, Math.round(((share * (WIDTH + 16) - 8) / WIDTH) * of))));
  });
  return svg;
}
