import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { higher } from "../../src/tavoliere/apps/web/static/after.js";
import { seat, table } from "./tables.js";

test("the next level sits where the one before sat, with the same clock", () => {
  const seats = [seat("w", { kind: "opponent", spec: "level:2" }), seat("b", { yours: true })];
  const clock = { kind: /** @type {const} */ ("increment"), base: 600, increment: 5, days: 0 };
  const shown = table(3, { seats, clock: { ...clock, left: {}, running: null, deadline: null } });
  assert.deepEqual(higher(shown, "level:3", "Ada"), {
    game: "tablut",
    options: {},
    seats: { w: "level:3", b: "me" },
    clock: { kind: "increment", base: 600, increment: 5 },
    name: "Ada",
  });
});
