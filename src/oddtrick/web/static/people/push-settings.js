// Push messages in this browser: one switch, and why there is none.

import { keepForOffline } from "../ui/worker-scripts.js";
import { element } from "../ui/dom.js";
import { switchField } from "../ui/form-fields.js";
import { errorMessage, get, request } from "../ui/http-client.js";
import { currentLanguage, loadMessages, t } from "../i18n/translate.js";

/** @import {PushState} from "../wire/protocol" */
/** @typedef {"unsupported" | "install" | "blocked" | "off" | "on"} PushStatus */

/**
 * Adds the switch to the settings, if the server sends messages and knows the player.
 * @param {HTMLElement} section
 */
export async function addPushSettings(section) {
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  if (me.via !== "guest" && me.via !== "session") return;
  const [status] = await Promise.all([pushStatus(), loadMessages("people")]);
  if (status === null) return;
  show(section, status, "");
  section.hidden = false;
}

/** The status of this browser; null if the server sends no messages. @returns {Promise<PushStatus | null>} */
async function pushStatus() {
  /** @type {PushState} */
  const { key, subscriptions = [] } = await get("/api/me/push");
  if (key === null) return null;
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "standalone" in navigator && !navigator.standalone ? "install" : "unsupported"; // iOS outside of the app
  if (Notification.permission === "denied") return "blocked";
  const current = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  const known = current && Notification.permission === "granted" && subscriptions.includes(await idOf(current.endpoint));
  return known ? "on" : "off";
}

/**
 * @param {HTMLElement} section
 * @param {PushStatus} status
 * @param {string} problem
 */
function show(section, status, problem) {
  section.replaceChildren(element("h3", {}, t("push.title")), ...content(section, status, problem));
}

/**
 * @param {HTMLElement} section
 * @param {PushStatus} status
 * @param {string} problem
 */
function content(section, status, problem) {
  if (status !== "on" && status !== "off") return [element("p", { class: "small", role: "status" }, t(`push.${status}`))];
  const change = (/** @type {boolean} */ on) => void setPush(section, on);
  return [
    switchField(t("push.turn"), status === "on", change, t("push.turn.about")),
    element("p", { class: "error", role: "alert" }, problem),
  ];
}

/**
 * Switches messages on or off, and shows what has come of it.
 * @param {HTMLElement} section
 * @param {boolean} on
 */
async function setPush(section, on) {
  let problem = "";
  const input = section.querySelector("input");
  if (input) input.disabled = true; // until the browser and the server have agreed
  try {
    await (on ? subscribe() : unsubscribe());
  } catch (error) {
    problem = error instanceof DOMException ? t("push.failed") : errorMessage(error);
  }
  const status = await pushStatus().catch(() => null);
  show(section, status ?? "off", problem);
  section.querySelector("input")?.focus();
}

/** Asks for permission, which browsers allow after a tap only, and subscribes. */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return;
  await keepForOffline();
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error(t("push.failed"));
  const { pushManager } = await navigator.serviceWorker.ready;
  /** @type {PushState} */
  const { key } = await get("/api/me/push");
  await (await pushManager.getSubscription())?.unsubscribe(); // it may belong to another key or person
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const language = currentLanguage();
  await request("PUT", "/api/me/push", { ...made.toJSON(), language });
  // For the service worker, which replaces the subscription when the browser ends it.
  const notes = await caches.open("push");
  await notes.put("/api/me/push", Response.json({ id: await idOf(made.endpoint), language }));
}

async function unsubscribe() {
  const current = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (!current) return;
  await request("DELETE", `/api/me/push/${await idOf(current.endpoint)}`);
  await current.unsubscribe();
  await caches.delete("push");
}

/**
 * The id of a subscription on the server: the SHA-256 of its endpoint, in hexadecimal.
 * @param {string} endpoint
 */
async function idOf(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
