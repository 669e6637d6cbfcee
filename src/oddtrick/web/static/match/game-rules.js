// The rules of each game as records of choices, built from its options.

import { FULL_PACK, rankOf } from "./cards-and-tricks.js";
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
 * @property {boolean} jackHigh The jack of trumps ranks above the ace of trumps (S3).
 * @property {boolean} breakTrumps Trumps may not be led before they are broken (K7).
 * @property {boolean} partnersCut The players cut for partners, not only for the deal (C2, X3).
 * @property {boolean} seatsByRank That cut gives each rank a seat, the lowest first (X3).
 * @property {boolean} aceLow The ace is the lowest card in that cut.
 * @property {TrumpRule} trumps
 * @property {import("./scoring.js").DealScoring} scoring
 * @property {import("./scoring.js").MatchScoring} match
 */

/** @typedef {Record<string, any>} Options */

/** Trumps in the order of a sequence (R1). */
const SEQUENCE = ["H", "D", "S", "C"];
/** @type {Record<string, (string | null)[]>} */
const FIXED_TRUMPS = {
  sequence: SEQUENCE, "sequence-nt": [...SEQUENCE, null],
  hearts: ["H"], diamonds: ["D"], spades: ["S"], clubs: ["C"], "no-trumps": [null],
};
/** Numbers of sides by number of players in Scotch whist (S1). @type {Record<number, number[]>} */
const SCOTCH_SIDES = { 4: [2], 6: [2, 3], 8: [2, 4] };
/** Sizes of the separate hands in Scotch whist by number of players (S4). @type {Record<number, number[]>} */
const SEPARATE_HANDS = { 2: [6, 6, 6], 3: [6, 6] };

/** @type {TrumpRule} */
const TURN_UP = { source: () => "turned", suits: [], blind: false, tie: "cut" };

/** The games, by id; each makes its rules from all of its options. @type {Record<string, (options: Options) => Omit<Rules, "game" | "options" | "aceLow">>} */
const GAMES = {
  whist: (options) => ({
    ...partnership(oddTricks(options.honours, options.target - 1), whistMatch(options)),
    partnersCut: options.partners === "cut",
    trumps: options.trumps === "turn-up" ? TURN_UP : { ...TURN_UP, source: () => "fixed", suits: FIXED_TRUMPS[options.trumps] ?? [] },
  }),
  "colonial-whist": ({ target, honours }) => ({
    ...partnership(oddTricks(honours === "held" ? "dealt" : "captured", null), firstTo(target)),
    partnersCut: true,
  }),
  "colonial-scotch-whist": ({ target, difference }) => ({ ...partnership(catchTheTen(difference), firstTo(target)), partnersCut: true }),
  "scotch-whist": ({ players, sides, target, partners, count_out: countOut }) => {
    const inOrder = countOut === "order";
    const pack = scotchPack(players);
    return {
      ...partnership(topTrumps(inOrder), highestAt(target, inOrder)),
      partnersCut: partners === "cut",
      seatsByRank: partners === "cut",
      players,
      sides: interleaved(players, sides ?? players),
      pack,
      sizes: SEPARATE_HANDS[players] ?? [pack.length / players],
      jackHigh: true,
    };
  },
  "knockout-whist": ({ players, choose, tie, broken, dogs_life: dogsLife }) => ({
    ...partnership(tricksTaken(), lastStanding(dogsLife)),
    players,
    sides: interleaved(players, players),
    sizes: [7],
    fewer: 1,
    breakTrumps: broken,
    trumps: { source: (deal) => (deal ? "chosen" : "spare"), suits: [], blind: choose === "blind", tie },
  }),
};

/** Options that a record has only where they differ from their default: the cut and customs (X1-X6). */
const CUSTOMS = ["cut", "difference", "partners", "count_out", "dogs_life", "rubber_points"];

/** The ids of the games. */
export const GAME_IDS = Object.keys(GAMES);

/**
 * Builds the rules of a game.
 * @param {string} game
 * @param {Options} defaults Every option of the game with its default.
 * @param {Options} chosen The options that differ.
 * @returns {Rules}
 */
export function rulesOf(game, defaults, chosen) {
  const options = { ...defaults, ...chosen };
  const build = GAMES[game];
  if (!build) throw new Error(`no such game: ${game}`);
  const problem = optionProblem(game, options);
  if (problem) throw new Error(`${game}: ${problem}`);
  return { ...build(options), game, options: recordOptions(options, defaults), aceLow: options.cut === "ace-low" };
}

/**
 * Returns which options don't go together; null if all do.
 * @param {string} game
 * @param {Options} options All options.
 * @returns {"honours" | "sides" | "partners" | "rubber" | null}
 */
export function optionProblem(game, { match, honours, players, sides, partners, rubber_points: rubberPoints }) {
  if (game === "whist" && match === "deals" && honours !== "none") return "honours"; // D1
  if (game === "scotch-whist" && sides !== null && !SCOTCH_SIDES[players]?.includes(sides)) return "sides"; // S1
  if (game === "scotch-whist" && sides === null && partners === "cut") return "partners"; // X3
  if (game === "whist" && match !== "rubber" && rubberPoints) return "rubber"; // X6
  return null;
}

/**
 * The meaningful options, as a record has them.
 * @param {Options} options
 * @param {Options} defaults
 */
function recordOptions(options, defaults) {
  const optional = [...CUSTOMS, ...(options.match === "deals" ? [] : ["deals"]), ...(defaults.honours === "captured" ? ["honours"] : [])];
  const kept = Object.entries(options).filter(([name, value]) => value !== null && !(optional.includes(name) && value === defaults[name]));
  return Object.fromEntries(kept);
}

/**
 * Four players in two partnerships with the whole pack, and the last card turned up (W1-W4).
 * @param {import("./scoring.js").DealScoring} scoring
 * @param {import("./scoring.js").MatchScoring} match
 */
function partnership(scoring, match) {
  return {
    players: 4, sides: interleaved(4, 2), pack: FULL_PACK, sizes: [13], fewer: 0,
    jackHigh: false, breakTrumps: false, partnersCut: false, seatsByRank: false, trumps: TURN_UP, scoring, match,
  };
}

/** @param {Options} options */
function whistMatch({ match, deals, target, rubber_points: rubberPoints }) {
  if (match === "deals") return fixedDeals(deals);
  return firstTo(target, match === "rubber" ? 2 : 1, rubberPoints);
}

/** Six to ace in each suit, less the sixes that make the hands equal (S2). @param {number} players */
function scotchPack(players) {
  const left = players === 8 ? ["6S", "6H", "6D", "6C"] : players === 5 || players === 7 ? ["6S"] : [];
  return FULL_PACK.filter((card) => !"2345".includes(rankOf(card)) && !left.includes(card));
}

/**
 * Seat i on side i mod `sides`: partners spread round the table (W1, S1).
 * @param {number} players
 * @param {number} sides
 */
function interleaved(players, sides) {
  return Array.from({ length: sides }, (_, side) => Array.from({ length: players }, (_each, seat) => seat).filter((seat) => seat % sides === side));
}

/**
 * Returns the cards of each seat in each separate hand of a deal.
 * @param {Rules} rules
 * @param {number} deal Number of the deal, from 0.
 */
export function handSizes({ sizes, fewer }, deal) {
  return sizes.map((size) => size - fewer * deal);
}
