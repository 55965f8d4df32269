// One puzzle: a task like those of lessons, whose end is noted with a rating, and whose solution can be asked for.

import { button, byId } from "./dom.js";
import { LessonView } from "./lesson.js";
import { askPuzzle, refusalIn } from "./net.js";
import { tell } from "./notices.js";
import { play } from "./sound.js";
import { say } from "./texts.js";

/** @import { AskedPuzzle, PuzzleSummaryAnswer, VerdictAnswer } from "./types.d.ts" */
/** @import { Ways } from "./lesson.js" */
/** @import { Solved } from "./solved.js" */

/** Puzzles are not gone on with in the middle: nothing is kept of a turn that was accepted. */
const FORGETFUL = /** @type {import("./progress.js").Progress} */ (
  /** @type {unknown} */ ({ at: null, stand: () => {}, finish: () => {} })
);

export class PuzzleView extends LessonView {
  /**
   * @param {string} game
   * @param {Solved} solved
   * @param {Ways} ways
   */
  constructor(game, solved, ways) {
    super(game, FORGETFUL, ways);
    this.solved = solved;
    /** @type {PuzzleSummaryAnswer | null} */
    this.puzzle = null;
  }

  /**
   * @param {PuzzleSummaryAnswer} puzzle
   * @param {string} title of the game
   */
  openPuzzle(puzzle, title) {
    this.puzzle = puzzle;
    const lesson = { id: "puzzle", title: "", about: "", tasks: [puzzle.id], guided: false };
    return this.open(lesson, puzzle.id, say("page.puzzles.next"), title);
  }

  /**
   * @override
   * @param {Partial<AskedPuzzle>} extra
   */
  asked({ taken = [], solution = false }) {
    return askPuzzle(this.game, { puzzle: this.task, accepted: this.accepted, taken, solution });
  }

  /**
   * @override
   * @param {VerdictAnswer} verdict
   */
  judge(verdict) {
    if (verdict.kind === "missed" && this.puzzle) this.solved.note(this.puzzle, false);
    super.judge(verdict);
  }

  /** @override */
  finish() {
    play("ended");
    if (this.puzzle) this.solved.note(this.puzzle, true);
  }

  /**
   * @override
   * @param {"" | "done" | "missed"} [end]
   */
  showActs(end = "") {
    super.showActs(end);
    if (end === "done") return;
    const asking = { id: "solution", class: "plain", onclick: () => this.reveal() };
    byId("lesson-acts").append(button(say("page.puzzles.show"), asking, "eye"));
  }

  /** Whoever asks for the solution has not found it. */
  async reveal() {
    try {
      const answer = await this.asked({ solution: true });
      if (this.puzzle) this.solved.note(this.puzzle, false);
      tell(this.game, answer.comments.join(" "), { kind: "half" });
    } catch (error) {
      tell(this.game, refusalIn(error).message, { kind: "problem" });
    }
  }
}
