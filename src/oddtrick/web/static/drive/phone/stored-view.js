// What a phone knew last: shown at once after a reload, until the server answers.

/** @typedef {import("../drive-types").Parts} Parts */

/** @param {string} code */
const keyOf = (code) => `oddtrick-drive-view-${code}`;

/**
 * @param {string} code
 * @returns {Partial<Parts> | null}
 */
export function storedView(code) {
  try {
    const stored = JSON.parse(window.localStorage.getItem(keyOf(code)) ?? "null");
    return stored?.drive?.code === code ? stored : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} code
 * @param {Partial<Parts>} parts
 */
export function storeView(code, parts) {
  try {
    window.localStorage.setItem(keyOf(code), JSON.stringify(parts));
  } catch {
    // Storage is blocked or full: a reload shows nothing until the server answers.
  }
}
