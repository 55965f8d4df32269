// A study to read and to step through: the main line, and the variations below the turns whose place they take.

import { around, button, fill, make } from "./dom.js";
import { ELSEWHERE } from "./moves.js";
import { lineFrom, ROOT, rowsOf, turnOf } from "./study.js";
import { say } from "./texts.js";

/** @import { Row, Study } from "./study.js" */

export class Branches {
  /**
   * @param {HTMLElement} holder
   * @param {(id: number) => void} go shows the position after a turn
   */
  constructor(holder, go) {
    this.go = go;
    /** @type {Study | null} */
    this.study = null;
    this.at = ROOT;
    /**
     * What a review says about turns.
     * @type {Map<number, string>}
     */
    this.grades = new Map();
    this.list = make("div", { class: "branches", tabindex: "0", role: "group", "aria-label": say("page.moves") });
    this.empty = make("p", { class: "quiet small none" }, say("page.moves.none"));
    this.first = this.stepper("first", () => this.toStart());
    this.previous = this.stepper("previous", () => this.back());
    this.next = this.stepper("next", () => this.forward());
    this.last = this.stepper("last", () => this.toEnd());
    const naming = { class: "steppers", role: "group", "aria-label": say("page.moves.through") };
    fill(holder, this.empty, this.list, make("div", naming, this.first, this.previous, this.next, this.last));
  }

  /**
   * @param {string} name
   * @param {() => void} onclick
   */
  stepper(name, onclick) {
    return button(say(`page.moves.${name}`), { class: "plain", "data-go": name, onclick }, name, true);
  }

  // Stepping

  /** @param {number | undefined} id */
  goTo(id) {
    if (id !== undefined && id !== this.at) this.go(id);
  }

  toStart() {
    this.goTo(ROOT);
  }

  back() {
    if (this.study && this.at !== ROOT) this.goTo(turnOf(this.study, this.at).parent);
  }

  forward() {
    if (this.study) this.goTo(turnOf(this.study, this.at).children[0]);
  }

  toEnd() {
    if (this.study) this.goTo(lineFrom(this.study, this.at).at(-1)?.id);
  }

  /**
   * To the next of the turns that could stand in the same place.
   *
   * @param {number} by
   */
  beside(by) {
    if (!this.study || this.at === ROOT) return;
    const siblings = turnOf(this.study, turnOf(this.study, this.at).parent).children;
    this.goTo(siblings[siblings.indexOf(this.at) + by]);
  }

  // Showing

  /**
   * @param {Study} study
   * @param {number} at
   */
  show(study, at) {
    const isOther = study !== this.study;
    [this.study, this.at] = [study, at];
    if (isOther) this.draw(study);
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.querySelector(`[data-id="${at}"] > .move`)?.setAttribute("aria-current", "step");
    this.keepInSight();
    this.first.disabled = this.previous.disabled = at === ROOT;
    this.next.disabled = this.last.disabled = turnOf(study, at).children.length === 0;
  }

  /** @param {Map<number, string>} grades */
  setGrades(grades) {
    this.grades = grades;
    for (const item of this.list.querySelectorAll("[data-id]")) this.mark(item, Number(item.getAttribute("data-id")));
  }

  /**
   * @param {Element} item
   * @param {number} id
   */
  mark(item, id) {
    const grade = this.grades.get(id);
    const chosen = item.querySelector(":scope > .move");
    if (!grade || !chosen) return;
    chosen.setAttribute("data-grade", grade);
    chosen.setAttribute("title", say(`page.review.${grade}`));
  }

  /** @param {Study} study */
  draw(study) {
    const { comment } = turnOf(study, ROOT);
    const rows = rowsOf(study);
    this.empty.hidden = rows.length > 0;
    fill(this.list, comment && make("p", { class: "comment small" }, comment), rows.length > 0 && this.line(rows, 0));
  }

  /**
   * @param {Row[]} rows
   * @param {number} depth
   */
  line(rows, depth) {
    const items = rows.map((row) => this.item(row, depth));
    return make("ol", { class: depth ? "branch" : "branch main" }, items);
  }

  /**
   * @param {Row} row
   * @param {number} depth
   * @returns {HTMLLIElement}
   */
  item({ turn, number, variations }, depth) {
    const chosen = button("", { class: "move", onclick: () => this.goTo(turn.id) });
    fill(
      chosen,
      make("span", { class: "number" }, `${number}.`),
      make("span", { class: `dot chip-${turn.seat}`, "aria-hidden": "true" }),
      make("span", { class: "turn" }, turn.move),
      turn.mark && make("span", { class: "mark", "data-mark": turn.mark }, turn.mark),
    );
    const comment = turn.comment && make("p", { class: "comment small" }, turn.comment);
    const lines = variations.map((rows) => this.line(rows, depth + 1));
    const item = make("li", { "data-id": turn.id }, chosen, comment, lines);
    this.mark(item, turn.id);
    return item;
  }

  keepInSight() {
    const chosen = this.list.querySelector("[aria-current]");
    if (!(chosen instanceof HTMLElement)) {
      this.list.scrollTop = 0;
      return;
    }
    const top = chosen.getBoundingClientRect().top - this.list.getBoundingClientRect().top + this.list.scrollTop;
    const isAbove = top < this.list.scrollTop;
    if (isAbove || top + chosen.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }
}

/**
 * Keys step through the study wherever nothing else wants them, and take edits back.
 *
 * @param {Branches} branches
 * @param {{ back: () => void, undo: () => void, redo: () => void }} acts
 */
export function hearKeys(branches, { back, undo, redo }) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => branches.back(),
    ArrowRight: () => branches.forward(),
    ArrowUp: () => branches.beside(-1),
    ArrowDown: () => branches.beside(1),
    Home: () => branches.toStart(),
    End: () => branches.toEnd(),
    Escape: back,
  };
  /** @param {KeyboardEvent} event */
  const wanted = (event) => {
    if (!event.ctrlKey && !event.metaKey) return Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (event.key.toLowerCase() !== "z") return null;
    return event.shiftKey ? redo : undo;
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || around(event, ELSEWHERE)) return;
    const act = wanted(event);
    act?.();
    if (act && event.key !== "Escape") event.preventDefault();
  });
}
