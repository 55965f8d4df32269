// Any position: set up by text, looked at, played on by hand, shared, or taken to a table. Nothing of it is stored.

import { Board } from "./board.js";
import { copied, furnish } from "./chrome.js";
import { GameForm, OptionFields, playersOf } from "./create.js";
import { byId, button, fill, make } from "./dom.js";
import { hearArrows, MoveList } from "./moves.js";
import { get, post } from "./net.js";
import { openRules } from "./rulebook.js";
import { play } from "./sound.js";
import { capital, ready, say, sentences } from "./texts.js";
import { TurnMaker } from "./turn.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
let game, known, options, board, turn, moves;
let start = ""; // the position that was set up
let line = []; // turns made from there: {ply, seat, move}
let shown = 0; // how many of them are on the board
let answer = null;
let flipped = false;

function asked(extra = {}) {
  return post("/api/positions", { game: name, options: options.values(), text: start, moves: line.slice(0, shown).map((one) => one.move), taken: [], look: { flipped }, ...extra });
}

function tell(text, { kind = "info", clause = null, acts = [] } = {}) {
  const message = byId("message");
  message.dataset.kind = kind;
  fill(message, text ? make("p", {}, text) : null, clause ? button(say("page.why"), { class: "plain", onclick: () => openRules(name, clause) }, "book") : null, acts);
}

function refuse(refusal) {
  tell(capital(refusal.message), { kind: "problem", clause: refusal.clause });
}

function nameOf(letter) {
  return playersOf(game, options.values()).find((one) => one.letter === letter)?.name ?? letter;
}

/** Draw what the server answered; events are played if a turn was added. */
function show(found, events = []) {
  answer = found;
  turn.reset(found.next);
  const moments = board.show(found.svg, found.next, events);
  events.slice(0, 1).forEach((event, i) => play(event.kind, moments[i]));
  moves.show(line, shown);
  byId("notes").textContent = found.notes.join(" · ");
  byId("status").textContent = found.result ? capital(found.result.told) : say("page.turn.of", { player: nameOf(found.turn) });
  byId("position-text").value = found.text;
  history.replaceState(null, "", found.url);
  tell(found.last && shown ? sentences(found.last.told) : "");
  byId("typed").hidden = Boolean(found.result);
  byId("play-on").hidden = Boolean(found.result);
}

async function refresh(isStep = false) {
  try {
    const found = await asked();
    show(found, isStep ? found.last?.events ?? [] : []);
    fill(byId("reasons"));
  } catch (refusal) {
    refuse(refusal);
  }
}

async function setUp(event) {
  event?.preventDefault();
  const before = [start, line, shown];
  [start, line, shown] = [byId("position-text").value.trim(), [], 0];
  try {
    show(await asked());
    fill(byId("reasons"));
    byId("position-text").removeAttribute("aria-invalid");
  } catch (refusal) {
    [start, line, shown] = before;
    byId("position-text").setAttribute("aria-invalid", "true");
    fill(byId("reasons"), make("p", {}, capital(refusal.message)), make("ul", {}, refusal.reasons.map((reason) => make("li", {}, reason))));
  }
}

async function addTurn(move) {
  const before = [line, shown];
  line = [...line.slice(0, shown), { ply: shown + 1, seat: answer.turn, move }];
  shown = line.length;
  try {
    const found = await asked();
    line[shown - 1].move = found.moves.at(-1) ?? move;
    const seen = turn.events;
    show(found, (found.last?.events ?? []).slice(seen));
    return true;
  } catch (refusal) {
    [line, shown] = before;
    refuse(refusal);
    return false;
  }
}

function startTurns() {
  turn = new TurnMaker({
    ask: async (taken) => {
      try {
        const half = await asked({ taken });
        if (!half.complete) return half;
        await addTurn(half.move);
      } catch (refusal) {
        refuse(refusal);
      }
      return null;
    },
    refuse: async (taken, step) => {
      try {
        await asked({ taken: [...taken, step] });
      } catch (refusal) {
        refuse(refusal);
      }
    },
    draw: (half) => {
      board.show(half.svg, half.next);
      byId("notes").textContent = half.notes.join(" · ");
      const back = button(say("page.step.back"), { class: "plain", id: "step-back", onclick: () => turn.back() }, "undo");
      if (half.taken.length) tell(half.half ? say("page.half", { turn: half.half }) : say("page.half.begun"), { kind: "half", acts: [back] });
      else tell("");
    },
  });
}

function furnishPosition() {
  options = new OptionFields(game, Object.fromEntries([...new URLSearchParams(location.search)].filter(([key]) => key !== "text")));
  byId("position-options").append(options.element);
  byId("position-options").hidden = game.options.length === 0;
  board = new Board(byId("table-board"), {
    step: (step, only) => (answer?.result ? tell(capital(answer.result.told)) : turn.step(step, only)),
    back: () => turn.back(),
    canDrag: (step) => Boolean(answer) && !answer.result && turn.reaches(step),
    take: (step) => (turn.taken.at(-1) === step ? null : turn.step(step)),
  });
  moves = new MoveList(byId("move-list"), (ply) => {
    const to = ply ?? line.length;
    const isStep = to === shown + 1;
    shown = to;
    refresh(isStep);
  });
  startTurns();
  hearArrows(moves, () => turn.back());
  fill(
    byId("acts"),
    button(say("page.flip"), { class: "act", id: "act-flip", onclick: () => ((flipped = !flipped), refresh()) }, "flip"),
    button(say("page.rules"), { class: "act", id: "act-rules", onclick: () => openRules(name) }, "book"),
    button(say("page.position.copy"), { class: "act", id: "copy-position", onclick: async () => (await copied(location.href)) && tell(say("page.copied")) }, "link"),
  );
  byId("setup").addEventListener("submit", setUp);
  byId("start-text").addEventListener("click", () => ((byId("position-text").value = ""), setUp()));
  byId("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = byId("typed-turn");
    const isMade = !input.value.trim() || (await addTurn(input.value.trim()));
    input.setAttribute("aria-invalid", String(!isMade));
    if (isMade) input.value = "";
  });
  byId("play-on").addEventListener("toggle", (event) => {
    if (!event.target.open) return;
    event.target.querySelector("form")?.remove();
    const from = () => ({ start, moves: line.slice(0, shown).map((one) => one.move), options: options.values() });
    event.target.append(new GameForm(game, known, from).element);
  });
}

await ready;
furnish();
try {
  known = await get("/api/games");
  game = known.games.find((one) => one.name === name);
  byId("game-title").textContent = game.title;
  furnishPosition();
  byId("position-text").value = new URLSearchParams(location.search).get("text") ?? "";
  await setUp();
  if (!answer) await asked({ text: "" }).then((found) => board.show(found.svg));
} catch (refusal) {
  tell(refusal.message, { kind: "problem" });
}
