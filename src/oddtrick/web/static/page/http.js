// Questions to the server that need no table.

/** What the server, or the way to it, refused; the message is for people. */
export class Refused extends Error {}

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
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function ask(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin" };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
  }
  const answer = await fetch(path, request).catch(() => {
    throw new Refused("the server can’t be reached: try again in a moment");
  });
  const told = await answer.json().catch(() => null);
  if (answer.ok) return told;
  throw new Refused(told?.error?.message ?? `the server answers with ${answer.status}`);
}

/**
 * Makes sure that one is called so, if a name was typed.
 * @param {string} name
 */
export async function call(name) {
  const typed = name.trim();
  if (!typed) return;
  /** @type {import("../wire/frames").Me} */
  const me = await get("/api/me");
  if (me.name !== typed) await post("/api/me", { name: typed });
}
