// The ways into a game from the start page: learn one, play the machine, invite a friend.

import { choicesFor, playersOf, usualSeats } from "./choices.js";
import { dialog } from "./chrome.js";
import { linkWithCode } from "./codes.js";
import { createTable, makeTable, startText } from "./create.js";
import { button, byId, fill, make } from "./dom.js";
import { refusalIn } from "./net.js";
import { habit, setHabit } from "./store.js";
import { say } from "./texts.js";

/** @import { GameAnswer, GamesAnswer } from "./types.d.ts" */

/**
 * A choice of a game; the one that was chosen last comes first.
 *
 * @param {GamesAnswer} known
 * @param {string} name
 * @param {(game: GameAnswer) => void} [chosen]
 */
function gameChoice(known, name, chosen = () => {}) {
  const last = habit("game", "");
  const options = known.games.map((game) =>
    make("option", { value: game.name, selected: game.name === last }, game.title),
  );
  const select = make("select", { name, "aria-label": say("page.ways.game") }, options);
  const found = () => known.games.find((game) => game.name === select.value) ?? known.games[0];
  select.addEventListener("change", () => {
    setHabit("game", select.value);
    chosen(found());
  });
  return { select, found };
}

/**
 * Do something with a button held down, and say what went wrong.
 *
 * @param {HTMLButtonElement} control
 * @param {HTMLElement} problem
 * @param {() => Promise<void>} work
 */
async function trying(control, problem, work) {
  control.disabled = true;
  fill(problem);
  try {
    await work();
  } catch (error) {
    fill(problem, refusalIn(error).message);
  } finally {
    control.disabled = false;
  }
}

/** @param {GamesAnswer} known */
function learning(known) {
  const taught = known.games.filter((game) => game.lessons);
  const links = taught.map((game) => make("li", {}, make("a", { href: game.lessons }, game.title)));
  return make("ul", { class: "plain-list" }, links);
}

/** @param {GamesAnswer} known */
function machine(known) {
  const problem = make("p", { class: "problem", role: "alert" });
  /** @param {GameAnswer} game */
  const seatsOf = (game) => usualSeats(playersOf(game, {}), choicesFor(game, {}, known));
  const play = button("", { class: "primary", id: "way-machine" });
  /** @param {GameAnswer} game */
  const show = (game) => {
    play.textContent = startText(playersOf(game, {}), seatsOf(game), { kind: "none" }, choicesFor(game, {}, known));
  };
  const { select, found } = gameChoice(known, "machine-game", show);
  play.addEventListener("click", () =>
    trying(play, problem, async () => {
      const game = found();
      const wishes = { game: game.name, options: {}, seats: seatsOf(game), name: habit("name", "") };
      await createTable({ ...wishes, clock: { kind: "none" }, counts: true });
    }),
  );
  show(found());
  return [select, play, problem];
}

/** @param {GamesAnswer} known */
function friend(known) {
  const problem = make("p", { class: "problem", role: "alert" });
  const { select, found } = gameChoice(known, "friend-game");
  const listed = make("input", { type: "checkbox", name: "friend-listed" });
  const tick = known.lobby && make("label", { class: "tick" }, listed, make("span", {}, say("page.create.listed")));
  const invite = button(say("page.ways.invite"), { class: "primary", id: "way-friend" }, "people");
  invite.addEventListener("click", () =>
    trying(invite, problem, async () => {
      const game = found();
      const seats = Object.fromEntries(playersOf(game, {}).map(({ letter }, place) => [letter, place ? "open" : "me"]));
      const wishes = { game: game.name, options: {}, seats, name: habit("name", "") };
      const made = await makeTable({ ...wishes, clock: { kind: "none" }, listed: listed.checked });
      showInvitation(game, made.url);
    }),
  );
  return [select, tick, invite, problem];
}

/**
 * @param {GameAnswer} game
 * @param {string} url
 */
function showInvitation(game, url) {
  const go = make("a", { class: "act primary", id: "go-to-table", href: url }, say("page.ways.table"));
  const words = make("p", {}, say("page.ways.send"));
  const shown = dialog(say("page.ways.invited", { game: game.title }), [
    words,
    linkWithCode(location.origin + url),
    go,
  ]);
  shown.closed.then(() => location.assign(url));
}

/** @param {GamesAnswer} known */
export function showWays(known) {
  fill(byId("way-learn"), learning(known));
  fill(byId("way-play"), machine(known));
  fill(byId("way-invite"), friend(known));
}
