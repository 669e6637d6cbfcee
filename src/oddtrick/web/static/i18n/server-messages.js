// Translates the server's error codes and hint tags into the user's language.

import { cardName } from "../cards/card-names.js";
import { interpolate, loadOptionalMessages } from "./translate.js";

/** Parameters of a reason that are cards. */
const CARD_PARAMS = new Set(["card", "higher", "guarded"]);

/** @typedef {{tag?: string, reason: string, params?: Record<string, string>}} Reason A hint's reason: the tag of a heuristic or fact, and its parameters. */

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
 * Translates the reason of a hint.
 * @param {Reason} reason
 * @returns {Promise<string>}
 */
export async function reasonText({ tag = "", reason, params = {} }) {
  const messages = await loadOptionalMessages("hints");
  const form = messages[tag];
  if (!form) return reason;
  const named = Object.entries(params).map(([name, value]) => [
    name,
    CARD_PARAMS.has(name) ? cardName(value) : (messages[`suit.${value}`] ?? messages[`rank.${value}`] ?? value),
  ]);
  return interpolate(form, Object.fromEntries(named));
}

/**
 * Capitalises the first letter of a line.
 * @param {string} line
 */
function capitalise(line) {
  return line.charAt(0).toUpperCase() + line.slice(1);
}
