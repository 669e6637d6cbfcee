// Hints at a table without the server: the action of the strong player, with a reason that the seat's view proves.

import { suitOf, beats, PASS, strength, winningPlace } from "../../match/cards-and-tricks.js";
import { secureRandom } from "../../match/dealing.js";
import { longestSuit, noviceAction } from "./novice.js";

/** @typedef {import("./novice.js").BotView} BotView */
/** @typedef {import("./wasm-player.js").CardValue} CardValue */
/** @typedef {import("../../wire/protocol").HintResponse} HintResponse */
/** @typedef {{tag: string, params: Record<string, string>}} Reason A sentence of the catalogue. */
/** @typedef {{values: CardValue[], worlds: number}} Evaluation Cards in the order of their worth, best first. */

/** Names of the suits in the parameters of sentences. @type {Record<string, string>} */
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
/** Number of other cards whose distance is told. */
const MAX_COMPARED = 2;
/** Differences below this are not told (points or tricks). */
const LEAST = 0.005;
/** Cards that are behind by less are about as good (points and tricks), as on the server. */
const CLOSE = 0.15;
/** The same of the chance of a trick, where players without one are out. */
const CLOSE_CHANCE = 0.02;

/**
 * Returns the hint for the seat to act.
 * @param {BotView} view
 * @param {(view: BotView) => Promise<Evaluation>} evaluate
 * @returns {Promise<HintResponse>}
 */
export async function offlineHint(view, evaluate) {
  const { awaited, hand, legal, dogs } = view.match;
  if (awaited === "throw") return hint({ throw: /** @type {HintResponse["throw"]} */ (legal[0]) }, { tag: "throw", params: {} });
  if (awaited === "choice") return hint({ suit: /** @type {HintResponse["suit"]} */ (hand.length ? longestSuit(hand) : legal[0]) }, trumpReason(hand));
  if (legal.length === 1) return hint({ card: legal[0] ?? "" }, { tag: "only-card", params: {} });
  if (dogs.length) return hintBesideDogs(view);
  const { values, worlds } = await evaluate(view);
  const card = values[0]?.card ?? "";
  const close = closeCall(view, values);
  const details = [{ tag: "in-worlds", params: { worlds: String(worlds) } }, ...distances(view, values, close?.cards ?? [])].map(sentence);
  if (!close) return { ...hint({ card }, reasonFor(view, card)), details };
  const shared = reasonForAll(view, close.cards);
  return { ...hint({ card }, shared ?? close.reason), close: shared && sentence(close.reason), details };
}

/** The novice's play where a seat may pass, for the search knows no passes (X5). @param {BotView} view */
function hintBesideDogs(view) {
  const play = noviceAction(view, secureRandom);
  if (play === PASS) return hint({ pass: true }, { tag: "dog-knocks", params: {} });
  return hint({ card: play }, view.match.legal.includes(PASS) ? { tag: "dog-plays", params: {} } : reasonFor(view, play));
}

/** @param {Reason} reason */
function sentence(reason) {
  return { ...reason, reason: "" };
}

/**
 * @param {Partial<HintResponse>} action
 * @param {Reason} reason
 * @returns {HintResponse}
 */
function hint(action, reason) {
  return { ...action, ...sentence(reason) };
}

/** @param {string[]} hand @returns {Reason} */
function trumpReason(hand) {
  if (!hand.length) return { tag: "trumps-blind", params: {} };
  const suit = longestSuit(hand);
  const count = hand.filter((card) => suitOf(card) === suit).length;
  return { tag: "trumps-choice", params: { suit: SUIT_NAMES[suit] ?? "", count: String(count) } };
}

/**
 * How far a card falls behind the best one, in the unit that is told.
 * @param {BotView} view
 * @param {CardValue} best
 * @param {CardValue} other
 */
function behind({ rules }, best, other) {
  return rules.match.eliminates ? best.tricks - other.tricks : best.points - other.points;
}

/**
 * How far the next best cards fall behind.
 * @param {BotView} view
 * @param {CardValue[]} values
 * @param {string[]} near Cards said to be about as good, of which no distance is told.
 * @returns {Reason[]}
 */
function distances(view, [best, ...others], near) {
  if (!best) return [];
  const tag = view.rules.match.eliminates ? "behind-tricks" : "behind-points";
  return others
    .filter((other) => !near.includes(other.card) && behind(view, best, other) >= LEAST)
    .slice(0, MAX_COMPARED)
    .map((other) => ({ tag, params: { card: other.card, amount: behind(view, best, other).toFixed(2) } }));
}

/**
 * The cards about as good as the best one with the sentence that names them; null if all others are worse. Of
 * cards that come to the same, one stands for all.
 * @param {BotView} view
 * @param {CardValue[]} values
 * @returns {{cards: string[], reason: Reason} | null}
 */
export function closeCall(view, values) {
  const [best] = values;
  const { eliminates } = view.rules.match;
  const margin = (/** @type {CardValue} */ { points, others }) => points - others;
  const isClose = (/** @type {CardValue} */ other) =>
    best && best.tricks - other.tricks < CLOSE && (eliminates ? best.trickShare - other.trickShare < CLOSE_CHANCE : margin(best) - margin(other) < CLOSE);
  const near = values.filter(isClose).map(({ card }) => card);
  if (near.length < 2) return null;
  if (near.length === values.length) return { cards: view.match.legal, reason: { tag: "close-any", params: {} } };
  return { cards: near, reason: { tag: "close-cards", params: { cards: near.join(" ") } } };
}

/**
 * A reason that holds for each of several cards, or null.
 * @param {BotView} view
 * @param {string[]} cards
 * @returns {Reason | null}
 */
export function reasonForAll(view, cards) {
  const { table } = view.match;
  if (!table.length) return null;
  const { best, winners, partnerLeads, behind: later } = standing(view);
  const winning = cards.filter((card) => winners.includes(card));
  if (winning.length) return winning.length === cards.length && !later.length ? { tag: "wins-any", params: {} } : null;
  if (partnerLeads) return { tag: later.length ? "partner-ahead" : "partner-has-it", params: { card: best } };
  return winners.length ? null : { tag: "lost-trick", params: {} };
}

/**
 * Returns a sentence about a card that follows from what its seat has seen.
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason}
 */
export function reasonFor(view, card) {
  if (!view.match.table.length) return leadingReason(view, card);
  return standing(view).winners.includes(card) ? winningReason(view, card) : losingReason(view, card);
}

/**
 * The trick on the table, as its next player sees it.
 * @param {BotView} view
 */
function standing({ rules, match }) {
  const { legal, table, table_seats: seats, seat, trump } = match;
  const order = { trump, jackHigh: rules.jackHigh };
  const partners = rules.sides.find((side) => side.includes(seat ?? -1)) ?? [];
  const place = winningPlace(table, order);
  const best = table[place] ?? "";
  return {
    order,
    best,
    partnerLeads: partners.includes(seats[place] ?? -1),
    behind: seats.slice(table.length + 1),
    winners: legal.filter((other) => beats(other, best, order)),
    follows: suitOf(legal[0] ?? "") === suitOf(table[0] ?? ""),
  };
}

/**
 * @param {BotView} view
 * @param {string} card A card that would win so far.
 * @returns {Reason}
 */
function winningReason(view, card) {
  const { rules, match } = view;
  const { order, best, partnerLeads, behind: later, winners, follows } = standing(view);
  if (!follows && match.hand.every((other) => suitOf(other) === order.trump)) return { tag: "only-trumps-ruff", params: {} };
  if (partnerLeads || later.length) return { tag: "takes-lead", params: { card, higher: best } };
  const cheapest = winners.every((other) => strength(other, order) >= strength(card, order));
  const counts = winners.some((other) => rules.scoring.cardPoints(other, order.trump) > 0);
  return cheapest && follows && !counts ? { tag: "last-hand", params: {} } : { tag: "wins-last", params: { card } };
}

/**
 * @param {BotView} view
 * @param {string} card A card that does not win.
 * @returns {Reason}
 */
function losingReason(view, card) {
  const { legal, hand, trump } = view.match;
  const { order, best, partnerLeads, behind: later, winners, follows } = standing(view);
  if (partnerLeads) return { tag: later.length ? "partner-ahead" : "partner-has-it", params: { card: best } };
  if (follows) {
    if (winners.length) return { tag: "duck", params: { card: strongest(winners, order) } };
    const lowest = legal.every((other) => strength(other, order) >= strength(card, order));
    return { tag: lowest ? "cannot-win" : "spare-high", params: {} };
  }
  if (hand.every((other) => suitOf(other) === trump)) return { tag: "only-trumps-ruff", params: {} };
  if (winners.length && suitOf(card) !== trump) return { tag: "keep-trumps", params: {} };
  return discardReason(view, card);
}

/**
 * What a card of another suit leaves in the hand.
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason}
 */
function discardReason({ rules, match: { hand, trump } }, card) {
  const suit = SUIT_NAMES[suitOf(card)] ?? "";
  const top = strongest(hand.filter((other) => suitOf(other) === suitOf(card)), { trump, jackHigh: rules.jackHigh });
  if (top !== card) return { tag: "keeps-higher", params: { card, higher: top } };
  const alone = hand.filter((other) => suitOf(other) === suitOf(card)).length === 1;
  const ruffs = suitOf(card) !== trump && hand.some((other) => suitOf(other) === trump);
  return alone && ruffs ? { tag: "empties-suit", params: { card, suit } } : { tag: "spare-suit", params: { suit } };
}

/**
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason}
 */
function leadingReason({ rules, match, earlier }, card) {
  const { hand, legal, tricks, trump, turn_up: turnUp, turn_up_seat: holder } = match;
  const order = { trump, jackHigh: rules.jackHigh };
  const suit = SUIT_NAMES[suitOf(card)] ?? "";
  const gone = new Set([...earlier, ...tricks.flatMap((trick) => trick.cards)]);
  const left = rules.pack.filter((other) => !gone.has(other) && suitOf(other) === suitOf(card));
  if (!left.some((other) => strength(other, order) > strength(card, order))) return { tag: "best-left", params: { card, suit } };
  if (suitOf(card) === trump) {
    const out = left.some((other) => !hand.includes(other) && (other !== turnUp || holder !== null));
    return { tag: out ? "trump-leads" : "trumps-win", params: {} };
  }
  const own = hand.filter((other) => suitOf(other) === suitOf(card));
  const top = strongest(own, order);
  if (top !== card) {
    const lowest = legal.every((other) => suitOf(other) !== suitOf(card) || strength(other, order) >= strength(card, order));
    return { tag: lowest ? "lead-under" : "lead-through", params: { card, higher: top } };
  }
  if (own.length > 1) return { tag: "lead-highest", params: { card, suit } };
  return hand.some((other) => suitOf(other) === trump) ? { tag: "singleton", params: { card, suit } } : { tag: "safest-suit", params: { suit } };
}

/**
 * @param {string[]} cards Cards of one suit, at least one.
 * @param {{trump: string | null, jackHigh: boolean}} order
 */
function strongest(cards, order) {
  return cards.reduce((best, card) => (strength(card, order) > strength(best, order) ? card : best));
}
