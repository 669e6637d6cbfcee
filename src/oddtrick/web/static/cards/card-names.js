// Names of cards and suits, and the order of a hand.

import { t, tOr } from "../i18n/translate.js";

/** @typedef {"S" | "H" | "D" | "C"} Suit */

const RANKS = "AKQJT98765432";

/**
 * Returns the suit letter of a card.
 * @param {string} card
 * @returns {Suit}
 */
export function suitOf(card) {
  return /** @type {Suit} */ (card.at(-1));
}

/** @param {Suit} suit */
export function suitName(suit) {
  return t(`suit.${suit}`);
}

/** Whether the game on the page calls the jack the knave (C1). */
let knave = false;

/**
 * Sets what the game on the page calls the jack, on cards and in their names.
 * @param {string} [jack]
 */
export function callJack(jack = "jack") {
  knave = jack === "knave";
}

/**
 * Returns the rank of a card as the game on the page calls it: one of 2–9, T, J or Kn, Q, K, A.
 * @param {string} card
 */
function calledRank(card) {
  const rank = card.slice(0, -1);
  return knave && rank === "J" ? "Kn" : rank;
}

/**
 * Returns the rank of a card as it stands on it in the language of the page: one of 2–9, T, J or Kn, Q, K, A; in German B and D.
 * @param {string} card
 */
export function rankSign(card) {
  const rank = calledRank(card);
  return tOr(`sign.${rank}`, rank);
}

/**
 * Returns the rank of a card as people write it: "10" for the ten.
 * @param {string} card
 */
export function rankLabel(card) {
  return card.startsWith("T") ? "10" : rankSign(card);
}

/**
 * Returns the name of a card's rank.
 * @param {string} card
 */
export function rankName(card) {
  return t(/** @type {import("../i18n/translate.js").MessageKey} */ (`rank.${calledRank(card)}`));
}

/**
 * Returns the name of a card.
 * @param {string} card
 */
export function cardName(card) {
  return t("card.name", { rank: rankName(card), suit: suitName(suitOf(card)) });
}

/**
 * Sorts a hand: suits in alternating colours where possible, high cards first.
 * @param {readonly string[]} hand
 * @param {string} [ranks] The highest first.
 * @returns {string[]}
 */
export function sortHand(hand, ranks = RANKS) {
  const order = suitOrder(new Set(hand.map(suitOf)));
  const place = (/** @type {string} */ card) =>
    order.indexOf(suitOf(card)) * RANKS.length + ranks.indexOf(card[0] ?? "");
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
