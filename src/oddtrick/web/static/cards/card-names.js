// Names of cards and suits, and the order of a hand.

import { t } from "../i18n/translate.js";

/** @typedef {"S" | "H" | "D" | "C"} Suit */

const RANKS = "23456789TJQKA";

/**
 * Returns the suit letter of a card.
 * @param {string} card
 * @returns {Suit}
 */
export function suitOf(card) {
  return /** @type {Suit} */ (card[1]);
}

/** @param {Suit} suit */
export function suitName(suit) {
  return t(`suit.${suit}`);
}

/**
 * Returns the name of a card.
 * @param {string} card
 */
export function cardName(card) {
  const rank = /** @type {import("../i18n/translate.js").MessageKey} */ (`rank.${card[0]}`);
  return t("card.name", { rank: t(rank), suit: suitName(suitOf(card)) });
}

/**
 * Sorts a hand: suits in alternating colours where possible, high cards first.
 * @param {readonly string[]} hand
 * @returns {string[]}
 */
export function sortHand(hand) {
  const order = suitOrder(new Set(hand.map(suitOf)));
  const place = (/** @type {string} */ card) =>
    order.indexOf(suitOf(card)) * RANKS.length - RANKS.indexOf(card[0] ?? "");
  return [...hand].sort((one, other) => place(one) - place(other));
}

/**
 * @param {ReadonlySet<Suit>} suits
 * @returns {Suit[]}
 */
function suitOrder(suits) {
  const black = /** @type {Suit[]} */ (["S", "C"]).filter((suit) => suits.has(suit));
  const red = /** @type {Suit[]} */ (["H", "D"]).filter((suit) => suits.has(suit));
  const [first, second] = red.length > black.length ? [red, black] : [black, red];
  return first.flatMap((suit, at) => [suit, ...second.slice(at, at + 1)]);
}
