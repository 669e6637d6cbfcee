// The service worker: without a network, the pages that need no server still open. It also shows push messages, which
// arrive when no page is open.

/** Version of the page: the server fills it in, so that browsers see a new worker with each new page. */
const VERSION = "";

/** All that is kept, as one file: a line of JSON that describes the parts, and then these. */
const FILES = "/offline/files";

/** The page shown in place of one that needs the server. */
const OFFLINE_PAGE = "/offline";

const CACHE = `oddtrick-${VERSION}`;

/** The texts of push messages by language: the catalogues of the page cannot be loaded here. @type {Record<string, {title: string, body: string}>} */
const TURN = {
  en: { title: "It’s your turn", body: "The others are waiting for you at the table." },
  de: { title: "Du bist an der Reihe", body: "Die anderen warten am Tisch auf dich." },
};

/** Files below an unknown version are those of the current one. */
const ICON = "/web/push/icons/icon-192.png";

/** The subscriptions of the person on the server, and the cache in which the page notes the one of this browser. */
const SUBSCRIPTIONS = "/api/me/push";
const NOTES = "push";

/** The type checker knows windows only. @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(removeOldVersions()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
  if (event.request.mode === "navigate") event.waitUntil(retryRenewal());
});
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(showTurn(event.data.json())));
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renewSubscription(event)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.path));
});

/** @typedef {{address: string, type: string, policy: string | null, length: number}} Part */

async function install() {
  const [cache, answer] = await Promise.all([caches.open(CACHE), fetch(FILES, { priority: "low" })]);
  if (!answer.ok) throw new Error(`${FILES}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let at = bytes.indexOf(10) + 1;
  /** @type {Part[]} */
  const parts = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  const stored = parts.map(({ address, type, policy, length }) => {
    const headers = securityHeaders(answer);
    headers.set("Content-Type", type);
    if (policy) headers.set("Content-Security-Policy", policy);
    return cache.put(address, new Response(bytes.slice(at, (at += length)), { headers }));
  });
  await Promise.all(stored);
  await worker.skipWaiting();
}

/**
 * The headers of an answer that hold for each of its parts.
 * @param {Response} answer
 */
function securityHeaders(answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag", "Vary"]) headers.delete(name);
  return headers;
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

/**
 * Shows that it is the player's turn. A table has one notification: a newer one replaces it, and sounds again.
 * @param {{table: string, language: string}} message
 */
async function showTurn({ table, language }) {
  const { title, body } = TURN[language] ?? /** @type {{title: string, body: string}} */ (TURN.en);
  const path = `/t/${encodeURIComponent(table)}`;
  await worker.registration.showNotification(title, { body, lang: language, tag: path, renotify: true, icon: ICON, data: { path } });
}

/**
 * Replaces the subscription that the browser or its push service has ended, if the server still has it for the person
 * who is logged in. Browsers need not say which one it was, nor subscribe again. The note says so until it is done.
 * @param {{newSubscription?: PushSubscription | null}} event
 */
async function renewSubscription({ newSubscription }) {
  const note = await noted();
  if (!note) return;
  await keepNote({ ...note, ended: true });
  const { key, subscriptions = [] } = await (await fetch(SUBSCRIPTIONS)).json();
  if (!key || !subscriptions.includes(note.id)) return keepNote({ ...note, ended: false });
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  /** @type {PushSubscription} */
  const made = newSubscription ?? (await worker.registration.pushManager.subscribe(wanted));
  const body = JSON.stringify({ ...made.toJSON(), language: note.language });
  const stored = await fetch(SUBSCRIPTIONS, { method: "PUT", headers: { "Content-Type": "application/json" }, body });
  if (!stored.ok) return;
  const id = await idOf(made.endpoint);
  await keepNote({ id, language: note.language, ended: false });
  if (id !== note.id) await fetch(`${SUBSCRIPTIONS}/${note.id}`, { method: "DELETE" });
}

/** Tries again with the next page what the network or the server refused: browsers tell the end of a subscription once. */
async function retryRenewal() {
  const note = await noted();
  if (note?.ended) await renewSubscription({}).catch(() => undefined);
}

/**
 * The note of this browser's subscription, which the page makes and takes away.
 * @typedef {{id: string, language: string, ended?: boolean}} SubscriptionNote
 * @returns {Promise<SubscriptionNote | undefined>}
 */
async function noted() {
  return (await (await caches.open(NOTES)).match(SUBSCRIPTIONS))?.json();
}

/** @param {SubscriptionNote} note */
async function keepNote(note) {
  await (await caches.open(NOTES)).put(SUBSCRIPTIONS, Response.json(note));
}

/**
 * The id of a subscription on the server: the SHA-256 of its endpoint, in hexadecimal.
 * @param {string} endpoint
 */
async function idOf(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Shows the tab of a table, or a new one.
 * @param {string} path
 */
async function openTable(path) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = tabs.find((/** @type {any} */ tab) => new URL(tab.url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(path));
}
