// What a square, a barrier or a tray is called and what it is about, beside it: under a mouse that rests, a long press, and with
// the keyboard's focus. Whoever clicks on a place knows it, and wants to see what is around it: it says nothing more until the mouse
// has been elsewhere.
// While somebody points at a square, what a turn there would change is marked too.

import { around, fill, make } from "./dom.js";
import { areShown } from "./marks.js";
import { capital } from "./texts.js";

/** @import { Board } from "./board.js" */

const REST = 450;
const PRESS = 500;
const SPECIAL = "[data-step], .tv-tray, .tv-barrier";

/** @typedef {HTMLElement | SVGElement} Place */

/** @param {Place | null} place what stays the same when the board is drawn anew */
const nameOf = (place) => place?.dataset.step ?? place?.getAttribute("aria-label") ?? "";

export class Tips {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.element = make("div", { id: "tip", class: "tip", role: "tooltip", hidden: true });
    document.body.append(this.element);
    /** @type {Place | null} */
    this.place = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.wasPressed = false;
    /** @type {string | null} */
    this.clickedOn = null;
    const { holder } = board;
    holder.addEventListener("pointerover", (event) => this.over(event));
    holder.addEventListener("pointerleave", () => this.left());
    holder.addEventListener("pointerdown", (event) => this.down(event));
    holder.addEventListener("pointermove", (event) => event.pointerType !== "mouse" && this.moved(event));
    holder.addEventListener("contextmenu", (event) => this.wasPressed && event.preventDefault());
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => clearTimeout(this.timer));
    holder.addEventListener("click", (event) => this.clicked(event), true);
    holder.addEventListener("focusin", (event) => this.focused(event));
    holder.addEventListener("focusout", () => this.away());
    addEventListener("scroll", () => this.hide(), { passive: true });
    addEventListener("keydown", (event) => event.key === "Escape" && this.hide(), true);
    this.x = this.y = 0;
  }

  /** @param {PointerEvent} event */
  over(event) {
    if (event.pointerType !== "mouse") return;
    const place = around(event, SPECIAL);
    if (place === this.place) return;
    this.away();
    this.place = place;
    if (place && nameOf(place) === this.clickedOn) return;
    this.clickedOn = null;
    if (!place || event.buttons) return;
    this.preview(place);
    this.timer = setTimeout(() => this.show(place), REST);
  }

  left() {
    this.clickedOn = null;
    this.away();
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.away();
    this.wasPressed = false;
    [this.x, this.y] = [event.clientX, event.clientY];
    const place = around(event, SPECIAL);
    if (event.pointerType === "mouse") {
      this.clickedOn = nameOf(place);
      return;
    }
    if (!place) return;
    this.timer = setTimeout(() => {
      this.wasPressed = this.show(place);
      this.preview(place);
    }, PRESS);
  }

  /** @param {PointerEvent} event a finger that moves drags or scrolls */
  moved(event) {
    if (Math.hypot(event.clientX - this.x, event.clientY - this.y) > 8) clearTimeout(this.timer);
  }

  /** @param {Event} event after a long press, letting go chooses nothing */
  clicked(event) {
    if (!this.wasPressed) return;
    this.wasPressed = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {Event} event */
  focused(event) {
    const place = around(event, SPECIAL);
    if (!place?.matches(":focus-visible")) return;
    this.away();
    this.place = place;
    this.preview(place);
    if (this.show(place)) place.setAttribute("aria-describedby", "tip");
  }

  away() {
    clearTimeout(this.timer);
    this.place = null;
    this.hide();
    for (const one of this.board.holder.querySelectorAll(".tv-preview")) one.classList.remove("tv-preview");
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {Place} place what a turn there would change, if that turn can be the one being made */
  preview(place) {
    const { preview } = place.dataset;
    const after = place.dataset.after ?? place.closest("[data-after]")?.getAttribute("data-after");
    const { selected, next } = this.board;
    if (!preview || !(next.size > 0) || (selected.size > 0 && after && !selected.has(after))) return;
    for (const square of preview.split(" ")) this.board.elementOf(`cell:${square}`)?.classList.add("tv-preview");
  }

  /**
   * Show what there is to say; false if it is nothing.
   *
   * @param {Place} place
   */
  show(place) {
    const thing = this.barrierOn(place) ?? place;
    const told = this.told(thing);
    if (!told.length || !place.isConnected) return false;
    const name = make("strong", {}, capital(thing.getAttribute("aria-label") ?? ""));
    fill(
      this.element,
      name,
      told.map((text) => make("span", {}, capital(text))),
    );
    this.element.hidden = false;
    this.put(place);
    return true;
  }

  /** @param {Place} place @returns {Place | null} what stands on a side */
  barrierOn(place) {
    const side = place.classList.contains("tv-edge") ? (place.dataset.step ?? "") : "";
    return (side && this.board.svg?.querySelector(`.tv-barrier[data-edge="${CSS.escape(side)}"]`)) || null;
  }

  /** @param {Place} place */
  told(place) {
    const { aid, fact, kind } = place.dataset;
    const kinds = new Set([kind, ...this.piecesOn(place)]);
    const meanings = [...kinds].map((one) => (one ? this.meaning(one) : null));
    return [fact, areShown() ? aid : null, ...meanings].filter((text) => typeof text === "string");
  }

  /** @param {Place} place @returns {string[]} what stands on a square */
  piecesOn(place) {
    const square = (place.dataset.step ?? "").replace(/^cell:/, "");
    const drawn = this.board.svg?.querySelectorAll(`[data-square="${CSS.escape(square)}"] .tv-piece`) ?? [];
    return [...drawn].map((one) => one.getAttribute("data-kind") ?? "");
  }

  /** @param {string} kind */
  meaning(kind) {
    return this.board.svg?.querySelector(`.tv-meanings [data-kind="${CSS.escape(kind)}"]`)?.textContent ?? null;
  }

  /** @param {Place} place above it if there is room, else below; nothing leaves the screen */
  put(place) {
    const at = place.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const left = Math.max(4, Math.min(innerWidth - own.width - 4, at.left + at.width / 2 - own.width / 2));
    const above = at.top - own.height - 6;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${above >= 4 ? above : Math.min(innerHeight - own.height - 4, at.bottom + 6)}px`;
  }
}
