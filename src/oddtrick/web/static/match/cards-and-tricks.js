// Cards as texts, rank first: "TH" is the ten of hearts. Suits ascend from clubs to spades, as in the kernel.
// And the rules of a trick: what may be played, and who wins.

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

/**
 * @typedef {object} TrickRules What the play of a hand depends on.
 * @property {string | null} trump Trump suit.
 * @property {boolean} jackHigh The jack of trumps ranks above the ace of trumps (S3).
 * @property {boolean} heldBack Trumps may not be led now (K7).
 */

// One trick: its legal plays and its winner (T2-T5, S3, K7), and the order of the seats (T1).

/** The action of a seat that declines to play to a trick: the knock of a dog (X5). */
export const PASS = "pass";

/**
 * Returns the rank of a card within its suit; a greater number wins.
 * @param {string} card
 * @param {Pick<TrickRules, "trump" | "jackHigh">} rules
 */
export function strength(card, { trump, jackHigh }) {
  return jackHigh && suitOf(card) === trump && rankOf(card) === "J" ? RANKS.length : RANKS.indexOf(rankOf(card));
}

/**
 * Returns the legal cards of a hand: follow suit if possible (T3); don't lead trumps before they are broken (K7).
 * @param {readonly string[]} hand
 * @param {readonly string[]} table Cards of the trick so far.
 * @param {TrickRules} rules
 */
export function legalCards(hand, table, { trump, heldBack }) {
  const led = table[0];
  const wanted = hand.filter((card) => (led === undefined ? !heldBack || suitOf(card) !== trump : suitOf(card) === suitOf(led)));
  return wanted.length ? wanted : [...hand];
}

/**
 * Tells whether a card beats the best card so far: a higher one of its suit, or a trump (T4).
 * @param {string} card
 * @param {string} best
 * @param {Pick<TrickRules, "trump" | "jackHigh">} rules
 */
export function beats(card, best, rules) {
  if (suitOf(card) === suitOf(best)) return strength(card, rules) > strength(best, rules);
  return suitOf(card) === rules.trump;
}

/**
 * Returns the place of the winning card of a trick (T4).
 * @param {readonly string[]} table At least one card.
 * @param {Pick<TrickRules, "trump" | "jackHigh">} rules
 */
export function winningPlace(table, rules) {
  return table.reduce((best, card, place) => (beats(card, table[best] ?? card, rules) ? place : best), 0);
}

/**
 * Returns the seats clockwise from one of them.
 * @param {readonly number[]} seats
 * @param {number} first
 */
export function fromSeat(seats, first) {
  const at = seats.indexOf(first);
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/**
 * Returns the next of some seats clockwise after a seat, which need not be among them.
 * @param {readonly number[]} seats Ascending.
 * @param {number} seat
 */
export function leftOf(seats, seat) {
  return seats.find((other) => other > seat) ?? /** @type {number} */ (seats[0]);
}
