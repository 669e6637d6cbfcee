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

/**
 * Returns the best of the worths of a player's cards.
 * @param {SolverRules} rules
 * @param {Record<string, number>} values By card.
 */
export function bestOf(rules, values) {
  const worths = Object.values(values);
  return rules.fewest ? Math.min(...worths) : Math.max(...worths);
}

/**
 * Says what best play gives a side: "Best play: 9 tricks for Ann and Cat."
 * @param {SolverRules} rules
 * @param {string} who
 * @param {string} worth
 */
export function bestText(rules, who, worth) {
  return t(rules.fewest ? "solve.best.fewest" : "solve.best", { who, worth });
}
