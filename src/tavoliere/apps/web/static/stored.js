// How notes about somebody, kept on this device, are read back. What a newer page stored, or what cannot be read, is told and
// never taken for nothing.

/** @typedef {"" | "newer" | "broken"} Trouble */

/**
 * What a stored text says: its object, nothing if there is no text, or what is wrong with it.
 *
 * @param {string | null} text
 * @param {number} version the newest that is understood
 * @returns {{ found: Record<string, unknown> | null, trouble: Trouble }}
 */
export function readStored(text, version) {
  if (text === null) return { found: null, trouble: "" };
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return { found: null, trouble: "broken" };
  }
  if (typeof found?.version === "number" && found.version > version) return { found: null, trouble: "newer" };
  return found?.version === version ? { found, trouble: "" } : { found: null, trouble: "broken" };
}

/**
 * @param {unknown} found
 * @returns {found is string[]}
 */
export function isTexts(found) {
  return Array.isArray(found) && found.every((one) => typeof one === "string");
}
