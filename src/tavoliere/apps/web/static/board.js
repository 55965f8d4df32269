// The board as something to act on. It inserts pictures, hears clicks, drags and keys, and hands on steps. It knows no rules.

import { around } from "./dom.js";
import { animate } from "./motion.js";

/** @import { EventAnswer } from "./types.d.ts" */

const DRAG_FROM = 6;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Who acts: `step` gets what was chosen, whether allowed or not, and with `only` begins no other turn; `back` takes a step back;
 * `canDrag` says whether a hand may pick something up, and `take` hears when one does.
 *
 * @typedef {object} Acting
 * @property {(step: string, only?: boolean) => unknown} step
 * @property {() => unknown} back
 * @property {(step: string) => boolean} canDrag
 * @property {(step: string) => Promise<void> | null} take
 */

/**
 * @typedef {object} Drag
 * @property {string} step
 * @property {Element} drawn
 * @property {number} x
 * @property {number} y
 * @property {number} pointer
 * @property {SVGSVGElement | null} ghost
 * @property {Promise<void> | null} taken
 */

/** @typedef {HTMLElement | SVGElement} Place */

/** @param {Place} place */
function stepOf(place) {
  return place.dataset.step ?? "";
}

export class Board {
  /**
   * @param {HTMLElement} holder
   * @param {Acting} act
   */
  constructor(holder, act) {
    this.holder = holder;
    this.act = act;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Set<string>} */
    this.next = new Set();
    /** @type {Set<string>} */
    this.selected = new Set();
    this.markup = "";
    this.focused = "";
    /** @type {Drag | null} */
    this.drag = null;
    this.justDragged = false;
    holder.addEventListener("click", (event) => this.clicked(event));
    holder.addEventListener("keydown", (event) => this.pressed(event));
    holder.addEventListener("focusin", (event) => this.entered(event));
    // A click leaves the focus alone, so that the arrow keys go on stepping through the game.
    holder.addEventListener("mousedown", (event) => event.preventDefault());
    holder.addEventListener("pointerdown", (event) => this.pointerDown(event));
    addEventListener("pointermove", (event) => this.pointerMove(event));
    addEventListener("pointerup", (event) => this.pointerUp(event));
    addEventListener("pointercancel", () => this.dragEnds());
    addEventListener("keydown", (event) => event.key === "Escape" && this.drag?.ghost && this.putBack(event), true);
  }

  /**
   * Show a picture with the steps that can be taken and those that were, and play events on it. A picture that is there
   * already is only marked anew. Returns the moments of the events.
   *
   * @param {string} markup
   * @param {Iterable<string>} [next]
   * @param {EventAnswer[]} [events]
   * @param {Iterable<string>} [selected]
   */
  show(markup, next = [], events = [], selected = []) {
    [this.next, this.selected] = [new Set(next), new Set(selected)];
    const old = this.svg;
    const isNew = markup !== this.markup;
    const hadFocus = this.holder.contains(document.activeElement);
    if (isNew) this.insert(markup);
    if (!this.svg) return [];
    this.holder.dataset.interactive = String(this.next.size > 0);
    this.holder.dataset.shown = String(Number(this.holder.dataset.shown ?? 0) + 1);
    this.makeReachable();
    if (isNew && hadFocus) this.elementOf(this.focused)?.focus({ preventScroll: true });
    return animate(this.svg, old, events);
  }

  /** @param {string} markup */
  insert(markup) {
    const holder = document.createElement("template");
    holder.innerHTML = markup;
    this.markup = markup;
    this.svg = holder.content.querySelector("svg");
    if (!this.svg) return;
    const box = this.svg.viewBox.baseVal;
    document.body.style.setProperty("--ratio", String(box.width / box.height));
    // A finger on something that can be dragged takes it up; anywhere else on the board it moves the page. The picture
    // hears it and not the holder, for a finger stays with the picture that it came down on, even when that is gone.
    this.svg.addEventListener("touchmove", (event) => this.touchMove(event), { passive: false });
    this.holder.replaceChildren(this.svg);
  }

  /** @returns {Place[]} everything that stands for a step */
  steps() {
    return [...(this.svg?.querySelectorAll("[data-step]") ?? [])].filter((one) => one instanceof SVGElement);
  }

  /** The steps that the keyboard reaches: squares, and whatever else can be chosen now. */
  places() {
    return this.steps().filter((one) => one.classList.contains("tv-cell") || this.next.has(stepOf(one)));
  }

  /**
   * @param {string} step
   * @returns {Place | null}
   */
  elementOf(step) {
    return (step && this.svg?.querySelector(`[data-step="${CSS.escape(step)}"]`)) || null;
  }

  makeReachable() {
    for (const one of this.steps()) this.markReachable(one, this.next.has(stepOf(one)));
    const places = this.places();
    const isStop = /** @param {Place} one */ (one) => stepOf(one) === this.focused;
    const stop = places.find(isStop) ?? places.find((one) => this.next.has(stepOf(one))) ?? places[0];
    if (!stop) return;
    this.focused = stepOf(stop);
    stop.setAttribute("tabindex", "0");
  }

  /**
   * @param {Place} one
   * @param {boolean} canBe
   */
  markReachable(one, canBe) {
    one.setAttribute("tabindex", "-1");
    one.classList.toggle("tv-target", canBe);
    one.classList.toggle("tv-selected", this.selected.has(stepOf(one)));
    if (one.getAttribute("role") === "gridcell") {
      one.setAttribute("aria-selected", String(this.selected.has(stepOf(one))));
      return;
    }
    one.setAttribute("aria-disabled", String(!canBe));
    // Sides that cannot be chosen would drown the squares in a reader's list.
    if (!one.classList.contains("tv-edge")) return;
    if (canBe) one.removeAttribute("aria-hidden");
    else one.setAttribute("aria-hidden", "true");
  }

  /** @param {Event} event */
  entered(event) {
    const place = around(event, "[data-step]");
    if (!place || stepOf(place) === this.focused) return;
    this.elementOf(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = stepOf(place);
    place.setAttribute("tabindex", "0");
  }

  // Keys

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = around(event, "[data-step]");
    if (!place) return;
    if (event.key in ARROWS) this.moveFocus(place, ...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.act.step(stepOf(place));
    else if (event.key === "Escape" || event.key === "Backspace") this.act.back();
    else if (event.key.toLowerCase() === "n") this.nextTarget(event.shiftKey ? -1 : 1);
    else if (event.key === "Home") this.edgeOfRow(place, -1);
    else if (event.key === "End") this.edgeOfRow(place, 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {Place} one
   * @returns {[x: number, y: number]}
   */
  centre(one) {
    // Squares and sides are drawn around their own origin, which is exact where boxes of drawn things are not.
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /**
   * @param {Place} from
   * @param {number} dx
   * @param {number} dy
   */
  moveFocus(from, dx, dy) {
    const [x, y] = this.centre(from);
    /** @type {Place | null} */
    let best = null;
    let least = Infinity;
    for (const one of this.places()) {
      if (one === from) continue;
      const [cx, cy] = this.centre(one);
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      const isFlat = one.classList.contains("tv-cell") || one.classList.contains("tv-edge");
      if (along < 3 || (isFlat && across > along + 1)) continue;
      const distance = along + across * 2.2;
      if (distance < least) [best, least] = [one, distance];
    }
    best?.focus({ preventScroll: false });
  }

  /**
   * @param {Place} from
   * @param {number} side
   */
  edgeOfRow(from, side) {
    const [x, y] = this.centre(from);
    const cells = this.places().filter((one) => one.classList.contains("tv-cell"));
    const row = cells.filter((one) => Math.abs(this.centre(one)[1] - y) < 6);
    const furthest = row.sort((one, other) => side * (this.centre(other)[0] - this.centre(one)[0]))[0];
    if (furthest && Math.abs(this.centre(furthest)[0] - x) > 2) furthest.focus();
  }

  /** @param {number} by */
  nextTarget(by) {
    const targets = this.places().filter((one) => this.next.has(stepOf(one)));
    if (!targets.length) return;
    const at = targets.findIndex((one) => stepOf(one) === this.focused);
    const to = at < 0 ? (by > 0 ? 0 : targets.length - 1) : (at + by + targets.length) % targets.length;
    targets[to].focus();
  }

  // Clicks and drags

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.justDragged) {
      this.justDragged = false;
      return;
    }
    const place = this.at(event);
    if (place) this.act.step(stepOf(place));
  }

  /**
   * What a click or a hand means: what it is on, or what is below a barrier.
   *
   * @param {MouseEvent} event
   */
  at(event) {
    return around(event, "[data-step]") ?? this.under(event);
  }

  /** @param {TouchEvent} event */
  touchMove(event) {
    if (this.drag && event.touches.length === 1 && event.cancelable) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    this.justDragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.matches("input, textarea")) active.blur();
    const place = this.at(event);
    if (!place || !this.act.canDrag(stepOf(place))) return;
    const drawn = this.drawnAt(place);
    if (!drawn) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    this.drag = { step: stepOf(place), drawn, x, y, pointer, ghost: null, taken: null };
  }

  /**
   * What stands on a square, or lies in a tray, if it can be taken up.
   *
   * @param {Place} place
   * @returns {Element | null}
   */
  drawnAt(place) {
    if (place.classList.contains("tv-tray")) return place.querySelector("use");
    if (!place.classList.contains("tv-cell") || !this.svg) return null;
    const square = stepOf(place).replace(/^cell:/, "");
    return this.svg.querySelector(`.tv-stack[data-square="${CSS.escape(square)}"]`);
  }

  /** @param {PointerEvent} event */
  pointerMove(event) {
    const drag = this.drag;
    if (!drag || !this.svg || event.pointerId !== drag.pointer) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      drag.ghost = this.ghost(this.svg, drag.drawn);
      drag.taken = this.act.take(drag.step);
      this.holder.classList.add("dragging");
    }
    this.moveGhost(drag.ghost, event);
    event.preventDefault();
  }

  /**
   * @param {SVGSVGElement} picture
   * @param {Element} drawn
   */
  ghost(picture, drawn) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
    const width = 130;
    svg.setAttribute("viewBox", `${-width / 2} ${-width / 2} ${width} ${width}`);
    svg.setAttribute("class", "tv ghost");
    svg.setAttribute("aria-hidden", "true");
    const copy = /** @type {Element} */ (drawn.cloneNode(true));
    for (const one of [copy, ...copy.querySelectorAll("[id]")]) one.removeAttribute("id");
    for (const name of ["transform", "x", "y"]) copy.removeAttribute(name);
    svg.append(copy);
    svg.style.width = `${width * scale}px`;
    svg.style.height = `${width * scale}px`;
    document.body.append(svg);
    return svg;
  }

  /**
   * @param {SVGSVGElement} ghost
   * @param {PointerEvent} event
   */
  moveGhost(ghost, event) {
    ghost.style.transform = `translate(calc(${event.clientX}px - 50%), calc(${event.clientY}px - 50%))`;
    const under = this.under(event);
    for (const one of this.svg?.querySelectorAll(".tv-over") ?? []) one.classList.remove("tv-over", "tv-focus");
    if (under && this.next.has(stepOf(under))) under.classList.add("tv-over", "tv-focus");
  }

  /**
   * @param {MouseEvent} event
   * @returns {Place | null}
   */
  under(event) {
    const there = document.elementsFromPoint(event.clientX, event.clientY);
    return there.map((one) => /** @type {Place | null} */ (one.closest("[data-step]"))).find(Boolean) ?? null;
  }

  /** @param {PointerEvent} event */
  async pointerUp(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const wasDragging = drag.ghost !== null;
    const step = wasDragging ? this.under(event)?.dataset.step : null;
    this.dragEnds();
    if (!wasDragging) return;
    this.justDragged = true;
    setTimeout(() => {
      this.justDragged = false;
    }, 50);
    await drag.taken;
    if (step && step !== drag.step) this.act.step(step, true);
    else if (!step) this.act.back();
  }

  /**
   * Escape in the middle of a drag: the piece is where it was, and letting go of it means nothing more.
   *
   * @param {Event} event
   */
  putBack(event) {
    event.preventDefault();
    event.stopPropagation();
    this.dragEnds();
    this.justDragged = true;
    this.act.back();
  }

  dragEnds() {
    this.drag?.ghost?.remove();
    this.drag = null;
    this.holder.classList.remove("dragging");
  }
}
