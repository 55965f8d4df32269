// Any position: set up by text, looked at, played on by hand, shared, or taken to a table. Nothing of it is stored.

import { ByHand } from "./byhand.js";
import { copied, furnish } from "./chrome.js";
import { GameForm, OptionFields } from "./create.js";
import { button, byId, fill, make } from "./dom.js";
import { hearArrows, MoveList } from "./moves.js";
import { getGames, latest, refusalIn } from "./net.js";
import { tell } from "./notices.js";
import { Spot } from "./spot.js";
import { capital, ready, say } from "./texts.js";
import { unknownWishes, wishedEnd, wishedOptions } from "./wishes.js";

/** @import { AskedPosition, Ended, EventAnswer, GameAnswer, GamesAnswer, MoveAnswer, Options } from "./types.d.ts" */
/** @import { Refused } from "./net.js" */
/** @import { Shown } from "./spot.js" */

export class PositionPage extends Spot {
  /**
   * @param {GameAnswer} game
   * @param {GamesAnswer} known
   */
  constructor(game, known) {
    super(game);
    this.known = known;
    /**
     * The options of the game that was set up.
     * @type {Options}
     */
    this.chosen = {};
    /** The position that was set up. */
    this.start = "";
    /**
     * How the game ended there, if the board does not show it.
     * @type {Ended | null}
     */
    this.ended = null;
    /**
     * Turns made from there.
     * @type {MoveAnswer[]}
     */
    this.line = [];
    /** How many of them somebody wants to see: the board follows as soon as the server answers. */
    this.shown = 0;
    this.text = byId("position-text", HTMLTextAreaElement);
    const wishes = [...new URLSearchParams(location.search)].reverse();
    this.options = new OptionFields(game, Object.fromEntries(wishes));
    this.moves = new MoveList(byId("move-list"), (ply) => this.go(ply));
    this.follow = latest(() => this.inOrder(() => this.followWish()));
    this.byHand = new ByHand(this);
    hearArrows(this.moves, () => this.back());
    this.furnish();
  }

  furnish() {
    byId("game-title").textContent = this.game.title;
    byId("position-options").append(this.options.element);
    byId("position-options").hidden = this.game.options.length === 0;
    fill(
      byId("acts"),
      ...this.usualActs(),
      button(say("page.position.copy"), { class: "act", id: "copy-position", onclick: () => this.copy() }, "link"),
      this.act("analyse", say("page.analyse"), "tree", () => this.analyse()),
    );
    byId("hand-begin").hidden = !this.game.by_hand;
    byId("hand-begin").addEventListener("click", () => this.byHand.begin());
    byId("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.inOrder(() => this.setUp(this.options.values()));
    });
    byId("start-text").addEventListener("click", () => {
      this.text.value = "";
      this.inOrder(() => this.setUp(this.options.values()));
    });
    byId("typed").addEventListener("submit", (event) => this.typeTurn(event));
    const playOn = byId("play-on", HTMLDetailsElement);
    playOn.addEventListener("toggle", () => playOn.open && this.offerGame(playOn));
  }

  // Asking

  /** The turns up to the one that somebody wants to see. */
  played() {
    return this.line.slice(0, this.shown).map((one) => one.move);
  }

  /** @override */
  place() {
    return { options: this.chosen, text: this.start, moves: this.played(), ended: this.ended };
  }

  /**
   * @override
   * @param {Partial<AskedPosition>} [extra]
   */
  asked(extra = {}) {
    const moves = extra.moves ?? this.played();
    return super.asked({ ended: moves.length ? null : this.ended, ...extra });
  }

  // Showing

  /**
   * Draw what the server answered, with its text and address; events are played if a turn was added.
   *
   * @param {Shown} found
   * @param {EventAnswer[]} [events]
   */
  show(found, events = []) {
    this.showPosition(found, events);
    this.text.value = found.text;
    this.text.removeAttribute("aria-invalid");
    fill(byId("reasons"));
    history.replaceState(null, "", found.url);
  }

  /** @override */
  showAround() {
    this.moves.show(this.line, this.shown);
  }

  /** @param {number | null} ply */
  go(ply) {
    this.shown = ply ?? this.line.length;
    this.moves.show(this.line, this.shown);
    this.follow();
  }

  async followWish() {
    try {
      const found = await this.asked();
      const isNext = found.ply === (this.answer?.ply ?? NaN) + 1;
      this.show(found, isNext ? (found.last?.events ?? []) : []);
    } catch (error) {
      this.shown = this.answer?.ply ?? 0;
      this.moves.show(this.line, this.shown);
      this.tellRefusal(error);
    }
  }

  // Setting up

  /**
   * @param {Options} wishes
   * @param {{ moves: string[], ended: Ended | null }} [end] the last turn, and how the game ended
   */
  async setUp(wishes, { moves, ended } = { moves: [], ended: null }) {
    const text = this.text.value.trim();
    try {
      const found = await this.asked({ options: wishes, text, moves, ended });
      [this.chosen, this.start, this.ended] = [wishes, text, ended];
      this.line = found.last ? [{ ply: found.ply, seat: found.last.seat, move: found.last.move }] : [];
      this.shown = this.line.length;
      this.byHand.turnOn(false);
      this.show(found);
    } catch (error) {
      this.showReasons(refusalIn(error));
    }
  }

  /** @param {Refused} refusal */
  showReasons({ key, message, reasons }) {
    if (key === "options.refused") byId("position-options", HTMLDetailsElement).open = true;
    this.text.setAttribute("aria-invalid", String(key === "position.refused"));
    const items = reasons.map((reason) => make("li", {}, reason));
    fill(byId("reasons"), make("p", {}, capital(message)), make("ul", {}, items));
  }

  /** Show what the address asks for. If that is refused, the usual start is there to play, beside the reasons. */
  async setUpFromAddress() {
    const query = new URLSearchParams(location.search);
    const { unknown, repeated } = unknownWishes(this.game.options, query);
    this.text.value = query.get("text") ?? "";
    await this.setUp(wishedOptions(this.game.options, query), wishedEnd(query));
    if (!this.answer) {
      this.showPosition(await this.asked());
      this.tell(say("page.position.instead"));
    }
    byId("reasons").prepend(
      ...unknown.map((name) => make("p", {}, say("page.position.unknown", { name, game: this.game.title }))),
      ...repeated.map((name) => make("p", {}, say("page.position.repeated", { name }))),
    );
  }

  // By hand

  /** @override */
  back() {
    return this.byHand.isOn ? this.byHand.undo() : super.back();
  }

  /** @override */
  flip() {
    super.flip();
    if (this.byHand.isOn) this.byHand.follow();
  }

  /**
   * @override
   * @param {string} step
   * @param {boolean} [only]
   */
  choose(step, only) {
    if (this.byHand.isOn) this.byHand.choose(step);
    else super.choose(step, only);
  }

  // Turns

  /**
   * @override
   * @param {string} move
   * @param {number} [ply]
   */
  async addTurn(move, ply = this.shown) {
    const before = this.line.slice(0, ply);
    try {
      const found = await this.asked({ moves: [...before.map((one) => one.move), move] });
      const { seat = "", events = [] } = found.last ?? {};
      this.line = [...before, { ply: found.ply, seat, move: found.moves.at(-1) ?? move }];
      this.shown = this.line.length;
      this.show(found, events.slice(this.turn.events));
      return true;
    } catch (error) {
      this.tellRefusal(error);
      return false;
    }
  }

  // On from here

  async copy() {
    if (this.answer && (await copied(location.origin + this.answer.url))) this.tell(say("page.copied"));
  }

  /** The same position with the turns made from it, as the beginning of a study. */
  analyse() {
    const query = new URLSearchParams(this.answer?.url.split("?")[1] ?? "");
    location.assign(`/analyse/${encodeURIComponent(this.game.name)}?${query}`);
  }

  /** @param {HTMLDetailsElement} holder */
  offerGame(holder) {
    holder.querySelector("form")?.remove();
    const from = () => ({ start: this.start, moves: this.played(), options: this.chosen });
    holder.append(new GameForm(this.game, this.known, from).element);
  }
}

await ready;
furnish();
const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
try {
  const known = await getGames();
  const game = known.games.find((one) => one.name === name);
  if (!game) throw new Error(`the server does not know ${name}, though it made this page`);
  const page = new PositionPage(game, known);
  const isByHand = location.hash === "#by-hand";
  await page.inOrder(() => page.setUpFromAddress());
  if (isByHand) await page.byHand.begin();
} catch (error) {
  tell(name, refusalIn(error).message, { kind: "problem" });
}
