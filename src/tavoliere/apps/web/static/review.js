// The review of a finished game beside its board: how far it has come, the chances, the grades, and the turns on which it turned.

import { drawLines } from "./arrows.js";
import { chart } from "./chart.js";
import { copied } from "./chrome.js";
import { button, byId, fill, make, sign } from "./dom.js";
import { follow, Refused, refusalIn, tryAgain } from "./net.js";
import { ROOT, turnOf } from "./study.js";
import { capital, say } from "./texts.js";
import { percent } from "./thoughts.js";

/** @import { Analysis } from "./analyse.js" */
/** @import { ReviewAnswer, ReviewTurnAnswer } from "./types.d.ts" */

const LOOK = 1200;

export class ReviewPanel {
  /**
   * @param {Analysis} page
   * @param {string} table
   */
  constructor(page, table) {
    this.page = page;
    this.table = table;
    this.holder = byId("review");
    this.holder.hidden = false;
    /** @type {ReviewTurnAnswer[]} */
    this.turns = [];
    /** @type {ReviewAnswer | null} */
    this.last = null;
    /** @type {AbortController | null} */
    this.listening = null;
    /**
     * The turn whose place somebody tries to fill better.
     * @type {ReviewTurnAnswer | null}
     */
    this.task = null;
    /** Whether it stopped because the page was hidden, and not because somebody left it. */
    this.isResting = false;
    this.begin = button(say("page.review.begin"), {
      class: "primary",
      id: "review-begin",
      onclick: () => this.start(),
    });
    this.told = make("div", { class: "review-told", id: "review-told", role: "status" });
    this.body = make("div", { class: "review-body" });
    fill(this.holder, make("h2", {}, say("page.review.title")), this.begin, this.told, this.body);
    document.addEventListener("visibilitychange", () => this.rest());
    addEventListener("pagehide", () => this.pause());
  }

  /** Follow the review from where it stands; every event brings what is new. */
  async start() {
    const mine = new AbortController();
    this.listening = mine;
    this.isResting = false;
    this.begin.hidden = true;
    this.turns = [];
    try {
      const path = /** @type {const} */ (`/api/tables/${encodeURIComponent(this.table)}/review`);
      await follow(path, {}, mine.signal, (answer) => this.listening === mine && this.hear(answer));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fill(this.told, make("p", { class: "problem" }, capital(error.message)));
      this.begin.hidden = false;
    }
    if (this.listening === mine) this.listening = null;
  }

  /** While the page is hidden nothing is graded; who looks again need not ask again. */
  rest() {
    if (document.hidden && this.listening) {
      this.pause();
      this.isResting = true;
    } else if (!document.hidden && this.isResting) {
      this.start();
    }
  }

  /** Nobody looks: the server may rest, and goes on from here when somebody asks again. */
  pause() {
    this.listening?.abort();
    this.listening = null;
    const isWhole = this.last?.whole ?? false;
    this.begin.hidden = isWhole;
    if (this.last && !isWhole) fill(this.begin, say("page.review.on"));
  }

  /** @param {ReviewAnswer} answer */
  hear(answer) {
    this.turns.push(...answer.turns);
    this.last = answer;
    this.show(answer);
  }

  // Showing

  /** @param {ReviewAnswer} answer */
  show(answer) {
    this.page.branches.setGrades(this.grades());
    if (this.task) return;
    fill(this.told, answer.whole ? null : this.progress(answer));
    const held = { first: answer.first, turns: this.turns, of: answer.of, points: answer.turning_points };
    fill(
      this.body,
      this.turns.length > 0 && chart(held, say("page.review.chart"), (number) => this.go(number)),
      this.accuracies(answer),
      answer.whole && this.points(answer),
      answer.whole && this.files(),
    );
  }

  /** @param {ReviewAnswer} answer */
  progress({ done, of, waiting, compiling }) {
    const text = compiling
      ? say("opponent.compiling")
      : waiting > 1
        ? say("page.think.waiting", { place: waiting })
        : say("page.review.progress", { done, of });
    return [make("p", { class: "small" }, text), make("progress", { max: of, value: done, "aria-label": text })];
  }

  /**
   * A column for each player, so that four of them fit beside the board and on a phone.
   *
   * @param {ReviewAnswer} answer
   */
  accuracies({ totals }) {
    const letters = Object.keys(totals);
    const heads = letters.map((letter) => {
      const player = this.page.nameOf(letter);
      const dot = make("span", { class: `dot chip-${letter}`, "aria-hidden": "true" });
      return make("th", { scope: "col" }, dot, " ", typeof player === "string" ? player : player.name);
    });
    /** @type {(name: string, cells: string[]) => HTMLTableRowElement} */
    const row = (name, cells) => {
      const values = cells.map((cell) => make("td", {}, cell));
      return make("tr", { "data-grade": name }, make("th", { scope: "row" }, say(`page.review.${name}`)), values);
    };
    const accuracies = letters
      .map((letter) => totals[letter].accuracy)
      .map((one) => (one === null ? "" : percent(one)));
    const grades = Object.keys(totals[letters[0]]?.grades ?? {});
    const counts = grades.map((grade) =>
      row(
        grade,
        letters.map((letter) => String(totals[letter].grades[grade] ?? 0)),
      ),
    );
    return make(
      "table",
      { class: "grades small" },
      make("tr", {}, make("td", {}), heads),
      row("accuracy", accuracies),
      counts,
    );
  }

  /** @param {ReviewAnswer} answer */
  points({ turning_points }) {
    const found = this.turns.filter((turn) => turning_points.includes(turn.number));
    if (!found.length) return make("p", {}, say("page.review.none"));
    const items = found.map((turn) => {
      const text = `${turn.number}. ${turn.move} – ${say(`page.review.${turn.grade}`)}, ${this.change(turn)}`;
      return make(
        "li",
        { "data-grade": turn.grade },
        button(text, { class: "plain point", onclick: () => this.showPoint(turn) }),
      );
    });
    return [make("h3", {}, say("page.review.points")), make("ol", { class: "points" }, items)];
  }

  files() {
    const href = `/api/tables/${encodeURIComponent(this.table)}/review/record`;
    const naming = { class: "act", id: "review-record", href, download: true };
    const share = { class: "act", id: "review-share", onclick: () => this.share() };
    return make(
      "div",
      { class: "acts" },
      make("a", naming, sign("save"), make("span", {}, say("page.review.record"))),
      button(say("page.review.share"), share, "link"),
    );
  }

  async share() {
    const query = new URLSearchParams({ table: this.table, review: "" });
    const url = `/analyse/${encodeURIComponent(this.page.game.name)}?${query}`;
    if (await copied(location.origin + url)) this.page.tell(say("page.copied"));
  }

  /** @param {ReviewTurnAnswer} turn */
  change({ before, after, proven, proven_after }) {
    const from = proven === "win" ? say("page.think.win") : percent(before);
    const to = proven_after ? say(`page.think.${proven_after}`) : percent(after);
    return say("page.review.change", { from, to });
  }

  // Turns

  /** The turns of the game, as they stand in the study: somebody may have promoted another line meanwhile. */
  line() {
    const { study } = this.page;
    const found = [];
    let at = ROOT;
    for (const turn of this.turns) {
      const next = turnOf(study, at).children.find((id) => turnOf(study, id).move === turn.move);
      if (next === undefined) break;
      found.push(next);
      at = next;
    }
    return found;
  }

  grades() {
    return new Map(this.line().map((id, place) => [id, this.turns[place].grade]));
  }

  /** @param {number} number 0 for the first position */
  go(number) {
    const id = number ? this.line()[number - 1] : ROOT;
    if (id !== undefined) this.page.go(id);
  }

  /** On a phone the board is far above what was chosen here. */
  lookAtBoard() {
    const board = byId("board-part");
    const { top, bottom } = board.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) board.scrollIntoView({ block: "start" });
  }

  /**
   * What was played and what was better, on the board at once; then the line that proves it.
   *
   * @param {ReviewTurnAnswer} turn
   */
  async showPoint(turn) {
    this.task = null;
    const reasons = turn.reasons.map((reason) => make("p", {}, `${capital(reason)}.`));
    const head = say("page.review.point", {
      number: turn.number,
      move: turn.move,
      better: turn.better,
      change: this.change(turn),
    });
    const acts = [
      button(say("page.review.better"), {
        class: "plain",
        id: "show-better",
        onclick: () => this.walk(turn, turn.line),
      }),
      button(say("page.review.played"), { class: "plain", id: "show-played", onclick: () => this.walkPlayed(turn) }),
      button(say("page.review.try"), { class: "plain", id: "try-again", onclick: () => this.tryAgain(turn) }),
    ];
    fill(this.told, make("p", {}, head), reasons, make("div", { class: "review-acts" }, acts));
    this.go(turn.number - 1);
    const token = this.page.walking;
    this.lookAtBoard();
    await this.page.settled();
    if (token !== this.page.walking) return;
    drawLines(this.page.board.svg, [turn.better_steps, turn.steps]);
    setTimeout(() => token === this.page.walking && this.walk(turn, turn.line), LOOK);
  }

  /**
   * @param {ReviewTurnAnswer} turn
   * @param {{ move: string, seat: string }[]} line
   */
  walk(turn, line) {
    this.go(turn.number - 1);
    this.lookAtBoard();
    this.page.walk(line);
  }

  /** @param {ReviewTurnAnswer} turn */
  walkPlayed(turn) {
    this.walk(turn, [{ move: turn.move, seat: turn.seat }, ...turn.reply]);
  }

  /** @param {ReviewTurnAnswer} turn */
  tryAgain(turn) {
    this.task = turn;
    this.go(turn.number - 1);
    this.lookAtBoard();
    const show = button(say("page.review.show"), { class: "plain", onclick: () => this.showPoint(turn) });
    fill(
      this.told,
      make("p", { id: "try-told" }, say("page.review.task", { player: this.page.nameOf(turn.seat) })),
      show,
    );
  }

  /**
   * Somebody has made a turn; if it was a try, say what it is worth.
   *
   * @param {number} from after which turn of the study
   * @param {string} move
   */
  async judge(from, move) {
    const turn = this.task;
    const before = turn && (turn.number > 1 ? this.line()[turn.number - 2] : ROOT);
    if (!turn || before !== from) return;
    byId("try-told").textContent = say("page.review.judging");
    try {
      const { grade, after } = await tryAgain(this.table, { number: turn.number, move });
      if (this.task !== turn) return;
      const isRight = grade === "best" || grade === "good";
      const key = isRight ? "page.review.right" : "page.review.wrong";
      byId("try-told").textContent = say(key, { move, grade: say(`page.review.${grade}`), percent: percent(after) });
    } catch (error) {
      byId("try-told").textContent = capital(refusalIn(error).message);
    }
  }
}
