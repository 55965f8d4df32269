// What makes the page an app that can be installed: a worker that says so when the server is away.

/** The worker's own name for its store, and the page that it shows then. */
const STORE = "tavoliere-away";
const PAGE = "/away";

/** Browsers allow a worker only to pages that came safely; elsewhere everything works but this. */
export function prepare() {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

/** Fetch the page anew that is shown when the server is away, in another language perhaps. */
export async function renew() {
  try {
    if (await caches.has(STORE)) await (await caches.open(STORE)).add(PAGE);
  } catch {
    // The old one stays.
  }
}
