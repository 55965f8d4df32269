// Above the board: whose turn it is, who thinks, what the server is busy with, and whether it can be reached.

import { button, byId, fill, make } from "./dom.js";
import { showAsked, speak } from "./notices.js";
import { capital, say } from "./texts.js";
import { NO_TABLE, STOPPING } from "./wire.js";

/** @import { AskedAnswer, CompilingAnswer, ThinkingAnswer } from "./types.d.ts" */
/** @import { Sitting } from "./sitting.js" */
/** @import { State } from "./wire.js" */

/**
 * Whose turn it is, or how the game ended.
 *
 * @param {Sitting} sitting
 */
export function statusText(sitting) {
  const { table } = sitting;
  if (table.result) return resultText(sitting);
  if (table.review) return say("page.review");
  if (table.can_move && table.you.length === 1) return say("page.turn.yours");
  return sitting.seatOf(table.turn) ? say("page.turn.of", { player: sitting.playerAt(table.turn) }) : "";
}

/**
 * How the game ended for whoever sits at this screen; for people of several seats, or none, how it ended at all.
 *
 * @param {Sitting} sitting
 */
function resultText(sitting) {
  const { result, you, review } = sitting.table;
  if (!result) return "";
  if (result.winner === null) return say("page.result.draw");
  // Why it ended stands below it, if the game has more to say than a word or two.
  const short = say("page.result.of", { player: sitting.seatOf(result.winner) ?? result.winner });
  if (review || you.length !== 1) return result.why ? short : capital(result.told);
  return say(result.winner === you[0] ? "page.result.won" : "page.result.lost");
}

/**
 * Below it: what is asked of whoever moves at this screen, or why the game ended as it did.
 *
 * @param {Sitting} sitting
 * @param {AskedAnswer} [asked] of a half-made turn
 */
export function showTask({ table }, asked = table.asked) {
  const { result } = table;
  if (result) showAsked(table.game, { text: capital(result.why || result.told), rule: null });
  else showAsked(table.game, table.can_move ? asked : { text: "", rule: null });
}

/** @param {Sitting} sitting */
export function showStatus(sitting) {
  const { table } = sitting;
  const text = statusText(sitting);
  const status = byId("status");
  status.dataset.state = table.result ? "over" : table.can_move ? "yours" : "theirs";
  const score = table.result ? make("span", { class: "score" }, table.result.text) : null;
  fill(status, make("span", {}, text), score);
  byId("game-title").textContent = table.title;
  const mark = !table.result && table.can_move ? "● " : "";
  document.title = `${mark}${text} – ${table.title}`;
  showTask(sitting);
  showThinking(sitting);
}

/** @param {ThinkingAnswer} thinking */
function thinkingKey(thinking) {
  if (thinking.hint) return "page.thinking.hint";
  return thinking.waiting ? "page.thinking.waits" : "page.thinking";
}

/** @param {Sitting} sitting */
export function showThinking(sitting) {
  sitting.dropOldThinking();
  const { thinking } = sitting;
  const holder = byId("thinking");
  holder.hidden = !thinking;
  if (!thinking) return;
  const seat = sitting.seatOf(thinking.seat);
  const seconds = Math.round(thinking.elapsed / 1000);
  const text = say(thinkingKey(thinking), { player: seat?.player || seat || "", seconds });
  const bar = make("progress", { max: 1, "aria-label": say("page.thinking.progress") });
  if (thinking.fraction !== null) bar.value = Math.min(1, thinking.fraction);
  const problem = thinking.problem ? make("span", { class: "problem" }, thinking.problem) : null;
  fill(holder, make("span", {}, text), bar, problem);
}

/**
 * In the header, since it goes on for minutes and must cover nothing that is played with.
 *
 * @param {CompilingAnswer | null} compiling
 */
export function showCompiling(compiling) {
  const note = byId("compiling");
  note.hidden = !compiling;
  if (!compiling) return;
  const { text, done, of } = compiling;
  note.title = say("page.compiling");
  fill(note, make("span", {}, text), make("progress", { max: of, value: done, "aria-label": text }));
}

/**
 * @param {State} state
 * @param {() => void} again connects at once
 */
export function showConnection(state, again) {
  const note = byId("connection");
  if (state.name === "open") {
    if (!note.hidden) speak(say("page.connected"));
    note.hidden = true;
    return;
  }
  note.hidden = false;
  if (state.name === "waiting") fill(note, make("span", {}, say("page.connecting")));
  else if (state.name === "lost") {
    const now = button(say("page.lost.now"), { class: "plain", onclick: again }, "again");
    fill(note, make("span", {}, lostText(state)), now);
  } else {
    byId("main").classList.add("gone");
    const text = say(state.code === NO_TABLE ? "table.missing" : "page.gone");
    fill(note, make("span", {}, text), make("a", { href: "/" }, say("page.error.back")));
  }
}

/** @param {{ wait: number, code: number }} lost */
function lostText({ wait, code }) {
  if (code === STOPPING) return say("server.stops");
  return say("page.lost", { seconds: Math.max(1, Math.round(wait / 1000)) });
}
