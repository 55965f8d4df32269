// The what-if board: any game, file or position, played on for all sides. Every line is kept; nothing that is done destroys anything.

import { Branches, hearKeys } from "./branches.js";
import { furnish } from "./chrome.js";
import { GameForm } from "./create.js";
import { byId, fill } from "./dom.js";
import { Editing } from "./editing.js";
import { getGames, getStudy, getTableStudy, latest, refusalIn } from "./net.js";
import { tell } from "./notices.js";
import { Past, pastFrom, storedPast } from "./past.js";
import { ReviewPanel } from "./review.js";
import { Spot } from "./spot.js";
import { heardStudy, keepPast, keepStudy, keptPast, keptStudy } from "./store.js";
import {
  add,
  emptyStudy,
  fromAnswer,
  fromStored,
  graft,
  lineTo,
  merged,
  movesTo,
  ROOT,
  StudyFull,
  toStored,
  turnOf,
} from "./study.js";
import { ready, say } from "./texts.js";
import { Thoughts } from "./thoughts.js";
import { wishedEnd, wishedOptions } from "./wishes.js";

const STEP = 900;
/** What of an address says how it is looked at, and not at what. */
const MANNERS = ["review", "quiet"];

/** @import { GameAnswer, GamesAnswer } from "./types.d.ts" */
/** @import { Shown } from "./spot.js" */
/** @import { Moment } from "./past.js" */
/** @import { Study } from "./study.js" */

export class Analysis extends Spot {
  /**
   * @param {GameAnswer} game
   * @param {GamesAnswer} known
   * @param {Past} past
   * @param {string} key under which the study is kept on this device
   */
  constructor(game, known, past, key) {
    super(game);
    this.known = known;
    this.key = key;
    this.past = past;
    /**
     * The turn after which the board is shown, and in which study.
     * @type {number | undefined}
     */
    this.shownAt = undefined;
    /** @type {Study | null} */
    this.shownOf = null;
    this.branches = new Branches(byId("move-list"), (id) => this.go(id));
    this.editing = new Editing(this);
    this.thoughts = new Thoughts(this);
    /**
     * The review of the game, if it is one that was played here.
     * @type {ReviewPanel | null}
     */
    this.review = null;
    /** Counts what somebody has done, so that a line that is being shown ends with the next act. */
    this.walking = 0;
    this.follow = latest(() => this.inOrder(() => this.followWish()));
    heardStudy(key, (kept) => this.join(fromStored(kept, game.name)?.study));
    hearKeys(this.branches, { back: () => this.turn.back(), undo: () => this.undo(), redo: () => this.redo() });
    this.furnish();
  }

  get study() {
    return this.past.now.study;
  }

  get at() {
    return this.past.now.at;
  }

  furnish() {
    byId("game-title").textContent = this.game.title;
    fill(byId("acts"), ...this.editing.acts(), ...this.usualActs());
    byId("typed").addEventListener("submit", (event) => this.typeTurn(event));
    const playOn = byId("play-on", HTMLDetailsElement);
    playOn.addEventListener("toggle", () => playOn.open && this.offerGame(playOn));
  }

  /** @override */
  place() {
    const { options, start, ended } = this.study;
    const isEnd = ended !== null && ended.node === this.at;
    return {
      options,
      text: start,
      moves: movesTo(this.study, this.at),
      ended: isEnd ? { result: ended.result, reason: ended.reason } : null,
    };
  }

  /**
   * Another tab has kept the same study: what it has and this one has not is added, so that neither writes over the other.
   *
   * @param {Study | undefined} other
   */
  join(other) {
    if (!other || other.start !== this.study.start) return;
    try {
      const study = merged(this.study, other);
      if (study === this.study) return;
      this.past.do({ study, at: this.at });
    } catch (error) {
      if (error instanceof StudyFull) return;
      throw error;
    }
    keepStudy(this.key, toStored(this.study, this.at));
    this.showStudy();
  }

  // What is done to the study

  /**
   * @param {Study} study
   * @param {number} [at]
   */
  edit(study, at = this.at) {
    this.stopWalking();
    if (study === this.study) this.past.look(at);
    else this.past.do({ study, at: study.turns.has(at) ? at : ROOT });
    this.keep();
    this.changed();
  }

  undo() {
    this.stopWalking();
    this.past.undo();
    this.keep();
    this.changed();
  }

  redo() {
    this.stopWalking();
    this.past.redo();
    this.keep();
    this.changed();
  }

  /** What can be taken back is there after a reload too. */
  keep() {
    keepPast(this.key, storedPast(this.past));
  }

  /** @param {number} id */
  go(id) {
    this.stopWalking();
    this.past.look(id);
    this.changed();
  }

  /** Whoever acts wants to see no line any further. */
  stopWalking() {
    this.walking += 1;
  }

  /**
   * @override
   * @param {string} step
   * @param {boolean} [only]
   */
  choose(step, only) {
    this.stopWalking();
    super.choose(step, only);
  }

  /** Until the board shows what was asked for. */
  settled() {
    return this.inOrder(async () => {});
  }

  /**
   * Show a line after the position that is looked at, turn by turn. It stays as a variation; whatever somebody does ends it.
   *
   * @param {{ move: string, seat: string }[]} line
   */
  async walk(line) {
    const from = this.at;
    const last = this.keepLine(line);
    const ids = last === null ? [] : lineTo(this.study, last).map((turn) => turn.id);
    let token = this.walking;
    for (const id of ids.slice(ids.indexOf(from) + 1)) {
      await new Promise((done) => setTimeout(done, STEP));
      if (token !== this.walking) return;
      this.go(id);
      token = this.walking; // somebody may act before the board is settled
      await this.settled();
    }
  }

  /** The study stands on the device before anything else happens, and the board follows. */
  changed() {
    keepStudy(this.key, toStored(this.study, this.at));
    this.showStudy();
    this.follow();
  }

  showStudy() {
    this.branches.show(this.study, this.at);
    this.editing.show();
  }

  async followWish() {
    const { at } = this;
    if (this.answer && this.shownAt === at && this.shownOf === this.study) return;
    try {
      const found = await this.asked();
      this.showAt(found, at);
    } catch (error) {
      this.tellRefusal(error);
    }
  }

  /**
   * @param {Shown} found
   * @param {number} at
   */
  showAt(found, at) {
    const isNext = this.shownAt !== undefined && turnOf(this.study, at).parent === this.shownAt;
    [this.shownAt, this.shownOf] = [at, this.study];
    this.showPosition(found, isNext ? (found.last?.events ?? []).slice(this.turn.events) : []);
  }

  /**
   * @override
   * @param {Shown} found
   */
  showAround(found) {
    byId("copy-position").dataset.url = found.url;
    this.showStudy();
    this.thoughts.follow();
    this.thoughts.draw();
  }

  /**
   * @override
   * @param {string} move
   * @param {number} [ply]
   */
  async addTurn(move, ply) {
    const from = ply === undefined ? this.at : (this.shownAt ?? ROOT);
    const moves = movesTo(this.study, from);
    try {
      const found = await this.asked({ moves: [...moves, move], ended: null });
      const { study, id } = add(this.study, from, found.moves.at(-1) ?? move, found.last?.seat ?? "");
      if (study === this.study) this.past.look(id);
      else this.past.do({ study, at: id });
      keepStudy(this.key, toStored(this.study, this.at));
      this.keep();
      this.stopWalking();
      this.showAt(found, id);
      this.review?.judge(from, turnOf(this.study, id).move);
      return true;
    } catch (error) {
      if (error instanceof StudyFull) this.tell(say(error.message), { kind: "problem" });
      else this.tellRefusal(error);
      return false;
    }
  }

  /**
   * A line after the position that is looked at, as a variation; the id of its last turn, null if there is no room for it.
   *
   * @param {{ move: string, seat: string }[]} line
   */
  keepLine(line) {
    try {
      const { study, id } = graft(this.study, this.at, line);
      this.edit(study);
      return id;
    } catch (error) {
      if (!(error instanceof StudyFull)) throw error;
      this.tell(say(error.message), { kind: "problem" });
      return null;
    }
  }

  /** @param {HTMLDetailsElement} holder */
  offerGame(holder) {
    holder.querySelector("form")?.remove();
    const from = () => ({ start: this.study.start, moves: movesTo(this.study, this.at), options: this.study.options });
    holder.append(new GameForm(this.game, this.known, from).element);
  }
}

/**
 * What the address asks for: a table, a study that was shared, or a position; with what was made of it on this device.
 *
 * @param {GameAnswer} game
 * @param {URLSearchParams} query
 * @param {string} key
 * @returns {Promise<Moment>}
 */
async function wished(game, query, key) {
  const kept = fromStored(keptStudy(key), game.name);
  const [table, shared] = [query.get("table"), query.get("study")];
  if (query.has("file") && kept) return kept;
  if (!table && !shared) return kept ?? positionIn(game, query);
  try {
    const found = fromAnswer(await (table ? getTableStudy(table) : getStudy(shared ?? "")));
    return kept ? { study: merged(kept.study, found), at: kept.at } : { study: found, at: ROOT };
  } catch (error) {
    if (!kept) throw error;
    if (!(error instanceof StudyFull)) refusalIn(error);
    return kept;
  }
}

/**
 * The study with what was done to it in this tab. Another tab may have gone on with it: then nothing of either is lost.
 *
 * @param {string} game
 * @param {string} key
 * @param {Moment} moment
 */
function pastOf(game, key, moment) {
  const past = pastFrom(keptPast(key), game);
  if (!past) return new Past(moment);
  const [mine, found] = [past.now, moment].map(({ study }) => JSON.stringify(toStored(study, ROOT)));
  if (mine === found) past.look(placeOf(past.now.study, moment));
  else past.do(joined(moment, past.now));
  return past;
}

/**
 * The turn of one study that is looked at in another with the same turns.
 *
 * @param {Study} study
 * @param {Moment} moment
 */
function placeOf(study, moment) {
  return merged(study, moment.study) === study ? graft(study, ROOT, lineTo(moment.study, moment.at)).id : ROOT;
}

/**
 * @param {Moment} moment
 * @param {Moment} other
 * @returns {Moment}
 */
function joined(moment, other) {
  try {
    return { study: merged(moment.study, other.study), at: moment.at };
  } catch (error) {
    if (error instanceof StudyFull) return moment;
    throw error;
  }
}

/**
 * @param {GameAnswer} game
 * @param {URLSearchParams} query
 */
function positionIn(game, query) {
  const { moves } = wishedEnd(query);
  const study = emptyStudy(game.name, wishedOptions(game.options, query), query.get("text") ?? "");
  const { study: grown, id } = graft(
    study,
    ROOT,
    moves.map((move) => ({ move, seat: "" })),
  );
  return { study: grown, at: id };
}

await ready;
furnish();
const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
try {
  const known = await getGames();
  const game = known.games.find((one) => one.name === name);
  if (!game) throw new Error(`the server does not know ${name}, though it made this page`);
  const query = new URLSearchParams(location.search);
  const isWanted = query.has("review");
  const isQuiet = query.has("quiet");
  for (const manner of MANNERS) query.delete(manner);
  const key = `${name}?${query}`;
  const page = new Analysis(game, known, pastOf(name, key, await wished(game, query, key)), key);
  byId("think").hidden = isQuiet;
  const table = query.get("table");
  if (table && !isQuiet) page.review = new ReviewPanel(page, table);
  page.changed();
  if (isWanted) page.review?.start();
} catch (error) {
  tell(name, refusalIn(error).message, { kind: "problem" });
}
