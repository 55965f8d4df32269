// What stands on every page: the theme, the sound, and short dialogs.

import { byId, button, fill, make, sign } from "./dom.js";
import { isOn, switchSound } from "./sound.js";
import { chooseTheme, chosenTheme } from "./store.js";
import { say } from "./texts.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function theme() {
  return chosenTheme() ?? (dark.matches ? "dark" : "light");
}

function showTheme() {
  const chosen = chosenTheme();
  if (chosen) document.documentElement.dataset.theme = chosen;
  const other = theme() === "dark" ? "light" : "dark";
  const text = say(`page.theme.${other}`);
  const control = byId("theme");
  control?.setAttribute("aria-label", text);
  control?.setAttribute("title", text);
  if (control) fill(control, sign(other === "dark" ? "moon" : "sun"));
}

function showSound() {
  const control = byId("sound");
  if (!control) return;
  control.setAttribute("aria-label", say("page.sound"));
  control.setAttribute("title", say(isOn() ? "page.sound.on" : "page.sound.off"));
  control.setAttribute("aria-pressed", String(isOn()));
  fill(control, sign(isOn() ? "sound" : "mute"));
}

/** Bring the header to life. */
export function furnish() {
  byId("theme")?.addEventListener("click", () => {
    chooseTheme(theme() === "dark" ? "light" : "dark");
    showTheme();
  });
  byId("sound")?.addEventListener("click", () => {
    switchSound();
    showSound();
  });
  dark.addEventListener("change", showTheme);
  showTheme();
  showSound();
}

/** A dialog with a heading and a way out. `content` may be elements; the promise gives the value that it was closed with. */
export function dialog(heading, content, { wide = false } = {}) {
  const title = make("h2", { id: "dialog-title" }, heading);
  const close = button(say("page.close"), { class: "plain round", value: "", onclick: () => element.close("") }, "close", true);
  const element = make("dialog", { "aria-labelledby": "dialog-title", class: wide ? "wide" : "" }, make("header", {}, title, close), content);
  document.body.append(element);
  element.addEventListener("click", (event) => event.target === element && element.close(""));
  const closed = new Promise((found) => {
    element.addEventListener("close", () => {
      element.remove();
      found(element.returnValue);
    });
  });
  element.showModal();
  return { element, closed };
}

/** Ask a question; true if the answer is yes. */
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

/** Ask for names, each with its label; null if somebody thought better of it. */
export async function askedNames(heading, yes, fields) {
  const inputs = fields.map(([, name], i) => make("input", { id: i ? `dialog-name-${i}` : "dialog-name", maxlength: 40, autocomplete: "nickname", value: name }));
  let names = null;
  const form = make(
    "form",
    { class: "fields", onsubmit: (event) => (event.preventDefault(), (names = inputs.map((input) => input.value.trim())), shown.element.close("")) },
    fields.map(([label], i) => make("label", { class: "field" }, make("span", {}, label), inputs[i])),
    make("div", { class: "answers" }, make("button", { class: "primary", type: "submit", id: "dialog-yes" }, yes)),
  );
  const shown = dialog(heading, form);
  inputs[0].select();
  await shown.closed;
  return names;
}

/** Copy a text; where the browser forbids it, the text is shown marked, ready to be copied by hand. */
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
