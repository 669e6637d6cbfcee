// Questions to the server that need no table.

import { refusalText } from "../i18n/server-messages.js";
import { words } from "../i18n/translate.js";

/** What the server, or the way to it, refused; the message is for people. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {string} [code] The server's word for it.
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
  return ask("GET", path);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return ask("POST", path, body);
}

/**
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} What came as JSON; null: nothing did.
 */
export async function ask(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin" };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
  }
  const answer = await fetch(path, request).catch(() => {
    throw new Refused(words("page.away"));
  });
  const told = await answer.json().catch(() => null);
  if (answer.ok) return told;
  throw await refusal(answer.status, told?.error ?? {});
}

/**
 * A refusal in the person's words, as far as the catalogue knows it.
 * @param {number} status
 * @param {Partial<import("../wire/protocol").ErrorDetail>} trouble
 */
async function refusal(status, { code = "", message, rule }) {
  if (!message) return new Refused(words("page.status", { status }), code);
  return new Refused(await refusalText({ status, code, message, rule: rule ?? null }), code);
}

/**
 * Does something; if it fails, says why in one line. Meanwhile nothing can be pressed.
 * @param {HTMLElement} within Where the buttons are, and a `.problem`.
 * @param {() => Promise<unknown>} deed
 */
export async function attempt(within, deed) {
  const problem = within.querySelector(".problem");
  if (problem) problem.textContent = "";
  const focused = document.activeElement;
  const buttons = [...within.querySelectorAll("button")].filter((button) => !button.disabled);
  for (const button of buttons) button.disabled = true;
  try {
    await deed();
  } catch (error) {
    if (problem) problem.textContent = error instanceof Error ? error.message : String(error);
  }
  for (const button of buttons) button.disabled = false;
  // A button that is disabled loses the focus, and whoever pressed it by a key would have to look for it.
  if (focused instanceof HTMLButtonElement && document.activeElement === document.body) focused.focus();
}

/**
 * Makes sure that one is called so, if a name was typed.
 * @param {string} name
 */
export async function call(name) {
  const typed = name.trim();
  if (!typed) return;
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  if (me.name !== typed) await post("/api/me", { name: typed });
}
