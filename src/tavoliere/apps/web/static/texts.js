// The catalogue: every word that the page shows comes from here.

/** @type {Record<string, string>} */
let catalogue = {};

export const ready = fetch("/api/texts", { credentials: "same-origin" })
  .then((answer) => (answer.ok ? answer.json() : {}))
  .catch(() => ({}))
  .then((found) => {
    catalogue = found;
  });

/** Places in texts, as the server has them: `{turn}`, and `{number:one=turn|many=turns}`, words that go with a number. */
const PLACE = /\{(\w+)(?::([^{}]*))?\}/g;

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/**
 * What words must agree with: the plural category that a number has in the language of the page.
 *
 * @param {number} number
 */
function category(number) {
  const language = catalogue["page.language"] ?? "en";
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(number);
}

/**
 * The first of the choices that fits the value; the last one if none does.
 *
 * @param {string} choices
 * @param {string | number} value
 */
function chosen(choices, value) {
  const fits = typeof value === "number" ? category(value) : "";
  const pairs = choices.split("|").map((choice) => [choice.slice(0, choice.indexOf("=")), choice]);
  const [trait, choice] = pairs.find(([one]) => one === fits) ?? pairs[pairs.length - 1];
  return choice.slice(trait.length + 1);
}

/**
 * A text with its values filled in. A key that the catalogue does not know stands for itself, so that it is noticed.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(PLACE, (whole, name, choices) => {
    if (!(name in values)) return whole;
    return choices ? chosen(choices, values[name]) : String(values[name]);
  });
}

/**
 * The catalogue's word for something that a game names; where there is none, what the game says.
 *
 * @param {string} key
 * @param {string} otherwise
 */
export function sayOr(key, otherwise) {
  return catalogue[key] ?? otherwise;
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
 * Several short sentences as one.
 *
 * @param {string[]} texts
 */
export function sentences(texts) {
  return capital(texts.join("; "));
}
