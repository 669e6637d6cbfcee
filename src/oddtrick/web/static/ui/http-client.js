// HTTP requests to the server.

import { errorText, t } from "../i18n/translate.js";

/** A request that failed. The message is translated and can be shown to the user. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {string} [code] Error code from the server.
   * @param {string} [ruleError] The server's own message in English, if a rule of the game is broken.
   */
  constructor(message, code = "", ruleError = "") {
    super(message);
    this.code = code;
    this.ruleError = ruleError;
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return request("GET", path);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return request("POST", path, body);
}

/**
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} The JSON body, or null if there is none.
 */
export function request(method, path, body) {
  return send(method, path, body === undefined ? undefined : JSON.stringify(body), "application/json");
}

/**
 * Sends a text.
 * @param {string} method
 * @param {string} path
 * @param {string | undefined} text
 * @param {string} type Media type of the text.
 * @returns {Promise<any>} The JSON body, or null if there is none.
 */
export async function send(method, path, text, type) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin" };
  if (text !== undefined) {
    request.body = text;
    request.headers = { "Content-Type": type };
  }
  const answer = await fetch(path, request).catch(() => {
    throw new RequestError(t("page.unreachable"));
  });
  const data = await answer.json().catch(() => null);
  if (answer.ok) return data;
  throw await toRequestError(answer.status, data?.error ?? {});
}

/**
 * Builds the error from a response, translated where the catalogue has the code.
 * @param {number} status
 * @param {Partial<import("../wire/protocol").ErrorDetail>} trouble
 */
async function toRequestError(status, { code = "", message, rule }) {
  if (!message) return new RequestError(t("page.status", { status }), code);
  return new RequestError(await errorText({ status, code, message, rule: rule ?? null }), code, rule ? message : "");
}

/**
 * Runs an action with the buttons disabled, and shows an error if it fails.
 * @param {HTMLElement} within Contains the buttons and an `.error` element.
 * @param {() => Promise<unknown>} action
 */
export async function runAction(within, action) {
  const problem = within.querySelector(".error");
  if (problem) problem.textContent = "";
  const focused = document.activeElement;
  const buttons = [...within.querySelectorAll("button")].filter((button) => !button.disabled);
  for (const button of buttons) button.disabled = true;
  try {
    await action();
  } catch (error) {
    if (problem) problem.textContent = errorMessage(error);
  }
  for (const button of buttons) button.disabled = false;
  // Disabling a button drops its focus; restore it for keyboard users.
  if (focused instanceof HTMLButtonElement && document.activeElement === document.body) focused.focus();
}

/** Makes sure that the server knows the player, as a guest if they have neither name nor account. */
export async function ensureGuest() {
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  if (!me.id) await post("/api/me", { name: t("who.guest") });
}

/**
 * Changes the player's name if a different one was entered.
 * @param {string} name
 */
export async function ensureName(name) {
  const typed = name.trim();
  if (!typed) return;
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  if (me.name !== typed) await post("/api/me", { name: typed });
}

/** Returns what went wrong, in a line. @param {unknown} error */
export function errorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}
