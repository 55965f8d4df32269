// The page's tree on its own, for tests in other languages: a line of JSON tells what is done, a line answers what the page would
// send to the server after it.

import { createInterface } from "node:readline";
import { Past, pastFrom, storedPast } from "../../src/tavoliere/apps/web/static/past.js";
import {
  add,
  annotate,
  emptyStudy,
  fromAnswer,
  movesTo,
  promote,
  ROOT,
  remove,
  toMessage,
  turnOf,
} from "../../src/tavoliere/apps/web/static/study.js";

/** @import { Study } from "../../src/tavoliere/apps/web/static/study.js" */

let past = new Past({ study: emptyStudy("tablut", {}, ""), at: ROOT });

/**
 * The id of the turn at a place of what is sent.
 *
 * @param {Study} study
 * @param {number} place
 */
function idAt(study, place) {
  return [...toMessage(study).places].find(([, one]) => one === place)?.[0] ?? ROOT;
}

/** @type {Record<string, (study: Study, id: number, told: any) => Study>} */
const EDITS = {
  add: (study, id, { move, seat }) => add(study, id, move, seat).study,
  promote: (study, id) => promote(study, id),
  remove: (study, id) => remove(study, id),
  annotate: (study, id, { mark, comment }) => annotate(study, id, { mark, comment }),
};

/** @param {any} told */
function act(told) {
  const { study } = past.now;
  if (told.do === "begin") past = new Past({ study: emptyStudy(told.game, told.options, ""), at: ROOT });
  else if (told.do === "open") past = new Past({ study: fromAnswer(told.answer), at: ROOT });
  else if (told.do === "undo") past.undo();
  else if (told.do === "redo") past.redo();
  else if (told.do === "reload") {
    past = pastFrom(JSON.parse(JSON.stringify(storedPast(past))), study.game) ?? past;
  } else {
    const edited = EDITS[told.do](study, idAt(study, told.place), told);
    if (edited !== study) past.do({ study: edited, at: ROOT });
  }
  const { study: now } = past.now;
  const { sent, places } = toMessage(now);
  const lines = [...places.keys()].map((id) => movesTo(now, id));
  return { sent, lines, root: turnOf(now, ROOT).comment };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(act(JSON.parse(line)))}\n`);
}
