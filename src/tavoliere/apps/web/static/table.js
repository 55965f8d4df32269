// A table: everything that is shown comes from the server's last `table` message; everything that is done goes back as steps.

import { Acts } from "./acts.js";
import { noteResult } from "./career.js";
import { furnish } from "./chrome.js";
import { Desk } from "./desk.js";
import { showCompiling, showConnection, showStatus, showThinking } from "./headline.js";
import { speak } from "./notices.js";
import { tellTurn } from "./notify.js";
import { goToRematch, showOffers } from "./offers.js";
import { hearImpatience, Pace, readingTime, tableAt } from "./pace.js";
import { Seats } from "./seats.js";
import { Share } from "./share.js";
import { Sitting } from "./sitting.js";
import { play } from "./sound.js";
import { addTokens, chosenSide, fairnessOf, invitesOf, noteFairness, noteTable, tokensOf } from "./store.js";
import { mayBeStrangers, withoutNames } from "./strangers.js";
import { ready, shortened } from "./texts.js";
import { Wire } from "./wire.js";

/** @import { HeardMessage, TableAnswer } from "./types.d.ts" */
/** @import { Change } from "./sitting.js" */
/** @import { State } from "./wire.js" */

/**
 * Tokens come in the fragment, which no server sees; they leave the address at once.
 *
 * @param {string} id
 */
function takeTokens(id) {
  const found = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (found === null) return;
  addTokens(id, found.split(",").filter(Boolean));
  history.replaceState(null, "", location.pathname + location.search);
}

/** The page of a table: it hands what is heard to the parts that show it. */
class TablePage {
  /**
   * @param {Sitting} sitting
   * @param {Wire} wire
   */
  constructor(sitting, wire) {
    this.sitting = sitting;
    this.wire = wire;
    this.desk = new Desk(sitting, wire);
    this.seats = new Seats(sitting, wire, this.desk);
    this.acts = new Acts(sitting, wire, this.desk, this.seats);
    this.share = new Share(sitting, this.desk);
    this.pace = new Pace({
      show: (message, isQuick) => this.showTable(message, isQuick),
      between: (before, message) => this.turnsBetween(before, message),
    });
    hearImpatience(this.pace, this.desk.board.holder);
  }

  /**
   * @param {HeardMessage} message
   * @param {boolean} isAnswer whether somebody asked for it, and gets it anyway
   */
  hear(message, isAnswer) {
    if (message.type === "table") this.hearTable(message);
    else if (message.type === "refused" && !isAnswer) this.desk.tellFailure(message);
    else if (message.type === "thinking" || message.type === "hint") this.noteThinking(message);
    else if (message.type === "said") this.tellNews(message.text);
    else if (message.type === "status") showCompiling(message.compiling);
    else if (message.type === "bye") speak(message.text);
    else if (message.type === "presence" && this.sitting.last) {
      this.sitting.notePresence(message, this.pace.waiting);
      this.seats.show();
      this.share.show();
    }
  }

  /** @param {Extract<HeardMessage, { type: "thinking" | "hint" }>} message a hint is the end of thinking about it */
  noteThinking(message) {
    this.sitting.thinking = message.type === "thinking" ? message : null;
    if (this.sitting.last) showThinking(this.sitting);
  }

  /** @param {string} text */
  tellNews(text) {
    speak(text);
    // The words about a half-made turn stay, for the way back stands beside them.
    if (!this.desk.turn.taken.length) this.desk.tell(text);
  }

  /** @param {State} state */
  hearState(state) {
    if (state.name === "lost") {
      this.sitting.thinking = null;
      this.sitting.isWaiting = false;
      if (this.sitting.last) showThinking(this.sitting);
    }
    showConnection(state, () => this.wire.again());
  }

  /** @param {TableAnswer} message the clocks are set at once, and the rest is shown when it is its turn */
  hearTable(message) {
    message.listed ||= this.sitting.last?.listed ?? false;
    if (mayBeStrangers(message)) message.seats = withoutNames(message.seats, invitesOf(message.table));
    this.seats.clocks.set(message.clock);
    this.pace.take(message);
  }

  /**
   * The turns that a message does not tell because another one came after them.
   *
   * @param {TableAnswer} before
   * @param {TableAnswer} message
   */
  async turnsBetween(before, message) {
    /** @type {TableAnswer[]} */
    const found = [];
    for (let ply = before.ply + 1; ply < message.ply; ply += 1) {
      const answer = await this.wire.ask({ type: "view", ply });
      if (answer.type !== "picture") return [];
      found.push(tableAt(before, message, answer));
    }
    return found;
  }

  /**
   * Show a table. Returns for how many milliseconds nothing else may be shown.
   *
   * @param {TableAnswer} message
   * @param {boolean} isQuick nothing moves
   */
  showTable(message, isQuick) {
    const { sitting, desk } = this;
    const found = sitting.take(message, desk.turn.events);
    const change = isQuick ? { ...found, events: [] } : found;
    this.speakNews(change);
    const moving = desk.show(change);
    if (!change.before) this.seats.bringName();
    showStatus(sitting);
    this.seats.show();
    showOffers(sitting, this.wire);
    this.acts.show();
    this.share.show();
    showCompiling(message.status.compiling);
    noteTable(sitting.id, message.title, message.result?.text ?? "");
    this.noteLevel(message);
    if (change.before && !change.before.can_move && message.can_move) this.tellMine(message);
    goToRematch(sitting, change.before);
    return moving + this.readingTime(change);
  }

  /** @param {TableAnswer} message somebody who looks elsewhere is told whose turn it is */
  tellMine({ table, title, last }) {
    tellTurn(table, title, last ? this.sitting.toldOf(last, shortened(last.told)) : "");
  }

  /** @param {TableAnswer} message a rematch counts if the game before it did */
  noteLevel(message) {
    const { table, previous } = message;
    if (previous && fairnessOf(previous).counts) noteFairness(table, { counts: true });
    if (message.result) noteResult(message, fairnessOf(table));
  }

  /** @param {Change} change somebody else's turn is to be read; nobody waits for a page that is not seen */
  readingTime({ isNext }) {
    const { last, you } = this.sitting.table;
    if (!last || !isNext || you.includes(last.seat) || document.hidden) return 0;
    return readingTime(this.sitting.toldOf(last, shortened(last.told)), this.pace.newest ?? this.sitting.table);
  }

  /** @param {Change} change */
  speakNews({ before, isNext }) {
    const { last, result } = this.sitting.table;
    if (isNext && last?.told.length) speak(this.sitting.toldOf(last));
    if (!before || before.result || !result) return;
    speak(result.told);
    play("ended", 400);
  }
}

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
takeTokens(id);
const sitting = new Sitting(id, chosenSide(id));

// Opening the connection needs no words, so it does not wait for them: what is heard before they are there is kept.
/** @type {((page: TablePage) => void)[]} */
const early = [];
/** @type {(act: (page: TablePage) => void) => void} */
let whenReady = (act) => early.push(act);
const wire = new Wire(id, {
  hello: () => ({
    tokens: tokensOf(id),
    look: { flipped: sitting.flipped },
    language: document.documentElement.lang,
  }),
  heard: (message, isAnswer) => whenReady((page) => page.hear(message, isAnswer)),
  state: (state) => whenReady((page) => page.hearState(state)),
});

await ready;
furnish();
const page = new TablePage(sitting, wire);
whenReady = (act) => act(page);
for (const act of early) act(page);
