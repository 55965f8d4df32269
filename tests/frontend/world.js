// What a browser would give the modules: a store, and words. Import it before them.

/** @type {Map<string, string>} */
export const stored = new Map();

/** @type {Record<string, string>} */
export const words = {
  "page.told": "{player}: {told}",
  "page.told.more": "and {number} more",
  "page.seat.named": "{colour} ({player})",
  "page.clock.left.days": "{days} d {hours} h",
  "page.start.play": "Play against {opponent}",
  "page.start.seats": "Start: {seats}",
  "page.start.days": "{days} d",
  "page.start.minutes": "{minutes} min + {increment} s",
  "page.recent.against": "against {players}",
  "page.lobby.somebody": "somebody",
  "page.recent.open": "nobody yet",
  "page.recent.screen": "at this screen",
  "page.seat.you": "you",
  "page.level.side": "{player} gets {percent} % in {games}",
  "page.seat.person": "a friend",
  "page.turn.of": "{player} to move",
  "page.turn.yours": "Your turn",
  "page.result.won": "You won",
  "page.result.lost": "You lost",
  "page.result.draw": "Draw",
  "page.result.of": "{player} wins",
  "page.seat.unnamed": "not named",
  "page.seat.vacant": "free seat",
  "page.turns": "{number} {number:one=turn|many=turns}",
  "page.watching": "{number} {number:one=person watches|many=people watch}",
};

const storage = {
  /** @param {string} key */
  getItem: (key) => stored.get(key) ?? null,
  /** @type {(key: string, value: string) => void} */
  setItem: (key, value) => void stored.set(key, value),
  /** @param {string} key */
  removeItem: (key) => void stored.delete(key),
};

Object.assign(globalThis, {
  localStorage: storage,
  fetch: async () => ({ ok: true, json: async () => words }),
});
// Newer versions of Node.js have a navigator of their own, which cannot be assigned to.
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
