// What comes after a game: once more, against the next level, or a lesson.

import { createTable } from "./create.js";
import { button, make } from "./dom.js";
import { openFinder } from "./finder.js";
import { getGames, refusalIn } from "./net.js";
import { fairnessOf, habit, setHabit } from "./store.js";
import { say } from "./texts.js";

/** @import { AnyClock, ClockAnswer, OpponentAnswer, TableAnswer } from "./types.d.ts" */
/** @import { Wire } from "./wire.js" */

/**
 * The ways on from a game that is over, for whoever played in it.
 *
 * @param {TableAnswer} table
 * @param {Wire} wire
 * @param {(problem: string) => void} tell
 */
export function waysOn(table, wire, tell) {
  const { can, harder, lessons, result, review, you } = table;
  if (!result || review || !you.length) return [];
  const again = button(
    say("page.rematch"),
    { id: "after-rematch", class: "plain", onclick: () => wire.send({ type: "rematch" }) },
    "again",
  );
  const up = harder && button(say("page.after.level", { opponent: harder.name }), climbing(table, harder, tell), "up");
  const lesson = lessons && make("a", { id: "after-lesson", href: lessons }, say("page.after.lesson"));
  const level = fairnessOf(table.table).counts && button(say("page.level.yours"), finding(table, tell), "ladder");
  return [can.rematch && again, up, level, lesson];
}

/**
 * @param {TableAnswer} table
 * @param {(problem: string) => void} tell
 */
function finding({ game, options }, tell) {
  const onclick = async () => {
    try {
      const known = await getGames();
      const found = known.games.find(({ name }) => name === game);
      if (found) openFinder(found, known, options);
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
