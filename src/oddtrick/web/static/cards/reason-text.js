// The sentences of hints and reviews in the language of the page.

import { capitalise, interpolate, loadOptionalMessages, numberText } from "../i18n/translate.js";
import { cardName } from "./card-names.js";

/** @typedef {{tag?: string, reason?: string, params?: Record<string, string>}} Reason The tag of a heuristic or fact, and its parameters; `reason` is the sentence in English. */

/**
 * @typedef {object} Reader Who is told, where a sentence names players.
 * @property {readonly string[]} names Names by seat.
 * @property {number | null} seat The reader's own.
 * @property {boolean} [decides] Whether the reader is the player who decides.
 */

/** Parameters of a reason that are cards. */
const CARD_PARAMS = new Set(["card", "higher", "guarded"]);

/** Parameters of a reason that are bids. */
const BID_PARAMS = new Set(["bid", "other"]);

/** Parameters of a reason that are numbers: some have words of their own. */
const NUMBER_PARAMS = new Set(["number", "share", "less"]);

/** Parameters that are several cards or suits, with the parameter of one. */
const LIST_PARAMS = new Map([["cards", "card"], ["suits", "suit"]]);

/**
 * Translates a reason.
 * @param {Reason} reason
 * @param {Reader} [reader]
 * @returns {Promise<string>}
 */
export async function reasonText({ tag = "", reason = "", params = {} }, { names, seat = null, decides = false } = { names: [], seat: null }) {
  const messages = await loadOptionalMessages("hints");
  const own = params.seat === undefined ? decides : seat !== null && params.seat === String(seat);
  const form = (own && messages[`${tag}.you`]) || messages[tag];
  if (!form) return reason;
  const named = Object.entries(params).map(([name, value]) => [name, paramText(name, value, messages, names)]);
  return capitalise(interpolate(form, Object.fromEntries(named)));
}

/**
 * Returns a parameter of a reason in the user's language.
 * @param {string} name
 * @param {string} value
 * @param {Record<string, string>} messages
 * @param {readonly string[]} names
 * @returns {string}
 */
function paramText(name, value, messages, names) {
  const single = LIST_PARAMS.get(name);
  if (single) return listText(value.split(" ").map((one) => paramText(single, one, messages, names)), messages.or ?? "");
  if (CARD_PARAMS.has(name)) return cardName(value);
  if (BID_PARAMS.has(name)) return /^[2-9TJQKA][CDHS]$/.test(value) ? cardName(value) : value.replace(/[^\d ].*/, (word) => messages[`bid.${word}`] ?? word);
  if (name === "amount") return numberText(Number(value), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (NUMBER_PARAMS.has(name)) return messages[`${name}.${value}`] ?? numberText(Number(value));
  if (name === "seat") return names[Number(value)] || interpolate(messages.seat ?? "", { seat: value });
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
