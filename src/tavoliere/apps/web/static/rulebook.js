// The rules beside the board, in a dialog, opened at the clause that somebody asks about.

import { dialog } from "./chrome.js";
import { make } from "./dom.js";
import { get } from "./net.js";
import { say } from "./texts.js";

const fetched = new Map();

export async function openRules(game, clause = "") {
  if (!fetched.has(game)) fetched.set(game, get(`/api/rules/${encodeURIComponent(game)}`));
  let rules;
  try {
    rules = await fetched.get(game);
  } catch (refusal) {
    fetched.delete(game);
    dialog(say("page.rules"), make("p", {}, refusal.message));
    return;
  }
  const text = make("div", { class: "rules-text", tabindex: "0" });
  text.innerHTML = rules.html;
  text.querySelector("h1")?.remove();
  for (const figure of text.querySelectorAll("figure")) figure.inert = true;
  const page = make("p", {}, make("a", { href: `/rules/${game}`, target: "_blank", rel: "noopener" }, say("page.rules.page")));
  dialog(say("page.rules.of", { game: rules.title }), [text, page], { wide: true });
  text.focus({ preventScroll: true });
  if (!clause) return;
  const found = document.getElementById(clause);
  const paragraph = found?.closest("li, p") ?? found;
  paragraph?.classList.add("asked");
  paragraph?.scrollIntoView({ block: "center" });
}
