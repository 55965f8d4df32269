// Words under the board, and words that are only spoken.

import { button, byId, fill, make } from "./dom.js";
import { openRules } from "./rulebook.js";
import { capital, say } from "./texts.js";

/** @import { Child } from "./dom.js" */
/** @import { AskedAnswer, RuleAnswer } from "./types.d.ts" */

/**
 * @typedef {object} Manner
 * @property {"info" | "half" | "done" | "problem"} [kind]
 * @property {string | null} [clause] the rule that it is about
 * @property {string[]} [reasons]
 * @property {Child} [acts]
 * @property {string} [said] the words at length, if they are told in short
 */

/**
 * Why something is not done.
 *
 * @typedef {{ text: string, clause: string | null, reasons?: string[] }} Refusal
 */

const NEWS_MOST = 3;

/** What has been spoken in this moment: told as well, it is not spoken a second time. */
const JUST_SPOKEN = /** @type {Set<string>} */ (new Set());

/**
 * Say something under the board, in the place of what was said before.
 *
 * @param {string} game whose rules the clause belongs to
 * @param {string} text
 * @param {Manner} [manner]
 */
export function tell(game, text, { kind = "info", clause = null, reasons = [], acts = null, said = text } = {}) {
  const asked = clause ? () => openRules(game, clause) : null;
  const rule =
    asked && button(say("page.why"), { class: "plain rule", title: say("page.why"), onclick: asked }, "book");
  const items = reasons.map((reason) => make("li", {}, reason));
  const message = byId("message");
  message.dataset.kind = kind;
  message.ariaLive = JUST_SPOKEN.has(said) ? "off" : "polite";
  fill(message, text ? make("p", {}, text) : null, items.length ? make("ul", {}, items) : null, rule, acts);
}

/**
 * @param {string} game
 * @param {Refusal} refusal
 */
export function tellRefusal(game, { text, clause, reasons }) {
  tell(game, capital(text), { kind: "problem", clause, reasons });
}

/**
 * Spoken news: what a reader hears when something happens.
 *
 * @param {string} text
 */
export function speak(text) {
  const news = byId("news");
  news.append(make("p", {}, text));
  while (news.children.length > NEWS_MOST) news.firstElementChild?.remove();
  JUST_SPOKEN.add(text);
  queueMicrotask(() => JUST_SPOKEN.delete(text));
}

/**
 * What the game itself says beside the board.
 *
 * @param {string[]} notes
 */
export function showNotes(notes) {
  byId("notes").textContent = notes.join(" · ");
}

/**
 * What is asked of whoever is to act, with the rule if there is no other choice.
 *
 * @param {string} game
 * @param {AskedAnswer} asked
 */
export function showAsked(game, { text, rule }) {
  fill(byId("asked"), text, rule && [" ", ruleLink(game, rule)]);
}

/**
 * A link to a clause, which opens beside the board.
 *
 * @param {string} game
 * @param {RuleAnswer} rule
 */
export function ruleLink(game, { clause, text }) {
  const href = `/rules/${encodeURIComponent(game)}#${clause}`;
  /** @param {Event} event */
  const onclick = (event) => {
    event.preventDefault();
    openRules(game, clause);
  };
  return make("a", { href, title: capital(text), onclick }, say("page.why"));
}

/**
 * The button that takes a step of a half-made turn back.
 *
 * @param {() => void} onclick
 */
export function stepBack(onclick) {
  return button(say("page.step.back"), { class: "plain", id: "step-back", onclick }, "undo");
}

/**
 * On a phone the words of a lesson lie over the foot of the page: when they come, the board moves up, so that all of it is seen.
 */
export function keepBoardUncovered() {
  const uncover = () => {
    const [board, words] = [byId("table-board"), byId("message")].map((one) => one.getBoundingClientRect());
    const isCovered = words.height > 0 && words.left < board.right && words.top < board.bottom;
    if (isCovered) byId("lesson").scrollIntoView({ block: "end" });
  };
  new ResizeObserver(uncover).observe(byId("message"));
}
