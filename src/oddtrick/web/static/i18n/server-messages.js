// Translates the server's error codes and hint tags into the user's language.

import { cardName } from "../cards/card-names.js";
import { currentLanguage, interpolate, loadOptionalMessages } from "./translate.js";

/** Parameters of a reason that are cards. */
const CARD_PARAMS = new Set(["card", "higher", "guarded"]);

/** Parameters that are several cards or suits, with the parameter of one. */
const LIST_PARAMS = new Map([["cards", "card"], ["suits", "suit"]]);

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
  const named = Object.entries(params).map(([name, value]) => [name, paramText(name, value, messages)]);
  return capitalise(interpolate(form, Object.fromEntries(named)));
}

/**
 * Returns a parameter of a reason in the user's language.
 * @param {string} name
 * @param {string} value
 * @param {Record<string, string>} messages
 * @returns {string}
 */
function paramText(name, value, messages) {
  const single = LIST_PARAMS.get(name);
  if (single) return listText(value.split(" ").map((one) => paramText(single, one, messages)), messages.or ?? "");
  if (CARD_PARAMS.has(name)) return cardName(value);
  if (name === "amount") return new Intl.NumberFormat(currentLanguage(), { minimumFractionDigits: 2 }).format(Number(value));
  if (name === "number") return messages[`number.${value}`] ?? value;
  return messages[`suit.${value}`] ?? messages[`rank.${value}`] ?? value;
}

/**
 * Joins names in one phrase.
 * @param {string[]} names
 * @param {string} or The word before the last of them.
 */
function listText(names, or) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${or} ${names[names.length - 1]}`;
}

/**
 * Capitalises the first letter of a line.
 * @param {string} line
 */
function capitalise(line) {
  return line.charAt(0).toUpperCase() + line.slice(1);
}
