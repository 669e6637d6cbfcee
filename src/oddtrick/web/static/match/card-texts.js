// Cards as texts, rank first: "TH" is the ten of hearts. Suits ascend from clubs to spades, as in the kernel.

/** Suits, lowest first. */
export const SUITS = "CDHS";
/** Ranks, lowest first. */
export const RANKS = "23456789TJQKA";

/** All 52 cards, ascending. */
export const FULL_PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/**
 * Returns the place of a card in the pack, 0 to 51.
 * @param {string} card
 */
export function cardIndex(card) {
  return RANKS.length * SUITS.indexOf(suitOf(card)) + RANKS.indexOf(rankOf(card));
}

/** @param {string} card */
export function suitOf(card) {
  return card.slice(1);
}

/** @param {string} card */
export function rankOf(card) {
  return card.slice(0, 1);
}

/**
 * Returns the cards in ascending order.
 * @param {readonly string[]} cards
 */
export function ascending(cards) {
  return [...cards].sort((one, other) => cardIndex(one) - cardIndex(other));
}

/**
 * Writes a hand as records have it: suits in the order S.H.D.C, high cards first; "" for no cards.
 * @param {readonly string[]} cards
 */
export function handText(cards) {
  if (!cards.length) return "";
  const sorted = ascending(cards).reverse();
  return [...SUITS].reverse().map((suit) => sorted.filter((card) => suitOf(card) === suit).map(rankOf).join("")).join(".");
}
