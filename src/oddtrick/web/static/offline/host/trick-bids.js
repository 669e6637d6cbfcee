// Bids of a number of tricks, and how many tricks a seat still wants: counted as on the server
// (src/oddtrick/bots/heuristics/bids.py and aims.py).

import { strength, suitOf } from "../../match/cards-and-tricks.js";
import { handSizes, trickCounts } from "../../match/game-rules.js";

/** @typedef {import("./novice.js").BotView} BotView */

/** Tricks of the lowest trump at a table of one player. */
const LOWEST_TRUMP = 1.25;
/** Tricks of each trump beyond a fair share of them: it wins when others have run out. */
const LENGTH = 0.65;
/** Tricks of a plain ace at a table without anybody who could ruff. */
const SAFETY = 1.15;
/** The chance, for each other player, that a higher card or a ruff takes the trick of the next lower card: where nobody can ruff, and where they can. */
const [BEATEN, RUFFED] = [0.13, 0.16];
/** The chance, for each other player, that a round of a suit is the last in which high cards win. */
const LATER = 0.067;
/** The rounds of a plain suit that are not ruffed for certain. */
const ROUNDS = 3;

/**
 * The tricks to be expected from the seat's whole hand, card by card: all hands together expect the tricks that there are.
 * @param {BotView} view
 */
export function expectedTricks({ rules, match }) {
  const { trump, turn_up: turnUp, number, hand } = match;
  const order = { trump, jackHigh: rules.jackHigh };
  const pack = rules.pack.filter((card) => card !== turnUp || rules.trumps.source(number) !== "spare");
  const size = handSizes(rules, number).reduce((sum, cards) => sum + cards, 0);
  const others = rules.players - 1;
  const out = (others * size) / Math.max(1, pack.length - size);
  const beaten = Math.max(1 - out, 1 - BEATEN * others);
  const ruffed = trump === null ? beaten : Math.max(1 - out, 1 - RUFFED * others, 0);
  const plain = trump === null ? 1 : (SAFETY * size) / (size + rules.players);
  const floor = LOWEST_TRUMP / rules.players;
  const later = 1 - LATER * others;
  const above = (/** @type {string[]} */ cards, /** @type {string} */ card) =>
    cards.filter((other) => suitOf(other) === suitOf(card) && strength(other, order) > strength(card, order)).length;
  const share = (/** @type {string} */ card, /** @type {number} */ higher) => {
    const missing = above(pack, card) - higher;
    if (suitOf(card) === trump) return floor + (1 - floor) * beaten ** missing;
    return trump !== null && higher >= ROUNDS ? 0 : plain * ruffed ** missing * later ** higher;
  };
  const mean = (/** @type {string} */ card) =>
    chances(pack.length - 1, above(pack, card), size - 1).reduce((shares, chance, higher) => shares + chance * share(card, higher), 0);
  const sum = (/** @type {number[]} */ shares) => shares.reduce((whole, part) => whole + part, 0);
  const trumpsIn = (/** @type {string[]} */ cards) => cards.filter((card) => suitOf(card) === trump).length;
  const { fair, beyond } = trumpLengths(pack.length, trumpsIn(pack), size);
  const scale = (trickCounts(rules, number).counted / rules.players - LENGTH * beyond) / ((sum(pack.map(mean)) / pack.length) * size);
  const shares = hand.map((card) => share(card, above(hand, card)));
  return scale * sum(shares) + LENGTH * Math.max(0, trumpsIn(hand) - fair);
}

/**
 * The mean number of trumps in a hand, and the mean number beyond it.
 * @param {number} pack
 * @param {number} trumps
 * @param {number} size
 */
function trumpLengths(pack, trumps, size) {
  const fair = (size * trumps) / pack;
  return { fair, beyond: chances(pack, trumps, size).reduce((sum, chance, held) => sum + chance * Math.max(0, held - fair), 0) };
}

/**
 * The chance of each number of wanted cards, from none, among so many cards of a pack.
 * @param {number} pack
 * @param {number} wanted
 * @param {number} size
 */
function chances(pack, wanted, size) {
  const length = Math.min(wanted, size) + 1;
  return Array.from({ length }, (_, held) => (ways(wanted, held) * ways(pack - wanted, size - held)) / ways(pack, size));
}

/** The number of ways to draw some of a number of cards. @param {number} cards @param {number} drawn */
function ways(cards, drawn) {
  return Array.from({ length: drawn }, (_, at) => (cards - at) / (at + 1)).reduce((product, factor) => product * factor, 1);
}

/**
 * The legal bid nearest to a number of tricks; of two the lower.
 * @param {BotView} view
 * @param {number} tricks
 */
export function nearestBid({ match: { legal } }, tricks) {
  return legal.reduce((best, bid) => (Math.abs(Number(bid) - tricks) < Math.abs(Number(best) - tricks) ? bid : best));
}

/**
 * The tricks that the seat's side still wants, by what the deal scores for it: 0 if no more, -1 if all that can still
 * happen is worth the same to it, null in games where no trick can hurt.
 * @param {BotView} view
 */
export function tricksWanted(view) {
  const worth = worthOfTricks(view);
  if (!worth.length) return null;
  const best = Math.max(...worth);
  return best === Math.min(...worth) ? -1 : worth.indexOf(best);
}

/**
 * Whether more tricks are wanted without an end, or nothing short of all of them brings points.
 * @param {BotView} view
 * @returns {"more" | "all" | null}
 */
export function wantsTheRest(view) {
  const worth = worthOfTricks(view);
  if (worth.some((points, more) => points < (worth[more - 1] ?? points))) return null;
  return worth.length > 1 && worth.at(-2) === worth[0] ? "all" : "more";
}

/**
 * What each number of tricks to come brings the seat's side; empty in games where no trick can hurt.
 * @param {BotView} view
 */
function worthOfTricks({ rules, match }) {
  if (!rules.scoring.mayHurt) return [];
  const side = rules.sides.findIndex((seats) => seats.includes(match.seat ?? 0));
  const [first, won] = [rules.sides[side]?.[0], rules.sides[side]?.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0) ?? 0];
  const left = trickCounts(rules, match.number).counted - match.won.reduce((sum, tricks) => sum + tricks, 0);
  return Array.from({ length: left + 1 }, (_, more) => {
    const tricks = match.won.map((_, seat) => (seat === first ? won + more : 0));
    const nothing = { taken: [], dealt: [], winning: [], trump: null, score: rules.sides.map(() => 0) };
    const stages = rules.scoring.stages({ sides: rules.sides, tricks, ...nothing, calls: match.calls ?? [] });
    return stages.reduce((sum, stage) => sum + (stage[side] ?? 0), 0);
  });
}
