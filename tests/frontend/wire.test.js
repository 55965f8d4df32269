import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { latest, Refused, refusalIn } from "../../src/tavoliere/apps/web/static/net.js";
import { patched, pauseAfter, Wire } from "../../src/tavoliere/apps/web/static/wire.js";
import { table } from "./tables.js";

/** @import { HeardMessage } from "../../src/tavoliere/apps/web/static/types.d.ts" */

const NO_MOVES = { kept: 0, new: [] };

/** A socket that goes nowhere. */
class Socket extends EventTarget {
  static OPEN = 1;
  static CONNECTING = 0;
  /** @type {Socket[]} */
  static made = [];
  readyState = Socket.CONNECTING;
  /** @type {any[]} */
  sent = [];

  constructor() {
    super();
    Socket.made.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = Socket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {unknown} message */
  says(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  /** @param {number} code */
  close(code = 1000) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

/** @param {import("node:test").TestContext} context */
function connected(context) {
  /** @type {(() => void)[]} */
  const later = [];
  context.mock.method(globalThis, "setInterval", () => 0);
  context.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ work) => later.push(work));
  Object.assign(globalThis, {
    WebSocket: Socket,
    location: { protocol: "https:", host: "here" },
    document: new EventTarget(),
    addEventListener: () => {},
  });
  /** @type {[HeardMessage, boolean][]} */
  const heard = [];
  /** @type {string[]} */
  const states = [];
  const wire = new Wire("a/b", {
    hello: () => ({ tokens: ["secret"] }),
    heard: (message, isAnswer) => heard.push([message, isAnswer]),
    state: (state) => states.push(state.name),
  });
  const socket = () => Socket.made[Socket.made.length - 1];
  socket().open();
  return { wire, socket, heard, states, later };
}

test("a connection says hello before anything else", (context) => {
  const { wire, socket } = connected(context);
  assert.equal(wire.url, "wss://here/api/tables/a%2Fb/socket");
  assert.deepEqual(socket().sent, [{ type: "hello", patches: true, tokens: ["secret"] }]);
});

test("an answer finds its question, and everybody hears it", async (context) => {
  const { wire, socket, heard } = connected(context);
  const [first, second] = [wire.ask({ type: "view", ply: 1 }), wire.ask({ type: "view", ply: 2 })];
  const [{ id: one }, { id: two }] = socket().sent.slice(1);
  socket().says({ type: "picture", id: two, ply: 2 });
  socket().says({ type: "refused", id: one, text: "no" });
  assert.equal((await second).type, "picture");
  assert.equal((await first).type, "refused");
  assert.deepEqual(
    heard.map(([message, isAnswer]) => [message.type, isAnswer]),
    [
      ["picture", true],
      ["refused", true],
    ],
  );
});

test("a table is handed on with its whole picture, and a pong with nothing", (context) => {
  const { socket, heard, states } = connected(context);
  socket().says({ ...table(0), svg: ["<svg>", "a", "</svg>"], moves: NO_MOVES });
  socket().says({ ...table(1), svg: [[0, 1], "b", [2, 3]], moves: NO_MOVES });
  socket().says({ type: "pong" });
  assert.deepEqual(
    heard.map(([message]) => message.type === "table" && message.svg),
    ["<svg>\na\n</svg>", "<svg>\nb\n</svg>"],
  );
  assert.deepEqual(states, ["open", "open"]);
});

test("a half-made turn is drawn on the picture of the table, and leaves that as it is", (context) => {
  const { socket, heard } = connected(context);
  socket().says({ ...table(0), svg: ["<svg>", "a", "</svg>"], moves: NO_MOVES });
  for (const part of ["b", "c"]) socket().says({ type: "half", svg: [[0, 2], part, [2, 3]] });
  assert.deepEqual(
    heard.slice(1).map(([message]) => message.type === "half" && message.svg),
    ["<svg>\na\nb\n</svg>", "<svg>\na\nc\n</svg>"],
  );
});

test("of the turns only new ones come, after an undo fewer are kept, and a new connection has none", (context) => {
  const { wire, socket, heard } = connected(context);
  const turns = ["a1-a2", "b1-b2", "c1-c2"].map((move, i) => ({ ply: i + 1, seat: "w", move }));
  const lists = () => heard.map(([message]) => message.type === "table" && message.moves);
  socket().says({ ...table(2), svg: [], moves: { kept: 0, new: turns.slice(0, 2) } });
  socket().says({ ...table(3), svg: [], moves: { kept: 2, new: turns.slice(2) } });
  socket().says({ ...table(1), svg: [], moves: { kept: 1, new: [] } });
  assert.deepEqual(lists(), [turns.slice(0, 2), turns, turns.slice(0, 1)]);
  wire.connect();
  socket().open();
  socket().says({ ...table(3), svg: [], moves: { kept: 0, new: turns } });
  assert.deepEqual(lists().at(-1), turns);
});

test("a lost connection answers what was asked, refuses what comes, and is made again", async (context) => {
  const { wire, socket, states, later } = connected(context);
  const asked = wire.ask({ type: "hint" });
  socket().close(1006);
  assert.deepEqual(await asked, { type: "lost" });
  assert.deepEqual(await wire.ask({ type: "hint" }), { type: "lost" });
  assert.equal(wire.send({ type: "undo" }), false);
  const before = Socket.made.length;
  later[0]();
  assert.equal(Socket.made.length, before + 1);
  assert.deepEqual(states, ["lost", "waiting"]);
});

test("a table that is not there is not asked for again", (context) => {
  const { wire, socket, states, later } = connected(context);
  const before = Socket.made.length;
  socket().close(4404);
  wire.again();
  assert.deepEqual([states, later.length, Socket.made.length], [["gone"], 0, before]);
});

test("pauses grow, up to a limit, and a crowded server is left alone for longer", () => {
  assert.ok(pauseAfter(0, 1006) < pauseAfter(1, 1006));
  assert.equal(pauseAfter(4, 1006), pauseAfter(400, 1006));
  assert.ok(pauseAfter(0, 4429) > pauseAfter(400, 1006));
});

test("a picture is made of new parts and old ones", () => {
  assert.deepEqual(patched(["a", "b", "c"], [[1, 3], "x", [0, 1]]), ["b", "c", "x", "a"]);
});

test("of wishes that come while one is fulfilled only the last counts", async () => {
  let wish = 0;
  /** @type {number[]} */
  const done = [];
  const follow = latest(async () => {
    const mine = wish;
    await Promise.resolve();
    done.push(mine);
  });
  const all = [];
  for (wish = 1; wish <= 5; wish += 1) all.push(follow());
  wish = 5;
  await Promise.all(all);
  assert.deepEqual(done, [1, 5]);
});

test("a wish after a failure is followed", async () => {
  let isBroken = true;
  const follow = latest(async () => {
    if (isBroken) throw new Error("broken");
  });
  await assert.rejects(follow());
  isBroken = false;
  await follow();
});

test("a refusal is told, a fault of the page is not taken for one", () => {
  const refusal = new Refused({ key: "turn.illegal", text: "no" }, 400);
  assert.equal(refusalIn(refusal), refusal);
  assert.deepEqual([refusal.clause, refusal.reasons], [null, []]);
  assert.throws(() => refusalIn(new TypeError("x is undefined")), TypeError);
});
