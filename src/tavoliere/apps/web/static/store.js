// What this browser remembers: seats, invitations, games of late, and habits. All of it may be missing.

const PREFIX = "tavoliere.";
const MOST_RECENT = 12;

function load(key, otherwise) {
  try {
    const found = localStorage.getItem(PREFIX + key);
    return found === null ? otherwise : JSON.parse(found);
  } catch {
    return otherwise;
  }
}

function save(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A private window may forbid it; the page works on, it only forgets.
  }
}

/** The tokens of the seats that are ours at a table. */
export function tokensOf(table) {
  const found = load(`seats.${table}`, []);
  return Array.isArray(found) ? found.filter((token) => typeof token === "string") : [];
}

export function addTokens(table, tokens) {
  const all = [...new Set([...tokensOf(table), ...tokens])];
  if (all.length) save(`seats.${table}`, all.slice(-8));
}

/** Tokens of seats that we made for others, by letter, to show their links until they have come. */
export function invitesOf(table) {
  return load(`invites.${table}`, {});
}

export function addInvites(table, invites) {
  if (Object.keys(invites).length) save(`invites.${table}`, { ...invitesOf(table), ...invites });
}

export function recentTables() {
  const found = load("recent", []);
  return Array.isArray(found) ? found.filter((one) => one && typeof one.table === "string") : [];
}

/** Put a table at the head of the list of games of late. */
export function noteTable(table, title, told) {
  const others = recentTables().filter((one) => one.table !== table);
  save("recent", [{ table, title, told, when: Date.now() }, ...others].slice(0, MOST_RECENT));
}

export function forgetTable(table) {
  save("recent", recentTables().filter((one) => one.table !== table));
}

export function habit(name, otherwise) {
  return load(`habit.${name}`, otherwise);
}

export function setHabit(name, value) {
  save(`habit.${name}`, value);
}

/** The theme is stored bare, because it is read before any module runs. */
export function chosenTheme() {
  try {
    return localStorage.getItem(`${PREFIX}theme`);
  } catch {
    return null;
  }
}

export function chooseTheme(name) {
  try {
    localStorage.setItem(`${PREFIX}theme`, name);
  } catch {
    // Forgotten at the next page.
  }
}
