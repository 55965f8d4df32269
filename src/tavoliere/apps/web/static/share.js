// Links to a table: for those who are awaited, and for those who watch.

import { copied } from "./chrome.js";
import { button, byId, fill, make } from "./dom.js";
import { invitesOf } from "./store.js";
import { say } from "./texts.js";

/** @import { Desk } from "./desk.js" */
/** @import { Sitting } from "./sitting.js" */

/** @typedef {{ text: string, address: string, note: string }} Link */

/**
 * @param {Sitting} sitting
 * @param {Record<string, string>} invites
 * @returns {Link[]}
 */
function linksOf({ id, table }, invites) {
  const address = `${location.origin}/game/${id}`;
  const awaited = table.seats.filter((seat) => invites[seat.letter] && !seat.yours && seat.kind === "person");
  const links = awaited.map((seat) => ({
    text: say("page.share.seat", { player: seat }),
    address: `${address}#seat=${invites[seat.letter]}`,
    note: seat.here ? say("page.share.came") : "",
  }));
  const text = say(table.can.claim.length > 0 ? "page.share.open" : "page.share.watch");
  return [...links, { text, address, note: "" }];
}

/**
 * @param {Link} link
 * @param {Desk} desk
 */
function row({ text, address, note }, desk) {
  const input = make("input", { readonly: true, value: address });
  input.addEventListener("focus", () => input.select());
  const onclick = async () => {
    if (await copied(address)) desk.tell(say("page.copied"));
  };
  const copy = button(say("page.copy"), { class: "plain", onclick }, "link", true);
  const naming = make("span", {}, text, note ? make("em", {}, ` ${note}`) : null);
  return make("div", { class: "link-row" }, make("label", { class: "field" }, naming, input), copy);
}

/**
 * Show the links, if they are others than before: somebody may have marked one.
 *
 * @param {Sitting} sitting
 * @param {Desk} desk
 */
export function showShare(sitting, desk) {
  const invites = invitesOf(sitting.id);
  const links = linksOf(sitting, invites);
  const holder = byId("share-links");
  const shape = JSON.stringify(links);
  if (holder.dataset.shape === shape) return;
  holder.dataset.shape = shape;
  const rows = links.map((link) => row(link, desk));
  fill(holder, rows);
  const { seats, you } = sitting.table;
  const waits = seats.some((seat) => (seat.kind === "open" || invites[seat.letter]) && !seat.here);
  if (waits && you.length) byId("share", HTMLDetailsElement).open = true;
}
