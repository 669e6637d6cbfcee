// Search for a claim: the claimer's side wins every trick against any play of the others, the partner included (T9).

import { isComplete, suitNumber } from "./claim-search-state.js";

/** @typedef {import("./claim-search-state.js").ClaimHand} ClaimHand */
/** @typedef {import("./claim-search-state.js").HandLaws} HandLaws */
/** @typedef {{cards: number[], size: number}} Rival Cards that another seat may have, and the number that it has. */

/** Thrown when the search reaches its node limit. */
export class OutOfNodes extends Error {}

/** An and-or search over the plays of the others, with memoised results. */
export class ClaimSearch {
  /** @type {Map<string, boolean>} */
  #proved = new Map();

  /**
   * @param {HandLaws} laws
   * @param {number} claimer
   * @param {readonly number[]} side Seats of the claimer's side.
   * @param {number} nodes Node limit.
   */
  constructor(laws, claimer, side, nodes) {
    this.laws = laws;
    this.claimer = claimer;
    this.side = side;
    this.nodes = nodes;
  }

  /**
   * True if the claimer's side can still win every trick.
   * @param {ClaimHand} hand
   * @returns {boolean}
   */
  holds(hand) {
    if (isComplete(hand)) return true;
    const rivals = hand.seats.filter((seat) => seat !== this.claimer).map((seat) => hand.held[seat] ?? []);
    if (isObvious(this.laws, hand, this.claimer, rivals.map((cards) => ({ cards, size: cards.length })))) return true;
    const toAct = this.laws.toAct(hand);
    const key = `${hand.gone} ${toAct} ${hand.broken} ${hand.table}`;
    const known = this.#proved.get(key);
    if (known !== undefined) return known;
    const wins = (/** @type {number} */ card) => this.#wins(hand, card);
    const cards = this.#candidates(hand);
    const proved = toAct === this.claimer ? cards.some(wins) : cards.every(wins);
    this.#proved.set(key, proved);
    return proved;
  }

  /**
   * Returns a card of the claimer that keeps the claim, or null.
   * @param {ClaimHand} hand
   */
  winningCard(hand) {
    return this.#candidates(hand).find((card) => this.#wins(hand, card)) ?? null;
  }

  /**
   * @param {ClaimHand} hand
   * @param {number} card
   */
  #wins(hand, card) {
    this.nodes -= 1;
    if (this.nodes < 0) throw new OutOfNodes();
    const { hand: after, winner } = this.laws.after(hand, card);
    return (winner === null || this.side.includes(winner)) && this.holds(after);
  }

  /**
   * The distinct legal cards, strongest first, one for each run of equivalent ones.
   * @param {ClaimHand} hand
   */
  #candidates(hand) {
    const { laws } = this;
    const toAct = laws.toAct(hand);
    const weight = (/** @type {number} */ card) => laws.rank(card) + (suitNumber(card) === laws.trump ? laws.order.length : 0);
    const legal = [...laws.legal(hand)].sort((one, other) => weight(other) - weight(one));
    const others = [...hand.table, ...hand.seats.flatMap((seat) => (seat === toAct ? [] : (hand.held[seat] ?? [])))];
    /** @type {number[]} */
    const kept = [];
    for (const card of legal) {
      const above = kept.at(-1);
      const run = above !== undefined && suitNumber(above) === suitNumber(card) && !this.#isBetween(card, above, others);
      if (!run) kept.push(card);
    }
    return kept;
  }

  /**
   * True if another seat's card of the suit ranks between two given ones.
   * @param {number} low
   * @param {number} high
   * @param {number[]} others
   */
  #isBetween(low, high, others) {
    const { laws } = this;
    // The order is by suit first: what ranks between two cards of a suit is of that suit.
    return others.some((card) => laws.rank(low) < laws.rank(card) && laws.rank(card) < laws.rank(high));
  }
}

/**
 * True if the claimer leads and its top cards win until all others are out of each suit. As many top trumps as any other
 * seat can have draw them all.
 * @param {HandLaws} laws
 * @param {ClaimHand} hand
 * @param {number} claimer
 * @param {Rival[]} rivals
 */
export function isObvious(laws, hand, claimer, rivals) {
  if (laws.toAct(hand) !== claimer || hand.table.length || laws.breakTrumps) return false;
  const { trump } = laws;
  const own = hand.held[claimer] ?? [];
  const suits = [...new Set(own.map(suitNumber))];
  const inSuit = (/** @type {number[]} */ cards, /** @type {number} */ suit) => cards.filter((card) => suitNumber(card) === suit);
  if (trump !== null && !suits.includes(trump) && rivals.some(({ cards }) => inSuit(cards, trump).length)) return false;
  return suits.every((suit) => {
    const best = Math.max(-1, ...rivals.flatMap(({ cards }) => inSuit(cards, suit).map((card) => laws.rank(card))));
    const mine = inSuit(own, suit);
    const tops = mine.filter((card) => laws.rank(card) > best).length;
    const longest = Math.max(...rivals.map(({ cards, size }) => Math.min(inSuit(cards, suit).length, size)));
    return tops >= longest || (tops === mine.length && (suit !== trump || suits.length === 1));
  });
}
