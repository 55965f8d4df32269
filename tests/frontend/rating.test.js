import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Belief, fairSeat, isCalibrated, levelOf, seatWorth } from "../../src/tavoliere/apps/web/static/rating.js";

/** @import { Measured } from "../../src/tavoliere/apps/web/static/rating.js" */
/** @import { Share } from "../../src/tavoliere/apps/web/static/types.d.ts" */

const GAMES = new URL("../../src/tavoliere/games/", import.meta.url);
const USUAL = "level:3";
const EVENING = 15;

/**
 * What was measured of a game of ours, and its seats.
 *
 * @param {string} game
 * @param {number} players
 * @returns {{ measured: Measured, seats: string[] }}
 */
function ladder(game, players) {
  const data = JSON.parse(readFileSync(new URL(`${game}/ladder.json`, GAMES), "utf-8"))[players];
  const ratings = data.levels.map(
    (/** @type {{ elo: number, error: number }} */ { elo, error }, /** @type {number} */ i) => ({
      spec: `level:${i + 1}`,
      elo,
      error,
    }),
  );
  return { measured: { ratings, sides: data.sides, usual: USUAL }, seats: Object.keys(data.sides[0].scores) };
}

/** @param {number} seed the same numbers between 0 and 1 every time */
function chances(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * An evening of somebody whose strength is known: who is proposed is played, and wins and losses fall by Luce's rule.
 *
 * @param {{ measured: Measured, seats: string[] }} game
 * @param {number} strength
 * @param {() => number} chance
 * @param {number} games
 */
function evening({ measured, seats }, strength, chance, games = EVENING) {
  const belief = new Belief(measured);
  for (let game = 0; game < games; game += 1) {
    const seat = belief.seat(seats);
    const spec = belief.opponent(seats, seat);
    const opponents = Object.fromEntries(seats.filter((one) => one !== seat).map((letter) => [letter, spec]));
    /** @type {(letter: string, rating: number) => number} */
    const force = (letter, rating) => 10 ** ((rating + seatWorth(measured.sides, levelOf(spec), letter)) / 400);
    const own = force(seat, strength);
    const others = Object.keys(opponents).map((letter) => force(letter, belief.ratingOf(spec)));
    const share = own / others.reduce((sum, other) => sum + other, own);
    belief.take({ seat, opponents, score: chance() < share ? 1 : 0 });
  }
  return belief;
}

/** @type {[game: string, players: number][]} */
const LADDERS = [
  ["tablut", 2],
  ["pit", 2],
  ["pathwayz", 2],
  ["never_alone", 2],
  ["pit_of_pillars", 2],
  ["pit", 3],
  ["pit", 4],
];

for (const [game, players] of LADDERS) {
  test(`fifteen games find the strength of simulated players: ${game} with ${players}`, () => {
    const found = ladder(game, players);
    const { ratings } = found.measured;
    const chance = chances(players * 7919 + game.length);
    let [inside, all, wide] = [0, 0, 0];
    for (const { elo } of ratings) {
      /** @type {number[]} */
      const errors = [];
      for (let person = 0; person < 24; person += 1) {
        const strength = (elo ?? 0) + 60 * (chance() - 0.5);
        const { rating, low, high } = evening(found, strength, chance).standing();
        errors.push(rating - strength);
        inside += Number(low <= strength && strength <= high);
        wide += high - low;
        all += 1;
      }
      const off = errors.reduce((sum, one) => sum + Math.abs(one), 0) / errors.length;
      assert.ok(off < 160, `${elo}: ${off} off on average`);
    }
    assert.ok(inside / all > 0.9, `only ${inside} of ${all} lie where they are said to be`);
    assert.ok(wide / all < 560, `the uncertainty is ${wide / all} wide`);
  });
}

test("more games say more", () => {
  const found = ladder("tablut", 2);
  /** @param {number} games */
  const width = (games) => {
    const chance = chances(5);
    const all = Array.from({ length: 20 }, () => evening(found, 900, chance, games).standing());
    return all.reduce((sum, { low, high }) => sum + high - low, 0) / all.length;
  };
  assert.ok(width(15) < 0.75 * width(4) && width(4) < width(0));
});

test("the opponent moves up with wins and down with losses, and begins with the usual one", () => {
  const { measured, seats } = ladder("pit_of_pillars", 2);
  const belief = new Belief(measured);
  assert.equal(belief.opponent(seats, "w"), USUAL);
  const won = new Belief(measured).take({ seat: "w", opponents: { r: USUAL }, score: 1 });
  const lost = new Belief(measured).take({ seat: "w", opponents: { r: USUAL }, score: 0 });
  const drawn = new Belief(measured).take({ seat: "w", opponents: { r: USUAL }, score: 0.5 });
  assert.ok(levelOf(won.opponent(seats, "r")) > 3 && levelOf(lost.opponent(seats, "r")) < 3);
  assert.ok(lost.standing().rating < drawn.standing().rating && drawn.standing().rating < won.standing().rating);
});

test("whoever always wins, or always loses, comes to an end of the ladder and stays in doubt there", () => {
  const { measured, seats } = ladder("tablut", 2);
  for (const [score, end] of [
    [1, "level:10"],
    [0, "level:1"],
  ]) {
    const belief = new Belief(measured);
    for (let game = 0; game < 40; game += 1) {
      const seat = belief.seat(seats);
      const [other] = seats.filter((one) => one !== seat);
      belief.take({ seat, opponents: { [other]: belief.opponent(seats, seat) }, score: Number(score) });
    }
    assert.equal(belief.opponent(seats, "w"), end);
    const { rating, low, high } = belief.standing();
    assert.ok([rating, low, high].every(Number.isFinite) && low < rating && rating < high);
  }
});

test("a win from the worse side counts for more", () => {
  const { measured } = ladder("tablut", 2);
  const white = new Belief(measured).take({ seat: "w", opponents: { b: "level:5" }, score: 1 });
  const black = new Belief(measured).take({ seat: "b", opponents: { w: "level:5" }, score: 1 });
  assert.ok(white.standing().rating > black.standing().rating + 20);
});

test("a beginner sits where beginners get more, if that is certain, and strong players where they do", () => {
  const tablut = ladder("tablut", 2);
  assert.deepEqual(fairSeat(["w", "b"], tablut.measured.sides, "level:3"), { seat: "w", share: 0.647, games: 200 });
  assert.equal(fairSeat(["w", "b"], tablut.measured.sides, "level:1").seat, "w");
  assert.equal(fairSeat(["w", "b"], tablut.measured.sides, "level:8").seat, "b");
  assert.equal(fairSeat(["w", "b"], ladder("pathwayz", 2).measured.sides, "level:3").share, null);
  assert.deepEqual(fairSeat(["w", "b"], [], "level:3"), { seat: "w", share: null, games: 0 });
});

test("what a side is worth changes from level to level", () => {
  const { sides } = ladder("tablut", 2).measured;
  const [low, middle, high] = [1, 4, 9].map((level) => seatWorth(sides, level, "w"));
  assert.ok(low > 40 && high < -100 && middle < low && middle > high);
  assert.equal(seatWorth([], 3, "w"), 0);
  /** @type {Share} */
  const half = [0.5, 0.4, 0.6];
  assert.equal(seatWorth([{ level: 3, games: 10, scores: { w: half, b: half } }], 3, "w"), 0);
});

test("a ladder that nobody has measured measures nobody", () => {
  assert.equal(isCalibrated({ ratings: [] }), false);
  assert.equal(isCalibrated({ ratings: [{ spec: "level:1", elo: null, error: null }] }), false);
  assert.equal(isCalibrated(ladder("pit", 4).measured), true);
});
