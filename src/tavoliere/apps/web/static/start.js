// The start page: your games, the games that there are, a game from a file.

import { choicesFor, playersOf, sideText, usualOpponent, usualSeats } from "./choices.js";
import { furnish } from "./chrome.js";
import { createTable, GameForm, startText } from "./create.js";
import { button, byId, fill, make } from "./dom.js";
import { openFinder, standingText } from "./finder.js";
import { Lobby } from "./lobby.js";
import { getGames, post, refusalIn } from "./net.js";
import { RecentGames } from "./recent.js";
import { habit } from "./store.js";
import { ready, say } from "./texts.js";
import { showWays } from "./ways.js";

/** @import { GameAnswer, GamesAnswer, UploadedAnswer } from "./types.d.ts" */

const MOST_BYTES = 256 * 1024;

/**
 * @param {GameAnswer} game
 * @param {GamesAnswer} known
 * @param {HTMLElement} problem
 * @param {HTMLButtonElement} control
 */
async function playAtOnce(game, known, problem, control) {
  const seats = usualSeats(playersOf(game, {}), choicesFor(game, {}, known));
  control.disabled = true;
  try {
    const name = habit("name", "");
    await createTable({ game: game.name, options: {}, seats, clock: { kind: "none" }, name, counts: true });
  } catch (error) {
    problem.textContent = refusalIn(error).message;
  } finally {
    control.disabled = false;
  }
}

/** @param {GameAnswer} game */
function picture(game) {
  const holder = make("div", { class: "thumb", "aria-hidden": "true", inert: true });
  holder.innerHTML = game.svg;
  return holder;
}

/**
 * @param {GameAnswer} game
 * @param {GamesAnswer} known
 */
function card(game, known) {
  const acts = make("div", { class: "card-acts" }, startActs(game, known), links(game));
  const about = make(
    "div",
    { class: "card-text" },
    make("h2", { id: `title-${game.name}` }, game.title),
    make("p", { class: "quiet small" }, game.author),
    make("p", { id: `about-${game.name}` }, game.sentence),
  );
  return make("article", { class: "card", "aria-labelledby": `title-${game.name}` }, picture(game), about, acts);
}

/**
 * One button in view that says what it will start: a game at once, or the game of the choices below it.
 *
 * @param {GameAnswer} game
 * @param {GamesAnswer} known
 */
function startActs(game, known) {
  const problem = make("p", { class: "problem", role: "alert" });
  const players = playersOf(game, {});
  const opponents = choicesFor(game, {}, known);
  const seats = usualSeats(players, opponents);
  const level = game.levels.find(({ spec }) => Object.values(seats).includes(spec));
  const play = make(
    "button",
    { type: "button", class: "primary play", "data-play": game.name, "aria-describedby": `about-${game.name}` },
    startText(players, seats, { kind: "none" }, opponents),
  );
  const side = sideText(players, opponents.sides ?? [], usualOpponent(opponents));
  const about = make("p", { class: "quiet small", hidden: !level }, [level?.sentence, side].filter(Boolean).join(" "));
  const choices = make("details", { class: "choices" }, make("summary", {}, say("page.start.choices")));
  /** @type {GameForm | null} */
  let form = null;
  play.addEventListener("click", async () => {
    if (!form) await playAtOnce(game, known, problem, play);
    else choices.open = !(await form.create());
  });
  choices.addEventListener("toggle", () => {
    if (choices.open && !form) {
      form = new GameForm(game, known);
      choices.append(form.element);
    }
    play.hidden = choices.open;
    about.hidden = choices.open || !level;
    if (form) play.textContent = form.submit.textContent;
    choices.scrollIntoView({ block: "nearest" });
  });
  return [play, about, problem, finder(game, known), choices];
}

/**
 * The way to somebody's own level, with what is known of it.
 *
 * @param {GameAnswer} game
 * @param {GamesAnswer} known
 */
function finder(game, known) {
  const standing = standingText(game);
  if (standing === null) return null;
  const naming = {
    "data-find": game.name,
    class: "plain",
    "aria-label": say("page.level.find.of", { game: game.title }),
  };
  const find = button(say("page.level.find"), { ...naming, onclick: () => openFinder(game, known) }, "ladder");
  return make("p", { class: "finder" }, find, make("span", { class: "quiet small" }, standing));
}

/** @param {GameAnswer} game */
function links(game) {
  const naming = { href: game.rules, "aria-label": say("page.rules.of", { game: game.title }) };
  const rules = game.rules ? make("a", naming, say("page.rules")) : null;
  const teaching = { href: game.lessons, "aria-label": say("page.learn.of", { game: game.title }) };
  const lessons = game.lessons ? make("a", teaching, say("page.learn")) : null;
  const puzzling = { href: game.puzzles, "aria-label": say("page.puzzles.of", { game: game.title }) };
  const puzzles = game.puzzles ? make("a", puzzling, say("page.puzzles")) : null;
  const describing = { href: `/position/${game.name}`, "aria-describedby": `title-${game.name}` };
  const analysing = { href: `/analyse/${game.name}`, "aria-label": say("page.analyse.of", { game: game.title }) };
  const positions = make("a", describing, say("page.position.of"));
  return make("p", { class: "links" }, lessons, puzzles, rules, make("a", analysing, say("page.analyse")), positions);
}

/** @param {File} file */
async function upload(file) {
  const problem = byId("upload-problem");
  const list = byId("upload-list");
  fill(problem);
  fill(list);
  if (file.size > MOST_BYTES) {
    fill(problem, say("limit.body", { most: MOST_BYTES }));
    return;
  }
  try {
    const format = file.name.endsWith(".jsonl") ? "jsonl" : "tav";
    const { tables } = await post("/api/records", { format, text: await file.text() });
    if (tables.length === 1) location.assign(tables[0].url);
    fill(list, tables.map(uploadedItem));
  } catch (error) {
    const { message, reasons } = refusalIn(error);
    const items = reasons.map((reason) => make("li", {}, reason));
    fill(problem, message, make("ul", {}, items));
  }
}

/** @param {UploadedAnswer} one */
function uploadedItem(one) {
  const players = Object.values(one.players).join(" – ") || one.game;
  const turns = make("span", { class: "quiet small" }, say("page.turns", { number: one.turns }));
  return make("li", {}, make("a", { href: one.url }, `${players} ${one.result}`), turns);
}

function hearUploads() {
  const input = byId("upload-file", HTMLInputElement);
  const take = () => {
    const file = input.files?.[0];
    if (file) upload(file);
    input.value = "";
  };
  input.addEventListener("change", take);
  take(); // Somebody may have chosen a file while the page was still loading.
}

async function showGames() {
  const holder = byId("games");
  try {
    const known = await getGames();
    const cards = known.games.map((game) => card(game, known));
    fill(holder, cards);
    showWays(known);
  } catch (error) {
    fill(holder, make("p", { class: "problem", role: "alert" }, refusalIn(error).message));
  } finally {
    holder.removeAttribute("aria-busy");
  }
}

await ready;
furnish();
hearUploads();
const recent = new RecentGames();
const lobby = new Lobby(() => recent.show());
await Promise.all([recent.begin(), showGames(), lobby.begin()]);
// A link to a game was followed before its card was there.
document.getElementById(location.hash.slice(1))?.closest(".card")?.scrollIntoView();
