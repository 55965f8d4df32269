// A position in front of somebody that belongs to no table: it is asked for, drawn, and turns are made in it. What becomes of the
// turns is the business of the page.

import { Board } from "./board.js";
import { playersOf } from "./choices.js";
import { button, byId } from "./dom.js";
import { hearLegend, openLegend } from "./legend.js";
import { showMarks, switchMarks } from "./marks.js";
import { post, refusalIn } from "./net.js";
import { showAsked, showNotes, stepBack, tell, tellRefusal } from "./notices.js";
import { openRules } from "./rulebook.js";
import { play } from "./sound.js";
import { capital, say, sentences, shortened } from "./texts.js";
import { Tips } from "./tips.js";
import { TurnMaker } from "./turn.js";

/** @import { AskedPosition, Ended, EventAnswer, GameAnswer, Options, PositionAnswer } from "./types.d.ts" */
/** @import { Manner } from "./notices.js" */
/** @import { Level } from "./turn.js" */

/** @typedef {PositionAnswer & { isFlipped: boolean }} Shown */

export class Spot {
  /** @param {GameAnswer} game */
  constructor(game) {
    this.game = game;
    /**
     * What is on the board.
     * @type {Shown | null}
     */
    this.answer = null;
    this.isFlipped = false;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    this.board = new Board(byId("table-board"), {
      step: (step, only) => this.choose(step, only),
      back: () => this.back(),
      canDrag: (step) => Boolean(this.answer) && !this.answer?.result && this.turn.reaches(step),
      take: (step) => (this.turn.taken.at(-1) === step ? null : this.turn.step(step)),
    });
    this.tips = new Tips(this.board);
    /** @type {TurnMaker<Shown>} */
    this.turn = new TurnMaker({
      ask: (taken) => this.askHalf(taken),
      refuse: (taken, step) => this.refuseStep(taken, step),
      draw: (level) => this.showHalf(level),
    });
  }

  // What a page says about itself

  /**
   * The position that is looked at: where it began, and the turns from there.
   *
   * @returns {{ options: Options, text: string, moves: string[], ended: Ended | null }}
   */
  place() {
    return { options: {}, text: "", moves: [], ended: null };
  }

  /**
   * A whole turn from the position after so many turns; false if it is refused.
   *
   * @param {string} _move
   * @param {number} [_ply]
   * @returns {Promise<boolean>}
   */
  async addTurn(_move, _ply) {
    return false;
  }

  /**
   * What stands around a position that is being shown.
   *
   * @param {Shown} _found
   */
  showAround(_found) {}

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

  /**
   * @param {Partial<AskedPosition>} [extra]
   * @returns {Promise<Shown>}
   */
  async asked(extra = {}) {
    const { isFlipped, game } = this;
    const usual = { game: game.name, ...this.place(), look: { flipped: isFlipped } };
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
    const { message, clause, reasons } = refusalIn(error);
    tellRefusal(this.game.name, { text: message, clause, reasons });
  }

  /** What the last turn did; in short if that is much, and at length if somebody asks. */
  tellRest() {
    const told = this.answer?.last?.told ?? [];
    const [short, said] = [shortened(told), sentences(told)];
    const all = { class: "plain", id: "tell-all", onclick: () => this.tell(said) };
    this.tell(sentences(short), { said, acts: short !== told && button(say("page.told.all"), all) });
  }

  /** @param {string} letter */
  nameOf(letter) {
    return playersOf(this.game, this.place().options).find((one) => one.letter === letter) ?? letter;
  }

  // Showing

  /**
   * Draw what the server answered; events are played if a turn was added.
   *
   * @param {Shown} found
   * @param {EventAnswer[]} [events]
   */
  showPosition(found, events = []) {
    this.answer = found;
    this.turn.reset(found.next, found);
    const [moment] = this.board.show(found.svg, Object.keys(found.next), events);
    if (events.length) play(events[0].kind, moment);
    showNotes(found.notes);
    showAsked(this.game.name, found.result ? { text: capital(found.result.why), rule: null } : found.asked);
    const status = found.result ? capital(found.result.told) : say("page.turn.of", { player: this.nameOf(found.turn) });
    byId("status").textContent = status;
    this.tellRest();
    byId("typed").hidden = Boolean(found.result);
    byId("play-on").hidden = Boolean(found.result);
    this.showAround(found);
    if (found.isFlipped !== this.isFlipped) this.turn.again();
  }

  /** The same position and the same steps, seen from the other side. */
  flip() {
    this.isFlipped = !this.isFlipped;
    if (this.answer) this.turn.again();
  }

  /** The buttons that every such page has. */
  usualActs() {
    hearLegend(() => this.game.name);
    return [
      this.marksSwitch(),
      this.act("legend", say("page.legend"), "help", () => openLegend(this.game.name)),
      this.act("flip", say("page.flip"), "flip", () => this.flip()),
      this.act("rules", say("page.rules"), "book", () => openRules(this.game.name)),
    ];
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

  // Turns

  /**
   * @param {string} step
   * @param {boolean} [only]
   */
  choose(step, only) {
    if (this.answer?.result) this.tell(capital(this.answer.result.told));
    else this.turn.step(step, only);
  }

  back() {
    this.turn.back();
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
}
