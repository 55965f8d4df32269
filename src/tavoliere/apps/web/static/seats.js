// The seats of a table: who sits there, with their clocks; sitting down, and names.

import { askedNames } from "./chrome.js";
import { Clocks } from "./clock.js";
import { button, byId, chip, fill, make } from "./dom.js";
import { addTokens, habit, setHabit } from "./store.js";
import { mayBeStrangers } from "./strangers.js";
import { say } from "./texts.js";

/** @import { SeatAnswer, TableAnswer } from "./types.d.ts" */
/** @import { Desk } from "./desk.js" */
/** @import { Sitting } from "./sitting.js" */
/** @import { Wire } from "./wire.js" */

/** @param {number | undefined} score */
export function scoreText(score) {
  return score === 0.5 ? "½" : String(score ?? "");
}

/**
 * How many others watch: whoever has no seat is one of those who are counted.
 *
 * @param {Pick<TableAnswer, "watching" | "you">} table
 */
export function watchingText({ watching, you }) {
  const number = watching - (you.length ? 0 : 1);
  return number > 0 ? say("page.watching", { number }) : "";
}

/**
 * Who sits in a seat. Whoever gave no name is a friend to those who play, unless strangers could sit down, and nobody knows
 * who played a recorded game.
 *
 * @param {Pick<SeatAnswer, "kind" | "player" | "yours">} seat
 * @param {Pick<TableAnswer, "you" | "listed" | "open">} table
 */
export function playerText({ kind, player, yours }, table) {
  if (kind === "open") return say("page.seat.vacant");
  if (player) return player;
  if (yours) return say("page.seat.you");
  if (mayBeStrangers(table)) return say("page.lobby.somebody");
  return say(table.you.length ? "page.seat.person" : "page.seat.unnamed");
}

export class Seats {
  /**
   * @param {Sitting} sitting
   * @param {Wire} wire
   * @param {Desk} desk
   */
  constructor(sitting, wire, desk) {
    this.sitting = sitting;
    this.wire = wire;
    this.desk = desk;
    this.clocks = new Clocks();
  }

  show() {
    const { table } = this.sitting;
    this.clocks.faces.clear();
    const rows = table.seats.map((seat) => this.row(seat));
    fill(byId("seats"), rows);
    byId("watching").textContent = watchingText(table);
  }

  /** @param {SeatAnswer} seat */
  row(seat) {
    const { turn, result, can } = this.sitting.table;
    const isTurn = seat.letter === turn && !result;
    const naming = { class: "plain", "data-sit": seat.letter, onclick: () => this.sitDown(seat) };
    return make(
      "li",
      {
        class: `seat${isTurn ? " to-move" : ""}${seat.in ? "" : " out"}`,
        "aria-current": isTurn ? "true" : null,
        "data-seat": seat.letter,
      },
      chip(seat.letter),
      make("strong", {}, seat.name),
      this.player(seat),
      make(
        "span",
        { class: "more-about" },
        result ? make("span", { class: "score" }, scoreText(result.scores[seat.letter])) : null,
        this.face(seat.letter),
        can.claim.includes(seat.letter) ? button(say("page.seat.sit"), naming) : null,
      ),
    );
  }

  /**
   * Who sits in a seat, and what is to be known about them.
   *
   * @param {SeatAnswer} seat
   */
  player(seat) {
    const who = playerText(seat, this.sitting.table);
    const notes = this.notes(seat).join(", ");
    const told = notes ? make("span", {}, say("page.seat.notes", { notes })) : null;
    return make("span", { class: "player" }, make("span", { title: who }, who), told);
  }

  /** @param {SeatAnswer} seat */
  notes(seat) {
    const notes = seat.yours && seat.player ? [say("page.seat.you")] : [];
    const isGuest = seat.kind === "person" && !seat.yours && !this.sitting.table.review;
    if (!seat.in) notes.push(say("page.seat.out"));
    else if (isGuest) notes.push(say(seat.here ? "page.seat.here" : "page.seat.away"));
    return notes;
  }

  /** @param {string} letter */
  face(letter) {
    const { clock } = this.sitting.table;
    if (clock.kind === "none" || clock.left[letter] === null) return null;
    const face = make("span", { class: "clock" });
    this.clocks.attach(letter, face);
    return face;
  }

  /** @param {SeatAnswer} seat */
  async sitDown(seat) {
    const sit = say("page.seat.sit");
    const names = await askedNames(sit, sit, [[say("page.create.name"), habit("name", "")]]);
    if (names === null) return;
    const [name] = names;
    setHabit("name", name);
    const answer = await this.wire.ask({ type: "claim", seat: seat.letter, name });
    if (answer.type === "seated") addTokens(this.sitting.id, [answer.token]);
    else this.desk.tellFailure(answer);
  }

  /** Give your seats other names. With one seat it is your own name, which is remembered. */
  async rename() {
    const mine = this.sitting.mine();
    const isOne = mine.length === 1;
    /** @type {[string, string][]} */
    const fields = mine.map((seat) => [isOne ? say("page.create.name") : seat.name, seat.player]);
    const names = await askedNames(say(isOne ? "page.rename" : "page.names"), say("page.rename.do"), fields);
    if (names === null) return;
    if (isOne) setHabit("name", names[0]);
    for (const [i, { letter, player }] of mine.entries()) {
      if (names[i] !== player) this.wire.send({ type: "name", seat: letter, name: names[i] });
    }
  }

  /** Whoever comes by the link of a seat brings the name that this browser remembers. */
  bringName() {
    const [seat, ...others] = this.sitting.mine();
    const name = habit("name", "");
    const isNameless = seat && !others.length && !seat.player && seat.kind === "person";
    if (name && isNameless && !this.sitting.table.review) this.wire.send({ type: "name", seat: seat.letter, name });
  }
}
