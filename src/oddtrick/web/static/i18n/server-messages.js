// Errors of the server in the user's language.

import { interpolate, loadOptionalMessages } from "./translate.js";

/**
 * @typedef {object} ServerError An error from the server.
 * @property {string} code Error code.
 * @property {string} message One line in English.
 * @property {string | null} [rule] Id of the broken rule of the game.
 * @property {number} [status] HTTP status, if the error came over HTTP.
 */

/**
 * Translates an error.
 * @param {ServerError} trouble
 * @returns {Promise<string>}
 */
export async function errorText({ code, message, rule, status }) {
  const messages = await loadOptionalMessages("errors");
  const named = rule ? (messages[`rule.${rule}`] ?? messages.rule) : (messages[`${status}.${code}`] ?? messages[code]);
  const text = rule ? message.replace(` (${rule})`, "") : message;
  return named ? interpolate(named, { message: capitalise(text), rule: rule ?? "" }) : capitalise(message);
}

/**
 * Capitalises the first letter of a line.
 * @param {string} line
 */
export function capitalise(line) {
  return line.charAt(0).toUpperCase() + line.slice(1);
}
