// The choices before a game: who sits where, the clock, the options of the game. What they mean is the server's business.

import { choicesFor, isMeasured, playersOf, usualSeats, variantOf } from "./choices.js";
import { chip, fill, make } from "./dom.js";
import { post, refusalIn } from "./net.js";
import { addInvites, addTokens, habit, noteFairness, setHabit } from "./store.js";
import { say } from "./texts.js";

/** @import { Seats } from "./choices.js" */
/** @import { AnyClock, AnySeat, GameAnswer, GamesAnswer, OpponentAnswer, OptionAnswer, Options, PlayerAnswer, Range } from "./types.d.ts" */

/**
 * Where a game begins that goes on from a position.
 *
 * @typedef {{ start: string, moves: string[], options: Options }} From
 */

/**
 * @typedef {object} Wishes
 * @property {string} game
 * @property {Options} options
 * @property {Seats} seats
 * @property {AnyClock} clock
 * @property {string} [start]
 * @property {string[]} [moves]
 * @property {string} [name]
 * @property {boolean} [counts] whether the game says something about somebody's level
 * @property {boolean} [listed] whether strangers are shown the table while a seat is free
 * @property {boolean} [watchable] whether strangers are shown the game
 */

const PEOPLE = ["me", "friend", "open"];

/**
 * @param {string} kind
 * @param {string} name
 * @returns {AnySeat}
 */
export function seatFor(kind, name) {
  if (kind === "me") return { kind: "person", name };
  if (kind === "friend") return { kind: "person" };
  return kind === "open" ? { kind } : { kind: "opponent", spec: kind };
}

/**
 * Make a table and go there.
 *
 * @param {Wishes} wishes
 */
export async function createTable(wishes) {
  location.assign((await makeTable(wishes)).url);
}

/**
 * Make a table, and remember the seats and invitations that come with it.
 *
 * @param {Wishes} wishes
 */
export async function makeTable({ game, options, seats, clock, start = "", moves = [], name = "", ...more }) {
  const wanted = Object.fromEntries(Object.entries(seats).map(([letter, kind]) => [letter, seatFor(kind, name)]));
  const { counts = false, listed = false, watchable = false } = more;
  const asked = { game, options, seats: wanted, clock, start, moves, listed, watchable };
  const made = await post("/api/tables", asked);
  const ours = Object.entries(made.tokens).filter(([letter]) => seats[letter] === "me");
  const others = Object.entries(made.tokens).filter(([letter]) => seats[letter] === "friend");
  addTokens(
    made.table,
    ours.map(([, token]) => token),
  );
  addInvites(made.table, Object.fromEntries(others));
  if (counts) noteFairness(made.table, { counts });
  return made;
}

/** @type {Record<string, string>} */
const SITTING = { me: "page.seat.you", friend: "page.seat.person", open: "page.seat.vacant" };

/** @param {AnyClock} clock */
function clockText(clock) {
  if (clock.kind === "days") return say("page.start.days", { days: clock.days });
  if (clock.kind === "none") return "";
  return say("page.start.minutes", { minutes: clock.base / 60, increment: clock.increment ?? 0 });
}

/**
 * What a game with these choices is called on the button that starts it.
 *
 * @param {PlayerAnswer[]} players
 * @param {Seats} seats
 * @param {AnyClock} clock
 * @param {Pick<GamesAnswer, "opponents">} known
 */
export function startText(players, seats, clock, known) {
  /** @param {string} kind */
  const sitting = (kind) => {
    if (kind in SITTING) return say(SITTING[kind]);
    return known.opponents.find((one) => one.spec === kind)?.name ?? kind;
  };
  const others = players.map(({ letter }) => seats[letter]).filter((kind) => kind !== "me");
  const isUsual = others.length === players.length - 1 && new Set(others).size === 1 && !(others[0] in SITTING);
  const all = players.map(({ letter, name }) =>
    say("page.seat.named", { colour: name, player: sitting(seats[letter]) }),
  );
  const who = isUsual
    ? say("page.start.play", { opponent: sitting(others[0]) })
    : say("page.start.seats", { seats: all.join(", ") });
  return [who, clockText(clock)].filter(Boolean).join(" · ");
}

/**
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [help]
 */
function field(text, control, help = "") {
  return make("label", { class: "field" }, make("span", {}, text), control, help ? make("small", {}, help) : null);
}

/**
 * What somebody typed for an option, if it differs from the usual.
 *
 * @param {OptionAnswer} option
 * @param {string} typed
 */
export function optionValue(option, typed) {
  const text = typed.trim();
  if (text === "" || text === String(option.default ?? "")) return null;
  return option.type === "int" ? Number(text) : text;
}

/** The fields for a game's options. */
export class OptionFields {
  /**
   * @param {GameAnswer} game
   * @param {Options} [values]
   * @param {() => void} [changed]
   */
  constructor(game, values = {}, changed = () => {}) {
    this.game = game;
    /** @type {{ option: OptionAnswer, control: HTMLInputElement | HTMLSelectElement }[]} */
    this.fields = [];
    this.element = make("div", { class: "fields" });
    for (const option of game.options) {
      const control = this.control(option, values[option.name] ?? option.default);
      control.addEventListener("change", changed);
      this.fields.push({ option, control });
      this.element.append(field(option.title, control, option.help));
    }
  }

  /**
   * @param {OptionAnswer} option
   * @param {string | number | null} value
   */
  control(option, value) {
    const name = `option-${option.name}`;
    const values = new Set(this.game.variants.map((variant) => variant.options[option.name]));
    const known = [...values].filter((one) => one !== undefined).map(String);
    if (known.length > 1) {
      const choice = /** @param {string} one */ (one) => ({ value: one, selected: one === String(value) });
      const choices = known.map((one) => make("option", choice(one), one));
      return make("select", { name }, choices);
    }
    const type = option.type === "int" ? "number" : "text";
    return make("input", { name, type, value: value ?? "", autocomplete: "off", spellcheck: "false" });
  }

  /** Only what differs from the usual game. */
  values() {
    /** @type {Options} */
    const chosen = {};
    for (const { option, control } of this.fields) {
      const value = optionValue(option, control.value);
      if (value !== null) chosen[option.name] = value;
    }
    return chosen;
  }
}

/** What speaks against the options that are about to be chosen, or why they are none. The server knows. */
export class Cautions {
  /** @param {Pick<GameAnswer, "name" | "options" | "variants">} game */
  constructor(game) {
    this.game = game;
    this.element = make("p", { class: "caution", role: "status" });
    /** What was asked last: answers that come later than it are not shown. */
    this.asked = 0;
  }

  /** @param {Options} options those that are not the usual ones */
  async show(options) {
    this.asked += 1;
    const asked = this.asked;
    const told = await this.told(options);
    if (asked === this.asked) fill(this.element, told.join(" "));
  }

  /**
   * @param {Options} options
   * @returns {Promise<string[]>}
   */
  async told(options) {
    const variant = isMeasured(this.game, options) ? variantOf(this.game, options) : undefined;
    if (variant) return variant.cautions;
    try {
      return (await post("/api/cautions", { game: this.game.name, options })).cautions;
    } catch (error) {
      const { message, reasons } = refusalIn(error);
      return [message, ...reasons];
    }
  }
}

/** The controls for the clock. */
class ClockFields {
  /** @param {GamesAnswer["clocks"]} limits */
  constructor(limits) {
    const [, mostSeconds] = limits.increment.base;
    this.minutes = this.number("minutes", 10, [1, Math.floor(mostSeconds / 60)]);
    this.increment = this.number("increment", 10, limits.increment.increment);
    this.days = this.number("days", 3, limits.days.days);
    const kinds = Object.keys(limits).map((one) => make("option", { value: one }, say(`page.clock.${one}`)));
    this.kind = make("select", { name: "clock", onchange: () => this.show() }, kinds);
    this.timed = [
      field(say("page.clock.minutes"), this.minutes),
      field(say("page.clock.increment.seconds"), this.increment),
    ];
    this.daily = field(say("page.clock.days"), this.days);
    this.elements = [field(say("page.create.clock"), this.kind), ...this.timed, this.daily];
    this.show();
  }

  /**
   * @param {string} name
   * @param {number} value
   * @param {Range} range
   */
  number(name, value, [min, max]) {
    return make("input", { type: "number", name, value, min, max, inputmode: "numeric" });
  }

  show() {
    for (const one of this.timed) one.hidden = this.kind.value !== "increment";
    this.daily.hidden = this.kind.value !== "days";
  }

  /** @returns {AnyClock} */
  value() {
    const base = Math.round(Number(this.minutes.value) * 60);
    if (this.kind.value === "increment") return { kind: "increment", base, increment: Number(this.increment.value) };
    return this.kind.value === "days" ? { kind: "days", days: Number(this.days.value) } : { kind: "none" };
  }
}

export class GameForm {
  /**
   * @param {GameAnswer} game
   * @param {GamesAnswer} known
   * @param {(() => From) | null} [from] if the game goes on from a position
   */
  constructor(game, known, from = null) {
    this.game = game;
    this.known = known;
    this.from = from;
    /** @type {Seats} */
    this.seats = {};
    this.optionFields = new OptionFields(game, {}, () => {
      this.showSeats();
      this.cautions.show(this.options());
    });
    this.cautions = new Cautions(game);
    this.seatRows = make("div", { class: "fields" });
    this.name = make("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: habit("name", "") });
    this.clock = new ClockFields(known.clocks);
    this.listed = make("input", { type: "checkbox", name: "listed" });
    this.watchable = make("input", { type: "checkbox", name: "watchable" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.submit = make("button", { class: "primary", type: "submit" });
    this.element = this.form();
    this.element.addEventListener("input", () => this.showStart());
    this.showSeats();
    if (!this.from) this.cautions.show({});
  }

  form() {
    const links = make("p", { class: "quiet small" }, say("page.create.links"));
    const more = make("div", { class: "fields" }, field(say("page.create.name"), this.name), this.clock.elements);
    const hasOptions = this.game.options.length > 0 && !this.from;
    /** @param {Event} event */
    const onsubmit = (event) => {
      event.preventDefault();
      this.create();
    };
    return make(
      "form",
      { class: "create", onsubmit },
      make("fieldset", {}, make("legend", {}, say("page.create.seats")), this.seatRows, links, this.openness()),
      make("fieldset", {}, make("legend", {}, say("page.create.more")), more),
      hasOptions && make("fieldset", {}, make("legend", {}, say("page.create.options")), this.optionFields.element),
      this.from ? null : this.cautions.element,
      this.problem,
      this.submit,
    );
  }

  /** What strangers may see of the table, where the host lets them see anything. */
  openness() {
    if (!this.known.lobby) return null;
    const listed = make("label", { class: "tick" }, this.listed, make("span", {}, say("page.create.listed")));
    const watchable = make("label", { class: "tick" }, this.watchable, make("span", {}, say("page.create.watchable")));
    return make("div", {}, listed, watchable);
  }

  options() {
    return this.from ? this.from().options : this.optionFields.values();
  }

  players() {
    return playersOf(this.game, this.options());
  }

  showSeats() {
    const choices = choicesFor(this.game, this.options(), this.known);
    const { opponents } = choices;
    const offered = [...PEOPLE, ...opponents.map((one) => one.spec)];
    const kept = Object.entries(this.seats).filter(([, kind]) => offered.includes(kind));
    this.seats = { ...usualSeats(this.players(), choices), ...Object.fromEntries(kept) };
    const rows = this.players().map(({ letter, name }) => {
      const line = make("span", { class: "chip-line" }, chip(letter), name);
      return make("label", { class: "field" }, line, ...this.seatChoice(letter, opponents));
    });
    fill(this.seatRows, rows);
    this.showStart();
  }

  /** The button says what it will start. */
  showStart() {
    const known = choicesFor(this.game, this.options(), this.known);
    this.submit.textContent = startText(this.players(), this.seats, this.clock.value(), known);
  }

  /**
   * @param {string} letter
   * @param {OpponentAnswer[]} opponents
   */
  seatChoice(letter, opponents) {
    const chosen = this.seats[letter];
    /** @type {(value: string, text: string) => HTMLOptionElement} */
    const choice = (value, text) => make("option", { value, selected: value === chosen }, text);
    const people = PEOPLE.map((kind) => choice(kind, say(`page.seat.${kind}`)));
    const machines = opponents.map((one) => choice(one.spec, one.name));
    const group = make("optgroup", { label: say("page.seat.opponents") }, machines);
    const select = make("select", { name: `seat-${letter}` }, people, group);
    const about = make("small", {}, this.aboutLevel(chosen));
    select.addEventListener("input", () => {
      this.seats[letter] = select.value;
      about.textContent = this.aboutLevel(select.value);
    });
    return [select, about];
  }

  /** @param {string} kind who sits there; only levels have something to be said about them */
  aboutLevel(kind) {
    return this.game.levels.find(({ spec }) => spec === kind)?.sentence ?? "";
  }

  /** Make the table and go there; false if the server refuses, with the reasons in the form. */
  async create() {
    const { start, moves } = this.from ? this.from() : { start: "", moves: [] };
    const seats = Object.fromEntries(this.players().map(({ letter }) => [letter, this.seats[letter]]));
    const opponent = Object.values(seats).find((kind) => !PEOPLE.includes(kind));
    if (opponent) setHabit("opponent", opponent);
    const name = this.name.value.trim();
    setHabit("name", name);
    const [game, options, clock] = [this.game.name, this.options(), this.clock.value()];
    this.submit.disabled = true;
    try {
      const counts = !start && !moves.length && isMeasured(this.game, options);
      const openness = { listed: this.listed.checked, watchable: this.watchable.checked };
      await createTable({ game, options, seats, clock, start, moves, name, counts, ...openness });
      return true;
    } catch (error) {
      const { message, reasons } = refusalIn(error);
      fill(this.problem, [message, ...reasons].join(" "));
      return false;
    } finally {
      this.submit.disabled = false;
    }
  }
}
