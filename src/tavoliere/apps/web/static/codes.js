// A link that can be copied, and as a square code that the camera of another device reads.

import { copied } from "./chrome.js";
import { button, fill, make } from "./dom.js";
import { post, refusalIn } from "./net.js";
import { say } from "./texts.js";

/**
 * A link with its code, as they are shown in a dialog.
 *
 * @param {string} link
 */
export function linkWithCode(link) {
  const input = make("input", { readonly: true, value: link, "aria-label": say("page.invite.address") });
  input.addEventListener("focus", () => input.select());
  const told = make("p", { class: "small", role: "status" });
  const onclick = async () => {
    if (await copied(link)) told.textContent = say("page.copied");
  };
  const copy = button(say("page.copy"), { class: "plain", onclick }, "link");
  const picture = make("div", { class: "code", role: "img", "aria-label": say("page.invite.code") });
  showCode(picture, link);
  return make("div", { class: "invitation" }, picture, make("div", { class: "link-row" }, input, copy), told);
}

/**
 * @param {HTMLElement} holder
 * @param {string} link
 */
async function showCode(holder, link) {
  try {
    holder.innerHTML = (await post("/api/codes", { link })).svg;
  } catch (error) {
    fill(holder, make("p", { class: "problem" }, refusalIn(error).message));
  }
}
