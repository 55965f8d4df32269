// What somebody can do at a table besides making turns: the buttons, and turns that are typed.

import { confirmed, copied, dialog, theme } from "./chrome.js";
import { button, byId, fill, make, sign } from "./dom.js";
import { hearLegend, openLegend } from "./legend.js";
import { showMarks, switchMarks } from "./marks.js";
import { canNotify, isNotifying, switchNotices } from "./notify.js";
import { openRules } from "./rulebook.js";
import { calledOf } from "./sitting.js";
import { chooseSide, noteFairness } from "./store.js";
import { say } from "./texts.js";

/** @import { Desk } from "./desk.js" */
/** @import { Seats } from "./seats.js" */
/** @import { Sitting } from "./sitting.js" */
/** @import { Wire } from "./wire.js" */

const KEYS = ["arrows", "choose", "escape", "target", "row", "legend", "through", "type"];

function showKeys() {
  const rows = KEYS.map((name) => [
    make("dt", {}, say(`page.keys.${name}`)),
    make("dd", {}, say(`page.keys.${name}.does`)),
  ]);
  dialog(say("page.keys"), make("dl", { class: "keys" }, rows));
}

export class Acts {
  /**
   * @param {Sitting} sitting
   * @param {Wire} wire
   * @param {Desk} desk
   * @param {Seats} seats
   */
  constructor(sitting, wire, desk, seats) {
    this.sitting = sitting;
    this.wire = wire;
    this.desk = desk;
    this.undo = this.act("undo", "undo", () => wire.send({ type: "undo" }));
    this.hint = this.act("hint", "hint", () => this.askHint());
    this.draw = this.act("draw", "draw", () => this.offerDraw());
    this.resign = this.act("resign", "flag", () => this.askResign());
    this.rematch = this.act("rematch", "again", () => wire.send({ type: "rematch" }));
    const flip = this.act("flip", "flip", () => this.flip());
    this.rename = this.act("rename", "people", () => seats.rename());
    const rules = this.act("rules", "book", () => sitting.last && openRules(sitting.last.game));
    const keys = this.act("keys", "keys", showKeys);
    this.marks = this.act("marks", "eye", () => this.pressMarks(switchMarks(this.opponents())));
    const legend = this.act("legend", "help", () => openLegend(sitting.last?.game ?? ""));
    hearLegend(() => sitting.last?.game ?? "");
    this.notify = this.act("notify", "bell", async () => this.pressNotify(await switchNotices()));
    this.pressNotify(isNotifying());
    this.private = this.act("private", "close", () => wire.send({ type: "private" }));
    for (const one of [flip, rules, keys, legend, this.marks]) one.hidden = false;
    fill(byId("acts"), [
      this.undo,
      this.hint,
      this.marks,
      legend,
      flip,
      rules,
      this.resign,
      this.rematch,
      this.draw,
      this.rename,
      this.notify,
      this.private,
      keys,
    ]);
    this.analyse = make(
      "a",
      { class: "act", id: "act-analyse", hidden: true },
      sign("tree"),
      make("span", {}, say("page.analyse")),
    );
    this.review = make(
      "a",
      { class: "act", id: "act-review", hidden: true },
      sign("hint"),
      make("span", {}, say("page.review.do")),
    );
    this.analyse.addEventListener("click", () => {
      if (!sitting.last?.result) noteFairness(sitting.id, { helped: true });
    });
    this.furnishFiles();
    byId("typed").addEventListener("submit", (event) => this.typeTurn(event));
  }

  /**
   * A button, hidden until it is known that it can be used.
   *
   * @param {string} name
   * @param {string} signName
   * @param {() => unknown} onclick
   */
  act(name, signName, onclick) {
    return button(say(`page.${name}`), { id: `act-${name}`, class: "act", hidden: true, onclick }, signName);
  }

  furnishFiles() {
    const href = `/api/tables/${encodeURIComponent(this.sitting.id)}/record?format=tav`;
    const naming = { class: "act", id: "download", href, download: true };
    const save = make("a", naming, sign("save"), make("span", {}, say("page.record.save")));
    const copying = { class: "act", id: "copy-position", onclick: () => this.copyPosition() };
    this.pictures = make("div", { class: "pictures" });
    const copy = button(say("page.position.copy"), copying, "link");
    fill(byId("files"), this.review, this.analyse, save, copy, this.pictures);
  }

  /** The board as a picture and the game as a moving one, in the colours and from the side that are looked at. */
  showPictures() {
    const { id, table, flipped, viewed } = this.sitting;
    const look = new URLSearchParams({ theme: theme(), flipped: String(flipped ?? table.flipped) });
    if (viewed !== null) look.set("ply", String(viewed));
    const place = `/api/tables/${encodeURIComponent(id)}`;
    /** @param {"svg" | "png" | "gif"} kind */
    const link = (kind) => {
      const path = kind === "gif" ? "film" : `picture/${kind}`;
      const naming = { class: "act", "data-picture": kind, href: `${place}/${path}?${look}`, download: true };
      return make(
        "a",
        naming,
        sign(kind === "gif" ? "film" : "picture"),
        make("span", {}, say(`page.picture.${kind}`)),
      );
    };
    fill(this.pictures ?? byId("files"), table.pictures.map(link), this.embedding());
  }

  embedding() {
    const address = `${location.origin}/embed/game/${encodeURIComponent(this.sitting.id)}`;
    const code = `<iframe src="${address}" width="420" height="520" title="${this.sitting.table.title}"></iframe>`;
    const onclick = async () => {
      if (await copied(code)) this.desk.tell(say("page.embed.copied"));
    };
    return button(say("page.embed"), { class: "act", id: "copy-embed", onclick }, "code");
  }

  /** Who of the machine sits at the table. */
  opponents() {
    return this.sitting.last?.seats.map((seat) => seat.spec) ?? [];
  }

  /** @param {boolean} isOn */
  pressNotify(isOn) {
    this.notify.setAttribute("aria-pressed", String(isOn));
  }

  /** @param {boolean} isOn */
  pressMarks(isOn) {
    this.marks.setAttribute("aria-pressed", String(isOn));
  }

  /** What cannot be done now keeps its place; what is never done by these people, or no more, has none. */
  show() {
    const { can, offers, open, seats, you, review, result } = this.sitting.table;
    const canPlay = you.length > 0 && !review;
    this.pressMarks(showMarks(this.opponents()));
    /** @param {string[]} letters */
    const isAsked = (letters) => letters.some((letter) => you.includes(letter));
    const isAlone = !seats.some((seat) => !seat.yours && (seat.kind === "person" || seat.kind === "open"));
    this.place(this.undo, canPlay, Boolean(can.undo));
    this.place(this.hint, canPlay && isAlone, can.hint && !this.sitting.isHinting);
    this.place(this.draw, canPlay && (can.draw || !this.draw.hidden), can.draw && !isAsked(offers.draw));
    this.place(this.resign, canPlay && !result, can.resign);
    this.place(this.rematch, canPlay && Boolean(result), can.rematch && !isAsked(offers.rematch));
    this.showPictures();
    this.rename.hidden = !canPlay;
    this.notify.hidden = !canPlay || Boolean(result) || !canNotify();
    this.private.hidden = !canPlay || !open;
    this.review.hidden = !result && !review;
    this.review.setAttribute("href", `${this.analysisLink(false)}&review=1`);
    this.analyse.hidden = false;
    this.analyse.setAttribute("href", this.analysisLink(canPlay && !result && !isAlone));
    byId("typed").hidden = !canPlay;
    byId("typed-do", HTMLButtonElement).disabled = byId("typed-turn", HTMLInputElement).disabled = Boolean(result);
  }

  /**
   * The way to the what-if board. While another person plays nobody thinks along there, as there are no hints here.
   *
   * @param {boolean} isQuiet
   */
  analysisLink(isQuiet) {
    const { game } = this.sitting.table;
    const query = new URLSearchParams({ table: this.sitting.id, ...(isQuiet ? { quiet: "1" } : {}) });
    return `/analyse/${encodeURIComponent(game)}?${query}`;
  }

  /**
   * @param {HTMLButtonElement} control
   * @param {boolean} hasPlace
   * @param {boolean} canBe whether it can be used now
   */
  place(control, hasPlace, canBe) {
    control.hidden = !hasPlace;
    control.disabled = !canBe;
  }

  async askHint() {
    this.sitting.isHinting = true;
    this.show();
    this.desk.tell(say("page.hint.sought"));
    const answer = await this.wire.ask({ type: "hint" });
    this.sitting.isHinting = false;
    this.show();
    if (answer.type === "hint") {
      noteFairness(this.sitting.id, { helped: true });
      this.desk.showHint(answer);
    } else this.desk.tellFailure(answer);
  }

  async askResign() {
    const { table } = this.sitting;
    const mine = this.sitting.mine().filter((seat) => seat.in);
    const seat = mine.find((one) => one.letter === table.turn) ?? mine[0];
    if (!seat) return;
    const player = calledOf(seat);
    const text = table.seats.length > 2 ? say("page.resign.many", { player }) : say("page.resign.sure", { player });
    const isSure = await confirmed(say("page.resign"), text, say("page.resign"));
    if (isSure) this.wire.send({ type: "resign", seat: seat.letter });
  }

  /** One of the seats offers it: whoever else sits at this screen is asked. */
  offerDraw() {
    const { table } = this.sitting;
    const mine = this.sitting.mine();
    const seat = mine.find((one) => one.letter === table.turn) ?? mine[0];
    if (seat) this.wire.send({ type: "draw", seat: seat.letter });
  }

  flip() {
    const { sitting } = this;
    sitting.flipped = !(sitting.flipped ?? sitting.table.flipped);
    chooseSide(sitting.id, sitting.flipped);
    this.wire.send({ type: "look", look: { flipped: sitting.flipped } });
    if (sitting.wanted !== null) this.desk.follow();
  }

  async copyPosition() {
    const { url } = byId("copy-position").dataset;
    if (url && (await copied(location.origin + url))) this.desk.tell(say("page.copied"));
  }

  /** @param {Event} event */
  async typeTurn(event) {
    event.preventDefault();
    const input = byId("typed-turn", HTMLInputElement);
    const move = input.value.trim();
    if (!move) return;
    if (this.sitting.wanted !== null) this.desk.go(null);
    const answer = await this.wire.ask({ type: "turn", at: this.sitting.table.at, move });
    if (answer.type === "accepted") input.value = "";
    else this.desk.tellFailure(answer);
    input.setAttribute("aria-invalid", String(answer.type !== "accepted"));
  }
}
