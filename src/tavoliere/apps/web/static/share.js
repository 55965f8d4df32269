// Links to a table: for those who are awaited, for those who watch, and one's own, for another device.

import { copied, dialog } from "./chrome.js";
import { linkWithCode } from "./codes.js";
import { button, byId, chip, fill, make } from "./dom.js";
import { invitesOf, tokensOf } from "./store.js";
import { say } from "./texts.js";

/** @import { SeatAnswer, TableAnswer } from "./types.d.ts" */
/** @import { Desk } from "./desk.js" */
/** @import { Sitting } from "./sitting.js" */

/** @typedef {{ text: string, address: string, note: string }} Link */

/** @param {string} id */
function addressOf(id) {
  return `${location.origin}/game/${id}`;
}

/**
 * Who has not come yet: seats that anybody may take, and friends whose link was made here and who never were at the table.
 *
 * @param {Pick<TableAnswer, "seats" | "moves" | "you" | "result">} table
 * @param {Record<string, string>} invites
 */
export function awaitedSeats({ seats, moves, you, result }, invites) {
  if (!you.length || result) return [];
  const hasPlayed = new Set(moves.map((move) => move.seat));
  /** @param {SeatAnswer} seat */
  const isFriend = (seat) => seat.kind === "person" && !seat.yours && invites[seat.letter];
  /** @param {SeatAnswer} seat */
  const hasCome = (seat) => seat.here || seat.player || hasPlayed.has(seat.letter);
  return seats.filter((seat) => seat.kind === "open" || (isFriend(seat) && !hasCome(seat)));
}

/**
 * @param {Sitting} sitting
 * @param {Record<string, string>} invites
 * @returns {Link[]}
 */
function linksOf({ id, table }, invites) {
  const address = addressOf(id);
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
 * A field with a link, and a button that copies it.
 *
 * @param {string} address
 * @param {Desk} desk
 * @param {string} label for those who do not see what stands beside it
 * @returns {[HTMLInputElement, HTMLButtonElement]}
 */
function linkField(address, desk, label) {
  const input = make("input", { readonly: true, value: address, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  return [input, copyButton(address, desk, say("page.copy"), `${say("page.copy")}: ${label}`)];
}

/**
 * @param {string} address
 * @param {Desk} desk
 * @param {string} text
 * @param {string} label
 */
function copyButton(address, desk, text, label) {
  const onclick = async () => {
    if (await copied(address)) desk.tell(say("page.copied"));
  };
  return button(text, { class: "plain", "aria-label": label, onclick }, "link");
}

/**
 * @param {Link} link
 * @param {Desk} desk
 */
function row({ text, address, note }, desk) {
  const naming = make("span", {}, text, note ? make("em", {}, ` ${note}`) : null);
  const [input, copy] = linkField(address, desk, text);
  return make("div", { class: "link-row" }, make("label", { class: "field" }, naming, input), copy);
}

/** @param {{ text: string, link: string }} awaited */
function codeButton({ text, link }) {
  const onclick = () => dialog(text, linkWithCode(link));
  return button(say("page.invite.code.show"), { class: "plain code-button", onclick }, "code", true);
}

/** What is shown of links. It is drawn anew only when it is something else: somebody may have marked a link. */
export class Share {
  /**
   * @param {Sitting} sitting
   * @param {Desk} desk
   */
  constructor(sitting, desk) {
    this.sitting = sitting;
    this.desk = desk;
    /**
     * What each part shows. It is kept here and not in the page, for there are secrets in it.
     * @type {Map<string, string>}
     */
    this.shown = new Map();
  }

  show() {
    const { id, table } = this.sitting;
    const invites = invitesOf(id);
    this.showInvitation(awaitedSeats(table, invites), invites);
    const links = linksOf(this.sitting, invites);
    if (this.isOther("share-links", links)) this.showLinks(links);
    const own = table.you.length && !table.review ? tokensOf(id) : [];
    if (this.isOther("own-link", own)) this.showOwn(own);
  }

  /**
   * @param {string} part
   * @param {unknown} content
   */
  isOther(part, content) {
    const text = JSON.stringify(content);
    const isOther = this.shown.get(part) !== text;
    this.shown.set(part, text);
    return isOther;
  }

  /** @param {Link[]} links */
  showLinks(links) {
    const rows = links.map((link) => row(link, this.desk));
    fill(byId("share-links"), rows);
  }

  /**
   * The way to those who have not come yet, in view beside the board: one link, or a button for each of several.
   *
   * @param {SeatAnswer[]} seats
   * @param {Record<string, string>} invites
   */
  showInvitation(seats, invites) {
    const address = addressOf(this.sitting.id);
    const awaited = seats.map((seat) => ({
      letter: seat.letter,
      text: say("page.invite.link", { player: seat }),
      name: seat.name,
      link: seat.kind === "open" ? address : `${address}#seat=${invites[seat.letter]}`,
    }));
    if (!this.isOther("invite", awaited)) return;
    const holder = byId("invite");
    holder.hidden = awaited.length === 0;
    const [first, ...others] = awaited;
    if (!first) fill(holder);
    else if (!others.length)
      fill(holder, make("span", {}, first.text), linkField(first.link, this.desk, first.text), codeButton(first));
    else
      fill(
        holder,
        make("span", {}, say("page.invite.copy")),
        awaited.map((one) => this.invitation(one)),
        codeButton(first),
      );
  }

  /** @param {{ letter: string, name: string, link: string, text: string }} awaited */
  invitation({ letter, name, link, text }) {
    const copy = copyButton(link, this.desk, name, text);
    fill(copy, chip(letter), make("span", {}, name));
    return copy;
  }

  /**
   * One's own link is a secret: it is shown to whoever asks for it, and not before.
   *
   * @param {string[]} tokens
   */
  showOwn(tokens) {
    const address = `${addressOf(this.sitting.id)}#seat=${tokens.join(",")}`;
    const warning = make("p", { class: "quiet small" }, say("page.share.own.secret"));
    const reveal = () =>
      fill(byId("own-link"), row({ text: say("page.share.own.link"), address, note: "" }, this.desk), warning);
    const ask = button(say("page.share.own"), { class: "plain", id: "show-own-link", onclick: reveal }, "link");
    fill(byId("own-link"), tokens.length ? ask : null);
  }
}
