// What can be done to a study besides making turns: taking edits back, promoting and deleting lines, marks, comments, files, links.

import { copied } from "./chrome.js";
import { button, byId, fill, make } from "./dom.js";
import { post, readStudies, studyFile } from "./net.js";
import { keepStudy, keptStudy } from "./store.js";
import {
  annotate,
  fromAnswer,
  lineFrom,
  MARKS,
  nestingOf,
  promote,
  ROOT,
  remove,
  toMessage,
  toStored,
  turnOf,
} from "./study.js";
import { say } from "./texts.js";

/** @import { Analysis } from "./analyse.js" */
/** @import { StudyAnswer } from "./types.d.ts" */

const MOST_BYTES = 256 * 1024;

export class Editing {
  /** @param {Analysis} page */
  constructor(page) {
    this.page = page;
    this.undo = page.act("undo", say("page.study.undo"), "undo", () => page.undo());
    this.redo = page.act("redo", say("page.study.redo"), "redo", () => page.redo());
    this.up = page.act("promote", say("page.study.promote"), "up", () => page.edit(promote(page.study, page.at)));
    this.away = page.act("delete", say("page.study.delete"), "close", () => this.remove());
    const none = button(say("page.study.mark.none"), { class: "plain mark-choice", onclick: () => this.mark("") });
    this.marks = MARKS.map((mark) =>
      button(mark, {
        class: "plain mark-choice",
        "data-mark": mark,
        title: say(`page.study.mark.${MARKS.indexOf(mark)}`),
        "aria-label": say(`page.study.mark.${MARKS.indexOf(mark)}`),
        onclick: () => this.mark(mark),
      }),
    );
    fill(byId("marks"), this.marks, none);
    this.comment = byId("comment", HTMLTextAreaElement);
    /** The turn that the comment belongs to which is being written. */
    this.spoken = ROOT;
    this.comment.addEventListener("change", () => this.say());
    this.comment.addEventListener("blur", () => this.show());
    addEventListener("pagehide", () => this.comment === document.activeElement && this.say());
    byId("upload", HTMLInputElement).addEventListener("change", (event) => this.open(event));
  }

  acts() {
    const { page } = this;
    return [
      this.undo,
      this.redo,
      this.up,
      this.away,
      page.act("share", say("page.study.share"), "link", () => this.share()),
      page.act("save", say("page.record.save"), "save", () => this.save()),
      button(say("page.position.copy"), { class: "act", id: "copy-position", onclick: () => this.copy() }, "link"),
      page.game.by_hand && page.act("by-hand", say("page.hand"), "picture", () => this.setUp()),
    ];
  }

  /** What of it can be done at the turn that is looked at. */
  show() {
    const { past, study, at } = this.page;
    this.undo.disabled = !past.canUndo;
    this.redo.disabled = !past.canRedo;
    this.up.disabled = at === ROOT || nestingOf(study, at) === 0;
    this.away.disabled = at === ROOT;
    const turn = turnOf(study, at);
    for (const one of this.marks) {
      one.disabled = at === ROOT;
      one.setAttribute("aria-pressed", String(one.dataset.mark === turn.mark));
    }
    if (this.comment !== document.activeElement) [this.comment.value, this.spoken] = [turn.comment, at];
  }

  remove() {
    const { study, at } = this.page;
    this.page.edit(remove(study, at), turnOf(study, at).parent);
    this.page.tell(say("page.study.deleted"));
  }

  /** @param {string} mark */
  mark(mark) {
    const { study, at } = this.page;
    if (at !== ROOT) this.page.edit(annotate(study, at, { mark }));
  }

  /** The comment belongs to the turn at which somebody began to write it. */
  say() {
    const at = this.spoken;
    const comment = this.comment.value.trim();
    const { study } = this.page;
    if (study.turns.has(at) && turnOf(study, at).comment !== comment) this.page.edit(annotate(study, at, { comment }));
  }

  // Links and files

  async copy() {
    const { url } = byId("copy-position").dataset;
    if (url && (await copied(location.origin + url))) this.page.tell(say("page.copied"));
  }

  /** The position on the board, to be changed by hand; the study stays where it is. */
  setUp() {
    const { url } = byId("copy-position").dataset;
    if (url) location.assign(`${url}#by-hand`);
  }

  async share() {
    try {
      const { url } = await post("/api/studies", toMessage(this.page.study).sent);
      if (await copied(location.origin + url)) this.page.tell(say("page.study.shared"));
    } catch (error) {
      this.page.tellRefusal(error);
    }
  }

  async save() {
    const { study, game } = this.page;
    try {
      const text = await studyFile(toMessage(study).sent);
      const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      make("a", { href, download: `${game.name}-${lineFrom(study).length}.tav` }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
    } catch (error) {
      this.page.tellRefusal(error);
    }
  }

  /** @param {Event} event */
  async open(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    if (!file) return;
    if (file.size > MOST_BYTES) {
      this.page.tell(say("limit.body", { most: MOST_BYTES }), { kind: "problem" });
      return;
    }
    try {
      const format = file.name.endsWith(".jsonl") ? "jsonl" : "tav";
      const { studies } = await readStudies({ format, text: await file.text() });
      const places = studies.map((study, place) => ({ study, ...this.place(study, `${file.name} ${place + 1}`) }));
      if (places.length === 1) {
        keepStudy(places[0].key, toStored(fromAnswer(places[0].study), ROOT));
        location.assign(places[0].href);
      } else {
        fill(
          byId("upload-list"),
          places.map((place) => make("li", {}, this.link(place))),
        );
      }
    } catch (error) {
      this.page.tellRefusal(error);
    } finally {
      input.value = "";
    }
  }

  /**
   * The way to a game of a file. It is kept on this device when somebody goes there: a file may hold more games than are kept.
   *
   * @param {{ study: StudyAnswer, key: string, href: string, text: string }} place
   */
  link({ study, key, href, text }) {
    const keep = () => keptStudy(key) ?? keepStudy(key, toStored(fromAnswer(study), ROOT));
    return make("a", { href, onclick: keep, onauxclick: keep, oncontextmenu: keep }, text);
  }

  /**
   * Where a game of a file can be opened on this device. Another file of that name has other places, so that nothing that was
   * made of the first one is written over.
   *
   * @param {StudyAnswer} answer
   * @param {string} file
   */
  place(answer, file) {
    const search = `?${new URLSearchParams({ file: freeName(answer.game, file) })}`;
    const turns = lineFrom(fromAnswer(answer)).length;
    const players = Object.values(answer.names).join(" – ");
    return {
      key: `${answer.game}${search}`,
      href: `/analyse/${encodeURIComponent(answer.game)}${search}`,
      text: say("page.study.of", { game: answer.title, players, turns }),
    };
  }
}

/**
 * A name under which nothing is kept yet: `game.tav 1`, else `game.tav 1 (2)`.
 *
 * @param {string} game
 * @param {string} file
 */
export function freeName(game, file) {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? file : `${file} (${count})`;
    if (keptStudy(`${game}?${new URLSearchParams({ file: name })}`) === undefined) return name;
  }
}
