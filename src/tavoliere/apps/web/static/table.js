// A table: everything that is shown comes from the server's last `table` message; everything that is done goes back as steps.

import { Board } from "./board.js";
import { askedNames, confirmed, copied, dialog, furnish } from "./chrome.js";
import { Clocks } from "./clock.js";
import { chip } from "./create.js";
import { byId, button, fill, make, sign } from "./dom.js";
import { hearArrows, MoveList } from "./moves.js";
import { latest } from "./net.js";
import { openRules } from "./rulebook.js";
import { play } from "./sound.js";
import { addInvites, addTokens, habit, invitesOf, noteTable, setHabit, tokensOf } from "./store.js";
import { capital, count, ready, say, sentences } from "./texts.js";
import { TurnMaker } from "./turn.js";
import { STOPPING, Wire } from "./wire.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const NEWS_MOST = 3;
const TOLD_MOST = 5;

/** Tokens come in the fragment, which no server sees; they leave the address at once. */
function takeTokens() {
  const found = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (found === null) return;
  addTokens(id, found.split(",").filter(Boolean));
  history.replaceState(null, "", location.pathname + location.search);
}

takeTokens();
let table = null;
let flipped = habit(`flipped.${id}`, false) === true;
let viewed = null; // the ply that is on the board, null for the game itself
let wanted = null; // the ply that somebody goes to: the board follows as soon as the server answers
let hinting = false;
let isWaiting = false; // a turn was accepted, its table is under way
let thinking = null;
let board, moves, turn;
const clocks = new Clocks();

// Opening the connection needs no words, so it does not wait for them.
let heardEarly = [];
let hear = (...message) => heardEarly.push(["heard", message]);
let change = (...state) => heardEarly.push(["state", state]);
const wire = new Wire(id, {
  hello: () => ({ tokens: tokensOf(id), look: { flipped } }),
  heard: (...message) => hear(...message),
  state: (...state) => change(...state),
});

// Words under the board

function tell(text, { kind = "info", clause = null, acts = [], reasons = [] } = {}) {
  const rule = clause ? button(say("page.why"), { class: "plain", onclick: () => openRules(table.game, clause) }, "book") : null;
  const list = reasons.length ? make("ul", {}, reasons.map((reason) => make("li", {}, reason))) : null;
  const message = byId("message");
  message.dataset.kind = kind;
  fill(message, text ? make("p", {}, text) : null, list, rule, acts);
}

function tellRefusal(answer) {
  if (answer.type === "lost") tell(say("page.lost.turn"), { kind: "problem" });
  else tell(capital(answer.text), { kind: "problem", clause: answer.clause, reasons: answer.reasons });
}

/** Spoken news: what a reader hears when something happens. */
function speak(text) {
  const news = byId("news");
  news.append(make("p", {}, text));
  while (news.children.length > NEWS_MOST) news.firstElementChild.remove();
}

function restMessage() {
  if (viewed !== null) {
    tell(say("page.viewing", { ply: viewed, of: table.ply }), { acts: [button(say("page.viewing.back"), { class: "plain", id: "to-game", onclick: () => go(null) }, "last")] });
  } else if (table.last && table.ply > 0) tellLast();
  else tell("");
}

function toldLast(told = table.last.told) {
  const who = seatOf(table.last.seat);
  return say("page.told", { player: who?.name ?? table.last.seat, told: sentences(told) });
}

/** The last turn. One that did very much is told in short, and at length if somebody asks. */
function tellLast() {
  const { told } = table.last;
  if (told.length <= TOLD_MOST) {
    tell(toldLast());
    return;
  }
  const short = [...told.slice(0, 2), say("page.told.more", { number: told.length - 3 }), told.at(-1)];
  tell(toldLast(short), { acts: [button(say("page.told.all"), { class: "plain", id: "tell-all", onclick: () => tell(toldLast()) })] });
}

function seatOf(letter) {
  return table.seats.find((seat) => seat.letter === letter);
}

function nameOf(seat) {
  return seat.player ? say("page.seat.named", { colour: seat.name, player: seat.player }) : seat.name;
}

// A turn being made

function startTurns() {
  turn = new TurnMaker({
    ask: async (taken) => {
      if (isWaiting) return null;
      const answer = await wire.ask({ type: "steps", at: table.at, taken, play: true });
      if (answer.type === "half") return answer;
      if (answer.type === "accepted") waitForTable(answer.ply);
      else tellRefusal(answer);
      return null;
    },
    refuse: async (taken, step) => {
      const answer = await wire.ask({ type: "attempt", at: table.at, taken, step });
      if (answer.type === "refused" || answer.type === "lost") tellRefusal(answer);
    },
    draw: (half, fresh) => {
      showNotes(half.notes);
      sounds(fresh, board.show(half.svg, half.next, fresh));
      showHalf(half);
    },
  });
}

function showHalf(half) {
  if (!half.taken.length) {
    restMessage();
    return;
  }
  const told = sentences((half.events ?? []).map((event) => event.text));
  tell(half.text ? say("page.half", { turn: half.text }) : say("page.half.begun"), { kind: "half", acts: [stepBack()] });
  if (told) speak(told);
}

function stepBack() {
  return button(say("page.step.back"), { class: "plain", id: "step-back", onclick: () => turn.back() }, "undo");
}

/** What the game itself says beside the board. */
function showNotes(notes) {
  byId("notes").textContent = (notes ?? []).join(" · ");
}

/** The turn is made; until its table comes, which may have happened already, nothing can be chosen. */
function waitForTable(ply) {
  isWaiting = ply > table.ply;
  if (isWaiting) board.next = new Set();
}

function sounds(events, moments) {
  const heard = new Set();
  events.forEach((event, i) => {
    if (heard.has(event.kind)) return;
    heard.add(event.kind);
    play(event.kind, moments[i] ?? 0);
  });
}

function chooseStep(step, only) {
  if (isWaiting) return;
  if (viewed !== null) restMessage();
  else if (table.result) tell(table.result.told);
  else if (table.can_move) turn.step(step, only);
  else if (table.you.length) tell(say("turn.not-yours"), { kind: "problem" });
}

// Looking back

function go(ply) {
  wanted = ply;
  if (ply === null) {
    viewed = null;
    showBoard();
    return;
  }
  moves.show(table.moves, ply);
  follow();
}

const follow = latest(async () => {
  const ply = wanted;
  if (ply === null) return;
  const answer = await wire.ask({ type: "view", ply });
  if (wanted === null) return;
  if (answer.type !== "picture") {
    wanted = viewed;
    moves.show(table.moves, wanted ?? table.ply);
    tellRefusal(answer);
    return;
  }
  const before = viewed ?? table.ply;
  viewed = ply;
  turn.reset([]);
  const events = ply === before + 1 ? answer.last?.events ?? [] : [];
  sounds(events, board.show(answer.svg, [], events));
  showNotes(answer.notes);
  byId("copy-position").dataset.url = answer.position_url;
  restMessage();
});

function showBoard(events = []) {
  turn.reset(table.next);
  sounds(events, board.show(table.svg, table.next, events));
  moves.show(table.moves, wanted ?? table.ply);
  showNotes(table.notes);
  byId("copy-position").dataset.url = table.position_url;
  restMessage();
}

// The message that says everything

function showTable(message) {
  const before = table;
  const alreadySeen = before && message.last?.seat === before.turn && before.you.includes(before.turn) ? turn.events : 0;
  table = message;
  isWaiting = false;
  thinking = message.thinking;
  if (viewed !== null && viewed > table.ply) viewed = null;
  if (wanted !== null && wanted > table.ply) wanted = viewed;
  const isNew = !before || before.at !== table.at;
  const isNext = before && table.last && table.last.ply > before.ply && table.last.ply <= before.ply + 2;
  if (isNext && table.last.told.length) speak(toldLast());
  const hasChanged = isNew || before.can_move !== table.can_move;
  const looksOtherwise = !hasChanged && before.svg !== table.svg;
  if (viewed !== null) moves.show(table.moves, wanted);
  else if (hasChanged) showBoard(isNext ? table.last.events.slice(table.last.ply === before.ply + 1 ? alreadySeen : 0) : []);
  else if (looksOtherwise && turn.taken.length) turn.again();
  else if (looksOtherwise) showBoard();
  if (table.result && (!before || !before.result)) ended(Boolean(before));
  if (!before) bringName();
  showStatus();
  showSeats();
  showOffers();
  showActs();
  showShare();
  showCompiling(table.status?.compiling ?? null);
  noteTable(id, table.title, table.result?.text ?? "");
  goToRematch(before);
}

function ended(isNews) {
  if (!isNews) return;
  speak(table.result.told);
  play("ended", 400);
}

function showStatus() {
  const mover = seatOf(table.turn);
  let text;
  if (table.result) text = capital(table.result.told);
  else if (table.review) text = say("page.review");
  else if (table.can_move) text = table.you.length > 1 ? say("page.turn.of", { player: nameOf(mover) }) : say("page.turn.yours");
  else text = mover ? say("page.turn.of", { player: nameOf(mover) }) : "";
  const status = byId("status");
  status.dataset.state = table.result ? "over" : table.can_move ? "yours" : "theirs";
  const score = table.result ? make("span", { class: "score" }, table.result.text) : null;
  fill(status, make("span", {}, text), score);
  byId("game-title").textContent = table.title;
  const mark = !table.result && table.can_move ? "● " : "";
  document.title = `${mark}${text} – ${table.title}`;
  showThinking();
}

function showThinking() {
  const holder = byId("thinking");
  // Somebody who thought when a turn was taken back, or the game ended, does so no more.
  if (thinking && !thinking.hint && (table.result || thinking.seat !== table.turn)) thinking = null;
  holder.hidden = !thinking;
  if (!thinking) return;
  const seat = seatOf(thinking.seat);
  const seconds = Math.round((thinking.elapsed ?? 0) / 1000);
  const key = thinking.hint ? "page.thinking.hint" : thinking.waiting ? "page.thinking.waits" : "page.thinking";
  const bar = make("progress", { max: 1, "aria-label": say("page.thinking.progress") });
  if (thinking.fraction !== null && thinking.fraction !== undefined) bar.value = Math.min(1, thinking.fraction);
  fill(holder, make("span", {}, say(key, { player: seat?.player || seat?.name || "", seconds })), bar, thinking.problem ? make("span", { class: "problem" }, thinking.problem) : null);
}

function showSeats() {
  clocks.set(table.clock);
  const rows = table.seats.map((seat) => {
    const isTurn = seat.letter === table.turn && !table.result;
    const who = seat.kind === "open" ? say("page.seat.vacant") : seat.player || (seat.yours ? say("page.seat.you") : say("page.seat.person"));
    const notes = [];
    if (seat.yours && seat.player) notes.push(say("page.seat.you"));
    if (!seat.in) notes.push(say("page.seat.out"));
    else if (seat.kind === "person" && !seat.yours && !table.review) notes.push(say(seat.here ? "page.seat.here" : "page.seat.away"));
    const face = table.clock.kind !== "none" && table.clock.left[seat.letter] !== null ? make("span", { class: "clock" }) : null;
    if (face) clocks.attach(seat.letter, face);
    const canSit = table.can.claim.includes(seat.letter);
    const sit = canSit ? button(say("page.seat.sit"), { class: "plain", "data-sit": seat.letter, onclick: () => sitDown(seat) }) : null;
    const score = table.result ? make("span", { class: "score" }, scoreText(table.result.scores[seat.letter])) : null;
    return make(
      "li",
      { class: `seat${isTurn ? " to-move" : ""}${seat.in ? "" : " out"}`, "aria-current": isTurn ? "true" : null, "data-seat": seat.letter },
      chip(seat.letter),
      make("strong", {}, seat.name),
      make("span", { class: "player" }, make("span", { title: who }, who), notes.length ? make("span", {}, say("page.seat.notes", { notes: notes.join(", ") })) : null),
      sit,
      score,
      face,
    );
  });
  fill(byId("seats"), rows);
  showWatching(table.watching);
}

function scoreText(score) {
  return score === 0.5 ? "½" : String(score ?? "");
}

function showWatching(number) {
  byId("watching").textContent = number > 0 ? count("page.watching", number) : "";
}

async function sitDown(seat) {
  const names = await askedNames(say("page.seat.sit"), say("page.seat.sit"), [[say("page.create.name"), habit("name", "")]]);
  if (names === null) return;
  const [name] = names;
  setHabit("name", name);
  const answer = await wire.ask({ type: "claim", seat: seat.letter, name });
  if (answer.type === "seated") addTokens(id, [answer.token]);
  else tellRefusal(answer);
}

/** Give your seats other names. With one seat it is your own name, which is remembered. */
async function rename() {
  const mine = table.seats.filter((seat) => seat.yours);
  const fields = mine.map((seat) => [mine.length > 1 ? seat.name : say("page.create.name"), seat.player]);
  const names = await askedNames(say(mine.length > 1 ? "page.names" : "page.rename"), say("page.rename.do"), fields);
  if (names === null) return;
  if (mine.length === 1) setHabit("name", names[0]);
  mine.forEach((seat, i) => names[i] !== seat.player && wire.send({ type: "name", seat: seat.letter, name: names[i] }));
}

/** Whoever comes by the link of a seat brings the name that this browser remembers. */
function bringName() {
  const mine = table.seats.filter((seat) => seat.yours);
  const name = habit("name", "");
  if (name && mine.length === 1 && !mine[0].player && mine[0].kind === "person" && !table.review) wire.send({ type: "name", seat: mine[0].letter, name });
}

// Offers and acts

function showOffers() {
  const offers = [];
  const ours = new Set(table.you);
  const offer = (text, yes, no) =>
    make("div", { class: "offer", role: "group", "aria-label": text }, make("p", {}, text), button(say("page.accept"), { class: "primary", onclick: yes }), button(say("page.decline"), { class: "plain", onclick: no }));
  const askers = (letters) => letters.map((letter) => nameOf(seatOf(letter))).join(", ");
  const { draw, undo, rematch } = table.offers;
  const awaits = (letters) => letters.length > 0 && table.you.some((letter) => !letters.includes(letter)) && letters.some((letter) => !ours.has(letter));
  if (awaits(draw)) offers.push(offer(say("draw.offered", { player: askers(draw) }), () => wire.send({ type: "draw" }), () => wire.send({ type: "draw", answer: false })));
  else if (draw.length && table.you.length && !table.result) offers.push(make("p", { class: "quiet" }, say("page.draw.waiting")));
  if (undo && table.you.length && !ours.has(undo.by) && awaits(undo.agreed)) {
    offers.push(offer(say("undo.asked", { player: askers([undo.by]) }), () => wire.send({ type: "undo" }), () => wire.send({ type: "undo", answer: false })));
  } else if (undo && ours.has(undo.by)) offers.push(make("p", { class: "quiet" }, say("page.undo.waiting")));
  if (awaits(rematch) && !table.rematch) offers.push(offer(say("rematch.wished", { player: askers(rematch) }), () => wire.send({ type: "rematch" }), () => wire.send({ type: "rematch", answer: false })));
  else if (rematch.length && table.you.length && !table.rematch) offers.push(make("p", { class: "quiet" }, say("page.rematch.waiting")));
  if (table.rematch) offers.push(make("p", {}, make("a", { href: `/game/${table.rematch}` }, say("page.rematch.go"))));
  if (table.previous) offers.push(make("p", {}, make("a", { href: `/game/${table.previous}`, class: "small" }, say("page.rematch.previous"))));
  fill(byId("offers"), offers);
}

function showActs() {
  const can = table.can;
  const act = (name, allowed, does) => {
    const one = byId(`act-${name}`);
    one.hidden = !allowed;
    one.onclick = does;
    return one;
  };
  act("undo", Boolean(can.undo), () => wire.send({ type: "undo" }));
  act("hint", can.hint, askHint).disabled = hinting;
  act("draw", can.draw && !table.offers.draw.some((letter) => table.you.includes(letter)), () => wire.send({ type: "draw" }));
  act("resign", can.resign, resign);
  act("rematch", can.rematch && !table.offers.rematch.some((letter) => table.you.includes(letter)), () => wire.send({ type: "rematch" }));
  act("rename", table.you.length > 0 && !table.review, rename);
  byId("typed").hidden = !table.can_move;
}

async function askHint() {
  hinting = true;
  showActs();
  tell(say("page.hint.sought"));
  const answer = await wire.ask({ type: "hint" });
  hinting = false;
  if (table) showActs();
  if (answer.type !== "hint") {
    tellRefusal(answer);
    return;
  }
  if (answer.at !== table.at || viewed !== null) return;
  const isBegun = turn.taken.length > 0;
  if (!isBegun) {
    turn.reset(table.next);
    board.show(answer.svg, table.next);
  }
  const values = Object.entries(answer.values).map(([letter, value]) => say("page.hint.value", { player: seatOf(letter)?.name ?? letter, percent: Math.round(value * 100) }));
  tell(say("page.hint.told", { turn: answer.move, told: sentences(answer.told), values: values.join(", ") }), { kind: "half", acts: isBegun ? [stepBack()] : [] });
}

async function resign() {
  const mine = table.seats.filter((seat) => seat.yours && seat.in);
  const seat = mine.find((one) => one.letter === table.turn) ?? mine[0];
  if (!seat) return;
  const text = table.seats.length > 2 ? say("page.resign.many", { player: nameOf(seat) }) : say("page.resign.sure", { player: nameOf(seat) });
  if (await confirmed(say("page.resign"), text, say("page.resign"))) wire.send({ type: "resign", seat: seat.letter });
}

/** Everybody agreed: the seats hold at the new table. Whoever looks at an old game stays there. */
function goToRematch(before) {
  if (!table.rematch || !table.you.length) return;
  addTokens(table.rematch, tokensOf(id));
  addInvites(table.rematch, invitesOf(id));
  if (before && !before.rematch) location.assign(`/game/${encodeURIComponent(table.rematch)}`);
}

// Links

function showShare() {
  const invites = invitesOf(id);
  const rows = [];
  for (const seat of table.seats) {
    const token = invites[seat.letter];
    if (!token || seat.yours || seat.kind !== "person") continue;
    rows.push(linkRow(say("page.share.seat", { player: seat.name }), `${location.origin}/game/${id}#seat=${token}`, seat.here ? say("page.share.came") : ""));
  }
  const open = table.can.claim.length > 0;
  rows.push(linkRow(say(open ? "page.share.open" : "page.share.watch"), `${location.origin}/game/${id}`));
  const holder = byId("share-links");
  const shape = JSON.stringify(rows.map((row) => row.textContent));
  if (holder.dataset.shape === shape) return;
  holder.dataset.shape = shape;
  fill(holder, rows);
  const waits = table.seats.some((seat) => (seat.kind === "open" || invites[seat.letter]) && !seat.here);
  if (waits && table.you.length) byId("share").open = true;
}

function linkRow(text, link, note = "") {
  const input = make("input", { readonly: true, value: link, onfocus: (event) => event.target.select() });
  const copy = button(say("page.copy"), { class: "plain", onclick: async () => (await copied(link)) && tell(say("page.copied")) }, "link", true);
  return make("div", { class: "link-row" }, make("label", { class: "field" }, make("span", {}, text, note ? make("em", {}, ` ${note}`) : null), input), copy);
}

// Notes above the board

function showCompiling(compiling) {
  const note = byId("compiling");
  note.hidden = !compiling;
  if (compiling) fill(note, make("span", {}, compiling.text), make("progress", { max: compiling.of, value: compiling.done, "aria-label": compiling.text }));
}

function showConnection(state, detail, code) {
  const note = byId("connection");
  if (state === "open") {
    if (!note.hidden) speak(say("page.connected"));
    note.hidden = true;
  } else if (state === "lost") {
    note.hidden = false;
    thinking = null;
    if (table) showThinking();
    isWaiting = false;
    const text = code === STOPPING ? say("server.stops") : say("page.lost", { seconds: Math.max(1, Math.round(detail / 1000)) });
    fill(note, make("span", {}, text), button(say("page.lost.now"), { class: "plain", onclick: () => wire.again() }, "again"));
  } else if (state === "waiting") {
    note.hidden = false;
    fill(note, make("span", {}, say("page.connecting")));
  } else if (state === "gone") {
    note.hidden = false;
    byId("main").classList.add("gone");
    fill(note, make("span", {}, say(detail === 4404 ? "table.missing" : "page.gone")), make("a", { href: "/" }, say("page.error.back")));
  }
}

// Messages

const HEARD = {
  table: showTable,
  refused: (message, isAnswer) => isAnswer || tellRefusal(message),
  thinking: (message) => {
    thinking = message;
    if (table) showThinking();
  },
  presence: (message) => {
    if (!table) return;
    for (const seat of table.seats) seat.here = seat.kind === "opponent" || message.here.includes(seat.letter);
    table.watching = message.watching;
    showSeats();
    showShare();
  },
  said: (message) => {
    speak(message.text);
    // The words about a half-made turn stay, for the way back stands beside them.
    if (!turn.taken.length) tell(message.text);
  },
  status: (message) => showCompiling(message.compiling),
  bye: (message) => speak(message.text),
  hint: () => {
    thinking = null;
    if (table) showThinking();
  },
};

function keysHelp() {
  const rows = ["arrows", "choose", "escape", "target", "row", "through", "type"].map((name) => [make("dt", {}, say(`page.keys.${name}`)), make("dd", {}, say(`page.keys.${name}.does`))]);
  dialog(say("page.keys"), make("dl", { class: "keys" }, rows));
}

function furnishTable() {
  board = new Board(byId("table-board"), {
    step: chooseStep,
    back: () => turn.back(),
    canDrag: (step) => Boolean(table?.can_move) && viewed === null && !isWaiting && turn.reaches(step),
    take: (step) => (turn.taken.at(-1) === step ? null : turn.step(step)),
  });
  moves = new MoveList(byId("move-list"), go);
  startTurns();
  hearArrows(moves, () => turn.back());
  const acts = byId("acts");
  const add = (name, signName) => acts.append(button(say(`page.${name}`), { id: `act-${name}`, class: "act", hidden: true }, signName));
  add("undo", "undo");
  add("hint", "hint");
  add("draw", "draw");
  add("resign", "flag");
  add("rematch", "again");
  acts.append(button(say("page.flip"), { class: "act", id: "act-flip", onclick: flip }, "flip"));
  add("rename", "people");
  acts.append(button(say("page.rules"), { class: "act", id: "act-rules", onclick: () => table && openRules(table.game) }, "book"));
  acts.append(button(say("page.keys"), { class: "act", id: "act-keys", onclick: keysHelp }, "keys"));
  fill(
    byId("files"),
    make("a", { class: "act", id: "download", href: `/api/tables/${encodeURIComponent(id)}/record?format=tav`, download: true }, sign("save"), make("span", {}, say("page.record.save"))),
    button(say("page.position.copy"), { class: "act", id: "copy-position", onclick: copyPosition }, "link"),
  );
  byId("typed").addEventListener("submit", typeTurn);
}

async function copyPosition() {
  const url = byId("copy-position").dataset.url;
  if (url && (await copied(location.origin + url))) tell(say("page.copied"));
}

async function typeTurn(event) {
  event.preventDefault();
  const input = byId("typed-turn");
  const move = input.value.trim();
  if (!move) return;
  if (wanted !== null) go(null);
  const answer = await wire.ask({ type: "turn", at: table.at, move });
  if (answer.type === "accepted") input.value = "";
  else tellRefusal(answer);
  input.setAttribute("aria-invalid", String(answer.type !== "accepted"));
}

function flip() {
  flipped = !flipped;
  setHabit(`flipped.${id}`, flipped);
  wire.send({ type: "look", look: { flipped } });
  if (wanted !== null) follow();
}

await ready;
furnish();
furnishTable();
hear = (message, isAnswer) => HEARD[message.type]?.(message, isAnswer);
change = showConnection;
for (const [kind, what] of heardEarly) (kind === "heard" ? hear : change)(...what);
heardEarly = [];
