// The connection to a table: it says hello, answers find their questions, and after every break it connects again.

const PAUSES = [500, 1000, 2000, 4000, 8000];
const PING_EVERY = 25000;
const PONG_WITHIN = 6000;
const FINAL = new Set([4400, 4403, 4404]);
const CROWDED = 4429;
export const STOPPING = 1012;

export class Wire {
  /** `hello()` gives the first message; `heard` gets every message; `state` hears "open", "lost", "waiting", "gone". */
  constructor(table, { hello, heard, state }) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.hello = hello;
    this.heard = heard;
    this.state = state;
    this.number = 0;
    this.asked = new Map();
    this.failures = 0;
    this.retry = null;
    this.pong = null;
    this.isOver = false;
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
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "hello", patches: true, ...this.hello() }));
      this.isGreeted = true;
    });
    socket.addEventListener("message", (event) => socket === this.socket && this.take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.lost(event.code));
  }

  take(message) {
    if (message.type === "table") message.svg = this.patched(message.svg);
    if (message.type === "table" && this.failures >= 0) {
      this.failures = 0;
      this.state("open");
    }
    if (message.type === "pong") {
      clearTimeout(this.pong);
      this.pong = null;
      return;
    }
    const waiting = message.id === null || message.id === undefined ? null : this.asked.get(message.id);
    if (waiting) {
      this.asked.delete(message.id);
      waiting(message);
    }
    this.heard(message, Boolean(waiting));
  }

  /** The picture of the table: new parts, and between them those of the picture before that stay. */
  patched(parts) {
    this.picture = parts.flatMap((part) => (typeof part === "string" ? [part] : this.picture.slice(part[0], part[1])));
    return this.picture.join("\n");
  }

  lost(code) {
    clearTimeout(this.pong);
    this.pong = null;
    this.isGreeted = false;
    for (const waiting of this.asked.values()) waiting({ type: "lost" });
    this.asked.clear();
    if (this.isOver) return;
    if (FINAL.has(code)) {
      this.isOver = true;
      this.state("gone", code);
      return;
    }
    const pause = code === CROWDED ? 10000 : PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    const wait = pause * (0.8 + 0.4 * Math.random());
    this.state("lost", wait, code);
    this.retry = setTimeout(() => {
      this.state("waiting");
      this.connect();
    }, wait);
  }

  /** Connect at once instead of waiting. */
  again() {
    if (this.isOver || this.isOpen || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.state("waiting");
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
      this.pong = null;
      const dead = this.socket;
      this.socket = null;
      dead?.close();
      this.lost(1006);
    }, PONG_WITHIN);
  }

  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Ask, and get the answer: a message, or `{type: "lost"}` if the connection breaks. */
  ask(message) {
    this.number = (this.number + 1) % 2 ** 30;
    const id = this.number;
    if (!this.send({ ...message, id })) return Promise.resolve({ type: "lost" });
    return new Promise((found) => this.asked.set(id, found));
  }
}
