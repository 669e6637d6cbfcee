// Hints at a table without the server: the action of the strong player, and a reason where the seat's view proves one.

import { suitOf } from "../../match/cards.js";
import { beats, strength, winningPlace } from "../../match/tricks.js";
import { longestSuit } from "./novice.js";

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

/**
 * Returns the hint for the seat to act.
 * @param {BotView} view
 * @param {(view: BotView) => Promise<Evaluation>} evaluate
 * @returns {Promise<HintResponse>}
 */
export async function offlineHint(view, evaluate) {
  const { awaited, hand, legal } = view.match;
  if (awaited === "throw") return hint({ throw: /** @type {HintResponse["throw"]} */ (legal[0]) }, { tag: "throw", params: {} });
  if (awaited === "choice") return hint({ suit: /** @type {HintResponse["suit"]} */ (hand.length ? longestSuit(hand) : legal[0]) }, trumpReason(hand));
  if (legal.length === 1) return hint({ card: legal[0] ?? "" }, { tag: "only-card", params: {} });
  const { values, worlds } = await evaluate(view);
  const card = values[0]?.card ?? "";
  const details = [{ tag: "in-worlds", params: { worlds: String(worlds) } }, ...distances(view, values)];
  return { ...hint({ card }, reasonFor(view, card)), details: details.map((one) => ({ ...one, reason: "" })) };
}

/**
 * @param {Partial<HintResponse>} action
 * @param {Reason | null} reason
 * @returns {HintResponse}
 */
function hint(action, reason) {
  return { ...action, reason: "", tag: reason?.tag ?? "", params: reason?.params ?? {} };
}

/** @param {string[]} hand @returns {Reason} */
function trumpReason(hand) {
  if (!hand.length) return { tag: "trumps-blind", params: {} };
  const suit = longestSuit(hand);
  const count = hand.filter((card) => suitOf(card) === suit).length;
  return { tag: "trumps-choice", params: { suit: SUIT_NAMES[suit] ?? "", count: String(count) } };
}

/**
 * How far the next best cards fall behind.
 * @param {BotView} view
 * @param {CardValue[]} values
 * @returns {Reason[]}
 */
function distances({ rules }, [best, ...others]) {
  if (!best) return [];
  const inTricks = rules.match.eliminates;
  const behind = (/** @type {CardValue} */ { points, tricks }) => (inTricks ? best.tricks - tricks : best.points - points);
  return others
    .filter((other) => behind(other) >= LEAST)
    .slice(0, MAX_COMPARED)
    .map((other) => ({ tag: inTricks ? "behind-tricks" : "behind-points", params: { card: other.card, amount: behind(other).toFixed(2) } }));
}

/**
 * Returns a sentence about a card that follows from what its seat has seen, or null.
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason | null}
 */
export function reasonFor(view, card) {
  return view.match.table.length ? followingReason(view, card) : leadingReason(view, card);
}

/**
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason | null}
 */
function followingReason({ rules, match }, card) {
  const { legal, table, table_seats: seats, seat, trump } = match;
  const order = { trump, jackHigh: rules.jackHigh };
  const partners = rules.sides.find((side) => side.includes(seat ?? -1)) ?? [];
  const place = winningPlace(table, order);
  const best = table[place] ?? "";
  const behind = seats.slice(table.length + 1);
  const winners = legal.filter((other) => beats(other, best, order));
  const follows = suitOf(legal[0] ?? "") === suitOf(table[0] ?? "");
  if (partners.includes(seats[place] ?? -1)) {
    if (winners.includes(card)) return null; // a reason to beat a partner is none that is proven here
    return { tag: behind.length ? "partner-ahead" : "partner-has-it", params: { card: best } };
  }
  if (winners.includes(card)) {
    if (behind.length) return { tag: "takes-lead", params: { card, higher: best } };
    const cheapest = winners.every((other) => strength(other, order) >= strength(card, order));
    const counts = winners.some((other) => rules.scoring.cardPoints(other, trump) > 0);
    return cheapest && follows && !counts ? { tag: "last-hand", params: {} } : { tag: "wins-last", params: { card } };
  }
  if (winners.length || behind.some((other) => partners.includes(other))) return null;
  const lowest = legal.every((other) => strength(other, order) >= strength(card, order));
  return { tag: follows && lowest ? "cannot-win" : "lost-trick", params: {} };
}

/**
 * @param {BotView} view
 * @param {string} card
 * @returns {Reason | null}
 */
function leadingReason({ rules, match, earlier }, card) {
  const { hand, tricks, trump } = match;
  const order = { trump, jackHigh: rules.jackHigh };
  const suit = SUIT_NAMES[suitOf(card)] ?? "";
  const gone = new Set([...earlier, ...tricks.flatMap((trick) => trick.cards)]);
  const above = rules.pack.filter((other) => !gone.has(other) && suitOf(other) === suitOf(card) && strength(other, order) > strength(card, order));
  if (!above.length) return { tag: "best-left", params: { card, suit } };
  const alone = hand.filter((other) => suitOf(other) === suitOf(card)).length === 1;
  const ruffs = trump !== null && suitOf(card) !== trump && hand.some((other) => suitOf(other) === trump);
  return alone && ruffs ? { tag: "singleton", params: { card, suit } } : null;
}
