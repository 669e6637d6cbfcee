// The service worker of the installed page: without a network, the pages that need no server still open.

/** Version of the page and the addresses to keep: the server fills them in. @type {{version: string, addresses: string[]}} */
const KEPT = { version: "", addresses: [] };

/** The page shown in place of one that needs the server. */
const OFFLINE_PAGE = "/offline";

const CACHE = `oddtrick-${KEPT.version}`;

/** The type checker knows windows only. @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(removeOldVersions()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.addresses);
  await worker.skipWaiting();
}

async function removeOldVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("oddtrick-") && name !== CACHE).map((name) => caches.delete(name)));
}

/**
 * Answers for pages and their files; everything else goes to the network untouched.
 * @param {Request} request
 * @returns {Promise<Response> | null}
 */
function answerTo(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return null;
  if (request.mode === "navigate") return openPage(request, pathname);
  return pathname.startsWith("/web/") ? openFile(request) : null;
}

/**
 * A page from the network, so that it is never older than the server; else the one that was kept.
 * @param {Request} request
 * @param {string} pathname
 */
async function openPage(request, pathname) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(pathname)) ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

/**
 * A file that was kept, which never changes at its address; else from the network.
 * @param {Request} request
 */
async function openFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}
