// What the server says in English, said in the person's words as far as the catalogues know them.

import { cardName } from "../cards/card-names.js";
import { filled, seldom } from "./translate.js";

/** What a reason names that is a card. */
const CARDS = new Set(["card", "higher", "guarded"]);

/** @typedef {{tag?: string, reason: string, params?: Record<string, string>}} Reason Why, by the name of a rule of thumb or of a fact. */

/**
 * @typedef {object} Trouble What was refused.
 * @property {string} code The server's word for it.
 * @property {string} message One line in English.
 * @property {string | null} [rule] The id of the rule of the game that is broken.
 * @property {number} [status] Of HTTP, where it came that way.
 */

/**
 * Why something was refused.
 * @param {Trouble} trouble
 * @returns {Promise<string>}
 */
export async function refusalText({ code, message, rule, status }) {
  const known = await seldom("errors");
  const named = rule ? (known[`rule.${rule}`] ?? known.rule) : (known[`${status}.${code}`] ?? known[code]);
  const told = rule ? message.replace(` (${rule})`, "") : message;
  return named ? filled(named, { message: sentence(told), rule: rule ?? "" }) : sentence(message);
}

/**
 * Why something is advised.
 * @param {Reason} reason
 * @returns {Promise<string>}
 */
export async function reasonText({ tag = "", reason, params = {} }) {
  const known = await seldom("hints");
  const form = known[tag];
  if (!form) return reason;
  const named = Object.entries(params).map(([name, value]) => [
    name,
    CARDS.has(name) ? cardName(value) : (known[`suit.${value}`] ?? known[`rank.${value}`] ?? value),
  ]);
  return filled(form, Object.fromEntries(named));
}

/**
 * A line that begins with a capital.
 * @param {string} line
 */
function sentence(line) {
  return line.charAt(0).toUpperCase() + line.slice(1);
}
