// Any position: set up by text, looked at, played on by hand, shared, or taken to a table. Nothing of it is stored.

import { Board } from "./board.js";
import { copied, furnish } from "./chrome.js";
import { GameForm, OptionFields, playersOf } from "./create.js";
import { byId, button, fill, make } from "./dom.js";
import { hearArrows, MoveList } from "./moves.js";
import { get, latest, post } from "./net.js";
import { openRules } from "./rulebook.js";
import { play } from "./sound.js";
import { capital, ready, say, sentences } from "./texts.js";
import { TurnMaker } from "./turn.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
let game, known, options, board, turn, moves;
let chosen = {}; // the options of the game that was set up
let start = ""; // the position that was set up
let line = []; // turns made from there: {ply, seat, move}
let shown = 0; // how many of them somebody wants to see: the board follows as soon as the server answers
let answer = null; // what is on the board
let flipped = false;
let queue = Promise.resolve();

/** What changes the position is done one after the other, so that no answer overtakes another. */
function inOrder(work) {
  queue = queue.then(() => work(), () => work());
  return queue;
}

async function asked(extra = {}) {
  const look = { flipped };
  const found = await post("/api/positions", { game: name, options: chosen, text: start, moves: line.slice(0, shown).map((one) => one.move), taken: [], look, ...extra });
  return { ...found, look };
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
  return playersOf(game, chosen).find((one) => one.letter === letter)?.name ?? letter;
}

/** Draw what the server answered, with its text and address; events are played if a turn was added. */
function show(found, events = []) {
  showPosition(found, events);
  byId("position-text").value = found.text;
  byId("position-text").removeAttribute("aria-invalid");
  fill(byId("reasons"));
  history.replaceState(null, "", found.url);
}

function showPosition(found, events = []) {
  answer = found;
  turn.reset(found.next);
  const moments = board.show(found.svg, found.next, events);
  events.slice(0, 1).forEach((event, i) => play(event.kind, moments[i]));
  moves.show(line, shown);
  byId("notes").textContent = found.notes.join(" · ");
  byId("status").textContent = found.result ? capital(found.result.told) : say("page.turn.of", { player: nameOf(found.turn) });
  restMessage();
  byId("typed").hidden = Boolean(found.result);
  byId("play-on").hidden = Boolean(found.result);
  if (found.look.flipped !== flipped) turn.again();
}

function restMessage() {
  tell(answer.last ? sentences(answer.last.told) : "");
}

/** The same position and the same steps, seen from the other side. */
function flip() {
  flipped = !flipped;
  if (answer) turn.again();
}

function go(ply) {
  shown = ply ?? line.length;
  moves.show(line, shown);
  follow();
}

const follow = latest(() =>
  inOrder(async () => {
    try {
      const found = await asked();
      show(found, found.ply === answer?.ply + 1 ? found.last.events : []);
    } catch (refusal) {
      shown = answer?.ply ?? 0;
      moves.show(line, shown);
      refuse(refusal);
    }
  }),
);

async function setUp(wishes = options.values()) {
  const text = byId("position-text").value.trim();
  try {
    const found = await asked({ options: wishes, text, moves: [] });
    [chosen, start, line, shown] = [wishes, text, [], 0];
    show(found);
  } catch (refusal) {
    if (refusal.key === "options.refused") byId("position-options").open = true;
    byId("position-text").setAttribute("aria-invalid", String(refusal.key === "position.refused"));
    fill(byId("reasons"), make("p", {}, capital(refusal.message)), make("ul", {}, refusal.reasons.map((reason) => make("li", {}, reason))));
  }
}

/** Show what the address asks for. If that is refused, the usual start is there to play, beside the reasons. */
async function setUpFromAddress() {
  const query = new URLSearchParams(location.search);
  const wish = ({ name: one, type }) => [one, type === "int" && /^-?\d{1,9}$/.test(query.get(one)) ? Number(query.get(one)) : query.get(one)];
  byId("position-text").value = query.get("text") ?? "";
  await setUp(Object.fromEntries(game.options.filter((option) => query.has(option.name)).map(wish)));
  if (!answer) {
    showPosition(await asked());
    tell(say("page.position.instead"));
  }
  const names = [...new Set(query.keys())];
  const unknown = names.filter((one) => one !== "text" && !game.options.some((option) => option.name === one));
  const repeated = names.filter((one) => !unknown.includes(one) && query.getAll(one).length > 1);
  byId("reasons").prepend(
    ...unknown.map((one) => make("p", {}, say("page.position.unknown", { name: one, game: game.title }))),
    ...repeated.map((one) => make("p", {}, say("page.position.repeated", { name: one }))),
  );
}

async function addTurn(move, ply = shown) {
  const before = line.slice(0, ply);
  try {
    const found = await asked({ moves: [...before.map((one) => one.move), move] });
    line = [...before, { ply: found.ply, seat: found.last.seat, move: found.moves.at(-1) }];
    shown = line.length;
    show(found, found.last.events.slice(turn.events));
    return true;
  } catch (refusal) {
    refuse(refusal);
    return false;
  }
}

function startTurns() {
  turn = new TurnMaker({
    ask: async (taken) => {
      const on = answer;
      try {
        const half = await asked({ moves: on.moves, taken });
        if (!half.complete) return half;
        await inOrder(() => on === answer && addTurn(half.move, on.ply));
      } catch (refusal) {
        refuse(refusal);
      }
      return null;
    },
    refuse: async (taken, step) => {
      try {
        await asked({ moves: answer.moves, taken: [...taken, step] });
      } catch (refusal) {
        refuse(refusal);
      }
    },
    draw: (half) => {
      board.show(half.svg, half.next);
      byId("notes").textContent = half.notes.join(" · ");
      const back = button(say("page.step.back"), { class: "plain", id: "step-back", onclick: () => turn.back() }, "undo");
      if (half.taken.length) tell(half.half ? say("page.half", { turn: half.half }) : say("page.half.begun"), { kind: "half", acts: [back] });
      else restMessage();
    },
  });
}

function furnishPosition() {
  options = new OptionFields(game, Object.fromEntries([...new URLSearchParams(location.search)].reverse()));
  byId("position-options").append(options.element);
  byId("position-options").hidden = game.options.length === 0;
  board = new Board(byId("table-board"), {
    step: (step, only) => (answer?.result ? tell(capital(answer.result.told)) : turn.step(step, only)),
    back: () => turn.back(),
    canDrag: (step) => Boolean(answer) && !answer.result && turn.reaches(step),
    take: (step) => (turn.taken.at(-1) === step ? null : turn.step(step)),
  });
  moves = new MoveList(byId("move-list"), go);
  startTurns();
  hearArrows(moves, () => turn.back());
  fill(
    byId("acts"),
    button(say("page.flip"), { class: "act", id: "act-flip", onclick: flip }, "flip"),
    button(say("page.rules"), { class: "act", id: "act-rules", onclick: () => openRules(name) }, "book"),
    button(say("page.position.copy"), { class: "act", id: "copy-position", onclick: async () => answer && (await copied(location.origin + answer.url)) && tell(say("page.copied")) }, "link"),
  );
  byId("setup").addEventListener("submit", (event) => (event.preventDefault(), inOrder(setUp)));
  byId("start-text").addEventListener("click", () => ((byId("position-text").value = ""), inOrder(setUp)));
  byId("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = byId("typed-turn");
    const move = input.value.trim();
    const isMade = !move || (await inOrder(() => addTurn(move)));
    input.setAttribute("aria-invalid", String(!isMade));
    if (isMade) input.value = "";
  });
  byId("play-on").addEventListener("toggle", (event) => {
    if (!event.target.open) return;
    event.target.querySelector("form")?.remove();
    const from = () => ({ start, moves: line.slice(0, shown).map((one) => one.move), options: chosen });
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
  await inOrder(setUpFromAddress);
} catch (refusal) {
  tell(refusal.message, { kind: "problem" });
}
