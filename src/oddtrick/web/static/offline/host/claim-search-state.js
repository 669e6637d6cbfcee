// A hand under way as the search for a claim plays it through. Cards are places in the pack, 0 to 51, so that sets of
// them stay cheap.

import { cardIndex, FULL_PACK, RANKS } from "../../match/card-texts.js";
import { strength } from "../../match/trick-rules.js";

/** @typedef {import("../../match/game-rules.js").Rules} Rules */

/**
 * @typedef {object} ClaimHand
 * @property {number[][]} held Cards that each seat holds, ascending.
 * @property {number[]} seats Seats in playing order for the trick under way.
 * @property {number[]} table Cards of the trick under way.
 * @property {boolean} broken Trumps may be led (K7).
 * @property {number} gone Cards played since the claim, as a sum of powers of two: exact, because a pack has 52.
 */

/** The suit of a card or of the trumps: its place among the suits. @param {number} card */
export function suitNumber(card) {
  return Math.floor(card / RANKS.length);
}

/** What stays fixed while a hand is played. */
export class HandLaws {
  /**
   * @param {Rules} rules
   * @param {string | null} trump
   */
  constructor({ breakTrumps, jackHigh }, trump) {
    this.trump = trump === null ? null : suitNumber(cardIndex(`2${trump}`));
    this.breakTrumps = breakTrumps;
    /** Place of each card when all are sorted by suit, then by rank in the trick. */
    this.order = FULL_PACK.map((card, at) => {
      const weaker = FULL_PACK.filter((other) => other[1] === card[1] && strength(other, { trump, jackHigh }) < strength(card, { trump, jackHigh }));
      return RANKS.length * suitNumber(at) + weaker.length;
    });
  }

  /**
   * The strength of a card; only cards of one suit are compared.
   * @param {number} card
   */
  rank(card) {
    return this.order[card] ?? -1;
  }

  /**
   * The seat to act.
   * @param {ClaimHand} hand
   */
  toAct({ seats, table }) {
    return seats[table.length] ?? 0;
  }

  /**
   * The legal plays of the seat to act (T2, T3, K7), ascending.
   * @param {ClaimHand} hand
   */
  legal(hand) {
    const held = hand.held[this.toAct(hand)] ?? [];
    const led = hand.table[0];
    if (led === undefined && (hand.broken || this.trump === null)) return held;
    const wanted = held.filter((card) => (led === undefined ? suitNumber(card) !== this.trump : suitNumber(card) === suitNumber(led)));
    return wanted.length ? wanted : held;
  }

  /**
   * The hand after a legal play, and the winner of the trick if it was the last card of one.
   * @param {ClaimHand} hand
   * @param {number} card
   * @returns {{hand: ClaimHand, winner: number | null}}
   */
  after(hand, card) {
    const seat = this.toAct(hand);
    const held = hand.held.map((cards, each) => (each === seat ? cards.filter((other) => other !== card) : cards));
    const table = [...hand.table, card];
    const gone = hand.gone + 2 ** card;
    if (table.length < hand.seats.length) return { hand: { ...hand, held, table, gone }, winner: null };
    const best = table.reduce((place, other, at) => (this.#beats(other, table[place] ?? 0) ? at : place), 0);
    const ruffed = suitNumber(table[0] ?? 0) !== this.trump && table.some((other) => suitNumber(other) === this.trump);
    const seats = [...hand.seats.slice(best), ...hand.seats.slice(0, best)];
    return { hand: { held, seats, table: [], broken: hand.broken || ruffed, gone }, winner: seats[0] ?? 0 };
  }

  /**
   * @param {number} card
   * @param {number} best
   */
  #beats(card, best) {
    if (suitNumber(card) === suitNumber(best)) return this.rank(card) > this.rank(best);
    return suitNumber(card) === this.trump;
  }
}

/** True if the last trick has been played. @param {ClaimHand} hand */
export function isComplete({ held, table }) {
  return !table.length && held.every((cards) => !cards.length);
}
