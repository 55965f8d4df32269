// The worker behind the page: when the server does not answer, it shows a page that says so. It keeps nothing else, so that
// nobody ever sees an old board or an old module.

const STORE = "tavoliere-away";
const PAGE = "/away";
const FILES = [
  PAGE,
  "/static/theme.js",
  "/static/away.js",
  "/static/board.css",
  "/static/page.css",
  "/static/icon.svg",
];
/** What a proxy answers for a server that is away. */
const AWAY = [502, 503, 504];

/** @type {any} */
const worker = self;

async function prepare() {
  const store = await caches.open(STORE);
  await store.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await worker.skipWaiting();
}

/** @param {Request} request */
function kept(request) {
  const { pathname } = new URL(request.url);
  const wanted = request.mode === "navigate" ? PAGE : pathname;
  return caches.match(wanted, { ignoreVary: true });
}

/** @param {Request} request */
async function answer(request) {
  try {
    const found = await fetch(request);
    return AWAY.includes(found.status) ? ((await kept(request)) ?? found) : found;
  } catch (problem) {
    const page = await kept(request);
    if (page) return page;
    throw problem;
  }
}

/** @param {Request} request */
function isOurs(request) {
  return request.mode === "navigate" || FILES.includes(new URL(request.url).pathname);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && isOurs(event.request)) event.respondWith(answer(event.request));
});

/** @param {string} address of the table that a notice told of */
async function show(address) {
  const open = await worker.clients.matchAll({ type: "window" });
  const there = open.find((/** @type {any} */ one) => new URL(one.url).pathname === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  if (typeof event.notification.data === "string") event.waitUntil(show(event.notification.data));
});
