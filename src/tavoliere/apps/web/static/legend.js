// What the marks on a board mean, in a dialog: by a button, or with "?" on the keyboard. The server draws them.

import { dialog } from "./chrome.js";
import { make } from "./dom.js";
import { getLegend, refusalIn } from "./net.js";
import { capital, say } from "./texts.js";

/** @import { LegendAnswer, SignAnswer } from "./types.d.ts" */

/** @type {Map<string, Promise<LegendAnswer>>} */
const fetched = new Map();

/** @param {string} game */
function legendOf(game) {
  const asked = fetched.get(game) ?? getLegend(game);
  fetched.set(game, asked);
  return asked;
}

/** @param {string} game */
export async function openLegend(game) {
  try {
    const { signs } = await legendOf(game);
    dialog(say("page.legend.of"), make("ul", { class: "legend" }, signs.map(line)));
  } catch (error) {
    fetched.delete(game);
    dialog(say("page.legend.of"), make("p", {}, refusalIn(error).message));
  }
}

/** @param {SignAnswer} one */
function line({ name, text, svg }) {
  const drawn = make("span", { class: "legend-sign", "aria-hidden": "true" });
  drawn.innerHTML = svg;
  return make("li", { "data-sign": name }, drawn, make("span", {}, capital(text)));
}

/**
 * "?" asks for it, wherever the keyboard is, unless somebody writes or a dialog is open.
 *
 * @param {() => string} game
 */
export function hearLegend(game) {
  addEventListener("keydown", (event) => {
    const { target } = event;
    const writes = target instanceof Element && target.matches("input, textarea, select");
    if (event.key !== "?" || writes || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    openLegend(game());
  });
}
