// The rules of a game as a record of choices, from the data that the server makes of each game.
// The mechanisms are here, the games are not.

import { FULL_PACK } from "./cards-and-tricks.js";
import games from "./game-options.js";
import { catchTheTen, oddTricks, topTrumps, tricksTaken, firstTo, fixedDeals, highestAt, lastStanding } from "./scoring.js";

/**
 * @typedef {"turned" | "spare" | "fixed" | "chosen"} TrumpSource The origin of trumps in a deal: the dealer's last
 *   card, a card that nobody holds, an order fixed in advance, or the choice of a seat.
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
 * @property {number[]} sizes Cards of each seat in each separate hand of the first deal.
 * @property {number} fewer Cards by which each deal is smaller than the one before (K1).
 * @property {number[]} each Cards of each seat by deal instead, for a whole match (O1).
 * @property {boolean} jackHigh The jack of trumps ranks above the ace of trumps (S3).
 * @property {boolean} breakTrumps Trumps may not be led before they are broken (K7).
 * @property {boolean} partnersCut The players cut for partners, not only for the deal (C2, X3).
 * @property {boolean} seatsByRank That cut gives each rank a seat, the lowest first (X3).
 * @property {boolean} aceLow The ace is the lowest card in that cut.
 * @property {"jack" | "knave"} jack What the game calls the jack (C1).
 * @property {TrumpRule} trumps
 * @property {import("./scoring.js").DealScoring} scoring
 * @property {import("./scoring.js").MatchScoring} match
 */

/** @typedef {Record<string, any>} Options */
/** @import {RulesPart} from "./game-options.js" */

/** The ways of finding trumps that the page can play, by the name of their class. @type {Record<string, (fields: any) => TrumpRule>} */
const TRUMPS = {
  TurnUp: () => ({ source: () => "turned", suits: [], blind: false, tie: "cut" }),
  Sequence: ({ suits }) => ({ source: () => "fixed", suits, blind: false, tie: "cut" }),
  SpareTurnUp: ({ none_in: noneIn }) => ({ source: (deal) => (noneIn.includes(deal) ? "fixed" : "spare"), suits: [null], blind: false, tie: "cut" }),
  WinnerChooses: ({ blind, tie }) => ({ source: (deal) => (deal ? "chosen" : "spare"), suits: [], blind, tie }),
};

/** Likewise the ways of scoring a deal. @type {Record<string, (fields: any) => import("./scoring.js").DealScoring>} */
const SCORINGS = {
  OddTricks: ({ honours, barred_at: barredAt }) => oddTricks(honours, barredAt),
  CatchTheTen: ({ scored_by: scoredBy, ten }) => catchTheTen(scoredBy, ten),
  TopTrumps: ({ in_order: inOrder }) => topTrumps(inOrder),
  TricksTaken: () => tricksTaken(),
};

/** Likewise the ways of winning a match. @type {Record<string, (fields: any) => import("./scoring.js").MatchScoring>} */
const MATCHES = {
  FirstTo: ({ target, games: number, rubber_points: rubberPoints }) => firstTo(target, number, rubberPoints),
  FixedDeals: ({ deals }) => fixedDeals(deals),
  HighestAt: ({ target, counts_out: countsOut }) => highestAt(target, countsOut),
  LastStanding: ({ dogs_life: dogsLife }) => lastStanding(dogsLife),
};

/**
 * Builds the rules of a game.
 * @param {string} game
 * @param {Options} chosen The options that differ from their defaults.
 * @returns {Rules}
 */
export function rulesOf(game, chosen) {
  const found = games.find(({ id }) => id === game);
  if (!found?.rules) throw new Error(`only the server knows the game ${game}`);
  const options = { ...found.defaults, ...chosen };
  const { refused, missing, trumps, scoring, match, ...parts } = partsOf(found.rules, options);
  if (refused !== null) throw new Error(refused ? refused[1] : `${game} has no such options`);
  const [findTrumps, score, win] = [TRUMPS[trumps.type], SCORINGS[scoring.type], MATCHES[match.type]];
  if (!findTrumps || !score || !win) throw new Error(`only the server knows the rules of ${game}`);
  return {
    ...parts,
    game,
    jack: found.jack,
    options: recordOptions(options, found.defaults, found.customs),
    pack: FULL_PACK.filter((card) => !missing.includes(card)),
    trumps: findTrumps(trumps),
    scoring: score(scoring),
    match: win(match),
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
  return found?.rules ? partsOf(found.rules, { ...found.defaults, ...chosen }).refused : null;
}

/**
 * The parts of the rules under these options: those in two steps as `{scoring: {honours: "none"}}`.
 * @param {RulesPart[]} rules
 * @param {Options} options
 * @returns {any}
 */
function partsOf(rules, options) {
  /** @type {any} */
  const found = {};
  for (const { path: [first, second], by, values } of rules) {
    const at = values[JSON.stringify(by.map((name) => options[name]))];
    const value = at?.option ? options[at.option] + at.plus : at;
    if (second) found[first] = { ...found[first], [second]: value };
    else found[first] = value;
  }
  return found;
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
export function handSizes({ sizes, fewer, each }, deal) {
  if (each.length) return [each[deal] ?? 0];
  return sizes.map((size) => size - fewer * deal);
}
