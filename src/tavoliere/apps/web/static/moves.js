// The list of turns: to read, and to step through.

import { around, button, fill, make } from "./dom.js";
import { say } from "./texts.js";

/** @import { MoveAnswer } from "./types.d.ts" */

/** Where keys mean something else. */
export const ELSEWHERE = "input, textarea, select, dialog, [role=grid]";

/**
 * How many turns two lists have in common from the beginning.
 *
 * @param {MoveAnswer[]} some
 * @param {MoveAnswer[]} others
 */
export function commonTurns(some, others) {
  const most = Math.min(some.length, others.length);
  let same = 0;
  while (same < most && some[same].move === others[same].move && some[same].seat === others[same].seat) same += 1;
  return same;
}

export class MoveList {
  /**
   * @param {HTMLElement} holder
   * @param {(ply: number | null) => void} go shows the position after so many turns; null for the last one
   */
  constructor(holder, go) {
    this.go = go;
    /** @type {MoveAnswer[]} */
    this.moves = [];
    this.shown = 0;
    this.list = make("ol", { class: "moves", tabindex: "0", "aria-label": say("page.moves") });
    this.empty = make("p", { class: "quiet small none" }, say("page.moves.none"));
    this.first = this.stepper("first", () => this.go(0));
    this.previous = this.stepper("previous", () => this.by(-1));
    this.next = this.stepper("next", () => this.by(1));
    this.last = this.stepper("last", () => this.go(null));
    const naming = { class: "steppers", role: "group", "aria-label": say("page.moves.through") };
    const controls = make("div", naming, this.first, this.previous, this.next, this.last);
    fill(holder, this.empty, this.list, controls);
    new ResizeObserver(() => this.keepInSight()).observe(this.list);
  }

  /**
   * @param {string} name
   * @param {() => void} onclick
   */
  stepper(name, onclick) {
    return button(say(`page.moves.${name}`), { class: "plain", "data-go": name, onclick }, name, true);
  }

  /** @param {number} steps */
  by(steps) {
    const ply = Math.max(0, Math.min(this.moves.length, this.shown + steps));
    if (ply !== this.shown) this.goTo(ply);
  }

  /** @param {number} ply */
  goTo(ply) {
    this.go(ply === this.moves.length ? null : ply);
  }

  /** @param {MoveAnswer} move */
  item(move) {
    const chosen = button("", { class: "move", onclick: () => this.goTo(move.ply) });
    fill(
      chosen,
      make("span", { class: "number" }, `${move.ply}.`),
      make("span", { class: `dot chip-${move.seat}`, "aria-hidden": "true" }),
      make("span", { class: "turn" }, move.move),
    );
    const comments = (move.comments ?? []).map((comment) => make("p", { class: "comment small" }, comment));
    return make("li", { "data-ply": move.ply }, chosen, comments);
  }

  /**
   * Show these turns, of which the position after `shown` is on the board.
   *
   * @param {MoveAnswer[]} moves
   * @param {number} shown
   */
  show(moves, shown) {
    const same = commonTurns(moves, this.moves);
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    this.moves = moves;
    this.list.append(...moves.slice(same).map((move) => this.item(move)));
    this.shown = shown;
    this.empty.hidden = moves.length > 0;
    for (const [index, item] of [...this.list.children].entries()) {
      if (index + 1 === shown) item.firstElementChild?.setAttribute("aria-current", "step");
      else item.firstElementChild?.removeAttribute("aria-current");
    }
    this.keepInSight();
    this.first.disabled = this.previous.disabled = shown === 0;
    this.next.disabled = this.last.disabled = shown === moves.length;
  }

  keepInSight() {
    const item = this.list.querySelector("[aria-current]")?.parentElement;
    if (!item) {
      this.list.scrollTop = 0;
      return;
    }
    const top = item.offsetTop;
    if (top < this.list.scrollTop || top + item.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }
}

/**
 * Arrow keys step through the game wherever nothing else wants them.
 *
 * @param {MoveList} list
 * @param {() => void} back
 */
export function hearArrows(list, back) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => list.by(-1),
    ArrowRight: () => list.by(1),
    Home: () => list.go(0),
    End: () => list.go(null),
    Escape: back,
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!Object.hasOwn(keys, event.key) || around(event, ELSEWHERE)) return;
    keys[event.key]();
    if (event.key !== "Escape") event.preventDefault();
  });
}
