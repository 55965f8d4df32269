// Somebody strong thinks along: the best lines of the position on the board, better and better. It costs the server work, so it ends
// as soon as nobody looks.

import { drawLines } from "./arrows.js";
import { button, byId, fill, make } from "./dom.js";
import { follow, Refused } from "./net.js";
import { habit, setHabit } from "./store.js";
import { capital, say } from "./texts.js";

/** @import { Analysis } from "./analyse.js" */
/** @import { FoundAnswer, GlimpseAnswer, LineAnswer, Noun } from "./types.d.ts" */

const AGAIN = 3000;
const MOST_LINES = 5;
const SHOWN_TURNS = 6;

/**
 * A chance for people; what is not certain is neither 0 nor 100 %.
 *
 * @param {number} chance
 */
export function percent(chance) {
  const bounded = chance > 0 && chance < 1 ? Math.min(0.99, Math.max(0.01, chance)) : chance;
  return `${Math.round(bounded * 100)} %`;
}

/** @param {{ value: number, proven: string }} line */
export function valueText({ value, proven }) {
  return proven ? say(`page.think.${proven}`) : percent(value);
}

/**
 * The chances of all players as one bar.
 *
 * @param {HTMLElement} bar
 * @param {Record<string, number>} chances
 * @param {(letter: string) => Noun | string} nameOf
 */
export function showChances(bar, chances, nameOf) {
  const letters = Object.keys(chances);
  bar.hidden = letters.length === 0;
  const told = letters.map((letter) =>
    say("page.think.chance", { player: nameOf(letter), percent: percent(chances[letter]) }),
  );
  bar.setAttribute("aria-label", told.join(", "));
  const parts = letters.map((letter) => {
    const part = make("span", { class: `share chip-${letter}`, title: told[letters.indexOf(letter)] });
    part.style.flexGrow = String(Math.max(0.001, chances[letter]));
    return part;
  });
  fill(bar, parts);
  return told.join(", ");
}

export class Thoughts {
  /** @param {Analysis} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    /** @type {AbortController | null} */
    this.listening = null;
    /** @type {FoundAnswer | null} */
    this.found = null;
    this.place = "";
    this.switch = button(
      say("page.think"),
      { class: "act", id: "think-on", onclick: () => this.turn(!this.isOn) },
      "hint",
    );
    const numbers = Array.from({ length: MOST_LINES }, (_, place) => String(place + 1));
    const chosen = habit("lines", "3");
    const options = numbers.map((one) => make("option", { value: one, selected: one === chosen }, one));
    this.number = make("select", { id: "think-lines", onchange: () => this.chooseNumber() }, options);
    this.state = make("p", { class: "quiet small", id: "think-state" });
    this.told = make("p", { class: "small", id: "think-chances" });
    this.list = make("ol", { class: "think-lines" });
    const field = make("label", { class: "field" }, make("span", {}, say("page.think.lines")), this.number);
    fill(byId("think"), make("div", { class: "think-acts" }, this.switch, field), this.told, this.state, this.list);
    document.addEventListener("visibilitychange", () => this.follow());
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", () => this.follow());
    this.show();
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.follow();
    this.show();
  }

  chooseNumber() {
    setHabit("lines", this.number.value);
    this.place = "";
    this.follow();
  }

  /** Think about the position on the board, if somebody looks at it. */
  follow() {
    const { answer } = this.page;
    const isWanted = this.isOn && !document.hidden && answer !== null && !answer.result;
    if (!isWanted) {
      this.stop();
      this.show();
      return;
    }
    const place = JSON.stringify([this.page.place(), this.number.value]);
    if (place === this.place && this.listening) return;
    this.stop();
    if (place !== this.place) this.found = null;
    this.place = place;
    this.listen();
  }

  stop() {
    this.listening?.abort();
    this.listening = null;
  }

  async listen() {
    const mine = new AbortController();
    this.listening = mine;
    const { options, text, moves } = this.page.place();
    const asked = { game: this.page.game.name, options, text, moves, lines: Number(this.number.value) };
    try {
      await follow("/api/analysis", asked, mine.signal, (glimpse) => this.listening === mine && this.hear(glimpse));
    } catch (error) {
      if (!(error instanceof Refused) || this.listening !== mine) return;
      this.state.textContent = capital(error.message);
      setTimeout(() => this.listening === mine && this.listen(), AGAIN);
    }
  }

  /** @param {GlimpseAnswer} glimpse */
  hear(glimpse) {
    this.found = glimpse.found;
    this.state.textContent = this.stateText(glimpse);
    this.show();
  }

  /** @param {GlimpseAnswer} glimpse */
  stateText({ waiting, compiling, done, found, seconds }) {
    if (compiling) return say("opponent.compiling");
    const depth = found ? say("page.think.depth", { depth: found.depth, nodes: found.nodes }) : "";
    if (waiting) return [say("page.think.waiting", { place: waiting }), depth].filter(Boolean).join(" ");
    if (done) return [say("page.think.done"), depth].filter(Boolean).join(" ");
    return [say("page.think.thinking", { seconds }), depth].filter(Boolean).join(" ");
  }

  // Showing

  show() {
    this.switch.setAttribute("aria-pressed", String(this.isOn));
    const found = this.isOn ? this.found : null;
    this.list.hidden = !found;
    this.state.hidden = !this.isOn;
    fill(this.list, found?.lines.map((line, rank) => this.item(line, rank)) ?? []);
    this.told.textContent = showChances(byId("chances"), found?.chances ?? {}, (letter) => this.page.nameOf(letter));
    this.draw();
  }

  /** Lines on the board belong to the position, not to a turn that is being made in it. */
  draw() {
    const { page } = this;
    const isAtRest = this.isOn && page.turn.taken.length === 0;
    drawLines(page.board.svg, isAtRest ? (this.found?.lines.map((line) => line.steps) ?? []) : []);
  }

  /**
   * @param {LineAnswer} line
   * @param {number} rank
   */
  item(line, rank) {
    const turns = line.turns.slice(0, SHOWN_TURNS).map(({ move }) => move);
    const text = `${valueText(line)}: ${turns.join(" ")}`;
    const naming = {
      class: "think-line",
      title: say("page.think.keep"),
      "aria-label": `${text}. ${say("page.think.keep")}`,
    };
    const row = button("", { ...naming, onclick: () => this.page.keepLine(line.turns) });
    fill(
      row,
      make("span", { class: "value", "data-proven": line.proven || null }, valueText(line)),
      make("span", { class: "turns" }, turns.join(" ")),
    );
    return make("li", { "data-rank": rank }, row);
  }
}
