import "./world.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, nextOpen, stepsOf } from "../../src/tavoliere/apps/web/static/course.js";

/**
 * @param {string} id
 * @param {string[]} tasks
 */
const lesson = (id, tasks, guided = false) => ({ id, title: id, about: "", tasks, guided });
const course = { lessons: [lesson("slide", ["one", "two"]), lesson("capture", ["one"]), lesson("game", [], true)] };

/**
 * @param {string[]} done
 * @param {{ lesson: string, task: string, accepted: string[] } | null} at
 */
const progress = (done, at = null) => ({
  at,
  isDone: (/** @type {string} */ one, /** @type {string} */ task) => done.includes(`${one}/${task}`),
});

/** @param {ReturnType<typeof nextOpen>} step */
const address = (step) => (step ? addressOf(step) : "");

test("a course is all tasks in order, and the guided game", () => {
  assert.deepEqual(stepsOf(course).map(addressOf), ["slide/one", "slide/two", "capture/one", "game/game"]);
});

test("what comes next is the first task that is not done", () => {
  assert.equal(address(nextOpen(course, progress([]))), "slide/one");
  assert.equal(address(nextOpen(course, progress(["slide/one", "capture/one"]))), "slide/two");
  assert.equal(address(nextOpen(course, progress(["slide/one", "slide/two", "capture/one"]))), "game/game");
});

test("whoever left a task unfinished goes on with it, and with a later one if it is done or gone", () => {
  const left = { lesson: "capture", task: "one", accepted: [] };
  assert.equal(address(nextOpen(course, progress([], left))), "capture/one");
  assert.equal(address(nextOpen(course, progress(["capture/one"], left))), "slide/one");
  assert.equal(address(nextOpen(course, progress([], { ...left, task: "gone" }))), "slide/one");
});

test("with everything done there is no next", () => {
  assert.equal(nextOpen(course, progress(["slide/one", "slide/two", "capture/one", "game/game"])), null);
});
