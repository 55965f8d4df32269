// How things look here: the colours, and how fast pieces move. Kept by this browser, and heard at once.

import { make } from "./dom.js";
import { chooseSpeed, isStillWanted, NAMES, speed } from "./speed.js";
import { chooseTheme, chosenTheme } from "./store.js";
import { say } from "./texts.js";

export const THEMES = ["light", "dark", "contrast", "print"];

/**
 * A choice with its label.
 *
 * @param {string} id
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function choice(id, label, options, chosen, choose) {
  const all = options.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
  const onchange = (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return make("label", { class: "field" }, make("span", {}, label), make("select", { id, onchange }, all));
}

/**
 * What can be chosen; `changed` hears of other colours.
 *
 * @param {() => void} changed
 */
export function looks(changed) {
  /** @type {[string, string][]} */
  const themes = ["", ...THEMES].map((name) => [name, say(`page.looks.theme.${name || "system"}`)]);
  /** @type {[string, string][]} */
  const speeds = NAMES.map((name) => [name, say(`page.looks.motion.${name}`)]);
  const colour = (/** @type {string} */ name) => {
    chooseTheme(name);
    changed();
  };
  return [
    choice("looks-theme", say("page.looks.theme"), themes, chosenTheme() ?? "", colour),
    choice("looks-motion", say("page.looks.motion"), speeds, speed(), chooseSpeed),
    isStillWanted() && make("p", { class: "quiet small" }, say("page.looks.motion.still")),
  ];
}
