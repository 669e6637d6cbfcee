// The names of calls: bids, and cards that are put down.

import { capitalise, loadMessages, numberText, tOr } from "../i18n/translate.js";
import { parseCall } from "../wire/calls.js";
import { cardName } from "./card-names.js";

await loadMessages("calls");

/**
 * Returns a call as a label: “3”, “4 no trump”, “Pass”, “ten of hearts”.
 * @param {string} call
 */
export function callName(call) {
  return parseCall(call).card ? cardName(call) : capitalise(callPhrase(call));
}

/**
 * Returns a call within a sentence: “3”, “4 no trump”, “pass”, “ten of hearts”.
 * @param {string} call
 */
export function callPhrase(call) {
  const { card, number, name } = parseCall(call);
  return card ? cardName(call) : [number === null ? "" : numberText(number), bidWord(name)].filter(Boolean).join(" ");
}

/**
 * Returns a call in so few letters that the plate of a seat holds it: “4 NT”, “Cop”.
 * @param {string} call
 */
export function shortCallName(call) {
  const { card, number, name } = parseCall(call);
  const word = name && tOr(`call.${name.replaceAll(" ", "-")}.short`, "");
  if (card || !word) return callName(call);
  return number === null ? capitalise(word) : `${numberText(number)} ${word}`;
}

/**
 * Returns the word of a bid in the language of the page; one without a translation as it is.
 * @param {string} name
 */
export function bidWord(name) {
  return name && tOr(`call.${name.replaceAll(" ", "-")}`, name);
}
