// Cards: what they are called, and how a hand is sorted.

import { words } from "../i18n/translate.js";

/** @typedef {"S" | "H" | "D" | "C"} Suit */

const RANKS = "23456789TJQKA";

/**
 * The suit of a card, as a letter.
 * @param {string} card
 * @returns {Suit}
 */
export function suitOf(card) {
  return /** @type {Suit} */ (card[1]);
}

/** @param {Suit} suit */
export function suitName(suit) {
  return words(`suit.${suit}`);
}

/**
 * What a card is called.
 * @param {string} card
 */
export function cardName(card) {
  const rank = /** @type {import("../i18n/translate.js").Word} */ (`rank.${card[0]}`);
  return words("card.name", { rank: words(rank), suit: suitName(suitOf(card)) });
}

/**
 * A hand as one holds it: suits of alternating colours as far as they go, high cards first.
 * @param {readonly string[]} hand
 * @returns {string[]}
 */
export function sorted(hand) {
  const order = suitOrder(new Set(hand.map(suitOf)));
  const place = (/** @type {string} */ card) =>
    order.indexOf(suitOf(card)) * RANKS.length - RANKS.indexOf(card[0] ?? "");
  return [...hand].sort((one, other) => place(one) - place(other));
}

/**
 * @param {ReadonlySet<Suit>} held
 * @returns {Suit[]}
 */
function suitOrder(held) {
  const black = /** @type {Suit[]} */ (["S", "C"]).filter((suit) => held.has(suit));
  const red = /** @type {Suit[]} */ (["H", "D"]).filter((suit) => held.has(suit));
  const [first, second] = red.length > black.length ? [red, black] : [black, red];
  return first.flatMap((suit, at) => [suit, ...second.slice(at, at + 1)]);
}
