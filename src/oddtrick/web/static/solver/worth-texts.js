// Texts about the worth of cards: in tricks, or in points where cards count.

import { t } from "../i18n/translate.js";

/** @import {SolverRules} from "../wire/protocol" */

/**
 * Tells whether a deal is played for tricks alone.
 * @param {SolverRules} rules
 * @param {string} trump
 */
function countsTricks(rules, trump) {
  return rules.trick === 1 && rules.card === 0 && !Object.keys(rules.cards[trump] ?? {}).length;
}

/**
 * Formats a worth: "9 tricks" or "24 points".
 * @param {SolverRules} rules
 * @param {string} trump
 * @param {number} n
 */
export function worthText(rules, trump, n) {
  return t(countsTricks(rules, trump) ? "worth.tricks" : "worth.points", { n });
}

/**
 * Returns the seats of the side that a seat plays for.
 * @param {SolverRules} rules
 * @param {number} seat
 * @returns {number[]}
 */
export function sideOf(rules, seat) {
  return rules.sides.find((side) => side.includes(seat)) ?? [seat];
}
