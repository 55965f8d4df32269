import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Progress, readNotes } from "../../src/tavoliere/apps/web/static/progress.js";
import { stored } from "./world.js";

const KEY = "tavoliere.lessons.tablut";

beforeEach(() => stored.clear());

test("what is done is remembered", () => {
  const first = new Progress("tablut");
  assert.equal(first.trouble, "");
  first.finish("capture", "sandwich");
  first.stand({ lesson: "capture", task: "two", accepted: ["e4-f4"] });
  const again = new Progress("tablut");
  assert.ok(again.isDone("capture", "sandwich"));
  assert.ok(!again.isDone("capture", "two"));
  assert.deepEqual(again.at, { lesson: "capture", task: "two", accepted: ["e4-f4"] });
});

test("two tabs do not forget what the other has learnt", () => {
  const [one, other] = [new Progress("tablut"), new Progress("tablut")];
  one.finish("a", "b");
  other.finish("c", "d");
  const again = new Progress("tablut");
  assert.ok(again.isDone("a", "b") && again.isDone("c", "d"));
});

test("what a newer page has stored is left as it is", () => {
  const newer = JSON.stringify({ version: 2, done: { other: "shape" } });
  stored.set(KEY, newer);
  const progress = new Progress("tablut");
  assert.equal(progress.trouble, "newer");
  progress.finish("capture", "sandwich");
  assert.ok(progress.isDone("capture", "sandwich"), "it counts until the page is left");
  assert.equal(stored.get(KEY), newer);
});

test("what cannot be read is put aside, not thrown away", () => {
  for (const edited of ["{", "[]", "null", '{"version":1}', '{"version":1,"done":[3]}', '{"version":"1","done":[]}']) {
    stored.clear();
    stored.set(KEY, edited);
    const progress = new Progress("tablut");
    assert.equal(progress.trouble, "broken", edited);
    progress.finish("a", "b");
    assert.equal(JSON.parse(stored.get(`${KEY}.aside`) ?? ""), edited);
    assert.ok(new Progress("tablut").isDone("a", "b"));
  }
});

test("a place that was edited is no place, and what is done stays", () => {
  const { notes, trouble } = readNotes(JSON.stringify({ version: 1, done: ["a/b"], at: { lesson: 7 } }));
  assert.deepEqual([notes.at, notes.done, trouble], [null, ["a/b"], ""]);
});

test("everything can be forgotten", () => {
  const progress = new Progress("tablut");
  progress.finish("a", "b");
  progress.forget();
  assert.deepEqual(new Progress("tablut").notes, { version: 1, done: [], at: null });
});
