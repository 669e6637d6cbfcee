// Judges a claim of the remaining tricks (T9) as the server does, with the same limits: it stands only if it stands in
// every layout of the hidden cards that the claimer's view allows, so that no claim tests the real cards.

import { cardIndex, FULL_PACK, RANKS, strength } from "../../match/cards-and-tricks.js";
import { hiddenCards, layoutsOf } from "./hidden-cards.js";

/** @import {BotView} from "./novice.js" */
/** @import {Rules} from "../../match/game-rules.js" */

/** Node limit for the line that completes the hand. */
const NODES = 100_000;
/** The most layouts of the hidden cards in which a claim is searched. */
const MOST_LAYOUTS = 500;
/** Node limit of the search over all these layouts together: a fraction of a second. */
const LAYOUT_NODES = 15_000;

/**
 * Returns cards that complete the hand if the claimer's view proves the claim, or null. A claim that can't be proved
 * within the limits is rejected.
 * @param {BotView} view View of the seat that claims.
 * @param {string[][]} held Cards that each seat really holds.
 * @returns {string[] | null}
 */
export function provableClaim(view, held) {
  const { laws, hand, side, claimer } = claimOf(view, held);
  const line = unlessTooLong(() => standsInAllLayouts(laws, view, hand, side) && completion(hand, new ClaimSearch(laws, claimer, side, NODES)));
  return line ? line.map((card) => FULL_PACK[card] ?? "") : null;
}

/**
 * Returns whether a view proves the claim of its seat.
 * @param {BotView} view
 */
export function isClaimProved(view) {
  const { laws, hand, side } = claimOf(view, view.match.counts.map((_, seat) => (seat === view.match.seat ? view.match.hand : [])));
  return unlessTooLong(() => standsInAllLayouts(laws, view, hand, side)) === true;
}

/**
 * @param {BotView} view
 * @param {string[][]} held
 */
function claimOf({ rules, match }, held) {
  const claimer = match.seat ?? 0;
  const side = rules.sides.find((seats) => seats.includes(claimer)) ?? [];
  const table = match.table.map(cardIndex);
  const hand = { held: held.map(numbers), seats: match.table_seats, table, broken: match.broken, gone: 0 };
  return { laws: new HandLaws(rules, match.trump), hand, side, claimer };
}

/**
 * @template Result
 * @param {() => Result} search
 * @returns {Result | null} Null if the search reached its limit.
 */
function unlessTooLong(search) {
  try {
    return search();
  } catch (error) {
    if (error instanceof OutOfNodes) return null;
    throw error;
  }
}

/**
 * @param {HandLaws} laws
 * @param {BotView} view
 * @param {ClaimHand} hand
 * @param {readonly number[]} side
 */
function standsInAllLayouts(laws, view, hand, side) {
  if (view.match.stock) return false; // cards are still to be drawn (G3)
  const hidden = hiddenCards(view);
  const { counts, seat } = view.match;
  const claimer = seat ?? 0;
  const possible = (/** @type {number} */ cell) => [
    ...(hidden.known[cell] ?? []),
    ...hidden.kinds.flatMap(({ cards, cells }) => (cells.includes(cell) ? cards : [])),
  ];
  const others = hand.seats.filter((each) => each !== claimer && counts[each]);
  const rivals = others.map((each) => ({ cards: numbers(possible(each)), size: counts[each] ?? 0 }));
  if (isObvious(laws, hand, claimer, rivals)) return true;
  const layouts = [...layoutsOf(hidden, MOST_LAYOUTS + 1)];
  if (layouts.length > MOST_LAYOUTS) return false;
  let nodes = LAYOUT_NODES;
  return layouts.every((cells) => {
    const search = new ClaimSearch(laws, claimer, side, nodes);
    const stands = search.holds({ ...hand, held: counts.map((_, each) => numbers(cells[each] ?? [])) });
    nodes = search.nodes;
    return stands;
  });
}

/**
 * Returns a line in which the claimer plays to win and the others low; null without proof.
 * @param {ClaimHand} hand
 * @param {ClaimSearch} search
 */
function completion(hand, search) {
  const { laws } = search;
  const line = [];
  for (let rest = hand; !isComplete(rest); ) {
    const legal = laws.legal(rest);
    const lowest = legal.reduce((low, card) => (laws.rank(card) < laws.rank(low) ? card : low));
    const card = laws.toAct(rest) === search.claimer ? search.winningCard(rest) : lowest;
    if (card === null || !search.holds(rest)) return null;
    line.push(card);
    rest = laws.after(rest, card).hand;
  }
  return line;
}

/** @param {readonly string[]} cards */
function numbers(cards) {
  return cards.map(cardIndex).sort((one, other) => one - other);
}

/** @typedef {{cards: number[], size: number}} Rival Cards that another seat may have, and the number that it has. */

// Search for a claim: the claimer's side wins every trick against any play of the others, the partner included (T9).

/** Thrown when the search reaches its node limit. */
class OutOfNodes extends Error {}

/** An and-or search over the plays of the others, with memoised results. */
class ClaimSearch {
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
function isObvious(laws, hand, claimer, rivals) {
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

/**
 * @typedef {object} ClaimHand
 * @property {number[][]} held Cards that each seat holds, ascending.
 * @property {number[]} seats Seats in playing order for the trick under way.
 * @property {number[]} table Cards of the trick under way.
 * @property {boolean} broken Trumps may be led (K7).
 * @property {number} gone Cards played since the claim, as a sum of powers of two: exact, because a pack has 52.
 */

// A hand under way as the search for a claim plays it through. Cards are places in the pack, 0 to 51, so that sets of
// them stay cheap.

/** The suit of a card or of the trumps: its place among the suits. @param {number} card */
export function suitNumber(card) {
  return Math.floor(card / RANKS.length);
}

/** What stays fixed while a hand is played. */
class HandLaws {
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
function isComplete({ held, table }) {
  return !table.length && held.every((cards) => !cards.length);
}
