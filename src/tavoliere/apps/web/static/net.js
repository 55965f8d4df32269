// Requests to our own server. A refusal becomes an error with the text that the server wrote for people.

import { say } from "./texts.js";

/** @import { AskedLesson, AskedPuzzle, CourseAnswer, GamesAnswer, LessonAnswer, Posted, Problem } from "./types.d.ts" */
/** @import { PuzzlesAnswer, RulesAnswer } from "./types.d.ts" */

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

/**
 * @param {string} game
 * @returns {Promise<RulesAnswer>}
 */
export function getRules(game) {
  return get(`/api/rules/${encodeURIComponent(game)}`);
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
