// What this browser remembers: seats, invitations, games of late, and habits. All of it may be missing.

/** @typedef {{ table: string, title: string, told: string, when: number }} Recent */

const PREFIX = "tavoliere.";
const MOST_RECENT = 12;

/**
 * What is stored, whatever it is: another version of this page, or somebody's hand, may have written it.
 *
 * @param {string} key
 * @returns {unknown}
 */
function load(key) {
  try {
    const found = localStorage.getItem(PREFIX + key);
    return found === null ? undefined : JSON.parse(found);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function save(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A private window may forbid it; the page works on, it only forgets.
  }
}

/** @param {string} key */
function remove(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // What cannot be stored cannot be there either.
  }
}

/**
 * What is stored as it is, for those who find out for themselves whether it can be read.
 *
 * @param {string} key
 */
function textOf(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * The tokens of the seats that are ours at a table.
 *
 * @param {string} table
 * @returns {string[]}
 */
export function tokensOf(table) {
  const found = load(`seats.${table}`);
  return Array.isArray(found) ? found.filter((token) => typeof token === "string") : [];
}

/**
 * @param {string} table
 * @param {string[]} tokens
 */
export function addTokens(table, tokens) {
  const all = [...new Set([...tokensOf(table), ...tokens])];
  if (all.length) save(`seats.${table}`, all.slice(-8));
}

/**
 * Tokens of seats that we made for others, by letter, to show their links until they have come.
 *
 * @param {string} table
 * @returns {Record<string, string>}
 */
export function invitesOf(table) {
  const found = load(`invites.${table}`);
  const pairs = found && typeof found === "object" ? Object.entries(found) : [];
  return Object.fromEntries(pairs.filter(([, token]) => typeof token === "string"));
}

/**
 * @param {string} table
 * @param {Record<string, string>} invites
 */
export function addInvites(table, invites) {
  if (Object.keys(invites).length) save(`invites.${table}`, { ...invitesOf(table), ...invites });
}

/** @returns {Recent[]} */
export function recentTables() {
  const found = load("recent");
  return Array.isArray(found) ? found.filter((one) => one && typeof one.table === "string") : [];
}

/**
 * Put a table at the head of the list of games of late.
 *
 * @param {string} table
 * @param {string} title
 * @param {string} told
 */
export function noteTable(table, title, told) {
  const others = recentTables().filter((one) => one.table !== table);
  save("recent", [{ table, title, told, when: Date.now() }, ...others].slice(0, MOST_RECENT));
}

/** @param {string} table */
export function forgetTable(table) {
  remove(`fair.${table}`);
  save(
    "recent",
    recentTables().filter((one) => one.table !== table),
  );
}

/**
 * What somebody chose before, of the same kind as what is used otherwise.
 *
 * @template {string | boolean} T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T extends string ? string : boolean}
 */
export function habit(name, otherwise) {
  const found = load(`habit.${name}`);
  return /** @type {any} */ (typeof found === typeof otherwise ? found : otherwise);
}

/**
 * @param {string} name
 * @param {string | boolean} value
 */
export function setHabit(name, value) {
  save(`habit.${name}`, value);
}

/**
 * Which side of a table somebody chose to look from; null if they did not.
 *
 * @param {string} table
 */
export function chosenSide(table) {
  const found = load(`habit.flipped.${table}`);
  return typeof found === "boolean" ? found : null;
}

/**
 * @param {string} table
 * @param {boolean} flipped
 */
export function chooseSide(table, flipped) {
  save(`habit.flipped.${table}`, flipped);
}

/**
 * What is remembered about the lessons of a game, as it was stored: whoever asks finds out whether it can be read.
 *
 * @param {string} game
 */
export function storedLessons(game) {
  return textOf(`lessons.${game}`);
}

/**
 * @param {string} game
 * @param {unknown} notes
 */
export function storeLessons(game, notes) {
  save(`lessons.${game}`, notes);
}

/**
 * Keep what cannot be read beside its place, so that nothing is lost.
 *
 * @param {string} game
 * @param {string} text
 */
export function setLessonsAside(game, text) {
  save(`lessons.${game}.aside`, text);
}

const MOST_STUDIES = 20;

/**
 * The study that was made at an address, as it was stored.
 *
 * @param {string} key
 */
export function keptStudy(key) {
  return load(`study.${key}`);
}

/**
 * Keep a study; of all studies those that were worked at last.
 *
 * @param {string} key
 * @param {unknown} study
 */
export function keepStudy(key, study) {
  const found = load("studies");
  const others = (Array.isArray(found) ? found : []).filter((one) => typeof one === "string" && one !== key);
  for (const old of others.slice(MOST_STUDIES - 1)) remove(`study.${old}`);
  save("studies", [key, ...others].slice(0, MOST_STUDIES));
  save(`study.${key}`, study);
}

/**
 * What was done to a study in this tab, as it was stored; gone with the tab.
 *
 * @param {string} key
 */
export function keptPast(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`${PREFIX}past.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} past
 */
export function keepPast(key, past) {
  try {
    sessionStorage.setItem(`${PREFIX}past.${key}`, JSON.stringify(past));
  } catch {
    // Then an edit before a reload cannot be taken back.
  }
}

/**
 * Hear of a study that another tab has kept.
 *
 * @param {string} key
 * @param {(study: unknown) => void} heard
 */
export function heardStudy(key, heard) {
  addEventListener("storage", (event) => {
    if (event.key === `${PREFIX}study.${key}` && event.newValue !== null) heard(keptStudy(key));
  });
}

/**
 * What is remembered about the puzzles of a game, as it was stored.
 *
 * @param {string} game
 */
export function storedPuzzles(game) {
  return textOf(`puzzles.${game}`);
}

/**
 * @param {string} game
 * @param {unknown} notes
 */
export function storePuzzles(game, notes) {
  save(`puzzles.${game}`, notes);
}

/**
 * @param {string} game
 * @param {string} text what cannot be read, kept beside its place
 */
export function setPuzzlesAside(game, text) {
  save(`puzzles.${game}.aside`, text);
}

/**
 * The results against the levels of a ladder, as they were stored.
 *
 * @param {string} ladder such as `pit/3`
 */
export function storedResults(ladder) {
  return textOf(`results.${ladder}`);
}

/**
 * @param {string} ladder
 * @param {unknown} results
 */
export function storeResults(ladder, results) {
  save(`results.${ladder}`, results);
}

/** @param {string} ladder */
export function eraseResults(ladder) {
  remove(`results.${ladder}`);
  remove(`results.${ladder}.aside`);
}

/**
 * @param {string} ladder
 * @param {string} text what cannot be read, kept beside its place
 */
export function setResultsAside(ladder, text) {
  save(`results.${ladder}.aside`, text);
}

/**
 * What this browser knows of a table that matters for a level: that it was made for one, and that somebody asked for help.
 *
 * @typedef {{ counts?: boolean, helped?: boolean }} Fairness
 */

/**
 * @param {string} table
 * @returns {Fairness}
 */
export function fairnessOf(table) {
  const found = load(`fair.${table}`);
  return found && typeof found === "object" ? found : {};
}

/**
 * @param {string} table
 * @param {Fairness} more
 */
export function noteFairness(table, more) {
  save(`fair.${table}`, { ...fairnessOf(table), ...more });
}

/** The theme is stored bare, because it is read before any module runs. */
export function chosenTheme() {
  try {
    return localStorage.getItem(`${PREFIX}theme`);
  } catch {
    return null;
  }
}

/** @param {string} name of a theme; an empty one leaves it to the system */
export function chooseTheme(name) {
  try {
    if (name) localStorage.setItem(`${PREFIX}theme`, name);
    else localStorage.removeItem(`${PREFIX}theme`);
  } catch {
    // Forgotten at the next page.
  }
}
