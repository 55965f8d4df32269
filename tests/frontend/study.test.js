// The tree of a study: what edits make of it, and that nothing is ever lost.

import assert from "node:assert/strict";
import test from "node:test";
import { Past, pastFrom, storedPast } from "../../src/tavoliere/apps/web/static/past.js";
import {
  add,
  annotate,
  emptyStudy,
  fromAnswer,
  fromStored,
  graft,
  lineFrom,
  MOST_NESTED,
  MOST_TURNS,
  merged,
  movesTo,
  nestingOf,
  promote,
  ROOT,
  remove,
  rowsOf,
  StudyFull,
  toMessage,
  toStored,
  turnOf,
} from "../../src/tavoliere/apps/web/static/study.js";

/** @import { Row, Study } from "../../src/tavoliere/apps/web/static/study.js" */

/** @param {string[]} text lines of turns, each from the first position */
function grown(...text) {
  let study = emptyStudy("tablut", {}, "");
  for (const line of text) {
    study = graft(
      study,
      ROOT,
      line.split(" ").map((move, place) => ({ move, seat: "wb"[place % 2] })),
    ).study;
  }
  return study;
}

/**
 * @param {Row[]} rows
 * @returns {string}
 */
function read(rows) {
  const words = rows.map(({ turn, number, variations }) => {
    const lines = variations.map((line) => ` (${read(line)})`);
    return `${number}.${turn.move}${lines.join("")}`;
  });
  return words.join(" ");
}

/**
 * @param {Study} study
 * @param {string} path
 */
function idOf(study, path) {
  let id = ROOT;
  for (const move of path.split(" ")) {
    id = turnOf(study, id).children.find((child) => turnOf(study, child).move === move) ?? -1;
  }
  return id;
}

test("a turn that is there already is found, another one is a variation", () => {
  const study = grown("a b c", "a b d e", "x");
  assert.equal(read(rowsOf(study)), "1.a (1.x) 2.b 3.c (3.d 4.e)");
  assert.deepEqual(movesTo(study, idOf(study, "a b d e")), ["a", "b", "d", "e"]);
  const { study: same, id } = add(study, idOf(study, "a b"), "d", "w");
  assert.equal(same, study);
  assert.equal(id, idOf(study, "a b d"));
  assert.deepEqual(
    lineFrom(study, idOf(study, "a")).map((turn) => turn.move),
    ["b", "c"],
  );
});

test("a line is promoted where it last leaves another one", () => {
  const study = grown("a b c", "a b d e", "a f", "a b d g");
  const deep = idOf(study, "a b d g");
  assert.equal(nestingOf(study, deep), 2);
  const once = promote(study, deep);
  assert.equal(read(rowsOf(once)), "1.a 2.b (2.f) 3.c (3.d 4.g (4.e))");
  const twice = promote(once, deep);
  assert.equal(read(rowsOf(twice)), "1.a 2.b (2.f) 3.d (3.c) 4.g (4.e)");
  assert.equal(promote(twice, deep), twice);
  assert.equal(read(rowsOf(study)), "1.a 2.b (2.f) 3.c (3.d 4.e (4.g))");
});

test("deleting takes all that follows, and the end of a game that was there", () => {
  const study = { ...grown("a b c", "a b d e", "x y"), ended: null };
  const without = remove(study, idOf(study, "a b"));
  assert.equal(read(rowsOf(without)), "1.a (1.x 2.y)");
  assert.equal(remove(study, ROOT), study);
  const ended = { ...study, ended: { node: idOf(study, "a b c"), result: "1-0", reason: "resignation" } };
  assert.equal(remove(ended, idOf(study, "a b")).ended, null);
  assert.notEqual(remove(ended, idOf(study, "x")).ended, null);
});

test("a study survives the way to the server and the device", () => {
  let study = grown("a b c", "a b d e", "x y");
  study = annotate(study, idOf(study, "a b"), { mark: "?!", comment: "two\nlines" });
  study = annotate(study, ROOT, { comment: "before" });
  study = promote(remove(study, idOf(study, "a b c")), idOf(study, "x y"));
  const { sent, places } = toMessage(study);
  assert.deepEqual(
    sent.nodes?.map(({ parent, move }) => [parent, move]),
    [
      [0, "x"],
      [1, "y"],
      [0, "a"],
      [3, "b"],
      [4, "d"],
      [5, "e"],
    ],
  );
  assert.equal(places.get(idOf(study, "a b d")), 5);
  const kept = fromStored(JSON.parse(JSON.stringify(toStored(study, idOf(study, "a b")))), "tablut");
  assert.ok(kept);
  assert.equal(read(rowsOf(kept.study)), read(rowsOf(study)));
  assert.deepEqual(movesTo(kept.study, kept.at), ["a", "b"]);
  assert.equal(turnOf(kept.study, kept.at).comment, "two\nlines");
  assert.equal(turnOf(kept.study, kept.at).seat, "b");
  assert.deepEqual(toMessage(kept.study).sent, sent);
});

test("what somebody wrote by hand into the device is no study", () => {
  const good = toStored(grown("a b"), ROOT);
  const bad = [
    null,
    7,
    "x",
    { ...good, game: "pit" },
    { ...good, nodes: {} },
    { ...good, names: null },
    { ...good, start: 1 },
    { ...good, nodes: [{ ...good.nodes?.[0], parent: 1 }] },
    { ...good, nodes: [{ ...good.nodes?.[0], parent: -1 }] },
    { ...good, nodes: [{ ...good.nodes?.[0], move: 5 }] },
    { ...good, nodes: new Array(MOST_TURNS + 1).fill(good.nodes?.[0]) },
  ];
  for (const one of bad) assert.equal(fromStored(one, "tablut"), null);
  assert.equal(fromStored({ ...good, at: 99 }, "tablut")?.at, ROOT);
});

test("there is an end to turns and to variations inside each other", () => {
  let study = emptyStudy("tablut", {}, "");
  let at = ROOT;
  for (let depth = 0; depth < MOST_NESTED; depth += 1) {
    study = add(study, at, "first", "w").study;
    ({ study, id: at } = add(study, at, "other", "w"));
  }
  study = add(study, at, "first", "w").study;
  assert.equal(nestingOf(study, at), MOST_NESTED);
  assert.throws(() => add(study, at, "other", "w"), StudyFull);
  let many = emptyStudy("tablut", {}, "");
  at = ROOT;
  for (let count = 0; count < MOST_TURNS; count += 1) ({ study: many, id: at } = add(many, at, `t${count}`, "w"));
  assert.throws(() => add(many, at, "one more", "w"), StudyFull);
  assert.equal(rowsOf(many).length, MOST_TURNS);
});

test("two studies of one game become one that has what both have", () => {
  const mine = annotate(grown("a b c"), 1, { comment: "mine" });
  const theirs = annotate(annotate(grown("a b", "a d"), 1, { mark: "!", comment: "theirs" }), 2, { comment: "more" });
  const both = merged(mine, theirs);
  assert.equal(read(rowsOf(both)), "1.a 2.b (2.d) 3.c");
  assert.deepEqual([turnOf(both, 1).comment, turnOf(both, 1).mark, turnOf(both, 2).comment], ["mine", "!", "more"]);
});

test("whatever was undone can be had again, even after something else was done", () => {
  const [one, two, three] = [grown("a"), grown("a b"), grown("a c")];
  const past = new Past({ study: one, at: 1 });
  past.do({ study: two, at: 2 });
  assert.equal(past.undo().study, one);
  assert.equal(past.undo().study, one);
  past.do({ study: three, at: 2 });
  assert.equal(past.canRedo, false);
  assert.equal(past.undo().study, one);
  assert.equal(past.undo().study, two);
  assert.equal(past.redo().study, one);
  past.look(0);
  assert.equal(past.now.at, 0);
});

test("what was done can be taken back after the page was loaded again", () => {
  const [one, two, three] = [grown("a"), grown("a b"), grown("a c")];
  const past = new Past({ study: one, at: 1 });
  past.do({ study: two, at: 2 });
  past.do({ study: three, at: 2 });
  past.undo();
  const again = pastFrom(JSON.parse(JSON.stringify(storedPast(past))), "tablut");
  assert.deepEqual(toMessage(again?.now.study ?? one).sent, toMessage(two).sent);
  assert.deepEqual(toMessage(again?.undo().study ?? two).sent, toMessage(one).sent);
  again?.redo();
  assert.deepEqual(toMessage(again?.redo().study ?? one).sent, toMessage(three).sent);
  for (const bad of [null, {}, { moments: [], place: 0 }, { moments: [1], place: 0 }, { moments: [null], place: 3 }])
    assert.equal(pastFrom(bad, "tablut"), null);
});

test("the answer of the server is the study that was sent", () => {
  const study = annotate(grown("a b c", "a d"), 2, { mark: "??" });
  const { sent } = toMessage(study);
  const nodes = (sent.nodes ?? []).map((node) => ({ mark: "", comment: "", seat: "w", ...node }));
  const answer = { names: {}, date: "", tags: {}, comment: "", start: "", options: {}, ...sent, ended: null, nodes };
  assert.deepEqual(toMessage(fromAnswer(answer)).sent, sent);
});
