// One task of a lesson, or a guided game: the board, the turn being made, and what the server says about it.

import { Board } from "./board.js";
import { button, byId, chip, fill, make } from "./dom.js";
import { isCalm, lengthOf } from "./motion.js";
import { askLesson, refusalIn } from "./net.js";
import { keepBoardUncovered, ruleLink, showNotes, tell, tellRefusal } from "./notices.js";
import { play, playAll } from "./sound.js";
import { capital, say } from "./texts.js";
import { Tips } from "./tips.js";
import { TurnMaker } from "./turn.js";

/** @import { LessonAnswer, LessonSummaryAnswer, ReplyAnswer, RuleAnswer, VerdictAnswer } from "./types.d.ts" */
/** @import { Progress } from "./progress.js" */
/** @import { Level } from "./turn.js" */

/**
 * Where somebody can go from a task.
 *
 * @typedef {object} Ways
 * @property {(isDone: boolean) => void} next
 * @property {() => void} previous
 * @property {(to: string) => void} go
 */

const PAUSE = 500;

export class LessonView {
  /**
   * @param {string} game
   * @param {Progress} progress
   * @param {Ways} ways
   */
  constructor(game, progress, ways) {
    this.game = game;
    this.progress = progress;
    this.ways = ways;
    /** @type {LessonSummaryAnswer | null} */
    this.lesson = null;
    this.task = "";
    /**
     * Turns that were accepted, or all turns of a guided game.
     * @type {string[]}
     */
    this.accepted = [];
    /**
     * What is on the board.
     * @type {LessonAnswer | null}
     */
    this.answer = null;
    /** Counts what was opened, so that an answer that comes late is not shown. */
    this.opened = 0;
    this.nextText = "";
    this.title = "";
    this.isOver = false;
    this.isWaiting = false;
    this.board = new Board(byId("table-board"), {
      step: (step, only) => this.choose(step, only),
      back: () => this.turn.back(),
      canDrag: (step) => !this.isOver && !this.isWaiting && this.turn.reaches(step),
      take: (step) => (this.turn.taken.at(-1) === step ? null : this.turn.step(step)),
    });
    this.tips = new Tips(this.board);
    keepBoardUncovered();
    addEventListener("resize", () => this.makeRoom());
    /** @type {TurnMaker<LessonAnswer>} */
    this.turn = new TurnMaker({
      ask: (taken) => this.ask(taken),
      refuse: (taken, step) => this.refuse(taken, step),
      draw: (level) => this.showHalf(level),
    });
  }

  /**
   * @param {LessonSummaryAnswer} lesson
   * @param {string} task
   * @param {string} nextText what stands on the button for going on
   * @param {string} title of the game
   */
  async open(lesson, task, nextText, title) {
    [this.lesson, this.task, this.nextText, this.title] = [lesson, task, nextText, title];
    delete byId("lesson").dataset.task;
    const { at } = this.progress;
    const isResumed = at !== null && at.lesson === lesson.id && at.task === task;
    this.accepted = isResumed ? at.accepted : [];
    await this.begin();
    this.makeRoom();
    byId("lesson-title").focus({ preventScroll: true });
    byId("lesson").scrollIntoView({ block: "start" });
  }

  /** Show where the task stands. If the turns that were kept do not fit it any more, it begins again. */
  async begin() {
    const mine = ++this.opened;
    this.isOver = false;
    try {
      const answer = await this.asked({});
      if (mine === this.opened) await this.show(answer);
    } catch (error) {
      const { key, message } = refusalIn(error);
      if (mine !== this.opened) return;
      if (key === "lesson.astray" && this.accepted.length) {
        this.accepted = [];
        await this.begin();
      }
      tell(this.game, message, { kind: "problem" });
    }
  }

  /** The task from its beginning. */
  again() {
    this.accepted = [];
    return this.begin();
  }

  /** @param {{ taken?: string[], answer?: boolean }} extra */
  asked(extra) {
    const { lesson, task, accepted } = this;
    return askLesson(this.game, { lesson: lesson?.id ?? "", task: lesson?.guided ? "" : task, accepted, ...extra });
  }

  // Showing

  /** @param {LessonAnswer} answer */
  async show(answer) {
    this.answer = answer;
    this.accepted = answer.accepted;
    this.progress.stand({ lesson: this.lesson?.id ?? "", task: this.task, accepted: this.accepted });
    this.turn.reset(answer.next, answer);
    this.showWords(answer);
    const moments = this.draw(answer);
    this.showActs();
    byId("lesson").dataset.task = `${this.lesson?.id}/${this.task}`;
    if (answer.verdict) this.judge(answer.verdict);
    else if (answer.comments.length) tell(this.game, answer.comments.join(" "));
    else tell(this.game, "");
    if (answer.reply) await this.showReply(answer, answer.reply, lengthOf(moments));
  }

  /**
   * @param {LessonAnswer} answer
   */
  showWords(answer) {
    if (answer.verdict && !this.lesson?.guided) return;
    if (answer.text || !this.lesson?.guided) byId("say").textContent = answer.text;
    fill(byId("side"), chip(answer.you), answer.side);
    this.showAsked(answer);
  }

  /** On a phone the board takes the room that the words of the task leave, and stays where it is until the next task. */
  makeRoom() {
    const { style } = document.body;
    style.setProperty("--coach", "0px");
    const coach = byId("coach").offsetHeight;
    style.setProperty("--coach", `${coach}px`);
    style.setProperty("--words", `${coach + byId("notes").offsetHeight}px`);
  }

  /** @param {{ asks: string, rule: RuleAnswer | null }} answer what is to be done, with the rule if there is no other choice */
  showAsked({ asks, rule }) {
    fill(byId("do"), asks, rule && [" ", ruleLink(this.game, rule)]);
    byId("do").hidden = !asks;
  }

  /** @param {LessonAnswer | ReplyAnswer} shown */
  draw(shown) {
    this.board.holder.classList.toggle("pointing", "points" in shown && shown.points);
    const moments = this.board.show(shown.svg, Object.keys(shown.next), shown.events);
    playAll(shown.events, moments);
    showNotes(shown.notes);
    return moments;
  }

  /**
   * The other side answers after a moment, so that both turns can be followed.
   *
   * @param {LessonAnswer} answer
   * @param {ReplyAnswer} reply
   * @param {number} after milliseconds
   */
  async showReply(answer, reply, after) {
    const mine = this.opened;
    if (!isCalm()) await new Promise((done) => setTimeout(done, after + PAUSE));
    if (mine !== this.opened) return;
    this.answer = { ...answer, ...reply, reply: null };
    this.turn.reset(reply.next, this.answer);
    this.showAsked(this.isOver ? { asks: "", rule: null } : reply);
    this.draw(reply);
    if (this.isOver) return;
    const before = answer.verdict ? [answer.verdict.text] : answer.comments;
    tell(this.game, [...before, reply.text].join(" "), { kind: "half" });
  }

  /** @param {VerdictAnswer} verdict */
  judge({ kind, text, clause }) {
    if (kind === "refused") {
      tellRefusal(this.game, { text, clause });
      return;
    }
    this.isOver = kind !== "on";
    const heading = { done: say("page.learn.done"), on: "", missed: say("page.learn.missed") }[kind];
    const told = [heading, capital(text)].filter(Boolean).join(" ");
    tell(this.game, told, { kind: kind === "missed" ? "problem" : "done" });
    if (kind === "done") this.finish();
    if (kind !== "on") this.showActs(kind);
  }

  finish() {
    play("ended");
    this.progress.finish(this.lesson?.id ?? "", this.task);
    this.progress.stand({ lesson: this.lesson?.id ?? "", task: this.task, accepted: [] });
  }

  // Buttons

  /** @param {"" | "done" | "missed"} [end] how the task has ended, if it has */
  showActs(end = "") {
    const isGuided = this.lesson?.guided;
    const onNext = () => this.ways.next(end === "done");
    const next = button(
      end === "done" ? this.nextText : say("page.learn.skip"),
      { id: "next", onclick: onNext },
      "next",
    );
    const retry = { id: "retry", class: "primary", onclick: () => this.again() };
    const again = end && (end === "missed" || isGuided) && button(this.againText(), retry, "again");
    const hint =
      !end && !isGuided && button(say("page.learn.hint"), { id: "hint", onclick: () => this.hint() }, "hint");
    const onBack = () => this.ways.previous();
    const back = button(say("page.learn.previous"), { id: "previous", class: "plain", onclick: onBack }, "previous");
    if (end === "done" && !isGuided) next.classList.add("primary");
    const away = { class: "act", href: `/#title-${this.game}`, id: "play-now" };
    const own = end && isGuided && make("a", away, say("page.learn.play", { game: this.title }));
    fill(byId("lesson-acts"), back, hint, again, isGuided ? own : next);
    const onwards = end === "done" && !isGuided ? next : again;
    if (!onwards) return;
    onwards.focus({ preventScroll: true });
    byId("lesson").scrollIntoView({ block: "end" });
  }

  againText() {
    return say(this.lesson?.guided ? "page.learn.once-more" : "page.learn.try");
  }

  hint() {
    if (this.answer) tell(this.game, this.answer.hint, { kind: "half" });
  }

  // Turns

  /**
   * @param {string} step
   * @param {boolean} [only]
   */
  choose(step, only) {
    if (this.isWaiting) return;
    if (!this.isOver) this.turn.step(step, only);
    else if (!this.lesson?.guided && byId("lesson-acts").querySelector("#retry")) this.again();
  }

  /** @param {string[]} taken */
  async ask(taken) {
    const mine = this.opened;
    try {
      const answer = await this.asked({ taken, answer: false });
      if (mine !== this.opened) return null;
      const isMade = answer.verdict !== null || answer.accepted.length > this.accepted.length;
      if (!isMade) return answer;
      await this.show(answer);
      if (this.lesson?.guided && !this.isOver) await this.hear(answer, mine);
    } catch (error) {
      this.tellRefusal(error);
    }
    return null;
  }

  /**
   * What the opponent of a guided game answers; meanwhile nothing can be done on the board.
   *
   * @param {LessonAnswer} made
   * @param {number} mine
   */
  async hear(made, mine) {
    this.isWaiting = true;
    tell(this.game, [...made.comments, say("page.learn.thinks")].join(" "));
    try {
      const answer = await this.asked({});
      if (mine === this.opened) await this.show({ ...answer, comments: [...made.comments, ...answer.comments] });
    } finally {
      this.isWaiting = false;
    }
  }

  /**
   * @param {string[]} taken
   * @param {string} step
   */
  async refuse(taken, step) {
    try {
      await this.asked({ taken: [...taken, step] });
    } catch (error) {
      this.tellRefusal(error);
    }
  }

  /** @param {unknown} error */
  tellRefusal(error) {
    const { message, clause } = refusalIn(error);
    tellRefusal(this.game, { text: message, clause });
  }

  /** @param {Level<LessonAnswer>} level */
  showHalf({ half, taken, next }) {
    if (!half) return;
    this.board.holder.classList.toggle("pointing", half.points);
    this.board.show(half.svg, Object.keys(next), [], taken.slice(half.taken.length));
    showNotes(half.notes);
    if (this.lesson?.guided) this.showAsked(half);
    const text = half.step || (half.half ? say("page.half", { turn: half.half }) : "");
    tell(this.game, taken.length ? text : "", { kind: "half" });
  }
}
