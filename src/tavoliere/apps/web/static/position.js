// Any position: set up by text, looked at, played on by hand, shared, or taken to a table. Nothing of it is stored.

import { Board } from "./board.js";
import { playersOf } from "./choices.js";
import { copied, furnish } from "./chrome.js";
import { GameForm, OptionFields } from "./create.js";
import { button, byId, fill, make } from "./dom.js";
import { showMarks, switchMarks } from "./marks.js";
import { hearArrows, MoveList } from "./moves.js";
import { getGames, latest, post, refusalIn } from "./net.js";
import { showAsked, showNotes, stepBack, tell, tellRefusal } from "./notices.js";
import { openRules } from "./rulebook.js";
import { play } from "./sound.js";
import { capital, ready, say, sentences } from "./texts.js";
import { Tips } from "./tips.js";
import { TurnMaker } from "./turn.js";
import { unknownWishes, wishedEnd, wishedOptions } from "./wishes.js";

/** @import { AskedPosition, Ended, EventAnswer, GameAnswer, GamesAnswer, MoveAnswer, Options, PositionAnswer } from "./types.d.ts" */
/** @import { Manner } from "./notices.js" */
/** @import { Refused } from "./net.js" */
/** @import { Level } from "./turn.js" */

/** @typedef {PositionAnswer & { isFlipped: boolean }} Shown */

class PositionPage {
  /**
   * @param {GameAnswer} game
   * @param {GamesAnswer} known
   */
  constructor(game, known) {
    this.game = game;
    this.known = known;
    /**
     * The options of the game that was set up.
     * @type {Options}
     */
    this.chosen = {};
    /** The position that was set up. */
    this.start = "";
    /**
     * How the game ended there, if the board does not show it.
     * @type {Ended | null}
     */
    this.ended = null;
    /**
     * Turns made from there.
     * @type {MoveAnswer[]}
     */
    this.line = [];
    /** How many of them somebody wants to see: the board follows as soon as the server answers. */
    this.shown = 0;
    /**
     * What is on the board.
     * @type {Shown | null}
     */
    this.answer = null;
    this.isFlipped = false;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    this.text = byId("position-text", HTMLTextAreaElement);
    const wishes = [...new URLSearchParams(location.search)].reverse();
    this.options = new OptionFields(game, Object.fromEntries(wishes));
    this.board = new Board(byId("table-board"), {
      step: (step, only) => this.choose(step, only),
      back: () => this.turn.back(),
      canDrag: (step) => Boolean(this.answer) && !this.answer?.result && this.turn.reaches(step),
      take: (step) => (this.turn.taken.at(-1) === step ? null : this.turn.step(step)),
    });
    this.tips = new Tips(this.board);
    this.moves = new MoveList(byId("move-list"), (ply) => this.go(ply));
    /** @type {TurnMaker<Shown>} */
    this.turn = new TurnMaker({
      ask: (taken) => this.askHalf(taken),
      refuse: (taken, step) => this.refuseStep(taken, step),
      draw: (level) => this.showHalf(level),
    });
    this.follow = latest(() => this.inOrder(() => this.followWish()));
    hearArrows(this.moves, () => this.turn.back());
    this.furnish();
  }

  furnish() {
    byId("game-title").textContent = this.game.title;
    byId("position-options").append(this.options.element);
    byId("position-options").hidden = this.game.options.length === 0;
    fill(
      byId("acts"),
      this.marksSwitch(),
      this.act("flip", say("page.flip"), "flip", () => this.flip()),
      this.act("rules", say("page.rules"), "book", () => openRules(this.game.name)),
      button(say("page.position.copy"), { class: "act", id: "copy-position", onclick: () => this.copy() }, "link"),
    );
    byId("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.inOrder(() => this.setUp(this.options.values()));
    });
    byId("start-text").addEventListener("click", () => {
      this.text.value = "";
      this.inOrder(() => this.setUp(this.options.values()));
    });
    byId("typed").addEventListener("submit", (event) => this.typeTurn(event));
    const playOn = byId("play-on", HTMLDetailsElement);
    playOn.addEventListener("toggle", () => playOn.open && this.offerGame(playOn));
  }

  marksSwitch() {
    const control = this.act("marks", say("page.marks"), "eye", () => {
      control.setAttribute("aria-pressed", String(switchMarks([])));
    });
    control.setAttribute("aria-pressed", String(showMarks([])));
    return control;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {string} signName
   * @param {() => void} onclick
   */
  act(name, text, signName, onclick) {
    return button(text, { class: "act", id: `act-${name}`, onclick }, signName);
  }

  // Asking

  /**
   * What changes the position is done one after the other, so that no answer overtakes another.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  inOrder(work) {
    const done = this.queue.then(work, work);
    this.queue = done;
    return done;
  }

  /** The turns up to the one that somebody wants to see. */
  played() {
    return this.line.slice(0, this.shown).map((one) => one.move);
  }

  /**
   * @param {Partial<AskedPosition>} [extra]
   * @returns {Promise<Shown>}
   */
  async asked(extra = {}) {
    const { isFlipped, game, chosen, start } = this;
    const moves = extra.moves ?? this.played();
    const ended = moves.length ? null : this.ended;
    const usual = { game: game.name, options: chosen, text: start, moves, ended, look: { flipped: isFlipped } };
    return { ...(await post("/api/positions", { ...usual, ...extra })), isFlipped };
  }

  // Words

  /**
   * @param {string} text
   * @param {Manner} [manner]
   */
  tell(text, manner) {
    tell(this.game.name, text, manner);
  }

  /** @param {unknown} error */
  tellRefusal(error) {
    const { message, clause } = refusalIn(error);
    tellRefusal(this.game.name, { text: message, clause });
  }

  tellRest() {
    this.tell(this.answer?.last ? sentences(this.answer.last.told) : "");
  }

  /** @param {string} letter */
  nameOf(letter) {
    return playersOf(this.game, this.chosen).find((one) => one.letter === letter) ?? letter;
  }

  // Showing

  /**
   * Draw what the server answered, with its text and address; events are played if a turn was added.
   *
   * @param {Shown} found
   * @param {EventAnswer[]} [events]
   */
  show(found, events = []) {
    this.showPosition(found, events);
    this.text.value = found.text;
    this.text.removeAttribute("aria-invalid");
    fill(byId("reasons"));
    history.replaceState(null, "", found.url);
  }

  /**
   * @param {Shown} found
   * @param {EventAnswer[]} [events]
   */
  showPosition(found, events = []) {
    this.answer = found;
    this.turn.reset(found.next, found);
    const [moment] = this.board.show(found.svg, Object.keys(found.next), events);
    if (events.length) play(events[0].kind, moment);
    this.moves.show(this.line, this.shown);
    showNotes(found.notes);
    showAsked(this.game.name, found.result ? { text: capital(found.result.why), rule: null } : found.asked);
    const status = found.result ? capital(found.result.told) : say("page.turn.of", { player: this.nameOf(found.turn) });
    byId("status").textContent = status;
    this.tellRest();
    byId("typed").hidden = Boolean(found.result);
    byId("play-on").hidden = Boolean(found.result);
    if (found.isFlipped !== this.isFlipped) this.turn.again();
  }

  /** The same position and the same steps, seen from the other side. */
  flip() {
    this.isFlipped = !this.isFlipped;
    if (this.answer) this.turn.again();
  }

  /** @param {number | null} ply */
  go(ply) {
    this.shown = ply ?? this.line.length;
    this.moves.show(this.line, this.shown);
    this.follow();
  }

  async followWish() {
    try {
      const found = await this.asked();
      const isNext = found.ply === (this.answer?.ply ?? NaN) + 1;
      this.show(found, isNext ? (found.last?.events ?? []) : []);
    } catch (error) {
      this.shown = this.answer?.ply ?? 0;
      this.moves.show(this.line, this.shown);
      this.tellRefusal(error);
    }
  }

  // Setting up

  /**
   * @param {Options} wishes
   * @param {{ moves: string[], ended: Ended | null }} [end] the last turn, and how the game ended
   */
  async setUp(wishes, { moves, ended } = { moves: [], ended: null }) {
    const text = this.text.value.trim();
    try {
      const found = await this.asked({ options: wishes, text, moves, ended });
      [this.chosen, this.start, this.ended] = [wishes, text, ended];
      this.line = found.last ? [{ ply: found.ply, seat: found.last.seat, move: found.last.move }] : [];
      this.shown = this.line.length;
      this.show(found);
    } catch (error) {
      this.showReasons(refusalIn(error));
    }
  }

  /** @param {Refused} refusal */
  showReasons({ key, message, reasons }) {
    if (key === "options.refused") byId("position-options", HTMLDetailsElement).open = true;
    this.text.setAttribute("aria-invalid", String(key === "position.refused"));
    const items = reasons.map((reason) => make("li", {}, reason));
    fill(byId("reasons"), make("p", {}, capital(message)), make("ul", {}, items));
  }

  /** Show what the address asks for. If that is refused, the usual start is there to play, beside the reasons. */
  async setUpFromAddress() {
    const query = new URLSearchParams(location.search);
    const { unknown, repeated } = unknownWishes(this.game.options, query);
    this.text.value = query.get("text") ?? "";
    await this.setUp(wishedOptions(this.game.options, query), wishedEnd(query));
    if (!this.answer) {
      this.showPosition(await this.asked());
      this.tell(say("page.position.instead"));
    }
    byId("reasons").prepend(
      ...unknown.map((name) => make("p", {}, say("page.position.unknown", { name, game: this.game.title }))),
      ...repeated.map((name) => make("p", {}, say("page.position.repeated", { name }))),
    );
  }

  // Turns

  /**
   * @param {string} step
   * @param {boolean} [only]
   */
  choose(step, only) {
    if (this.answer?.result) this.tell(capital(this.answer.result.told));
    else this.turn.step(step, only);
  }

  /**
   * @param {string} move
   * @param {number} [ply]
   */
  async addTurn(move, ply = this.shown) {
    const before = this.line.slice(0, ply);
    try {
      const found = await this.asked({ moves: [...before.map((one) => one.move), move] });
      const { seat = "", events = [] } = found.last ?? {};
      this.line = [...before, { ply: found.ply, seat, move: found.moves.at(-1) ?? move }];
      this.shown = this.line.length;
      this.show(found, events.slice(this.turn.events));
      return true;
    } catch (error) {
      this.tellRefusal(error);
      return false;
    }
  }

  /** @param {string[]} taken */
  async askHalf(taken) {
    const on = this.answer;
    if (!on) return null;
    try {
      const half = await this.asked({ moves: on.moves, taken });
      const { complete, move } = half;
      if (!complete || move === null) return half;
      await this.inOrder(async () => on === this.answer && this.addTurn(move, on.ply));
    } catch (error) {
      this.tellRefusal(error);
    }
    return null;
  }

  /**
   * @param {string[]} taken
   * @param {string} step
   */
  async refuseStep(taken, step) {
    try {
      await this.asked({ moves: this.answer?.moves ?? [], taken: [...taken, step] });
    } catch (error) {
      this.tellRefusal(error);
    }
  }

  /** @param {Level<Shown>} level */
  showHalf({ half, taken, next }) {
    if (!half) return;
    this.board.show(half.svg, Object.keys(next), [], taken.slice(half.taken.length));
    showNotes(half.notes);
    showAsked(this.game.name, half.asked);
    if (!taken.length) {
      this.tellRest();
      return;
    }
    const text = half.half ? say("page.half", { turn: half.half }) : say("page.half.begun");
    this.tell(text, { kind: "half", acts: stepBack(() => this.turn.back()) });
  }

  /** @param {Event} event */
  async typeTurn(event) {
    event.preventDefault();
    const input = byId("typed-turn", HTMLInputElement);
    const move = input.value.trim();
    const isMade = !move || (await this.inOrder(() => this.addTurn(move)));
    input.setAttribute("aria-invalid", String(!isMade));
    if (isMade) input.value = "";
  }

  // On from here

  async copy() {
    if (this.answer && (await copied(location.origin + this.answer.url))) this.tell(say("page.copied"));
  }

  /** @param {HTMLDetailsElement} holder */
  offerGame(holder) {
    holder.querySelector("form")?.remove();
    const from = () => ({ start: this.start, moves: this.played(), options: this.chosen });
    holder.append(new GameForm(this.game, this.known, from).element);
  }
}

await ready;
furnish();
const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
try {
  const known = await getGames();
  const game = known.games.find((one) => one.name === name);
  if (!game) throw new Error(`the server does not know ${name}, though it made this page`);
  const page = new PositionPage(game, known);
  await page.inOrder(() => page.setUpFromAddress());
} catch (error) {
  tell(name, refusalIn(error).message, { kind: "problem" });
}
