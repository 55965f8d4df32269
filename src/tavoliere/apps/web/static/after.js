// What comes after a game: once more, against the next level, or a lesson.

import { addressOf, nextOpen } from "./course.js";
import { createTable } from "./create.js";
import { button, make } from "./dom.js";
import { openFinder } from "./finder.js";
import { getCourse, getGames, refusalIn } from "./net.js";
import { Progress } from "./progress.js";
import { fairnessOf, habit, setHabit } from "./store.js";
import { say } from "./texts.js";

/** @import { AnyClock, ClockAnswer, OpponentAnswer, TableAnswer } from "./types.d.ts" */
/** @import { Step } from "./course.js" */
/** @import { Wire } from "./wire.js" */

/**
 * The ways on from a game that is over, for whoever played in it.
 *
 * @param {TableAnswer} table
 * @param {Wire} wire
 * @param {(problem: string) => void} tell
 */
export function waysOn(table, wire, tell) {
  const { can, harder, lessons, puzzles, result, review, you } = table;
  if (!result || review || !you.length) return [];
  const again = button(
    say("page.rematch"),
    { id: "after-rematch", class: "plain", onclick: () => wire.send({ type: "rematch" }) },
    "again",
  );
  const up = harder && button(say("page.after.level", { opponent: harder.name }), climbing(table, harder, tell), "up");
  const level = fairnessOf(table.table).counts && button(say("page.level.yours"), finding(table, tell), "ladder");
  const solving = puzzles && make("a", { id: "after-puzzles", href: puzzles }, say("page.after.puzzles"));
  return [can.rematch && again, up, level, lessons && lessonLink(table.game, lessons), solving];
}

/**
 * The way to what somebody has not learnt yet. It has the lesson's name as soon as that is known.
 *
 * @param {string} game
 * @param {string} href of the course
 */
function lessonLink(game, href) {
  const link = make("a", { id: "after-lesson", href: `${href}#:next` }, say("page.after.lesson"));
  getCourse(game).then(
    (course) => nameLesson(link, href, nextOpen(course, new Progress(game))),
    () => {}, // It leads to the next lesson all the same.
  );
  return link;
}

/**
 * @param {HTMLAnchorElement} link
 * @param {string} course
 * @param {Step | null} next nothing if all is done
 */
function nameLesson(link, course, next) {
  link.href = next ? `${course}#${addressOf(next)}` : course;
  link.textContent = next ? say("page.after.lesson.of", { lesson: next.lesson.title }) : say("page.after.lesson.all");
}

/**
 * @param {TableAnswer} table
 * @param {(problem: string) => void} tell
 */
function finding({ game, seats }, tell) {
  const onclick = async () => {
    try {
      const known = await getGames();
      const found = known.games.find(({ name }) => name === game);
      if (found) openFinder(found, known, seats.length);
    } catch (error) {
      tell(refusalIn(error).message);
    }
  };
  return { id: "after-find", class: "plain", onclick };
}

/**
 * @param {TableAnswer} table
 * @param {OpponentAnswer} harder
 * @param {(problem: string) => void} tell
 */
function climbing(table, harder, tell) {
  const onclick = async () => {
    setHabit("opponent", harder.spec);
    try {
      const { counts } = fairnessOf(table.table);
      await createTable({ ...higher(table, harder.spec, habit("name", "")), counts });
    } catch (error) {
      tell(refusalIn(error).message);
    }
  };
  return { id: "after-level", class: "plain", onclick };
}

/**
 * The same game on the same side, with another opponent in the seats of the machine.
 *
 * @param {Pick<TableAnswer, "game" | "options" | "seats" | "clock">} table
 * @param {string} spec
 * @param {string} name
 */
export function higher({ game, options, seats, clock }, spec, name) {
  const sitting = seats.map(({ letter, yours }) => [letter, yours ? "me" : spec]);
  return { game, options, seats: Object.fromEntries(sitting), clock: clockOf(clock), name };
}

/**
 * @param {ClockAnswer} clock
 * @returns {AnyClock}
 */
function clockOf({ kind, base, increment, days }) {
  if (kind === "increment") return { kind, base, increment };
  return kind === "days" ? { kind, days } : { kind: "none" };
}
