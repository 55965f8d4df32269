// "Find my level": who to play next, and how strong somebody is on the ladder of a game as far as this device knows.

import { Career, ladderName } from "./career.js";
import { choicesFor, seatsAgainst } from "./choices.js";
import { confirmed, dialog } from "./chrome.js";
import { createTable } from "./create.js";
import { button, fill, make } from "./dom.js";
import { refusalIn } from "./net.js";
import { Belief, isCalibrated, levelOf, seatWorth } from "./rating.js";
import { habit, setHabit } from "./store.js";
import { say } from "./texts.js";

/** @import { Standing } from "./rating.js" */
/** @import { GameAnswer, GamesAnswer, RatingAnswer, VariantAnswer } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 560;
const EDGE = 24;
const WORTH_TELLING = 20;

/**
 * The variant for so many players, if its levels were measured.
 *
 * @param {GameAnswer} game
 * @param {number} players
 */
function measuredVariant(game, players) {
  return game.variants.find((variant) => variant.players.length === players && isCalibrated(variant)) ?? null;
}

/**
 * @param {GameAnswer} game
 * @param {VariantAnswer} variant
 */
function careerIn(game, { players, levels }) {
  const seats = players.map(({ letter }) => letter);
  return new Career(ladderName(game.name, seats.length), { seats, specs: levels });
}

/**
 * @param {VariantAnswer} variant
 * @param {Career} career
 */
function beliefIn(variant, career) {
  const belief = new Belief(variant);
  for (const entry of career.entries) belief.take(entry);
  return belief;
}

/**
 * How strong somebody is, in few words; empty if nothing is known, null if nobody can be measured in this game.
 *
 * @param {GameAnswer} game
 */
export function standingText(game) {
  const variant = measuredVariant(game, game.players.length);
  if (!variant) return null;
  const career = careerIn(game, variant);
  if (!career.entries.length) return "";
  const { rating, low, high } = beliefIn(variant, career).standing();
  return say("page.level.short", { rating: Math.round(rating), error: Math.round((high - low) / 2) });
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function drawn(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The ladder as a line with a mark for each level, and on it the place of whoever looks, with the uncertainty.
 *
 * @param {RatingAnswer[]} ratings
 * @param {Standing} standing
 * @param {string} words the same for those who do not see it
 */
function ladderPicture(ratings, { rating, low, high, games }, words) {
  const all = ratings.map(({ elo }) => elo ?? 0);
  const [least, most] = [Math.min(...all, games ? low : 0), Math.max(...all, games ? high : 0)];
  /** @param {number} value */
  const across = (value) => EDGE + ((WIDTH - 2 * EDGE) * (value - least)) / (most - least);
  const marks = ratings.map(({ spec, elo }, place) => {
    const x = across(elo ?? 0);
    const label = drawn("text", { x, y: place % 2 ? 76 : 18, class: "rung" }, String(levelOf(spec)));
    return drawn("g", {}, drawn("path", { d: `M${x} 32v20`, class: "mark" }), label);
  });
  const line = drawn("path", { d: `M${EDGE / 2} 42H${WIDTH - EDGE / 2}`, class: "line" });
  const band = drawn("rect", {
    x: across(low),
    y: 34,
    width: across(high) - across(low),
    height: 16,
    rx: 8,
    class: "doubt",
  });
  const place = drawn("circle", { cx: across(rating), cy: 42, r: 9, class: "you" });
  const picture = { viewBox: `0 0 ${WIDTH} 84`, class: "ladder", role: "img", "aria-label": words };
  return drawn("svg", picture, line, ...(games ? [band] : []), ...marks, ...(games ? [place] : []));
}

/** A dialog about one game, for one number of players at a time. */
class Finder {
  /**
   * @param {GameAnswer} game
   * @param {GamesAnswer} known
   * @param {VariantAnswer} variant
   */
  constructor(game, known, variant) {
    this.game = game;
    this.known = known;
    this.variant = variant;
    this.problem = make("p", { class: "problem", role: "alert" });
    this.element = make("div", { class: "finding" });
    this.show();
  }

  show() {
    this.career = careerIn(this.game, this.variant);
    this.belief = beliefIn(this.variant, this.career);
    const standing = this.belief.standing();
    const words = this.standingWords(standing);
    fill(
      this.element,
      this.sizes(),
      this.troubles(),
      make("p", { id: "level-told" }, words),
      ladderPicture(this.variant.ratings, standing, words),
      this.proposal(),
      this.problem,
      make("p", { class: "quiet small" }, say("page.level.kept")),
      this.keeping(),
    );
  }

  /** A choice of the number of players, where the game has several ladders. */
  sizes() {
    const measured = this.game.variants.filter(isCalibrated);
    if (measured.length < 2) return null;
    const options = measured.map((variant) => {
      const number = variant.players.length;
      return make(
        "option",
        { value: number, selected: variant === this.variant },
        say("page.level.players", { number }),
      );
    });
    const select = make("select", { name: "level-players" }, options);
    select.addEventListener("change", () => {
      this.variant = measured.find(({ players }) => players.length === Number(select.value)) ?? this.variant;
      this.show();
    });
    return make("label", { class: "field" }, make("span", {}, say("page.level.players.label")), select);
  }

  troubles() {
    const { trouble, wrong } = this.career ?? {};
    const text = trouble
      ? say(`page.level.trouble.${trouble}`)
      : wrong
        ? say("page.level.wrong", { number: wrong })
        : "";
    return text ? make("p", { class: "note", role: "status" }, text) : null;
  }

  /** @param {Standing} standing */
  standingWords({ rating, low, high, games }) {
    if (!games) return say("page.level.none");
    const nearest = [...this.variant.ratings].sort(
      (one, other) => Math.abs((one.elo ?? 0) - rating) - Math.abs((other.elo ?? 0) - rating),
    )[0];
    const values = { rating: Math.round(rating), low: Math.round(low), high: Math.round(high), games };
    return say("page.level.told", { ...values, opponent: this.nameOf(nearest.spec) });
  }

  /** @param {string} spec */
  nameOf(spec) {
    return (
      choicesFor(this.game, this.variant.options, this.known).opponents.find((one) => one.spec === spec)?.name ?? spec
    );
  }

  proposal() {
    const { players, sides } = this.variant;
    const letters = players.map(({ letter }) => letter);
    const seat = this.belief?.seat(letters) ?? letters[0];
    const spec = this.belief?.opponent(letters, seat) ?? this.variant.usual;
    const player = players.find(({ letter }) => letter === seat) ?? players[0];
    const play = button(say("page.level.play", { opponent: this.nameOf(spec) }), {
      class: "primary play",
      id: "level-play",
      onclick: () => this.play(letters, seat, spec, play),
    });
    const worth = seatWorth(sides, levelOf(spec), seat);
    const key = worth > 0 ? "page.level.seat.better" : "page.level.seat.worse";
    const about = Math.abs(worth) < WORTH_TELLING ? "" : say(key, { player, points: Math.round(Math.abs(worth)) });
    const sitting = make("p", { class: "small" }, say("page.level.seat", { player }), " ", about);
    return make("div", {}, play, sitting);
  }

  /**
   * @param {string[]} letters
   * @param {string} seat
   * @param {string} spec
   * @param {HTMLButtonElement} control
   */
  async play(letters, seat, spec, control) {
    control.disabled = true;
    setHabit("opponent", spec);
    const usual = Object.fromEntries(this.game.options.map(({ name, default: value }) => [name, value]));
    const options = Object.fromEntries(
      Object.entries(this.variant.options).filter(([name, value]) => String(usual[name]) !== String(value)),
    );
    const seats = seatsAgainst(letters, seat, spec);
    try {
      const name = habit("name", "");
      await createTable({ game: this.game.name, options, seats, clock: { kind: "none" }, name, counts: true });
    } catch (error) {
      fill(this.problem, refusalIn(error).message);
    } finally {
      control.disabled = false;
    }
  }

  /** What can be done with what is stored: taken along, brought back, thrown away. */
  keeping() {
    const hasSome = Boolean(this.career?.entries.length || this.career?.trouble || this.career?.wrong);
    const save = button(
      say("page.level.export"),
      { class: "plain", id: "level-export", onclick: () => this.save() },
      "save",
    );
    const file = make("input", { type: "file", id: "level-import", accept: ".json,application/json" });
    file.addEventListener("change", () => this.bring(file));
    const bring = make("label", { class: "file" }, make("span", { class: "act" }, say("page.level.import")), file);
    const erase = button(
      say("page.level.erase"),
      { class: "plain", id: "level-erase", onclick: () => this.erase() },
      "close",
    );
    save.hidden = erase.hidden = !hasSome;
    return make("div", { class: "keeping" }, save, bring, erase);
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.career?.exported() ?? ""], { type: "application/json" }));
    const name = `tavoliere-${this.career?.ladder.replace("/", "-")}.json`;
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** @param {HTMLInputElement} input */
  async bring(input) {
    const [file] = input.files ?? [];
    const found = file ? this.career?.take(await file.text()) : null;
    const wrong = found?.wrong ? say("page.level.wrong", { number: found.wrong }) : "";
    const text = found
      ? [say("page.level.taken", { number: found.taken }), wrong].join(" ")
      : say("page.level.refused");
    this.show();
    fill(this.problem, text);
  }

  async erase() {
    const isSure = await confirmed(say("page.level.erase"), say("page.level.erase.sure"), say("page.level.erase"));
    if (!isSure) return;
    this.career?.erase();
    this.show();
  }
}

/**
 * @param {GameAnswer} game
 * @param {GamesAnswer} known
 * @param {number} [players]
 */
export function openFinder(game, known, players = game.players.length) {
  const variant = measuredVariant(game, players);
  if (variant) dialog(say("page.level.find.of", { game: game.title }), new Finder(game, known, variant).element);
}
