// The puzzles of a game: by rating near one's own, by theme, or the one of the day. The address says which is open.

import { furnish } from "./chrome.js";
import { button, byId, fill, make } from "./dom.js";
import { getPuzzles, refusalIn } from "./net.js";
import { PuzzleView } from "./puzzle.js";
import { nearest, Solved } from "./solved.js";
import { numberText, ready, say } from "./texts.js";

/** @import { PuzzlesAnswer, PuzzleSummaryAnswer } from "./types.d.ts" */

const ANY = "";

class Club {
  /** @param {PuzzlesAnswer} known */
  constructor(known) {
    this.known = known;
    this.solved = new Solved(known.game);
    /** The place of the theme that was chosen, as the choice holds it. */
    this.theme = ANY;
    /** Puzzles that were left: they come again when the page is loaded anew. */
    this.left = new Set();
    /** @type {PuzzleSummaryAnswer | null} */
    this.open = null;
    this.view = new PuzzleView(known.game, this.solved, {
      next: () => this.onwards(),
      previous: () => this.go(""),
      go: (to) => this.go(to),
    });
    addEventListener("hashchange", () => this.follow());
    byId("to-course").addEventListener("click", (event) => {
      event.preventDefault();
      this.go("");
    });
    this.offerThemes();
  }

  /** @param {string} to */
  go(to) {
    history.pushState(null, "", to ? `#${to}` : location.pathname);
    this.follow();
  }

  /** Show what the address asks for. */
  follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    const puzzle = this.known.puzzles.find((one) => one.id === id);
    if (puzzle) this.showPuzzle(puzzle);
    else this.showList(id ? say("page.puzzles.unknown") : "");
  }

  // Which puzzles

  /** Those about the theme that was chosen. */
  chosen() {
    if (this.theme === ANY) return this.known.puzzles;
    return this.known.puzzles.filter(({ themes }) => themes.includes(Number(this.theme)));
  }

  /** The next one for whoever solves them. */
  next() {
    const passed = new Set([...this.solved.notes.solved, ...this.left]);
    return nearest(this.chosen(), this.solved.rating, passed);
  }

  onwards() {
    if (this.open) this.left.add(this.open.id);
    this.go(this.next()?.id ?? "");
  }

  // The list

  offerThemes() {
    const choice = byId("theme-choice", HTMLSelectElement);
    const any = make("option", { value: ANY }, say("page.puzzles.anything"));
    fill(choice, any, ...this.known.themes.map(({ text }, place) => make("option", { value: String(place) }, text)));
    choice.addEventListener("change", () => {
      this.theme = choice.value;
      this.showList();
    });
  }

  /** @param {string} [problem] */
  showList(problem = "") {
    document.body.className = "at-lessons";
    byId("lesson").hidden = true;
    byId("course").hidden = false;
    const troubles = this.solved.trouble ? say(`page.puzzles.${this.solved.trouble}`) : "";
    fill(byId("trouble"), problem || troubles);
    const { game, puzzles, title } = this.known;
    const solved = puzzles.filter(({ id }) => this.solved.isSolved(id)).length;
    const standing = { rating: numberText(this.solved.rating, 1), solved, all: puzzles.length };
    byId("rating").textContent = say("page.puzzles.rating", standing);
    fill(byId("course-acts"), this.beginning());
    fill(byId("puzzle-list"), this.byLevel());
    fill(
      byId("course-links"),
      make("a", { href: `/rules/${game}` }, say("page.rules.of", { game: title })),
      make("a", { href: "/" }, say("page.error.back")),
    );
    document.title = say("page.puzzles.of", { game: title });
  }

  beginning() {
    const next = this.next();
    const toNext = { class: "primary", id: "begin", onclick: () => this.go(next?.id ?? "") };
    const toDay = { id: "day", onclick: () => this.go(this.known.day) };
    const hasBegun = this.solved.notes.solved.length + this.solved.notes.failed.length > 0;
    const anew = { class: "plain", id: "anew", onclick: () => this.anew() };
    return [
      next ? button(say("page.puzzles.near"), toNext, "next") : make("p", {}, say("page.puzzles.finished")),
      button(say("page.puzzles.day"), toDay),
      hasBegun && button(say("page.puzzles.again"), anew, "again"),
    ];
  }

  anew() {
    this.solved.forget();
    this.left.clear();
    this.showList();
    byId("begin").focus();
  }

  /** The puzzles that were chosen, in a row for each level. */
  byLevel() {
    const chosen = this.chosen();
    const levels = [...new Set(chosen.map(({ level }) => level))].sort((one, other) => one - other);
    return levels.map((level) => {
      const here = chosen.filter((puzzle) => puzzle.level === level);
      const heading = make("h2", { id: `level-${level}` }, this.levelText(level));
      const list = make("ul", { "aria-labelledby": `level-${level}` }, ...here.map((one) => this.item(one)));
      return make("section", { class: "rated" }, heading, list);
    });
  }

  /** @param {number} level */
  levelText(level) {
    return level > this.known.levels
      ? say("page.puzzles.beyond", { level: this.known.levels })
      : say("page.puzzles.level", { level });
  }

  /** @param {PuzzleSummaryAnswer} puzzle */
  item(puzzle) {
    const state = this.solved.isSolved(puzzle.id) ? "solved" : this.solved.hasFailed(puzzle.id) ? "failed" : "";
    const number = this.known.puzzles.indexOf(puzzle) + 1;
    const told = [this.kindText(puzzle), state && say(`page.puzzles.${state}`)].filter(Boolean).join(", ");
    const naming = `${say("page.puzzles.title", { id: number })}: ${told}`;
    return make("li", {}, make("a", { href: `#${puzzle.id}`, class: state, "aria-label": naming }, String(number)));
  }

  /** @param {PuzzleSummaryAnswer} puzzle */
  kindText({ kind, players }) {
    const kinds = { win: say("page.puzzles.win"), hold: say("page.puzzles.hold") };
    return players > 2 ? `${kinds[kind]}, ${say("page.puzzles.players", { players })}` : kinds[kind];
  }

  // A puzzle

  /** @param {PuzzleSummaryAnswer} puzzle */
  showPuzzle(puzzle) {
    document.body.className = "at-lesson";
    fill(byId("trouble"));
    byId("course").hidden = true;
    byId("lesson").hidden = false;
    this.open = puzzle;
    const title = `${say("page.puzzles.title", { id: this.known.puzzles.indexOf(puzzle) + 1 })}`;
    byId("lesson-title").textContent = title;
    byId("task-number").textContent = `${this.kindText(puzzle)} · ${this.levelText(puzzle.level)}`;
    document.title = `${title} · ${say("page.puzzles.of", { game: this.known.title })}`;
    this.view.openPuzzle(puzzle, this.known.title);
  }
}

await ready;
furnish();
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
try {
  new Club(await getPuzzles(game)).follow();
} catch (error) {
  fill(byId("trouble"), refusalIn(error).message);
}
