// The bot "novice": high cards early, trumps at once. It plays as the level of the same name on the server, but for the
// tricks that it wants to lose: there it counts the higher cards that are out, and weighs no chances.

import { cardIndex, rankOf, RANKS, suitOf, SUITS, beats, PASS, strength, winningPlace } from "../../match/cards-and-tricks.js";
import { THROWS } from "../../match/cuts-and-throws.js";
import { expectedTricks, nearestBid, tricksWanted } from "./trick-bids.js";

/** @import {Rules} from "../../match/game-rules.js" */
/** @import {MatchView} from "../../wire/protocol" */
/** @import {RandomSource} from "../../match/dealing.js" */

/**
 * @typedef {object} BotView What a bot is shown: the view of its seat, and the cards of earlier hands of the deal.
 * @property {Rules} rules
 * @property {MatchView} match
 * @property {string[]} earlier
 */

/** A novice never forgets cards of these ranks. */
const REMEMBERED = { plain: "AK", trumps: "AKQ" };

/** Tricks by which a novice bids too high. */
const CONFIDENCE = 0.4;

/**
 * Returns the action of a novice whose turn it is.
 * @param {BotView} view
 * @param {RandomSource} random
 * @returns {string}
 */
export function noviceAction(view, random) {
  const { awaited, legal, hand } = view.match;
  if (awaited === "choice") return hand.length ? longestSuit(hand) : (legal[random(legal.length)] ?? "");
  if (awaited === "throw") return THROWS[random(THROWS.length)] ?? "";
  if (awaited === "call") return nearestBid(view, expectedTricks(view) + CONFIDENCE);
  if (legal.length === 1) return legal[0] ?? "";
  if (legal.includes(PASS)) return playOrKnock(view);
  if (tricksWanted(view) === 0) return lose(view);
  return view.match.table.length ? follow(view) : lead(view);
}

/** Plays the only card as soon as it wins the trick so far, and knocks until then (X5). @param {BotView} view */
function playOrKnock(view) {
  const { legal: [card = PASS], table } = view.match;
  const order = orderOf(view);
  return !table.length || beats(card, table[winningPlace(table, order)] ?? "", order) ? card : PASS;
}

/** The longest suit, of equal ones the one with the highest cards (K3). @param {string[]} hand */
export function longestSuit(hand) {
  const weight = (/** @type {string} */ suit) => {
    const held = hand.filter((card) => suitOf(card) === suit);
    return held.length * 2 ** RANKS.length + held.reduce((sum, card) => sum + 2 ** RANKS.indexOf(rankOf(card)), 0);
  };
  return [...SUITS].reduce((best, suit) => (weight(suit) > weight(best) ? suit : best));
}

/** Plays to lose the trick, with the card that is likeliest to win a later one. @param {BotView} view */
function lose(view) {
  const { legal, table, table_seats: seats } = view.match;
  const order = orderOf(view);
  const outstanding = outstandingCards(view);
  const height = (/** @type {string} */ card) => 14 * SUITS.indexOf(suitOf(card)) + strength(card, order);
  const danger = (/** @type {string} */ card) => {
    const above = outstanding.filter((other) => suitOf(other) === suitOf(card) && beats(other, card, order));
    return 10000 * Number(suitOf(card) === order.trump) - 100 * above.length + height(card);
  };
  const highestBy = (/** @type {(card: string) => number} */ weight, /** @type {string[]} */ cards) => cards.reduce((best, card) => (weight(card) > weight(best) ? card : best));
  const best = table[winningPlace(table, order)];
  const losing = best === undefined ? [] : legal.filter((card) => !beats(card, best, order));
  if (losing.length) return highestBy(danger, losing);
  return table.length === seats.length - 1 ? highestBy(height, legal) : highestBy((card) => -danger(card), legal);
}

/**
 * Leads an ace, or a king whose ace has been seen; else low from the longest suit.
 * @param {BotView} view
 */
function lead(view) {
  const { legal, hand, trump } = view.match;
  const outstanding = outstandingCards(view);
  const order = orderOf(view);
  const isMaster = (/** @type {string} */ card) => !outstanding.some((other) => suitOf(other) === suitOf(card) && beats(other, card, order));
  const sure = legal.filter((card) => suitOf(card) !== trump && isMaster(card));
  if (sure.length) return sure.reduce((best, card) => (cardIndex(card) > cardIndex(best) ? card : best));
  const plain = plainCards(view);
  const length = (/** @type {string} */ suit) => hand.filter((card) => suitOf(card) === suit).length;
  const suits = [...SUITS].filter((suit) => plain.some((card) => suitOf(card) === suit));
  const longest = suits.reduce((best, suit) => (length(suit) > length(best) ? suit : best));
  return leastValuable(view, plain.filter((card) => suitOf(card) === longest));
}

/**
 * Leaves the trick to a partner's ace, ruffs, wins with the highest card, or throws the lowest away.
 * @param {BotView} view
 */
function follow(view) {
  const { legal, table, table_seats: seats, seat } = view.match;
  const order = orderOf(view);
  const partners = view.rules.sides.find((side) => side.includes(seat ?? -1)) ?? [];
  const place = winningPlace(table, order);
  const best = table[place] ?? "";
  const partnerWins = partners.includes(seats[place] ?? -1);
  const laterOpponents = seats.slice(table.length + 1).some((other) => !partners.includes(other));
  const follows = suitOf(legal[0] ?? "") === suitOf(table[0] ?? "");
  const winning = legal.filter((card) => beats(card, best, order));
  if (partnerWins && follows && (!laterOpponents || rankOf(best) === "A")) return leastValuable(view, legal);
  if (!follows && winning.length && !(partnerWins && rankOf(best) === "A")) return leastValuable(view, winning);
  if (follows && winning.length && !(partnerWins && !laterOpponents)) return highest(winning, order);
  return lowest(plainCards(view));
}

/** @param {BotView} view */
function orderOf({ rules, match }) {
  return { trump: match.trump, jackHigh: rules.jackHigh };
}

/** The legal cards that are no trumps, if there are any. @param {BotView} view */
function plainCards({ match: { legal, trump } }) {
  const plain = legal.filter((card) => suitOf(card) !== trump);
  return plain.length ? plain : legal;
}

/**
 * The cards that others may hold, as far as a novice remembers: of complete tricks only the top cards.
 * @param {BotView} view
 */
function outstandingCards({ rules, match, earlier }) {
  const { hand, table, tricks, trump, turn_up: turnUp, turn_up_seat: holder, hand_number: number, hand_count: count } = match;
  const played = tricks.flatMap((trick) => trick.cards);
  const remembered = (/** @type {string} */ card) => (suitOf(card) === trump ? REMEMBERED.trumps : REMEMBERED.plain).includes(rankOf(card));
  const seen = new Set([...hand, ...table, ...earlier, ...played.filter(remembered)]);
  // The turn-up is with the dealer, once the dealer's last hand is played.
  const elsewhere = number === count - 1 && holder !== null && holder !== match.seat;
  if (turnUp !== null && !elsewhere && !played.includes(turnUp)) seen.add(turnUp);
  if (match.stock_top) seen.add(match.stock_top);
  return rules.pack.filter((card) => !seen.has(card));
}

/**
 * The card worth the fewest points, of equal ones the weakest.
 * @param {BotView} view
 * @param {string[]} cards
 */
function leastValuable(view, cards) {
  const order = orderOf(view);
  const weight = (/** @type {string} */ card) =>
    1000 * view.rules.scoring.cardPoints(card, order.trump) + 20 * SUITS.indexOf(suitOf(card)) + strength(card, order);
  return cards.reduce((best, card) => (weight(card) < weight(best) ? card : best));
}

/**
 * @param {string[]} cards Cards of one suit.
 * @param {{trump: string | null, jackHigh: boolean}} order
 */
function highest(cards, order) {
  return cards.reduce((best, card) => (strength(card, order) > strength(best, order) ? card : best));
}

/** The card of the lowest rank, of equal ones that of the lower suit. @param {string[]} cards */
function lowest(cards) {
  return cards.reduce((best, card) => (RANKS.indexOf(rankOf(card)) < RANKS.indexOf(rankOf(best)) ? card : best));
}
