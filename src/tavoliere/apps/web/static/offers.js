// What others offer and ask: a draw, a turn taken back, another game.

import { button, byId, fill, make } from "./dom.js";
import { addInvites, addTokens, invitesOf, tokensOf } from "./store.js";
import { say } from "./texts.js";

/** @import { TableAnswer } from "./types.d.ts" */
/** @import { Sitting } from "./sitting.js" */
/** @import { Wire } from "./wire.js" */

/** @typedef {"draw" | "undo" | "rematch"} Matter */
/**
 * `seat` is the one of several own seats that is asked.
 *
 * @typedef {{ matter: Matter, state: "asked" | "waiting", by: string[], seat?: string }} Offer
 */

/**
 * What lies on the table: what these seats are asked, and what they wait for.
 *
 * @param {Pick<TableAnswer, "offers" | "you" | "result" | "rematch">} table
 */
export function offersFor({ offers: { draw, undo, rematch }, you, result, rematch: next }) {
  /** @param {string[]} letters */
  const awaits = (letters) => letters.some((one) => !you.includes(one)) && you.some((one) => !letters.includes(one));
  /** @type {Offer[]} */
  const found = [];
  const undecided = draw.length ? you.filter((one) => !draw.includes(one)) : [];
  if (undecided.length) found.push({ matter: "draw", state: "asked", by: draw, seat: undecided[0] });
  else if (draw.length && you.length && !result) found.push({ matter: "draw", state: "waiting", by: draw });
  if (undo && you.includes(undo.by)) found.push({ matter: "undo", state: "waiting", by: [undo.by] });
  else if (undo && awaits(undo.agreed)) found.push({ matter: "undo", state: "asked", by: [undo.by] });
  if (next) return found;
  if (awaits(rematch)) found.push({ matter: "rematch", state: "asked", by: rematch });
  else if (rematch.length && you.length) found.push({ matter: "rematch", state: "waiting", by: rematch });
  return found;
}

const ASKED = { draw: "draw.offered", undo: "undo.asked", rematch: "rematch.wished" };

/**
 * The question, put to one seat by name where several share this screen.
 *
 * @param {Offer} offer
 * @param {Sitting} sitting
 */
function questionOf({ matter, by, seat }, sitting) {
  const player = by.length === 1 ? sitting.playerAt(by[0]) : by.map((letter) => sitting.nameAt(letter)).join(", ");
  if (!seat || sitting.mine().length < 2) return say(ASKED[matter], { player });
  return say("page.draw.question", { asked: sitting.playerAt(seat), player });
}

/**
 * @param {Offer} offer
 * @param {Sitting} sitting
 * @param {Wire} wire
 */
function offerShown(offer, sitting, wire) {
  const { matter, state, seat } = offer;
  if (state === "waiting") return make("p", { class: "quiet" }, say(`page.${matter}.waiting`));
  const text = questionOf(offer, sitting);
  const asked = matter === "draw" ? { type: matter, seat } : { type: matter };
  const yes = () => wire.send(asked);
  const no = () => wire.send({ ...asked, answer: false });
  return make(
    "div",
    { class: "offer", role: "group", "aria-label": text },
    make("p", {}, text),
    button(say("page.accept"), { class: "primary", onclick: yes }),
    button(say("page.decline"), { class: "plain", onclick: no }),
  );
}

/**
 * Questions lie over the foot of the page until they are answered; what is waited for, and other games, below the buttons.
 *
 * @param {Sitting} sitting
 * @param {Wire} wire
 */
export function showOffers(sitting, wire) {
  const { table } = sitting;
  const offers = offersFor(table);
  /** @param {Offer["state"]} state */
  const shown = (state) => offers.filter((one) => one.state === state).map((one) => offerShown(one, sitting, wire));
  /** @type {(table: string, text: string, look?: string) => HTMLElement} */
  const link = (to, text, look = "") => make("p", {}, make("a", { href: `/game/${to}`, class: look || null }, text));
  const next = table.rematch && link(table.rematch, say("page.rematch.go"));
  const previous = table.previous && link(table.previous, say("page.rematch.previous"), "small");
  fill(byId("offers"), shown("asked"));
  fill(byId("following"), shown("waiting"), next, previous);
}

/**
 * Everybody agreed: the seats hold at the new table. Whoever looks at an old game stays there.
 *
 * @param {Sitting} sitting
 * @param {TableAnswer | null} before
 */
export function goToRematch({ id, table }, before) {
  if (!table.rematch || !table.you.length) return;
  addTokens(table.rematch, tokensOf(id));
  addInvites(table.rematch, invitesOf(id));
  if (before && !before.rematch) location.assign(`/game/${encodeURIComponent(table.rematch)}`);
}
