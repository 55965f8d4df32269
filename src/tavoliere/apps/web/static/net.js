// Requests to our own server. A refusal becomes an error with the text that the server wrote for people.

import { say } from "./texts.js";

export class Refused extends Error {
  constructor(error, status) {
    super(error.text);
    this.key = error.key;
    this.clause = error.clause ?? null;
    this.reasons = error.reasons ?? [];
    this.status = status;
  }
}

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

export function get(path) {
  return answered(fetch(path, { credentials: "same-origin", headers: { accept: "application/json" } }));
}

export function post(path, body) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return answered(fetch(path, { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(body) }));
}

/** Work that follows a wish: while it is done, newer wishes take each other's place, and the last one is done next. */
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
