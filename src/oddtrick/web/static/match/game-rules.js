// The rules of a game as a record of choices, from the data that the server makes of each game.
// The mechanisms are here, the games are not.

import { FULL_PACK } from "./cards-and-tricks.js";
import { bidTricks } from "./call-rules.js";
import games from "./game-options.js";
import { catchTheTen, exactBids, mostTricks, oddTricks, topTrumps, tricksTaken, firstTo, fixedDeals, highestAt, lastStanding } from "./scoring.js";

/**
 * @typedef {"turned" | "spare" | "fixed" | "chosen"} TrumpSource The origin of trumps in a deal: the dealer's last
 *   card, a card that nobody holds, an order fixed in advance, or the choice of a seat.
 */

/**
 * @typedef {object} DealPlan The number of cards dealt.
 * @property {number[]} hands Cards of each seat in each separate hand of the first deal.
 * @property {number} fewer Cards by which each deal is smaller than the one before (K1).
 * @property {number[]} each Cards of each seat by deal instead, for a whole match (O1).
 * @property {{shown: boolean, tricks_count: boolean} | null} stock The undealt cards are drawn after tricks, the top one
 *   face up; tricks won while they last count, or not (G3, G4).
 */

/**
 * @typedef {object} TrumpRule A way of finding trumps.
 * @property {(deal: number) => TrumpSource} source The origin in the deal with this number, from 0.
 * @property {(string | null)[]} suits Trumps in a fixed order; null: no trumps.
 * @property {boolean} blind Trumps are chosen before the new cards are seen (K3).
 * @property {"cut" | "rps"} tie The way to settle a tie for the choice (K5).
 */

/**
 * @typedef {object} Rules One game with its options settled.
 * @property {string} game
 * @property {Record<string, unknown>} options Options as a record writes them.
 * @property {number} players
 * @property {number[][]} sides Seats of each side.
 * @property {string[]} pack
 * @property {DealPlan} plan
 * @property {boolean} jackHigh The jack of trumps ranks above the ace of trumps (S3).
 * @property {boolean} breakTrumps Trumps may not be led before they are broken (K7).
 * @property {boolean} partnersCut The players cut for partners, not only for the deal (C2, X3).
 * @property {boolean} seatsByRank That cut gives each rank a seat, the lowest first (X3).
 * @property {boolean} aceLow The ace is the lowest card in that cut.
 * @property {"jack" | "knave"} jack What the game calls the jack (C1).
 * @property {TrumpRule} trumps
 * @property {CallRule[]} calls Phases between the deal and the play.
 * @property {import("./scoring.js").DealScoring} scoring
 * @property {import("./scoring.js").MatchScoring} match
 */

/** @typedef {Record<string, any>} Options */
/** @import {CallRule} from "./call-rules.js" */

/** The orders of cards that the page knows: the second one has the jack of trumps above the ace (S3). */
const [ACE_HIGH, JACK_HIGH] = ["ace-high", "trump-jack-high"];

/** The ways of finding trumps that the page can play, by the name of their class. @type {Record<string, (fields: any) => TrumpRule>} */
const TRUMPS = {
  TurnUp: () => ({ source: () => "turned", suits: [], blind: false, tie: "cut" }),
  Sequence: ({ suits }) => ({ source: () => "fixed", suits, blind: false, tie: "cut" }),
  SpareTurnUp: ({ none_in: noneIn }) => ({ source: (deal) => (noneIn.includes(deal) ? "fixed" : "spare"), suits: [null], blind: false, tie: "cut" }),
  WinnerChooses: ({ blind, tie }) => ({ source: (deal) => (deal ? "chosen" : "spare"), suits: [], blind, tie }),
};

/** Likewise the steps of a deal that open a phase of calls. @type {Record<string, (fields: any) => CallRule>} */
const CALLS = { BidTricks: ({ hook }) => bidTricks(hook) };

/** Likewise the ways of scoring a deal. @type {Record<string, (fields: any) => import("./scoring.js").DealScoring>} */
const SCORINGS = {
  OddTricks: ({ honours, barred_at: barredAt }) => oddTricks(honours, barredAt),
  CatchTheTen: ({ scored_by: scoredBy, ten }) => catchTheTen(scoredBy, ten),
  TopTrumps: ({ in_order: inOrder }) => topTrumps(inOrder),
  TricksTaken: () => tricksTaken(),
  MostTricks: ({ tricks }) => mostTricks(tricks),
  ExactBids: ({ every_trick: everyTrick }) => exactBids(everyTrick),
};

/** Likewise the ways of winning a match. @type {Record<string, (fields: any) => import("./scoring.js").MatchScoring>} */
const MATCHES = {
  FirstTo: ({ target, games: number, rubber_points: rubberPoints }) => firstTo(target, number, rubberPoints),
  FixedDeals: ({ deals }) => fixedDeals(deals),
  HighestAt: ({ target, counts_out: countsOut }) => highestAt(target, countsOut),
  LastStanding: ({ dogs_life: dogsLife }) => lastStanding(dogsLife),
};

/**
 * Returns what the page makes of a choice.
 * @template Mechanism
 * @param {Record<string, (fields: any) => Mechanism>} mechanisms
 * @param {any} choice
 */
function mechanismFor(mechanisms, choice) {
  const make = mechanisms[choice.type];
  if (!make) throw new Error(`only the server knows ${choice.type}`);
  return make(choice);
}

/**
 * Builds the rules of a game. Throws an error if the options don't go together, or if only the server can play it.
 * @param {string} game
 * @param {Options} chosen The options that differ from their defaults.
 * @returns {Rules}
 */
export function rulesOf(game, chosen) {
  const found = games.find(({ id }) => id === game);
  if (!found?.rules) throw new Error(`only the server knows the game ${game}`);
  const options = { ...found.defaults, ...chosen };
  const { refused, ...parts } = fieldsOf(found.rules, options);
  if (refused !== null) throw new Error(refused ? refused[1] : `${game} has no such options`);
  const { type, players, sides, pack, plan, trumps, scoring, match, order, course, first_dealer: firstDealer, ace_low_in_cut: aceLow, break_trumps: breakTrumps, ...others } = parts;
  const unknown = [ACE_HIGH, JACK_HIGH].includes(order) ? Object.keys(others).find((name) => others[name] !== null) : "order of cards";
  if (unknown) throw new Error(`only the server knows the ${unknown} of ${game}`);
  return {
    game,
    jack: found.jack,
    options: recordOptions(options, found.defaults, found.customs),
    players,
    sides,
    plan,
    pack: FULL_PACK.filter((_, at) => Math.floor(pack / 2 ** at) % 2),
    jackHigh: order === JACK_HIGH,
    breakTrumps,
    partnersCut: firstDealer !== "T7",
    seatsByRank: firstDealer === "X3",
    aceLow,
    trumps: mechanismFor(TRUMPS, trumps),
    calls: course.slice(1, -1).map((/** @type {any} */ step) => mechanismFor(CALLS, step)), // between the deal and the play
    scoring: mechanismFor(SCORINGS, scoring),
    match: mechanismFor(MATCHES, match),
  };
}

/**
 * Returns whether the page has mechanisms for a game; other games need the server.
 * @param {string} game
 */
export function isPlayable(game) {
  try {
    return Boolean(rulesOf(game, {}));
  } catch {
    return false;
  }
}

/**
 * Returns why options don't go together, with the id of the rule; null if they do.
 * @param {string} game
 * @param {Options} chosen The options that differ from their defaults.
 * @returns {[rule: string, message: string] | null}
 */
export function optionProblem(game, chosen) {
  const found = games.find(({ id }) => id === game);
  return found?.rules ? fieldsOf(found.rules, { ...found.defaults, ...chosen }).refused : null;
}

/**
 * The fields of the rules under these options; see `MatchGame` in src/oddtrick/web/match_rules.py.
 * @param {Record<string, any>} rules
 * @param {Options} options
 * @returns {any}
 */
function fieldsOf(rules, options) {
  const fields = Object.entries(rules).map(([name, tree]) => {
    let found = tree;
    while (found?.by) found = found.of[String(options[found.by]) in found.of ? String(options[found.by]) : "*"];
    return [name, found];
  });
  const filled = (/** @type {string} */ _, /** @type {any} */ each) => (each?.option ? options[each.option] + each.plus : each);
  return JSON.parse(JSON.stringify(Object.fromEntries(fields)), filled);
}

/**
 * The meaningful options, as a record has them.
 * @param {Options} options
 * @param {Options} defaults
 * @param {string[]} customs Options that are left out where they have their defaults.
 */
function recordOptions(options, defaults, customs) {
  const optional = options.match === "deals" ? customs : [...customs, "deals"];
  const kept = Object.entries(options).filter(([name, value]) => value !== null && !(optional.includes(name) && value === defaults[name]));
  return Object.fromEntries(kept);
}

/**
 * Returns the cards of each seat in each separate hand of a deal.
 * @param {Rules} rules
 * @param {number} deal Number of the deal, from 0.
 */
export function handSizes({ plan: { hands, fewer, each } }, deal) {
  if (each.length) return [each[deal] ?? 0];
  return hands.map((size) => size - fewer * deal);
}

/**
 * Returns the number of tricks in a deal: those that count, and those before them that don't (G4).
 * @param {Rules} rules
 * @param {number} deal Number of the deal, from 0.
 */
export function trickCounts(rules, deal) {
  const { plan: { stock }, pack, players } = rules;
  const sizes = handSizes(rules, deal).reduce((sum, size) => sum + size, 0);
  const draws = stock ? Math.floor(pack.length / players) - sizes : 0;
  const idle = stock?.tricks_count ? 0 : draws;
  return { counted: sizes + draws - idle, idle };
}
