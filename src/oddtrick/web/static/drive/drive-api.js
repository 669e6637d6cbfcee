// Requests about drives, and the keys that this device has for them.

import { RequestError } from "../ui/http-client.js";
import { errorText, t } from "../i18n/translate.js";

/** A request that the server did not accept, with the details of the refusal. */
export class DriveError extends RequestError {
  /**
   * @param {string} message
   * @param {string} code
   * @param {number} status
   * @param {Partial<import("../wire/protocol").ErrorDetail>} details The body of the error, for example with both values of a conflict.
   */
  constructor(message, code, status, details) {
    super(message, code);
    this.status = status;
    this.details = details;
  }
}

/**
 * Sends a request.
 * @param {string} method
 * @param {string} path
 * @param {{key?: string | null, body?: unknown, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>} The response if it is a success; throws otherwise.
 */
export async function fetchDrive(method, path, { key = null, body, signal } = {}) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: headersFor(key, body) };
  if (body !== undefined) request.body = typeof body === "string" ? body : JSON.stringify(body);
  if (signal) request.signal = signal;
  const answer = await fetch(path, request).catch(() => {
    throw new RequestError(t("page.unreachable"));
  });
  if (answer.ok) return answer;
  const details = (await answer.json().catch(() => null))?.error ?? {};
  throw new DriveError(await messageFor(answer.status, details), details.code ?? "", answer.status, details);
}

/**
 * @param {string | null} key
 * @param {unknown} body
 */
function headersFor(key, body) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers["Authorization"] = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return headers;
}

/**
 * @param {number} status
 * @param {{code?: string, message?: string, rule?: string | null}} details
 */
async function messageFor(status, { code = "", message = "", rule = null }) {
  return message ? errorText({ status, code, message, rule }) : t("page.status", { status });
}

/** The requests about one drive with one key. */
export class DriveApi {
  /**
   * @param {string} code
   * @param {string | null} key
   */
  constructor(code, key) {
    this.code = code;
    this.key = key;
  }

  /**
   * @param {string} path Below the drive's address.
   * @returns {Promise<any>}
   */
  async get(path = "") {
    return (await this.#fetch("GET", path)).json();
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async post(path, body, signal) {
    return (await this.#fetch("POST", path, body, signal)).json();
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<any>}
   */
  async put(path, body) {
    return (await this.#fetch("PUT", path, body)).json();
  }

  /** @param {string} path */
  async remove(path) {
    await this.#fetch("DELETE", path);
  }

  /**
   * Saves a file of the server. A plain link could not carry the key.
   * @param {string} path
   * @param {string} name Name of the saved file.
   * @returns {Promise<Response>} The response, for its headers.
   */
  async save(path, name) {
    const answer = await this.#fetch("GET", path);
    const address = URL.createObjectURL(await answer.blob());
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return answer;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  #fetch(method, path, body, signal) {
    return fetchDrive(method, `/api/drives/${encodeURIComponent(this.code)}${path}`, { key: this.key, body, ...(signal ? { signal } : {}) });
  }
}

/**
 * @typedef {object} KnownDrive
 * @property {string} code
 * @property {string} name
 * @property {number} at When it was last opened, in ms since 1970.
 * @property {string} [desk] Key of the organiser or a scorer.
 * @property {string} [phone] Key of this device as the phone of a table or a player.
 * @property {string} [table] Key of the table whose card this device has read last: the right to become a phone.
 * @property {string} [screen] Key of the projector view.
 */

// The drives that this browser knows, with the key of each: it says who may do what there, so it stays in the browser.

/** @typedef {"desk" | "phone" | "screen" | "table"} KeyKind */

const STORAGE_KEY = "oddtrick-drives";
const MAX_KEPT = 50;

/** The drives kept where the browser has no storage. @type {KnownDrive[]} */
let memory = [];

/** Returns the drives that this browser knows, last opened first. @returns {KnownDrive[]} */
export function knownDrives() {
  try {
    const stored = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.code === "string") : [];
  } catch {
    return memory;
  }
}

/**
 * @param {string} code
 * @returns {KnownDrive | undefined}
 */
export function knownDrive(code) {
  return knownDrives().find((each) => each.code === code);
}

/**
 * Remembers a drive, or something more about it.
 * @param {string} code
 * @param {Partial<KnownDrive>} facts
 */
export function rememberDrive(code, facts) {
  const known = knownDrive(code) ?? { code, name: "", at: 0 };
  store([{ ...known, ...facts, at: Date.now() }, ...knownDrives().filter((each) => each.code !== code)].slice(0, MAX_KEPT));
}

/**
 * Removes a drive from the list.
 * @param {string} code
 */
export function forgetDrive(code) {
  store(knownDrives().filter((each) => each.code !== code));
}

/**
 * Forgets a key that has been revoked or taken over.
 * @param {string} code
 * @param {KeyKind} kind
 */
export function forgetKey(code, kind) {
  const known = knownDrive(code);
  if (!known) return;
  delete known[kind];
  store([known, ...knownDrives().filter((each) => each.code !== code)]);
}

/**
 * Returns the key for a page: from the link's fragment, which is then removed from the address so that nobody reads it
 * from the screen, or from an earlier visit.
 * @param {string} code
 * @param {KeyKind} kind
 * @returns {string | null}
 */
export function keyFor(code, kind) {
  const given = new URLSearchParams(window.location.hash.slice(1)).get(kind === "table" ? kind : "key");
  if (given) {
    rememberDrive(code, { [kind]: given });
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  }
  return given ?? knownDrive(code)?.[kind] ?? null;
}

/** @param {KnownDrive[]} drives */
function store(drives) {
  memory = drives;
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(drives));
  } catch {
    // Storage is blocked: the drives are known until the page is closed.
  }
}
