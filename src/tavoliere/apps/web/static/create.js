// The choices before a game: who sits where, the clock, the options of the game. What they mean is the server's business.

import { fill, make } from "./dom.js";
import { post } from "./net.js";
import { addInvites, addTokens, habit, setHabit } from "./store.js";
import { say, sayOr } from "./texts.js";

const USUAL_LEVEL = "level:3";

export function usualOpponent(known) {
  const offered = known.opponents.map((one) => one.spec);
  const last = habit("opponent", "");
  if (offered.includes(last)) return last;
  return offered.includes(USUAL_LEVEL) ? USUAL_LEVEL : offered[0];
}

/** Make a table and go there. `seats` are "me", "friend", "open" or an opponent, by letter. */
export async function createTable({ game, options, seats, clock, start = "", moves = [], name = "" }) {
  const wanted = {};
  for (const [letter, kind] of Object.entries(seats)) {
    if (kind === "me") wanted[letter] = { kind: "person", name };
    else if (kind === "friend") wanted[letter] = { kind: "person" };
    else if (kind === "open") wanted[letter] = { kind: "open" };
    else wanted[letter] = { kind: "opponent", spec: kind };
  }
  const made = await post("/api/tables", { game, options, seats: wanted, clock, start, moves });
  const ours = Object.entries(made.tokens).filter(([letter]) => seats[letter] === "me");
  const others = Object.entries(made.tokens).filter(([letter]) => seats[letter] === "friend");
  addTokens(made.table, ours.map(([, token]) => token));
  addInvites(made.table, Object.fromEntries(others));
  location.assign(made.url);
}

function field(text, control, help = "") {
  return make("label", { class: "field" }, make("span", {}, text), control, help ? make("small", {}, help) : null);
}

/** The fields for a game's options. */
export class OptionFields {
  constructor(game, values = {}, changed = () => {}) {
    this.game = game;
    this.fields = new Map();
    this.element = make("div", { class: "fields" });
    for (const option of game.options) {
      const control = this.control(option, values[option.name] ?? option.default);
      control.addEventListener("change", changed);
      this.fields.set(option.name, { option, control });
      const key = `option.${game.name}.${option.name}`;
      this.element.append(field(sayOr(key, option.name), control, sayOr(`${key}.help`, option.help)));
    }
  }

  control(option, value) {
    const name = `option-${option.name}`;
    const known = [...new Set(this.game.variants.map((variant) => variant.options[option.name]))].filter((one) => one !== undefined);
    if (known.length > 1) {
      return make("select", { name }, known.map((one) => make("option", { value: String(one), selected: String(one) === String(value) }, String(one))));
    }
    const type = option.type === "int" ? "number" : "text";
    return make("input", { name, type, value: value ?? "", autocomplete: "off", spellcheck: "false" });
  }

  /** Only what differs from the usual game. */
  values() {
    const chosen = {};
    for (const [name, { option, control }] of this.fields) {
      const text = control.value.trim();
      if (text === "" || text === String(option.default ?? "")) continue;
      chosen[name] = option.type === "int" ? Number(text) : text;
    }
    return chosen;
  }
}

/** The players of a game with these options. */
export function playersOf(game, options) {
  const fits = (variant) => Object.entries(variant.options).every(([name, value]) => {
    const usual = game.options.find((option) => option.name === name)?.default;
    return String(options[name] ?? usual) === String(value);
  });
  return (game.variants.find(fits) ?? game).players;
}

export class GameForm {
  /** `from()` gives `{start, moves, options}` if the game goes on from a position. */
  constructor(game, known, from = null) {
    this.game = game;
    this.known = known;
    this.from = from;
    this.seats = {};
    this.optionFields = new OptionFields(game, {}, () => this.showSeats());
    this.seatRows = make("div", { class: "fields" });
    this.name = make("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: habit("name", "") });
    this.clock = this.clockControls();
    this.problem = make("p", { class: "problem", role: "alert" });
    this.submit = make("button", { class: "primary", type: "submit" }, say("page.create.start"));
    const options = game.options.length && !from ? [make("fieldset", {}, make("legend", {}, say("page.create.options")), this.optionFields.element)] : [];
    this.element = make(
      "form",
      { class: "create", onsubmit: (event) => (event.preventDefault(), this.create()) },
      make("fieldset", {}, make("legend", {}, say("page.create.seats")), this.seatRows, make("p", { class: "quiet small" }, say("page.create.links"))),
      make("fieldset", {}, make("legend", {}, say("page.create.more")), make("div", { class: "fields" }, field(say("page.create.name"), this.name), this.clock.elements)),
      options,
      this.problem,
      this.submit,
    );
    this.showSeats();
  }

  options() {
    return this.from ? this.from().options : this.optionFields.values();
  }

  showSeats() {
    const usual = usualOpponent(this.known);
    fill(
      this.seatRows,
      playersOf(this.game, this.options()).map((player, index) => {
        const value = this.seats[player.letter] ?? (index === 0 ? "me" : usual);
        this.seats[player.letter] = value;
        const control = make(
          "select",
          { name: `seat-${player.letter}`, onchange: (event) => (this.seats[player.letter] = event.target.value) },
          ["me", "friend", "open"].map((kind) => make("option", { value: kind, selected: kind === value }, say(`page.seat.${kind}`))),
          make(
            "optgroup",
            { label: say("page.seat.opponents") },
            this.known.opponents.map((one) => make("option", { value: one.spec, selected: one.spec === value }, one.name)),
          ),
        );
        return make("label", { class: "field" }, make("span", { class: "chip-line" }, chip(player.letter), player.name), control);
      }),
    );
  }

  clockControls() {
    const number = (name, value, least, most) => make("input", { type: "number", name, value, min: least, max: most, inputmode: "numeric" });
    const limits = this.known.clocks;
    const minutes = number("minutes", 10, 1, Math.floor(limits.increment.base[1] / 60));
    const increment = number("increment", 10, ...limits.increment.increment);
    const days = number("days", 3, ...limits.days.days);
    const timed = [field(say("page.clock.minutes"), minutes), field(say("page.clock.increment.seconds"), increment)];
    const daily = [field(say("page.clock.days"), days)];
    const kind = make("select", { name: "clock" }, Object.keys(limits).map((one) => make("option", { value: one }, say(`page.clock.${one}`))));
    const show = () => {
      timed.forEach((one) => (one.hidden = kind.value !== "increment"));
      daily.forEach((one) => (one.hidden = kind.value !== "days"));
    };
    kind.addEventListener("change", show);
    show();
    const value = () => {
      if (kind.value === "increment") return { kind: "increment", base: Math.round(Number(minutes.value) * 60), increment: Number(increment.value) };
      return kind.value === "days" ? { kind: "days", days: Number(days.value) } : { kind: "none" };
    };
    return { elements: [field(say("page.create.clock"), kind), ...timed, ...daily], value };
  }

  async create() {
    const { start, moves } = this.from ? this.from() : { start: "", moves: [] };
    const letters = playersOf(this.game, this.options()).map((player) => player.letter);
    const seats = Object.fromEntries(letters.map((letter) => [letter, this.seats[letter]]));
    const opponent = Object.values(seats).find((kind) => !["me", "friend", "open"].includes(kind));
    if (opponent) setHabit("opponent", opponent);
    const name = this.name.value.trim();
    setHabit("name", name);
    this.submit.disabled = true;
    try {
      await createTable({ game: this.game.name, options: this.options(), seats, clock: this.clock.value(), start, moves, name });
    } catch (refusal) {
      fill(this.problem, refusal.message, refusal.reasons?.length ? ` ${refusal.reasons.join(" ")}` : "");
    }
    this.submit.disabled = false;
  }
}

/** A player's colour with the sign that tells it from the others without colour. */
export function chip(letter) {
  return make("span", { class: `chip chip-${letter}`, "aria-hidden": "true" });
}
