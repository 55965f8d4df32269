// A board in somebody else's page: it shows a table as those see it who watch, and nobody can play in it. It never says who
// looks: no seat that this browser has is used here.

import { button, byId, fill } from "./dom.js";
import { capital, ready, say } from "./texts.js";
import { Wire } from "./wire.js";

/** @import { HeardMessage, PictureAnswer, TableAnswer } from "./types.d.ts" */

class Embedded {
  /** @param {string} id */
  constructor(id) {
    /** @type {TableAnswer | null} */
    this.table = null;
    /** The ply that is looked at, null for the game as it goes on. @type {number | null} */
    this.ply = null;
    this.wire = new Wire(id, {
      hello: () => ({ tokens: [], language: document.documentElement.lang }),
      heard: (message) => this.hear(message),
      state: (state) => state.name === "gone" && this.tell(say("table.missing")),
    });
    const [back, on] = [this.stepper("previous", -1), this.stepper("next", 1)];
    fill(byId("embedded-steps"), back, on).hidden = false;
  }

  /**
   * @param {string} name
   * @param {number} step
   */
  stepper(name, step) {
    return button(
      say(`page.moves.${name}`),
      { class: "plain", "data-go": name, onclick: () => this.go(step) },
      name,
      true,
    );
  }

  /** @param {HeardMessage} message */
  hear(message) {
    if (message.type !== "table") return;
    this.table = message;
    if (this.ply === null) this.show(message);
  }

  /** @param {number} step */
  async go(step) {
    if (!this.table) return;
    const last = this.table.ply;
    const ply = Math.max(0, Math.min(last, (this.ply ?? last) + step));
    this.ply = ply === last ? null : ply;
    if (this.ply === null) this.show(this.table);
    else {
      const answer = await this.wire.ask({ type: "view", ply });
      if (answer.type === "picture" && this.ply === ply) this.show(answer);
    }
  }

  /** @param {Pick<TableAnswer | PictureAnswer, "svg" | "result" | "turn">} shown */
  show({ svg, result, turn }) {
    byId("embedded-board").innerHTML = svg;
    const seat = this.table?.seats.find(({ letter }) => letter === turn);
    this.tell(result ? capital(result.told) : seat ? say("page.turn.of", { player: seat }) : "");
  }

  /** @param {string} text */
  tell(text) {
    byId("embedded-state").textContent = text;
  }
}

await ready;
const [, , kind, id] = location.pathname.split("/");
if (kind === "game") new Embedded(decodeURIComponent(id));
