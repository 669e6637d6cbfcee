// HTTP requests to the server.

import { errorText } from "../i18n/server-messages.js";
import { t } from "../i18n/translate.js";

/** A request that failed. The message is translated and can be shown to the user. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {string} [code] Error code from the server.
   */
  constructor(message, code = "") {
    super(message);
    this.code = code;
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
export async function request(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin" };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
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
  return new RequestError(await errorText({ status, code, message, rule: rule ?? null }), code);
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
    if (problem) problem.textContent = error instanceof Error ? error.message : String(error);
  }
  for (const button of buttons) button.disabled = false;
  // Disabling a button drops its focus; restore it for keyboard users.
  if (focused instanceof HTMLButtonElement && document.activeElement === document.body) focused.focus();
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
