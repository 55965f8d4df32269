// The board of a table: the position that is on it, the turn being made, and the way through earlier turns.

import { waysOn } from "./after.js";
import { Board } from "./board.js";
import { button, byId, make } from "./dom.js";
import { showTask } from "./headline.js";
import { lengthOf } from "./motion.js";
import { hearArrows, MoveList } from "./moves.js";
import { latest } from "./net.js";
import { showNotes, speak, stepBack, tell, tellRefusal } from "./notices.js";
import { playAll } from "./sound.js";
import { say, sentences, shortened } from "./texts.js";
import { Tips } from "./tips.js";
import { TurnMaker } from "./turn.js";

/** @import { EventAnswer, Failure, HalfMessage, HintMessage, LastAnswer, PictureAnswer } from "./types.d.ts" */
/** @import { Manner } from "./notices.js" */
/** @import { Change, Sitting } from "./sitting.js" */
/** @import { Level } from "./turn.js" */
/** @import { Wire } from "./wire.js" */

/** How a game ends that a turn has ended by the rules; what such a turn did says so last. */
const BY_TURN = "board";

export class Desk {
  /**
   * @param {Sitting} sitting
   * @param {Wire} wire
   */
  constructor(sitting, wire) {
    this.sitting = sitting;
    this.wire = wire;
    this.board = new Board(byId("table-board"), {
      step: (step, only) => this.choose(step, only),
      back: () => this.turn.back(),
      canDrag: (step) => this.canDrag(step),
      take: (step) => (this.turn.taken.at(-1) === step ? null : this.turn.step(step)),
    });
    this.tips = new Tips(this.board);
    this.moves = new MoveList(byId("move-list"), (ply) => this.go(ply));
    /** @type {TurnMaker<HalfMessage>} */
    this.turn = new TurnMaker({
      ask: (taken) => this.ask(taken),
      refuse: (taken, step) => this.refuse(taken, step),
      draw: (level, fresh) => this.showHalf(level, fresh),
    });
    this.follow = latest(() => this.followWish());
    hearArrows(this.moves, () => this.turn.back());
  }

  // Words

  /**
   * @param {string} text
   * @param {Manner} [manner]
   */
  tell(text, manner) {
    tell(this.sitting.last?.game ?? "", text, manner);
  }

  /** @param {Failure} answer */
  tellFailure(answer) {
    if (answer.type === "lost") this.tell(say("page.lost.turn"), { kind: "problem" });
    else tellRefusal(this.sitting.last?.game ?? "", answer);
  }

  /** What is said when nothing special is: where somebody is in the game, or what the last turn did. */
  tellRest() {
    const { viewed, table } = this.sitting;
    if (viewed !== null) {
      const back = { class: "plain", id: "to-game", onclick: () => this.go(null) };
      const acts = button(say("page.viewing.back"), back, "last");
      const where = viewed === 0 ? "page.viewing.start" : "page.viewing";
      this.tell(say(where, { ply: viewed, of: table.ply }), { acts });
    } else if (table.last && table.ply > 0) this.tellTurn(table.last);
    else this.tell("");
  }

  /**
   * A turn. One that did very much is told in short, and at length if somebody asks. How it ended the game stands above already.
   *
   * @param {LastAnswer} last
   */
  tellTurn(last) {
    const done = this.sitting.table.result?.by === BY_TURN ? last.told.slice(0, -1) : last.told;
    const short = shortened(done);
    const said = this.sitting.toldOf(last);
    const atLength = () => this.tell(said);
    const all = button(say("page.told.all"), { class: "plain", id: "tell-all", onclick: atLength });
    const problem = (/** @type {string} */ text) => this.tell(text, { kind: "problem" });
    const on = waysOn(this.sitting.table, this.wire, problem);
    const more = [...on, short !== done && all];
    const acts = on.length ? make("div", { class: "ways-on" }, more) : more;
    this.tell(this.sitting.toldOf(last, short), { said, acts });
  }

  // A turn being made

  get canChoose() {
    const { last, viewed, isWaiting } = this.sitting;
    return Boolean(last?.can_move) && viewed === null && !isWaiting;
  }

  /** @param {string} step */
  canDrag(step) {
    return this.canChoose && this.turn.reaches(step);
  }

  /**
   * @param {string} step
   * @param {boolean} [only]
   */
  choose(step, only) {
    const { table, viewed, isWaiting } = this.sitting;
    if (isWaiting) return;
    if (viewed !== null) this.tellRest();
    else if (table.result) this.tell(table.result.told);
    else if (table.can_move) this.turn.step(step, only);
    else if (table.you.length) this.tell(say("turn.not-yours"), { kind: "problem" });
  }

  /** @param {string[]} taken */
  async ask(taken) {
    if (this.sitting.isWaiting) return null;
    const answer = await this.wire.ask({ type: "steps", at: this.sitting.table.at, taken, play: true });
    if (answer.type === "half") return answer;
    if (answer.type === "accepted") this.waitFor(answer.ply);
    else this.tellFailure(answer);
    return null;
  }

  /** @param {number} ply */
  waitFor(ply) {
    this.sitting.awaitPly(ply);
    if (this.sitting.isWaiting) this.board.next = new Set();
  }

  /**
   * @param {string[]} taken
   * @param {string} step
   */
  async refuse(taken, step) {
    const answer = await this.wire.ask({ type: "attempt", at: this.sitting.table.at, taken, step });
    if (answer.type !== "half") this.tellFailure(answer);
  }

  /**
   * @param {Level<HalfMessage>} level
   * @param {EventAnswer[]} fresh
   */
  showHalf({ half, taken, next }, fresh) {
    const { svg, notes } = half ?? this.sitting.table;
    const begun = taken.slice(half?.taken.length ?? 0);
    showNotes(notes);
    showTask(this.sitting, half?.asked);
    playAll(fresh, this.board.show(svg, Object.keys(next), fresh, begun));
    if (!taken.length) {
      this.tellRest();
      return;
    }
    const text = half?.text ? say("page.half", { turn: half.text }) : say("page.half.begun");
    this.tell(text, { kind: "half", acts: this.stepBack() });
    if (half && fresh.length) speak(sentences(half.events.map((event) => event.text)));
  }

  stepBack() {
    return stepBack(() => this.turn.back());
  }

  /** @param {HintMessage} hint */
  showHint(hint) {
    const { sitting, turn } = this;
    if (hint.at !== sitting.table.at || sitting.viewed !== null) return;
    const isBegun = turn.taken.length > 0;
    if (!isBegun) {
      turn.reset(sitting.table.next);
      this.board.show(sitting.table.svg, Object.keys(sitting.table.next), [], hint.steps);
    }
    const values = Object.entries(hint.values).map(([letter, value]) => {
      const player = sitting.seatOf(letter) ?? letter;
      return say("page.hint.value", { player, percent: Math.round(value * 100) });
    });
    const text = say("page.hint.told", { turn: hint.move, told: sentences(hint.told), values: values.join(", ") });
    this.tell(text, { kind: "half", acts: isBegun ? this.stepBack() : null });
  }

  // Looking back

  /** @param {number | null} ply null for the game itself */
  go(ply) {
    this.sitting.wanted = ply;
    if (ply === null) {
      this.sitting.viewed = null;
      this.showBoard([]);
      return;
    }
    this.showMoves();
    this.follow();
  }

  showMoves() {
    this.moves.show(this.sitting.table.moves, this.sitting.wantedPly);
  }

  async followWish() {
    const { sitting } = this;
    const ply = sitting.wanted;
    if (ply === null) return;
    const answer = await this.wire.ask({ type: "view", ply });
    if (sitting.wanted === null) return;
    if (answer.type === "picture") {
      this.showEarlier(answer);
      return;
    }
    sitting.wanted = sitting.viewed;
    this.showMoves();
    this.tellFailure(answer);
  }

  /** @param {PictureAnswer} picture */
  showEarlier(picture) {
    const isNext = picture.ply === this.sitting.shownPly + 1;
    this.sitting.viewed = picture.ply;
    this.turn.reset({});
    this.draw(picture, [], isNext ? (picture.last?.events ?? []) : []);
  }

  // What is on the board

  /**
   * Returns how long it moves, in milliseconds.
   *
   * @param {Change} change
   */
  show({ hasChanged, looksOtherwise, events }) {
    if (this.sitting.viewed !== null) {
      this.showMoves();
      if (hasChanged) this.tellRest();
    } else if (hasChanged) return this.showBoard(events);
    else if (looksOtherwise && this.turn.taken.length) this.turn.again();
    else if (looksOtherwise) this.showBoard([]);
    return 0;
  }

  /** @param {EventAnswer[]} events */
  showBoard(events) {
    const { table } = this.sitting;
    this.turn.reset(table.next);
    this.showMoves();
    return this.draw(table, Object.keys(table.next), events);
  }

  /**
   * @param {{ svg: string, notes: string[], position_url: string }} picture
   * @param {string[]} next
   * @param {EventAnswer[]} events
   */
  draw(picture, next, events) {
    const moments = this.board.show(picture.svg, next, events);
    playAll(events, moments);
    showNotes(picture.notes);
    byId("copy-position").dataset.url = picture.position_url;
    this.tellRest();
    return lengthOf(moments);
  }
}
