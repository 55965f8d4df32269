// What the page knows about the table that somebody sits at: the last message, and where this person is in it. It draws nothing.

import { say, sentences } from "./texts.js";

/** @import { EventAnswer, LastAnswer, Noun, PresenceMessage, SeatAnswer, TableAnswer, ThinkingAnswer } from "./types.d.ts" */

/**
 * What a new message changes for somebody who saw the one before.
 *
 * @typedef {object} Change
 * @property {TableAnswer | null} before
 * @property {boolean} isNext whether the last turn is news, and none before it was missed
 * @property {boolean} hasChanged whether there is another position, or another person may move in it
 * @property {boolean} looksOtherwise whether the same position is drawn in another way
 * @property {EventAnswer[]} events what happened and was not seen yet
 */

export class Sitting {
  /**
   * @param {string} id
   * @param {boolean | null} flipped the side that was chosen; null for that of the seats
   */
  constructor(id, flipped) {
    this.id = id;
    this.flipped = flipped;
    /** @type {TableAnswer | null} */
    this.last = null;
    /**
     * The ply that is on the board, null for the game itself.
     * @type {number | null}
     */
    this.viewed = null;
    /**
     * The ply that somebody goes to: the board follows as soon as the server answers.
     * @type {number | null}
     */
    this.wanted = null;
    this.isHinting = false;
    /** A turn was accepted, its table is under way. */
    this.isWaiting = false;
    /** @type {ThinkingAnswer | null} */
    this.thinking = null;
  }

  /** The table as it was last told. */
  get table() {
    if (!this.last) throw new Error("nothing is known of the table yet");
    return this.last;
  }

  /**
   * Take in a message.
   *
   * @param {TableAnswer} message
   * @param {number} seen how many events of the turn being made were shown already
   * @returns {Change}
   */
  take(message, seen) {
    const before = this.last;
    const isOwn = Boolean(before?.you.includes(before.turn)) && message.last?.seat === before?.turn;
    this.last = message;
    this.isWaiting = false;
    this.thinking = message.thinking;
    if (this.viewed !== null && this.viewed > message.ply) this.viewed = null;
    if (this.wanted !== null && this.wanted > message.ply) this.wanted = this.viewed;
    const gone = before && message.last ? message.last.ply - before.ply : 0;
    const isNext = gone === 1;
    const hasChanged = !before || before.at !== message.at || before.can_move !== message.can_move;
    const looksOtherwise = !hasChanged && before.svg !== message.svg;
    const events = isNext ? (message.last?.events ?? []).slice(isOwn ? seen : 0) : [];
    return { before, isNext, hasChanged, looksOtherwise, events };
  }

  /**
   * @param {PresenceMessage} message
   * @param {TableAnswer[]} [waiting] tables that will be shown
   */
  notePresence({ here, watching }, waiting = []) {
    for (const table of [this.table, ...waiting]) {
      for (const seat of table.seats) seat.here = seat.kind === "opponent" || here.includes(seat.letter);
      table.watching = watching;
    }
  }

  /**
   * A turn was made; until its table comes, which may have happened already, nothing can be chosen.
   *
   * @param {number} ply
   */
  awaitPly(ply) {
    this.isWaiting = ply > this.table.ply;
  }

  /** Somebody who thought when a turn was taken back, or the game ended, does so no more. */
  dropOldThinking() {
    const { thinking } = this;
    if (thinking && !thinking.hint && (this.table.result || thinking.seat !== this.table.turn)) this.thinking = null;
  }

  /** @param {string} letter */
  seatOf(letter) {
    return this.table.seats.find((seat) => seat.letter === letter);
  }

  /** @param {string} letter */
  nameAt(letter) {
    const seat = this.seatOf(letter);
    return seat ? nameOf(seat) : letter;
  }

  /**
   * The player at a letter, for texts whose words agree with it.
   *
   * @param {string} letter
   */
  playerAt(letter) {
    const seat = this.seatOf(letter);
    return seat ? calledOf(seat) : letter;
  }

  mine() {
    return this.table.seats.filter((seat) => seat.yours);
  }

  /** The position that a step through the game starts from. */
  get shownPly() {
    return this.viewed ?? this.table.ply;
  }

  /** The ply that the list of turns shows. */
  get wantedPly() {
    return this.wanted ?? this.table.ply;
  }

  /**
   * A turn with what it did, as a sentence.
   *
   * @param {LastAnswer} last
   * @param {string[]} [told]
   */
  toldOf(last, told = last.told) {
    return say("page.told", { player: this.seatOf(last.seat) ?? last.seat, told: sentences(told) });
  }
}

/** @param {SeatAnswer} seat */
export function nameOf(seat) {
  return seat.player ? say("page.seat.named", { colour: seat.name, player: seat.player }) : seat.name;
}

/**
 * The same for texts whose words agree with it. Who has a name of their own is called by it in every form.
 *
 * @param {SeatAnswer} seat
 * @returns {Noun}
 */
export function calledOf(seat) {
  return seat.player ? { name: nameOf(seat), forms: {}, traits: seat.traits } : seat;
}
