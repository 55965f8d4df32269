// The rules beside the board, in a dialog, opened at the clause that somebody asks about.

import { dialog } from "./chrome.js";
import { make } from "./dom.js";
import { getRules, refusalIn } from "./net.js";
import { say } from "./texts.js";

/** @import { RulesAnswer } from "./types.d.ts" */

/** @type {Map<string, Promise<RulesAnswer>>} */
const fetched = new Map();

/** @param {string} game */
function rulesOf(game) {
  const asked = fetched.get(game) ?? getRules(game);
  fetched.set(game, asked);
  return asked;
}

/**
 * @param {string} game
 * @param {string} [clause]
 */
export async function openRules(game, clause = "") {
  try {
    showRules(game, await rulesOf(game), clause);
  } catch (error) {
    fetched.delete(game);
    dialog(say("page.rules"), make("p", {}, refusalIn(error).message));
  }
}

/**
 * @param {string} game
 * @param {RulesAnswer} rules
 * @param {string} clause
 */
function showRules(game, rules, clause) {
  const text = make("div", { class: "rules-text", tabindex: "0" });
  text.innerHTML = rules.html;
  text.querySelector("h1")?.remove();
  const link = make("a", { href: `/rules/${game}`, target: "_blank", rel: "noopener" }, say("page.rules.page"));
  dialog(say("page.rules.of", { game: rules.title }), [text, make("p", {}, link)], { wide: true });
  text.focus({ preventScroll: true });
  const found = clause ? document.getElementById(clause) : null;
  const folded = found?.closest("details");
  if (folded) folded.open = true;
  const paragraph = found?.closest("li, p") ?? found;
  paragraph?.classList.add("asked");
  paragraph?.scrollIntoView({ block: "center" });
}
