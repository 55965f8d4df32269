// What goes on on this server: tables that wait for somebody, and games to watch. Strangers chose their own names, so they
// are shown as plain text in a direction of their own, and can be hidden.

import { byId, fill, make } from "./dom.js";
import { getLobby, refusalIn } from "./net.js";
import { leftText, stateText } from "./recent.js";
import { setHabit } from "./store.js";
import { hidesNames } from "./strangers.js";
import { say } from "./texts.js";

/** @import { GlanceSeatAnswer, LobbyAnswer, LobbyTableAnswer, PlainClockAnswer } from "./types.d.ts" */

const LOOK_EVERY = 20_000;

/**
 * Who sits somewhere, as strangers are told: a person's own name only where names are shown.
 *
 * @param {Pick<GlanceSeatAnswer, "kind" | "player">} seat
 * @param {boolean} withNames
 */
export function strangerText({ kind, player }, withNames) {
  if (kind === "open") return say("page.seat.vacant");
  if (kind === "person") return (withNames && player) || say("page.lobby.somebody");
  return player;
}

/** @param {PlainClockAnswer} clock */
export function clockWords({ kind, base, increment, days }) {
  if (kind === "days") return say("page.start.days", { days });
  return kind === "none" ? say("page.lobby.no-clock") : say("page.start.minutes", { minutes: base / 60, increment });
}

export class Lobby {
  /** @param {() => void} changed hears that names are hidden or shown */
  constructor(changed) {
    this.hides = byId("lobby-names", HTMLInputElement);
    this.hides.checked = hidesNames();
    this.hides.addEventListener("change", () => {
      setHabit("hides-names", this.hides.checked);
      if (this.last) this.show(this.last);
      changed();
    });
    /** @type {LobbyAnswer | null} */
    this.last = null;
  }

  async begin() {
    await this.look();
    if (this.last?.on) setInterval(() => document.hidden || this.look(), LOOK_EVERY);
  }

  async look() {
    try {
      this.last = await getLobby();
      this.show(this.last);
    } catch (error) {
      // Without an answer the rest of the page is as it was.
      refusalIn(error);
    }
  }

  /** @param {LobbyAnswer} lobby */
  show({ on, waiting, running }) {
    const lobby = byId("lobby");
    lobby.hidden = !on;
    lobby.toggleAttribute("data-quiet", !waiting.length && !running.length);
    this.list("lobby-waiting", waiting, "page.lobby.none", (one) => clockWords(one.clock));
    this.list("lobby-running", running, "page.lobby.quiet", (one) => stateText(one));
  }

  /**
   * @param {string} id
   * @param {LobbyTableAnswer[]} tables
   * @param {string} nothing the text if there are none
   * @param {(one: LobbyTableAnswer) => string} about
   */
  list(id, tables, nothing, about) {
    const items = tables.map((one) => this.item(one, about(one)));
    fill(byId(id), items.length ? items : make("li", { class: "nobody quiet small" }, say(nothing)));
  }

  /**
   * @param {LobbyTableAnswer} one
   * @param {string} about
   */
  item(one, about) {
    const link = make("a", { href: `/game/${encodeURIComponent(one.table)}` }, one.title);
    const names = one.seats.map((seat) => make("bdi", {}, strangerText(seat, !this.hides.checked)));
    const players = make(
      "span",
      { class: "players" },
      names.flatMap((name, place) => (place ? [" – ", name] : [name])),
    );
    const watching = one.watching ? say("page.watching", { number: one.watching }) : "";
    const words = [about, leftText(one), one.here ? "" : say("page.lobby.away"), watching].filter(Boolean).join(" · ");
    const told = make("div", { class: "game" }, make("span", { class: "title" }, link), players);
    told.append(make("span", { class: "state small" }, words));
    return make("li", { "data-table": one.table, "data-here": String(one.here) }, told);
  }
}
