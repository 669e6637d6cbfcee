// Hints at a table without the server: the action of the strong player, with a reason that the seat's view proves.

import { beats, cardIndex, PASS, strength, suitOf, winningPlace } from "../../match/cards-and-tricks.js";
import { secureRandom } from "../../match/dealing.js";
import kinds from "../../match/sentence-kinds.js";
import { longestSuit, noviceAction } from "./novice.js";
import { expectedTricks, nearestBid, tricksWanted, wantsTheRest } from "./trick-bids.js";

/** @import {BotView} from "./novice.js" */
/** @import {CardValue} from "./wasm-player.js" */
/** @import {HintResponse} from "../../wire/protocol" */
/** @typedef {{tag: string, params: Record<string, string>}} Reason A sentence of the catalogue. */
/** @typedef {{values: CardValue[], worlds: number}} Evaluation Cards in the order of their worth, best first. */

/** Names of the suits in the parameters of sentences. @type {Record<string, string>} */
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
/** Number of other cards whose distance is told, and of those named as good ones too. */
const MAX_COMPARED = 3;
/** Differences below this are not told (points or tricks). */
const LEAST = 0.005;
/** Cards that are behind by less are about as good (points and tricks), as on the server. */
const CLOSE = 0.15;
/** The same of the chance of a trick, where players without one are out. */
const CLOSE_CHANCE = 0.02;
/** Cards that are behind by less may be named beside the one advised. */
const EQUAL = 0.05;
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
  if (awaited === "call") return bidHint(view);
  if (legal.length === 1) return hint({ card: legal[0] ?? "" }, { tag: "only-card", params: {} });
  if (dogs.length) return hintBesideDogs(view);
  const { values, worlds } = await evaluate(view);
  const card = values[0]?.card ?? "";
  const details = [{ tag: "in-worlds", params: { worlds: String(worlds) } }, ...distances(view, values)].map(sentence);
  if (makesNoDifference(values)) return { ...hint({ card: weakest(view, legal) }, { tag: "no-difference", params: {} }), details };
  const reason = reasonFor(view, card);
  const close = closeCall(view, values, reason);
  if (close && isComparedWith(view, reason, close)) return { ...hint({ card }, close), details };
  return { ...hint({ card }, reason), more: close && sentence(close), details };
}

/** The bid that the tricks of the hand ask for. @param {BotView} view */
function bidHint(view) {
  const tricks = expectedTricks(view);
  return hint({ call: nearestBid(view, tricks) }, { tag: "bid-tricks", params: { number: tricks.toFixed(1) } });
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
 * Returns whether a card is about as good as the best one.
 * @param {BotView} view
 * @param {CardValue} best
 * @param {CardValue} other
 */
function isClose({ rules: { match } }, best, other) {
  if (best.tricks - other.tricks >= CLOSE) return false;
  return match.eliminates ? best.trickShare - other.trickShare < CLOSE_CHANCE : best.points - best.others - (other.points - other.others) < CLOSE;
}

/**
 * How far the next best cards fall behind, without those about as good.
 * @param {BotView} view
 * @param {CardValue[]} values
 * @returns {Reason[]}
 */
function distances(view, [best, ...others]) {
  if (!best) return [];
  const tag = view.rules.match.eliminates ? "behind-tricks" : "behind-points";
  return others
    .filter((other) => !isClose(view, best, other) && behind(view, best, other) >= LEAST)
    .slice(0, MAX_COMPARED)
    .map((other) => ({ tag, params: { card: other.card, amount: behind(view, best, other).toFixed(2) } }));
}

/** Returns whether all cards came to the same in the layouts tried. @param {CardValue[]} values */
function makesNoDifference([best, ...others]) {
  const keys = /** @type {const} */ (["points", "others", "tricks", "trickShare"]);
  return others.every((other) => keys.every((key) => best?.[key] === other[key]));
}

/**
 * The sentence that names cards as good as the best one, low to high by suit: of another suit, or with another outcome.
 * @param {BotView} view
 * @param {CardValue[]} values
 * @param {Reason} reason What is said of the best card: what it says to keep is not named.
 * @returns {Reason | null}
 */
function closeCall(view, [best, ...others], reason) {
  if (!best) return null;
  const winners = view.match.table.length ? standing(view).winners : [];
  const isAnother = (/** @type {string} */ card) => suitOf(card) !== suitOf(best.card) || winners.includes(card) !== winners.includes(best.card);
  const near = others.filter((other) => isClose(view, best, other) && behind(view, best, other) < EQUAL && isAnother(other.card));
  const cards = near.map(({ card }) => card).filter((card) => !Object.values(reason.params).includes(card));
  if (!cards.length || cards.length > MAX_COMPARED) return null;
  return { tag: "close-cards", params: { cards: cards.sort((one, other) => cardIndex(one) - cardIndex(other)).join(" ") } };
}

/**
 * Returns whether a reason holds a card to be worth more than one that does as well.
 * @param {BotView} view
 * @param {Reason} reason
 * @param {Reason} close
 */
function isComparedWith(view, reason, close) {
  const isSame = (/** @type {Reason} */ { tag, params }) => tag === reason.tag && params["suit"] === reason.params["suit"];
  return kinds.worthMore.includes(reason.tag) && !(close.params["cards"] ?? "").split(" ").every((card) => isSame(reasonFor(view, card)));
}

/**
 * The card to play where all come to the same: the weakest, and no trump.
 * @param {BotView} view
 * @param {string[]} cards
 */
function weakest({ rules, match: { trump } }, cards) {
  const order = { trump, jackHigh: rules.jackHigh };
  const worth = (/** @type {string} */ card) => [Number(suitOf(card) === trump), strength(card, order), cardIndex(card)];
  return cards.reduce((low, card) => (isBelow(worth(card), worth(low)) ? card : low));
}

/** @param {number[]} one @param {number[]} other */
function isBelow(one, other) {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/**
 * Returns a sentence about a card that follows from what its seat has seen, and suits what it wants.
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason}
 */
export function reasonFor(view, card) {
  const wanted = tricksWanted(view);
  if (wanted === -1) return { tag: "points-settled", params: {} };
  if (wanted === 0) return { tag: "no-more-tricks", params: {} };
  const reason = factAbout(view, card);
  const rest = wantsTheRest(view);
  if (rest === "more") return reason;
  if (rest === "all") return kinds.letsGo.includes(reason.tag) ? { tag: "every-trick", params: {} } : reason;
  return kinds.worthMost.includes(reason.tag) ? { tag: "tricks-wanted", params: { count: String(wanted) } } : reason;
}

/**
 * Returns a sentence about a card that follows from what its seat has seen.
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason}
 */
function factAbout(view, card) {
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
  const cheapest = winners.every((other) => strength(other, order) >= strength(card, order));
  if (partnerLeads || later.length || !cheapest) return { tag: "takes-lead", params: { card, higher: best } };
  const counts = winners.some((other) => rules.scoring.cardPoints(other, order.trump) > 0);
  return follows && !counts ? { tag: "last-hand", params: {} } : { tag: "wins-last", params: { card } };
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
    return lowest && !"JQKA".includes(card[0] ?? "") ? { tag: "lead-under", params: { higher: top } } : { tag: "lead-through", params: { card, higher: top } };
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
