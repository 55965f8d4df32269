// Requests to our own server. A refusal becomes an error with the text that the server wrote for people.

import { say } from "./texts.js";

/** @import { AskedLesson, CourseAnswer, GamesAnswer, LessonAnswer, LobbyAnswer, NewStudy, Posted, Problem, RulesAnswer, StudiesAnswer } from "./types.d.ts" */
/** @import { Followed, LegendAnswer, StudyAnswer, Try, TryAnswer, Upload } from "./types.d.ts" */
/** @import { AskedPuzzle, PuzzlesAnswer } from "./types.d.ts" */

export class Refused extends Error {
  /**
   * @param {Partial<Problem> & { key: string, text: string }} problem
   * @param {number} status
   */
  constructor(problem, status) {
    super(problem.text);
    this.key = problem.key;
    this.clause = problem.clause ?? null;
    this.reasons = problem.reasons ?? [];
    this.status = status;
  }
}

/**
 * What was caught, if it is a refusal; a fault of the page itself stays a fault.
 *
 * @param {unknown} error
 */
export function refusalIn(error) {
  if (error instanceof Refused) return error;
  throw error;
}

/** @param {Promise<Response>} request */
async function answered(request) {
  let answer;
  try {
    answer = await request;
  } catch {
    throw new Refused({ key: "page.offline", text: say("page.offline") }, 0);
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body;
  throw new Refused(body?.error ?? { key: "server.error", text: say("server.error") }, answer.status);
}

/** @param {string} path */
function get(path) {
  return answered(fetch(path, { credentials: "same-origin", headers: { accept: "application/json" } }));
}

/** @returns {Promise<GamesAnswer>} */
export function getGames() {
  return get("/api/games");
}

/** @returns {Promise<LobbyAnswer>} */
export function getLobby() {
  return get("/api/lobby");
}

/**
 * @param {string} game
 * @returns {Promise<RulesAnswer>}
 */
export function getRules(game) {
  return get(`/api/rules/${encodeURIComponent(game)}`);
}

/**
 * @param {string} game
 * @returns {Promise<LegendAnswer>}
 */
export function getLegend(game) {
  return get(`/api/legends/${encodeURIComponent(game)}`);
}

/**
 * @param {string} game
 * @returns {Promise<CourseAnswer>}
 */
export function getCourse(game) {
  return get(`/api/lessons/${encodeURIComponent(game)}`);
}

/**
 * Where somebody is in a lesson, and what the turn being made comes to.
 *
 * @param {string} game
 * @param {AskedLesson} body
 * @returns {Promise<LessonAnswer>}
 */
export function askLesson(game, body) {
  return sent(`/api/lessons/${encodeURIComponent(game)}`, body);
}

/**
 * @param {string} game
 * @returns {Promise<PuzzlesAnswer>}
 */
export function getPuzzles(game) {
  return get(`/api/puzzles/${encodeURIComponent(game)}`);
}

/**
 * Where somebody is in a puzzle, and what the turn being made comes to.
 *
 * @param {string} game
 * @param {AskedPuzzle} body
 * @returns {Promise<LessonAnswer>}
 */
export function askPuzzle(game, body) {
  return sent(`/api/puzzles/${encodeURIComponent(game)}`, body);
}

/**
 * A study that somebody has shared.
 *
 * @param {string} study
 * @returns {Promise<StudyAnswer>}
 */
export function getStudy(study) {
  return get(`/api/studies/${encodeURIComponent(study)}`);
}

/**
 * The game at a table as a study.
 *
 * @param {string} table
 * @returns {Promise<StudyAnswer>}
 */
export function getTableStudy(table) {
  return get(`/api/tables/${encodeURIComponent(table)}/study`);
}

/**
 * The games of a file as studies.
 *
 * @param {Upload} body
 * @returns {Promise<StudiesAnswer>}
 */
export function readStudies(body) {
  return sent("/api/studies/file", body);
}

/**
 * A study as the text of a file.
 *
 * @param {NewStudy} study
 */
export async function studyFile(study) {
  const headers = { "content-type": "application/json" };
  const asked = {
    method: "POST",
    credentials: /** @type {const} */ ("same-origin"),
    headers,
    body: JSON.stringify(study),
  };
  const answer = await fetch("/api/studies/record", asked).catch(() => null);
  if (!answer) throw new Refused({ key: "page.offline", text: say("page.offline") }, 0);
  if (answer.ok) return answer.text();
  return answered(Promise.resolve(answer));
}

/**
 * What another turn would have been worth in a reviewed game.
 *
 * @param {string} table
 * @param {Try} body
 * @returns {Promise<TryAnswer>}
 */
export function tryAgain(table, body) {
  return sent(`/api/tables/${encodeURIComponent(table)}/review/tries`, body);
}

/**
 * A stream of events, each a whole answer, until it ends or nobody wants it any more.
 *
 * @template {keyof Followed} P
 * @param {P} path
 * @param {Followed[P][0]} body
 * @param {AbortSignal} signal
 * @param {(answer: Followed[P][1]) => void} hear
 */
export async function follow(path, body, signal, hear) {
  const headers = { "content-type": "application/json" };
  const asked = {
    method: "POST",
    credentials: /** @type {const} */ ("same-origin"),
    headers,
    signal,
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(path, asked);
    if (!answer.ok || !answer.body) await answered(Promise.resolve(answer));
    else for await (const { kind, data } of events(answer.body)) heard(kind, data, hear);
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (!signal.aborted) throw new Refused({ key: "page.offline", text: say("page.offline") }, 0);
  }
}

/**
 * @param {string} kind
 * @param {any} data
 * @param {(answer: any) => void} hear
 */
function heard(kind, data, hear) {
  if (kind === "refused") throw new Refused(data.error, 0);
  hear(data);
}

/**
 * The events of a stream: lines up to an empty one.
 *
 * @param {ReadableStream<Uint8Array>} stream
 */
async function* events(stream) {
  const [reader, decoder] = [stream.getReader(), new TextDecoder()];
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const whole = (text + decoder.decode(part.value, { stream: true })).split("\n\n");
    text = whole.pop() ?? "";
    for (const event of whole) {
      const kind = /^event: (.*)$/m.exec(event)?.[1] ?? "";
      yield { kind, data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null") };
    }
  }
}

/**
 * @template {keyof Posted} P
 * @param {P} path
 * @param {Posted[P][0]} body
 * @returns {Promise<Posted[P][1]>}
 */
export function post(path, body) {
  return sent(path, body);
}

/**
 * @param {string} path
 * @param {unknown} body
 */
function sent(path, body) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return answered(fetch(path, { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(body) }));
}

/**
 * Work that follows a wish: while it is done, newer wishes take each other's place, and the last one is done next.
 *
 * @param {() => Promise<unknown>} work
 */
export function latest(work) {
  let isWished = false;
  let isBusy = false;
  return async () => {
    isWished = true;
    if (isBusy) return;
    isBusy = true;
    try {
      while (isWished) {
        isWished = false;
        await work();
      }
    } finally {
      isBusy = false;
    }
  };
}
