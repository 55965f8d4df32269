// The connection to a table: it says hello, answers find their questions, and after every break it connects again.

/** @import { AnyRequest, Answers, Failure, HeardMessage, Hello, MoveAnswer, Patch, SentMessage } from "./types.d.ts" */

const PAUSES = [500, 1000, 2000, 4000, 8000];
const PING_EVERY = 25000;
const PONG_WITHIN = 6000;
const FINAL = new Set([4400, 4403, 4404]);
const CROWDED = 4429;
export const STOPPING = 1012;
export const NO_TABLE = 4404;

/**
 * What becomes of the connection, each with what belongs to it.
 *
 * @typedef {{ name: "open" } | { name: "waiting" } | { name: "lost", wait: number, code: number } | { name: "gone", code: number }} State
 */

/**
 * `hello()` gives what the first message says; `heard` gets every message; `state` hears what becomes of the connection.
 *
 * @typedef {object} Listener
 * @property {() => Omit<Hello, "type" | "patches">} hello
 * @property {(message: HeardMessage, isAnswer: boolean) => void} heard
 * @property {(state: State) => void} state
 */

/**
 * A picture in parts: new ones, and between them those of the picture before that stay.
 *
 * @param {string[]} before
 * @param {Patch} patch
 */
export function patched(before, patch) {
  return patch.flatMap((part) => (typeof part === "string" ? [part] : before.slice(part[0], part[1])));
}

/**
 * How long to wait before connecting again after so many failures, in milliseconds.
 *
 * @param {number} failures
 * @param {number} code of the end of the connection
 */
export function pauseAfter(failures, code) {
  return code === CROWDED ? 10000 : PAUSES[Math.min(failures, PAUSES.length - 1)];
}

export class Wire {
  /**
   * @param {string} table
   * @param {Listener} listener
   */
  constructor(table, { hello, heard, state }) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.url = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.hello = hello;
    this.heard = heard;
    this.state = state;
    this.number = 0;
    /** @type {Map<number, (message: any) => void>} */
    this.asked = new Map();
    this.failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pong = undefined;
    this.isOver = false;
    this.isGreeted = false;
    /** @type {string[]} */
    this.picture = [];
    /** @type {MoveAnswer[]} */
    this.moves = [];
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
    setInterval(() => this.check(), PING_EVERY);
    document.addEventListener("visibilitychange", () => !document.hidden && this.check());
    addEventListener("online", () => this.again());
    addEventListener("pageshow", (event) => event.persisted && this.again());
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN && this.isGreeted;
  }

  connect() {
    clearTimeout(this.retry);
    this.isGreeted = false;
    this.picture = [];
    this.moves = [];
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "hello", patches: true, ...this.hello() }));
      this.isGreeted = true;
    });
    socket.addEventListener("message", (event) => socket === this.socket && this.take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.lost(event.code));
  }

  /** @param {SentMessage} message */
  take(message) {
    if (message.type === "pong") {
      clearTimeout(this.pong);
      this.pong = undefined;
    } else if (message.type === "table") {
      this.picture = patched(this.picture, message.svg);
      this.moves = [...this.moves.slice(0, message.moves.kept), ...message.moves.new];
      this.failures = 0;
      this.state({ name: "open" });
      this.hand({ ...message, svg: this.picture.join("\n"), moves: this.moves });
    } else if (message.type === "half") {
      this.hand({ ...message, svg: patched(this.picture, message.svg).join("\n") });
    } else this.hand(message);
  }

  /**
   * To whoever asked for it, and to everybody else.
   *
   * @param {HeardMessage} message
   */
  hand(message) {
    const number = message.id ?? null;
    const waiting = number === null ? undefined : this.asked.get(number);
    if (number !== null) this.asked.delete(number);
    waiting?.(message);
    this.heard(message, Boolean(waiting));
  }

  /** @param {number} code */
  lost(code) {
    clearTimeout(this.pong);
    this.pong = undefined;
    this.isGreeted = false;
    for (const waiting of this.asked.values()) waiting({ type: "lost" });
    this.asked.clear();
    if (this.isOver) return;
    if (FINAL.has(code)) {
      this.isOver = true;
      this.state({ name: "gone", code });
      return;
    }
    const wait = pauseAfter(this.failures, code) * (0.8 + 0.4 * Math.random());
    this.failures += 1;
    this.state({ name: "lost", wait, code });
    this.retry = setTimeout(() => {
      this.state({ name: "waiting" });
      this.connect();
    }, wait);
  }

  /** Connect at once instead of waiting. */
  again() {
    if (this.isOver || this.isOpen || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.state({ name: "waiting" });
    this.connect();
  }

  /** A socket that slept may look open and be dead: ask, and give it up if nothing comes back. */
  check() {
    if (this.isOver) return;
    if (!this.isOpen) {
      this.again();
      return;
    }
    this.send({ type: "ping" });
    this.pong ??= setTimeout(() => {
      const dead = this.socket;
      this.socket = null;
      dead?.close();
      this.lost(1006);
    }, PONG_WITHIN);
  }

  /** @param {AnyRequest} message */
  send(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /**
   * Ask, and get the answer: a message, or `{type: "lost"}` if the connection breaks.
   *
   * @template {keyof Answers} K
   * @param {AnyRequest & { type: K }} message
   * @returns {Promise<Answers[K] | Failure>}
   */
  ask(message) {
    this.number = (this.number + 1) % 2 ** 30;
    const id = this.number;
    if (!this.send({ ...message, id })) return Promise.resolve({ type: "lost" });
    return new Promise((found) => this.asked.set(id, found));
  }
}
