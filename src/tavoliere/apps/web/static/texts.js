// The catalogue: every word that the page shows comes from here.

/** @type {Record<string, string>} */
let catalogue = {};

export const ready = fetch("/api/texts", { credentials: "same-origin" })
  .then((answer) => (answer.ok ? answer.json() : {}))
  .catch(() => ({}))
  .then((found) => {
    catalogue = found;
  });

/** @import { Noun } from "./types.d.ts" */
/** @typedef {string | number | Noun} Value what can stand in a text; only of nouns other forms are known */

const TOLD_MOST = 5;
/** More letters would cover what stands beside the board of a phone. */
const TOLD_LONGEST = 160;

const PLACE = /\{(\w+)(?::([^{}]*))?\}/g;

/**
 * A text with its values filled in, as the server does it: `{player}`, `{player:the}` for a form of a noun, and
 * `{player:f=she|he}` for words that agree. A key that the catalogue does not know stands for itself, so that it is
 * noticed.
 *
 * @param {string} key
 * @param {Record<string, Value>} [values]
 */
export function say(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(PLACE, (whole, name, asked = "") => (name in values ? placed(values[name], asked) : whole));
}

/**
 * @param {Value} value
 * @param {string} asked of it
 */
function placed(value, asked) {
  if (asked.includes("=")) return chosen(asked, traitsOf(value));
  if (typeof value === "number") return numberText(value);
  return typeof value === "object" ? (value.forms[asked] ?? value.name) : value;
}

function languageHere() {
  return globalThis.document?.documentElement.lang || "en";
}

/**
 * A number with the marks of the language that is read; four figures are together in every one.
 *
 * @param {number} value
 * @param {number} [digits] how many there are of the parts of a whole
 */
export function numberText(value, digits = 0) {
  const how = { useGrouping: "min2", minimumFractionDigits: digits, maximumFractionDigits: digits || 3 };
  return new Intl.NumberFormat(languageHere(), /** @type {Intl.NumberFormatOptions} */ (how)).format(value);
}

/**
 * The first choice whose words all hold, else the last one.
 *
 * @param {string} choices
 * @param {string[]} traits
 */
function chosen(choices, traits) {
  const all = choices.split("|").map((choice) => /^([^=]*)=?(.*)$/s.exec(choice) ?? [choice, choice, ""]);
  const found = all.find(([, words]) => words.split("-").every((word) => traits.includes(word)));
  return (found ?? all[all.length - 1])[2];
}

/** @param {Value} value */
function traitsOf(value) {
  if (typeof value === "object") return value.traits;
  return typeof value === "number" ? numbersOf(value) : ["one"];
}

/**
 * The numbers that go with a count, the most exact first: `few` and `many`, as the language has them.
 *
 * @param {number} count
 */
function numbersOf(count) {
  return count === 1 ? ["one"] : [new Intl.PluralRules(languageHere()).select(count), "many"];
}

/**
 * A text as the beginning of a sentence. The names of squares stay as they are.
 *
 * @param {string} text
 */
export function capital(text) {
  return text && !/^[a-z]\d/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
}

/**
 * What a turn did, in short if it did very much.
 *
 * @param {string[]} told
 */
export function shortened(told) {
  const isLong = told.join("; ").length > TOLD_LONGEST;
  if (told.length < 3 || (told.length <= TOLD_MOST && !isLong)) return told;
  const first = isLong ? 1 : 2;
  return [...told.slice(0, first), say("page.told.more", { number: told.length - first - 1 }), told[told.length - 1]];
}

/**
 * Several short sentences as one.
 *
 * @param {string[]} texts
 */
export function sentences(texts) {
  return capital(texts.join("; "));
}
