// The list of turns: to read, and to step through.

import { button, fill, make } from "./dom.js";
import { say } from "./texts.js";

export class MoveList {
  /** `go(ply)` shows the position after so many turns; null for the last one. */
  constructor(holder, go) {
    this.go = go;
    this.moves = [];
    this.shown = 0;
    this.list = make("ol", { class: "moves", tabindex: "0", "aria-label": say("page.moves") });
    this.empty = make("p", { class: "quiet small" }, say("page.moves.none"));
    const step = (name, where) => button(say(`page.moves.${name}`), { class: "plain", "data-go": name, onclick: where }, name, true);
    this.controls = make(
      "div",
      { class: "steppers", role: "group", "aria-label": say("page.moves.through") },
      step("first", () => this.go(0)),
      step("previous", () => this.by(-1)),
      step("next", () => this.by(1)),
      step("last", () => this.go(null)),
    );
    fill(holder, this.empty, this.list, this.controls);
    new ResizeObserver(() => this.keepInSight()).observe(this.list);
  }

  by(steps) {
    const ply = Math.max(0, Math.min(this.moves.length, this.shown + steps));
    if (ply !== this.shown) this.go(ply === this.moves.length ? null : ply);
  }

  item(move) {
    const chosen = button("", { class: "move", onclick: () => this.go(move.ply === this.moves.length ? null : move.ply) });
    fill(chosen, make("span", { class: "number" }, `${move.ply}.`), make("span", { class: `dot chip-${move.seat}`, "aria-hidden": "true" }), make("span", { class: "turn" }, move.move));
    const comments = (move.comments ?? []).map((comment) => make("p", { class: "comment small" }, comment));
    return make("li", { "data-ply": move.ply }, chosen, comments);
  }

  /** Show these turns, of which the position after `shown` is on the board. */
  show(moves, shown) {
    let same = 0;
    while (same < moves.length && same < this.moves.length && this.moves[same].move === moves[same].move && this.moves[same].seat === moves[same].seat) same += 1;
    while (this.list.children.length > same) this.list.lastElementChild.remove();
    this.moves = moves;
    this.list.append(...moves.slice(same).map((move) => this.item(move)));
    this.shown = shown;
    this.empty.hidden = moves.length > 0;
    this.list.hidden = moves.length === 0;
    for (const item of this.list.children) {
      const isShown = Number(item.dataset.ply) === shown;
      item.firstElementChild.toggleAttribute("aria-current", isShown);
      if (isShown) item.firstElementChild.setAttribute("aria-current", "step");
    }
    this.keepInSight();
    const [first, previous, next, last] = this.controls.children;
    first.disabled = previous.disabled = shown === 0;
    next.disabled = last.disabled = shown === moves.length;
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

/** Arrow keys step through the game wherever nothing else wants them. */
export function hearArrows(list, back = () => {}) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, dialog, [role=grid]")) return;
    if (event.key === "ArrowLeft") list.by(-1);
    else if (event.key === "ArrowRight") list.by(1);
    else if (event.key === "Home") list.go(0);
    else if (event.key === "End") list.go(null);
    else if (event.key === "Escape") back();
    else return;
    if (event.key !== "Escape") event.preventDefault();
  });
}
