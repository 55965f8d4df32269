// Setting a position up by hand: something is chosen, and put on squares. The server draws, and says why it is no position yet.

import { button, byId, fill, make } from "./dom.js";
import { latest, post } from "./net.js";
import { BETWEEN, ERASER, emptied, laid, setupOf, withValue } from "./setup.js";
import { capital, say } from "./texts.js";

/** @import { FieldAnswer, PaletteAnswer, SetupAnswer } from "./types.d.ts" */
/** @import { PositionPage } from "./position.js" */
/** @import { Setup } from "./setup.js" */

export class ByHand {
  /** @param {PositionPage} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.tool = ERASER;
    /** @type {PaletteAnswer | null} */
    this.palette = null;
    /**
     * Everything that was put down so far, the last of it at the end.
     * @type {Setup[]}
     */
    this.states = [];
    /** @type {SetupAnswer | null} */
    this.answer = null;
    this.holder = byId("by-hand");
    this.tools = make("div", { class: "tools", role: "group", "aria-label": say("page.hand.tools") });
    this.fields = make("div", { class: "hand-fields" });
    this.told = make("div", { class: "hand-told", id: "hand-told", role: "status" });
    this.takeBack = page.act("hand-undo", say("page.study.undo"), "undo", () => this.undo());
    this.done = button(say("page.hand.done"), { class: "primary", id: "hand-done", onclick: () => this.use() });
    const away = button(say("page.cancel"), { class: "plain", id: "hand-cancel", onclick: () => this.leave() });
    const empty = page.act("hand-empty", say("page.hand.empty"), "close", () => this.change(emptied));
    const help = make("p", { class: "quiet small" }, say("page.hand.help"));
    const acts = make("div", { class: "acts" }, this.takeBack, empty, this.done, away);
    fill(this.holder, help, this.tools, this.told, this.fields, acts);
    this.follow = latest(() => page.inOrder(() => this.ask()));
  }

  get setup() {
    return this.states[this.states.length - 1];
  }

  // In and out

  /** Begin with the position that is on the board. */
  async begin() {
    const { game, chosen, answer, isFlipped } = this.page;
    try {
      const asked = { game: game.name, options: chosen, text: answer?.text ?? "", look: { flipped: isFlipped } };
      const found = await post("/api/setups", asked);
      this.palette = found.palette;
      this.states = [setupOf(found)];
      this.tool = found.palette?.pieces[0]?.letter ?? ERASER;
      this.turnOn(true);
      this.show(found);
    } catch (error) {
      this.page.tellRefusal(error);
    }
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.holder.hidden = !isOn;
    document.body.classList.toggle("is-by-hand", isOn);
    if (!isOn) return;
    this.page.answer = null;
    this.page.tell("");
    byId("status").textContent = say("page.hand");
  }

  /** What was put together is the position to play from now on. */
  use() {
    if (!this.answer?.url) return;
    this.turnOn(false);
    this.page.inOrder(() => this.page.setUp(this.page.chosen));
  }

  /** Back to what was on the board before. */
  leave() {
    this.turnOn(false);
    this.page.follow();
  }

  // Changing

  /** @param {string} step */
  choose(step) {
    const { palette } = this;
    if (palette) this.change((setup) => laid(setup, step, this.tool, palette));
  }

  /** @param {(setup: Setup) => Setup} how */
  change(how) {
    const made = how(this.setup);
    if (made === this.setup) return;
    this.states.push(made);
    this.follow();
  }

  undo() {
    if (this.states.length < 2) return;
    this.states.pop();
    this.follow();
  }

  async ask() {
    const { game, chosen, isFlipped } = this.page;
    if (!this.isOn) return;
    try {
      this.show(
        await post("/api/setups", {
          game: game.name,
          options: chosen,
          made: this.setup,
          look: { flipped: isFlipped },
        }),
      );
    } catch (error) {
      this.page.tellRefusal(error);
    }
  }

  // Showing

  /** @param {SetupAnswer} found */
  show(found) {
    if (!this.isOn) return;
    this.answer = found;
    this.page.text.value = found.text;
    this.page.board.show(found.svg, []);
    this.showTools();
    fill(this.fields, this.palette?.fields.map((field) => this.field(field)) ?? []);
    this.showReasons(found);
  }

  showTools() {
    const { palette } = this;
    if (!palette) return;
    const pieces = palette.pieces.map(({ letter, name, svg }) => this.choice(letter, name, svg));
    const between = palette.sides && this.choice(BETWEEN, capital(palette.sides), "");
    const focused = this.tools.contains(document.activeElement);
    fill(this.tools, pieces, between, this.choice(ERASER, say("page.hand.erase"), ""));
    const chosen = this.tools.querySelector("[aria-pressed=true]");
    if (focused && chosen instanceof HTMLElement) chosen.focus();
    this.page.board.show(this.page.board.markup, this.tool === BETWEEN ? this.freeSides() : []);
  }

  /** Where a barrier can be put that is not there yet. */
  freeSides() {
    const steps = this.page.board.steps().map((one) => one.dataset.step ?? "");
    const taken = this.setup.barriers.map((place) => `edge:${place}`);
    return steps.filter((step) => step.startsWith("edge:") && !taken.includes(step));
  }

  /**
   * @param {string} tool
   * @param {string} name
   * @param {string} svg
   */
  choice(tool, name, svg) {
    const naming = svg ? { "aria-label": name, title: name } : {};
    const onclick = () => {
      this.tool = tool;
      this.showTools();
    };
    const made = button(svg ? "" : name, {
      class: "plain tool",
      "data-tool": tool,
      "aria-pressed": String(tool === this.tool),
      ...naming,
      onclick,
    });
    if (svg) made.innerHTML = svg;
    return made;
  }

  /** @param {FieldAnswer} field */
  field({ name, text, parts }) {
    const values = this.setup.fields[name] ?? [];
    const made = parts.map((part, place) => {
      const onchange = (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        this.change((setup) => withValue(setup, name, place, value));
      };
      const options = part.choices.map((one) =>
        make("option", { value: one.value, selected: one.value === values[place] }, capital(one.text)),
      );
      const label = parts.length > 1 ? `${capital(text)}: ${part.text}` : capital(text);
      return make(
        "label",
        { class: "field" },
        make("span", {}, label),
        make("select", { "data-field": name, onchange }, options),
      );
    });
    return made;
  }

  /** @param {SetupAnswer} found */
  showReasons({ reasons, url }) {
    this.takeBack.disabled = this.states.length < 2;
    this.done.disabled = !url;
    const items = reasons.map((reason) => make("li", {}, reason));
    const text = say(url ? "page.hand.right" : "page.hand.wrong");
    fill(this.told, make("p", {}, text), items.length > 0 && make("ul", { class: "problem" }, items));
  }
}
