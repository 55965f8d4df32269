// The catalogue: every word that the page shows comes from here.

/** @type {Record<string, string>} */
let catalogue = {};

export const ready = fetch("/api/texts", { credentials: "same-origin" })
  .then((answer) => (answer.ok ? answer.json() : {}))
  .catch(() => ({}))
  .then((found) => {
    catalogue = found;
  });

/**
 * A text with its values filled in. A key that the catalogue does not know stands for itself, so that it is noticed.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
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
 * A text for a number: `KEY.one` for one, `KEY.many` for all others.
 *
 * @param {string} key
 * @param {number} number
 * @param {Record<string, string | number>} [values]
 */
export function count(key, number, values = {}) {
  return say(`${key}.${number === 1 ? "one" : "many"}`, { number, ...values });
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
