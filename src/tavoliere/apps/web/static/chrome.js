// What stands on every page: the language, the looks, the sound, and short dialogs; and what makes the page an app.

import * as away from "./app.js";
import { button, byId, fill, make, sign } from "./dom.js";
import { looks, THEMES } from "./looks.js";
import { post, refusalIn } from "./net.js";
import { isOn, switchSound } from "./sound.js";
import { chooseTheme, chosenTheme } from "./store.js";
import { say } from "./texts.js";

/** @import { Child } from "./dom.js" */

const DARK = "(prefers-color-scheme: dark)";
const CONTRAST = "(prefers-contrast: more)";

/** The theme that somebody has chosen, or whose system asks for more contrast; "" leaves it to the style sheet. */
function wantedTheme() {
  const chosen = chosenTheme() ?? "";
  if (THEMES.includes(chosen)) return chosen;
  return matchMedia(CONTRAST).matches ? "contrast" : "";
}

/** The theme whose colours everything has here, boards that leave this page included. */
export function theme() {
  return wantedTheme() || (matchMedia(DARK).matches ? "dark" : "light");
}

function showTheme() {
  const wanted = wantedTheme();
  if (wanted) document.documentElement.dataset.theme = wanted;
  else delete document.documentElement.dataset.theme;
  const other = theme() === "dark" ? "light" : "dark";
  const text = say(`page.theme.${other}`);
  const control = byId("theme");
  control.setAttribute("aria-label", text);
  control.setAttribute("title", text);
  fill(control, sign(other === "dark" ? "moon" : "sun"));
}

function showLooks() {
  const control = byId("looks");
  control.setAttribute("title", say("page.looks"));
  fill(control, sign("looks"));
}

function showSound() {
  const control = byId("sound");
  control.setAttribute("aria-label", say("page.sound"));
  control.setAttribute("title", say(isOn() ? "page.sound.on" : "page.sound.off"));
  control.setAttribute("aria-pressed", String(isOn()));
  fill(control, sign(isOn() ? "sound" : "mute"));
}

/** Ask the server to speak another language from now on, and read the page in it. */
async function chooseLanguage() {
  const control = byId("language");
  try {
    await post("/api/language", { language: /** @type {HTMLSelectElement} */ (control).value });
  } catch (error) {
    control.setAttribute("title", refusalIn(error).message);
    return;
  }
  await away.renew();
  location.reload();
}

/** Bring the header to life. */
export function furnish() {
  byId("theme").addEventListener("click", () => {
    chooseTheme(theme() === "dark" ? "light" : "dark");
    showTheme();
  });
  byId("sound").addEventListener("click", () => {
    switchSound();
    showSound();
  });
  byId("language").addEventListener("change", chooseLanguage);
  byId("looks").addEventListener("click", () =>
    dialog(say("page.looks"), make("div", { class: "fields" }, looks(showTheme))),
  );
  for (const wish of [DARK, CONTRAST]) matchMedia(wish).addEventListener("change", showTheme);
  showTheme();
  showLooks();
  showSound();
  away.prepare();
}

/**
 * A dialog with a heading and a way out. The promise gives the value that it was closed with.
 *
 * @param {string} heading
 * @param {Child} content
 * @param {{ wide?: boolean }} [look]
 */
export function dialog(heading, content, { wide = false } = {}) {
  const id = `dialog-title-${document.querySelectorAll("dialog").length}`;
  const title = make("h2", { id }, heading);
  const element = make("dialog", { "aria-labelledby": id, class: wide ? "wide" : "" });
  const away = button(say("page.close"), { class: "plain round", onclick: () => element.close("") }, "close", true);
  fill(element, make("header", {}, title, away), content);
  document.body.append(element);
  element.addEventListener("click", (event) => event.target === element && element.close(""));
  /** @type {Promise<string>} */
  const closed = new Promise((found) => {
    element.addEventListener("close", () => {
      element.remove();
      found(element.returnValue);
    });
  });
  element.showModal();
  return { element, closed };
}

/**
 * Ask a question; true if the answer is yes.
 *
 * @param {string} heading
 * @param {string} text
 * @param {string} yes
 */
export async function confirmed(heading, text, yes) {
  const answers = make(
    "div",
    { class: "answers" },
    button(say("page.cancel"), { class: "plain", onclick: () => shown.element.close("") }),
    button(yes, { class: "primary", id: "dialog-yes", onclick: () => shown.element.close("yes") }),
  );
  const shown = dialog(heading, [make("p", {}, text), answers]);
  return (await shown.closed) === "yes";
}

/**
 * Ask for names, each with its label; null if somebody thought better of it.
 *
 * @param {string} heading
 * @param {string} yes
 * @param {[label: string, name: string][]} fields
 */
export async function askedNames(heading, yes, fields) {
  const inputs = fields.map(([, value], i) => {
    const id = i ? `dialog-name-${i}` : "dialog-name";
    return make("input", { id, maxlength: 40, autocomplete: "nickname", value });
  });
  /** @type {string[] | null} */
  let names = null;
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    names = inputs.map((input) => input.value.trim());
    shown.element.close("");
  };
  const labels = fields.map(([label], i) => make("label", { class: "field" }, make("span", {}, label), inputs[i]));
  const submit = make("button", { class: "primary", type: "submit", id: "dialog-yes" }, yes);
  const form = make("form", { class: "fields", onsubmit }, labels, make("div", { class: "answers" }, submit));
  const shown = dialog(heading, form);
  inputs[0].select();
  await shown.closed;
  return /** @type {string[] | null} */ (names);
}

/**
 * Copy a text; where the browser forbids it, the text is shown marked, ready to be copied by hand.
 *
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const input = make("input", { readonly: true, value: text, "aria-label": say("page.copy") });
    dialog(say("page.copy"), make("label", { class: "field" }, make("span", {}, say("page.copy.hand")), input));
    input.select();
    return false;
  }
}
