// Your games: against whom, whose turn it is or how it ended, and when it was last played.

import { timeText } from "./clock.js";
import { button, byId, fill, make } from "./dom.js";
import { post, refusalIn } from "./net.js";
import { tellTurn } from "./notify.js";
import { forgetTable, invitesOf, recentTables, tokensOf } from "./store.js";
import { withoutNames } from "./strangers.js";
import { capital, say } from "./texts.js";

/** @import { GlanceAnswer, GlanceSeatAnswer } from "./types.d.ts" */
/** @import { Recent } from "./store.js" */

/**
 * What is known of a game: what this browser remembers, and what the server says; null if it has no such game, undefined
 * if it said nothing.
 *
 * @typedef {{ recent: Recent, glance: GlanceAnswer | null | undefined }} Known
 */

const IN_VIEW = 4;
const LOOK_EVERY = 30_000;

/**
 * @param {GlanceSeatAnswer} seat
 * @param {boolean} strangers whether it may be one
 */
function nameOf({ kind, player, name }, strangers) {
  if (kind === "open") return say("page.recent.open");
  return player || (kind === "person" ? say(strangers ? "page.lobby.somebody" : "page.seat.person") : name);
}

/**
 * Against whom somebody plays, or who plays.
 *
 * @param {Pick<GlanceAnswer, "table" | "seats" | "strangers">} glance
 */
export function playersText({ table, seats: all, strangers }) {
  const seats = strangers ? withoutNames(all, invitesOf(table)) : all;
  const others = seats.filter((seat) => !seat.yours);
  if (!others.length) return say("page.recent.screen");
  const names = others.map((seat) => nameOf(seat, strangers)).join(", ");
  if (others.length < seats.length) return say("page.recent.against", { players: names });
  return others.map((seat) => seat.player || seat.name).join(" – ");
}

/** @param {Pick<GlanceAnswer, "seats" | "turn" | "result">} glance */
export function isYourTurn({ seats, turn, result }) {
  return !result && seats.some((seat) => seat.yours && seat.letter === turn);
}

/**
 * Whose turn it is, or how the game ended.
 *
 * @param {Pick<GlanceAnswer, "seats" | "turn" | "result" | "review">} glance
 */
export function stateText(glance) {
  const { seats, turn, result, review } = glance;
  if (result) return capital(result.told);
  if (review) return say("page.review");
  const isOne = seats.filter((seat) => seat.yours).length === 1;
  if (isOne && isYourTurn(glance)) return say("page.turn.yours");
  return say("page.turn.of", { player: seats.find((seat) => seat.letter === turn) ?? turn });
}

/**
 * The games that wait for you first, then those played last.
 *
 * @param {Known[]} games
 */
export function inOrder(games) {
  /** @param {Known} game */
  const isWaiting = ({ glance }) => Number(Boolean(glance && isYourTurn(glance)));
  /** @param {Known} game */
  const when = ({ recent, glance }) => glance?.played ?? recent.when;
  return [...games].sort((one, other) => isWaiting(other) - isWaiting(one) || when(other) - when(one));
}

/** @param {Pick<GlanceAnswer, "left">} glance the time of whoever is to move, where a clock says so */
export function leftText({ left }) {
  return left === null ? "" : say("page.recent.left", { time: timeText(left) });
}

/** @param {number} moment */
function dateText(moment) {
  const { lang } = document.documentElement;
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(moment);
}

export class RecentGames {
  constructor() {
    /** @type {Map<string, GlanceAnswer | null>} */
    this.glances = new Map();
  }

  /** Show what this browser remembers, then what the server knows about it, and look again now and then. */
  async begin() {
    this.show();
    await this.look();
    setInterval(() => this.look(), LOOK_EVERY);
  }

  async look() {
    const tables = recentTables().map(({ table }) => ({ table, tokens: tokensOf(table) }));
    if (!tables.length) return;
    try {
      const { tables: found, missing } = await post("/api/glances", { tables });
      for (const one of found) this.take(one);
      for (const table of missing) this.glances.set(table, null);
      this.show();
    } catch (error) {
      // Without an answer the games are still there to be opened.
      refusalIn(error);
    }
  }

  /** @param {GlanceAnswer} glance */
  take(glance) {
    const before = this.glances.get(glance.table);
    this.glances.set(glance.table, glance);
    if (before && !isYourTurn(before) && isYourTurn(glance)) tellTurn(glance.table, glance.title, playersText(glance));
  }

  show() {
    const games = inOrder(recentTables().map((recent) => ({ recent, glance: this.glances.get(recent.table) })));
    byId("recent").hidden = games.length === 0;
    const items = games.map((game) => this.item(game));
    const others = byId("recent-more", HTMLDetailsElement);
    others.hidden = items.length <= IN_VIEW;
    byId("recent-number").textContent = say("page.recent.more", { number: items.length - IN_VIEW });
    fill(byId("recent-list"), items.slice(0, IN_VIEW));
    fill(byId("recent-others"), items.slice(IN_VIEW));
  }

  /** @param {Known} game */
  item({ recent, glance }) {
    const naming = say("page.recent.forget", { game: recent.title });
    const away = button(naming, { class: "plain round", onclick: () => this.forget(recent.table) }, "close", true);
    const mark = glance && isYourTurn(glance) ? "yours" : glance === null ? "missing" : null;
    return make("li", { "data-table": recent.table, "data-state": mark }, this.told(recent, glance), away);
  }

  /**
   * @param {Recent} recent
   * @param {GlanceAnswer | null | undefined} glance
   */
  told(recent, glance) {
    const link = make("a", { href: `/game/${encodeURIComponent(recent.table)}` }, recent.title);
    const when = make("span", { class: "quiet small" }, dateText(glance?.played ?? recent.when));
    if (glance === null) {
      const gone = make("span", { class: "small" }, say("page.recent.missing"));
      return make("div", { class: "game" }, make("span", { class: "title" }, recent.title), gone, when);
    }
    const players = make("span", { class: "players" }, glance ? playersText(glance) : "");
    const words = glance ? [stateText(glance), leftText(glance)].filter(Boolean).join(" · ") : recent.told;
    const state = make("span", { class: "state small" }, words);
    return make("div", { class: "game" }, make("span", { class: "title" }, link, " ", players), state, when);
  }

  /** @param {string} table */
  forget(table) {
    forgetTable(table);
    this.show();
  }
}
