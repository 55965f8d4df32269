// The start page: the games, a game of late, a game from a file.

import { furnish } from "./chrome.js";
import { createTable, GameForm, playersOf, usualOpponent } from "./create.js";
import { byId, button, fill, make } from "./dom.js";
import { get, post } from "./net.js";
import { forgetTable, habit, recentTables } from "./store.js";
import { count, ready, say } from "./texts.js";

const MOST_BYTES = 256 * 1024;

async function playAtOnce(game, known, problem, control) {
  const [mine, ...others] = playersOf(game, {});
  const opponent = usualOpponent(known);
  const seats = { [mine.letter]: "me", ...Object.fromEntries(others.map((one) => [one.letter, opponent])) };
  control.disabled = true;
  try {
    await createTable({ game: game.name, options: {}, seats, clock: { kind: "none" }, name: habit("name", "") });
  } catch (refusal) {
    problem.textContent = refusal.message;
  }
  control.disabled = false;
}

function picture(game) {
  const holder = make("div", { class: "thumb", "aria-hidden": "true", inert: true });
  holder.innerHTML = game.svg;
  return holder;
}

function card(game, known) {
  const problem = make("p", { class: "problem", role: "alert" });
  const opponent = known.opponents.find((one) => one.spec === usualOpponent(known));
  const play = make(
    "button",
    { type: "button", class: "primary play", "data-play": game.name, "aria-describedby": `about-${game.name}`, onclick: () => playAtOnce(game, known, problem, play) },
    say("page.start.play", { game: game.title, opponent: opponent?.name ?? "" }),
  );
  const choices = make("details", { class: "choices" }, make("summary", {}, say("page.start.choices")));
  choices.addEventListener("toggle", () => {
    if (choices.open && !choices.querySelector("form")) choices.append(new GameForm(game, known).element);
    choices.scrollIntoView({ block: "nearest" });
  });
  return make(
    "article",
    { class: "card", "aria-labelledby": `title-${game.name}` },
    picture(game),
    make("div", { class: "card-text" },
      make("h2", { id: `title-${game.name}` }, game.title),
      make("p", { class: "quiet small" }, game.author),
      make("p", { id: `about-${game.name}` }, game.sentence),
    ),
    make("div", { class: "card-acts" },
      play,
      problem,
      choices,
      make("p", { class: "links" },
        game.rules ? make("a", { href: game.rules, "aria-label": say("page.rules.of", { game: game.title }) }, say("page.rules")) : null,
        make("a", { href: `/position/${game.name}`, "aria-describedby": `title-${game.name}` }, say("page.position.of")),
      ),
    ),
  );
}

function showRecent() {
  const recent = recentTables();
  const holder = byId("recent");
  holder.hidden = recent.length === 0;
  const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  fill(
    byId("recent-list"),
    recent.map((one) => {
      const away = button(say("page.recent.forget", { game: one.title }), { class: "plain round", onclick: () => (forgetTable(one.table), showRecent()) }, "close", true);
      return make("li", {}, make("a", { href: `/game/${encodeURIComponent(one.table)}` }, one.title), make("span", { class: "quiet small" }, one.told ? `${one.told} · ` : "", when.format(one.when)), away);
    }),
  );
}

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
    fill(list, tables.map((one) => make("li", {}, make("a", { href: one.url }, `${Object.values(one.players).join(" – ")} ${one.result}`), make("span", { class: "quiet small" }, count("page.turns", one.turns)))));
  } catch (refusal) {
    fill(problem, refusal.message, make("ul", {}, refusal.reasons.map((reason) => make("li", {}, reason))));
  }
}

await ready;
furnish();
byId("upload-file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) upload(file);
  event.target.value = "";
});
showRecent();
try {
  const known = await get("/api/games");
  fill(byId("games"), known.games.map((game) => card(game, known)));
} catch (refusal) {
  fill(byId("games"), make("p", { class: "problem", role: "alert" }, refusal.message));
}
byId("games").removeAttribute("aria-busy");
