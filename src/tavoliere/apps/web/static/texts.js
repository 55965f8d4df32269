// The catalogue: every word that the page shows comes from here.

let catalogue = {};

export const ready = fetch("/api/texts", { credentials: "same-origin" })
  .then((answer) => (answer.ok ? answer.json() : {}))
  .catch(() => ({}))
  .then((found) => {
    catalogue = found;
  });

/** A text with its values filled in. A key that the catalogue does not know stands for itself, so that it is noticed. */
export function say(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A text for a number: `KEY.one` for one, `KEY.many` for all others. */
export function count(key, number, values = {}) {
  return say(`${key}.${number === 1 ? "one" : "many"}`, { number, ...values });
}
