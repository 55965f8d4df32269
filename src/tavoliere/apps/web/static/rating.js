// How strong somebody is on the calibrated ladder of a game, from results against its levels: a posterior over ratings on a
// grid. Pure: it knows neither the page nor what is stored, and nothing of it leaves the browser.

/** @import { SidesAnswer, VariantAnswer } from "./types.d.ts" */

/**
 * A game against levels: the seat, who sat on the others, and the share of the points.
 *
 * @typedef {{ seat: string, opponents: Record<string, string>, score: number }} Result
 */

/** @typedef {Pick<VariantAnswer, "ratings" | "sides" | "usual">} Measured */

/** @typedef {{ rating: number, low: number, high: number, games: number }} Standing between `low` and `high` with 95 % */

const SCALE = Math.LN10 / 400;
const STEP = 20;
const MARGIN = 800;
const DRIFT = 15;
const LEAST_DOUBT = 300;
const SURPRISE = 0.02;
const SURE = 1.96;

/** @param {string} spec such as `level:3` */
export function levelOf(spec) {
  return Number(/^level:(\d+)$/.exec(spec)?.[1] ?? Number.NaN);
}

/**
 * Whether every level of a game has been measured, so that somebody can be measured by them.
 *
 * @param {Pick<Measured, "ratings">} measured
 */
export function isCalibrated({ ratings }) {
  return ratings.length > 1 && ratings.every(({ elo, error }) => elo !== null && error !== null);
}

/**
 * What a seat is worth among equals of a level, in points of rating: nothing where nothing was measured. Between two
 * measured levels it lies between what is worth there.
 *
 * @param {SidesAnswer[]} sides
 * @param {number} level
 * @param {string} seat
 */
export function seatWorth(sides, level, seat) {
  if (!sides.length) return 0;
  const above = sides.findIndex((one) => one.level >= level);
  if (above <= 0) return worthIn(sides[above === 0 ? 0 : sides.length - 1], seat);
  const [under, over] = [sides[above - 1], sides[above]];
  const part = (level - under.level) / (over.level - under.level);
  return (1 - part) * worthIn(under, seat) + part * worthIn(over, seat);
}

/**
 * @param {SidesAnswer} sides
 * @param {string} seat
 */
function worthIn({ scores }, seat) {
  const share = scores[seat]?.[0] ?? 0;
  return share > 0 ? 400 * Math.log10(share * Object.keys(scores).length) : 0;
}

/**
 * The seat for somebody against a level: the one that gets more among equals of that level if that is certain, else the
 * first. `share` is what it gets, null if no seat is known to get more.
 *
 * @param {string[]} seats
 * @param {SidesAnswer[]} sides
 * @param {string} spec
 */
export function fairSeat(seats, sides, spec) {
  const level = levelOf(spec);
  const known = sides.filter((one) => one.level <= level).at(-1) ?? sides[0];
  const better = known && seats.find((seat) => (known.scores[seat]?.[1] ?? 0) > 1 / seats.length);
  if (!better) return { seat: seats[0], share: null, games: 0 };
  return { seat: better, share: known.scores[better][0], games: known.games };
}

/** What is believed about somebody's rating: one weight for each step of the grid. */
export class Belief {
  /** @param {Measured} measured */
  constructor(measured) {
    this.measured = measured;
    const ratings = measured.ratings.map(({ elo }) => elo ?? 0);
    const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)];
    const steps = Math.ceil((highest - lowest + 2 * MARGIN) / STEP);
    this.grid = Array.from({ length: steps + 1 }, (_, step) => lowest - MARGIN + step * STEP);
    const [middle, doubt] = [this.ratingOf(measured.usual), Math.max(LEAST_DOUBT, (highest - lowest) / 3)];
    this.weights = scaled(this.grid.map((rating) => Math.exp(-(((rating - middle) / doubt) ** 2) / 2)));
    this.games = 0;
    /** @type {string} the seat of the last game */
    this.lastSeat = "";
  }

  /** @param {string} spec */
  ratingOf(spec) {
    const found = this.measured.ratings.find((one) => one.spec === spec) ?? this.measured.ratings[0];
    return found.elo ?? 0;
  }

  /** @param {string} spec how much its rating itself is in doubt */
  doubtOf(spec) {
    return (this.measured.ratings.find((one) => one.spec === spec)?.error ?? 0) / SURE;
  }

  /**
   * The share of the points to be expected of a rating, by Luce's rule: among several, everybody's chance is their strength
   * as a part of all strengths. The doubt about the others' ratings draws it towards the middle, as in Glicko's system, and
   * now and then somebody slips whatever the ratings are.
   *
   * @param {number} rating
   * @param {Pick<Result, "seat" | "opponents">} game
   */
  expected(rating, { seat, opponents }) {
    const specs = Object.values(opponents);
    const level = specs.reduce((sum, spec) => sum + levelOf(spec), 0) / specs.length;
    const doubt = Math.max(...specs.map((spec) => this.doubtOf(spec)));
    const scale = SCALE / Math.sqrt(1 + (3 * SCALE ** 2 * doubt ** 2) / Math.PI ** 2);
    const worth = /** @param {string} letter */ (letter) => seatWorth(this.measured.sides, level, letter);
    const own = rating + worth(seat);
    const others = Object.entries(opponents).map(([letter, spec]) => this.ratingOf(spec) + worth(letter));
    const chance = 1 / (1 + others.reduce((sum, other) => sum + Math.exp(scale * (other - own)), 0));
    return (1 - SURPRISE) * chance + SURPRISE / (specs.length + 1);
  }

  /** @param {Result} result a draw counts as half a win and half a loss; people change a little from game to game */
  take(result) {
    const { score } = result;
    const likely = this.grid.map((rating) => this.expected(rating, result));
    const seen = this.weights.map(
      (weight, place) => weight * likely[place] ** score * (1 - likely[place]) ** (1 - score),
    );
    this.weights = scaled(drifted(seen));
    this.games += 1;
    this.lastSeat = result.seat;
    return this;
  }

  /** @returns {Standing} */
  standing() {
    const rating = this.grid.reduce((sum, one, place) => sum + one * this.weights[place], 0);
    return { rating, low: this.quantile(0.025), high: this.quantile(0.975), games: this.games };
  }

  /** @param {number} part */
  quantile(part) {
    let sum = 0;
    const place = this.weights.findIndex((weight) => {
      sum += weight;
      return sum >= part;
    });
    return this.grid[place < 0 ? this.grid.length - 1 : place];
  }

  /**
   * The opponent to play next: whoever makes the game most even, for a newcomer the game's usual one.
   *
   * @param {string[]} seats
   * @param {string} seat
   */
  opponent(seats, seat) {
    if (!this.games) return this.measured.usual;
    const { rating } = this.standing();
    const others = seats.filter((letter) => letter !== seat);
    /** @param {string} spec */
    const unevenness = (spec) => {
      const opponents = Object.fromEntries(others.map((letter) => [letter, spec]));
      return Math.abs(this.expected(rating, { seat, opponents }) - 1 / seats.length);
    };
    return this.measured.ratings.map(({ spec }) => spec).sort((one, other) => unevenness(one) - unevenness(other))[0];
  }

  /**
   * The seat to take next: first the one that is fair to a newcomer, then everybody's in turn.
   *
   * @param {string[]} seats
   */
  seat(seats) {
    if (!seats.includes(this.lastSeat)) return fairSeat(seats, this.measured.sides, this.measured.usual).seat;
    return seats[(seats.indexOf(this.lastSeat) + 1) % seats.length];
  }
}

/** @param {number[]} weights so that they are one together */
function scaled(weights) {
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight) => weight / sum);
}

/** @param {number[]} weights a little of each goes to its neighbours, for people learn and forget */
function drifted(weights) {
  const part = DRIFT ** 2 / (2 * STEP ** 2);
  const last = weights.length - 1;
  return weights.map((weight, place) => {
    const [under, over] = [weights[Math.max(0, place - 1)], weights[Math.min(last, place + 1)]];
    return (1 - 2 * part) * weight + part * (under + over);
  });
}
