// The deal on the solver page: what has been set up and played. Pure.

import games from "./games.js";
import { formatDeal, parseDeal } from "./deal-notation.js";

/** @import {OpenDeal} from "./solver-worker.js" */
/** @import {SolverGame} from "./games.js" */
/** @import {SolverRules} from "../wire/protocol" */

/**
 * @typedef {object} SolveState
 * @property {SolverGame} game
 * @property {string[][]} hands Cards of each seat before the first play.
 * @property {string} trump
 * @property {number} leader
 * @property {string[]} plays
 * @property {string[]} undone Cards taken back, the last one first.
 */

/**
 * What keeps a deal from being solved: no cards, hands of different sizes, or a leader without cards.
 * @typedef {{kind: "none"} | {kind: "uneven", seat: number, size: number, other: number, most: number} | {kind: "leader"}} DealProblem
 */

export { games };

/**
 * Returns a state without cards.
 * @param {SolverGame} game
 * @returns {SolveState}
 */
export function emptyState(game) {
  return { game, hands: Array.from({ length: game.players }, () => []), trump: "S", leader: 0, plays: [], undone: [] };
}

/**
 * Finds a game by id and number of players; with another number, the game's own. A contract and sides that it does not
 * have are replaced by its own, too.
 * @param {string} id
 * @param {number} players
 * @param {string} [contract]
 * @param {string} [sides] As `sidesKey` writes them.
 * @returns {SolverGame}
 */
export function findGame(id, players, contract = "", sides = "") {
  const offered = games.filter((game) => game.id === id);
  const seated = offered.filter((game) => game.players === players);
  const called = seated.filter((game) => game.contracts?.includes(contract));
  return /** @type {SolverGame} */ (called.find((game) => sidesKey(game) === sides) ?? called[0] ?? seated[0] ?? offered[0] ?? games[0]);
}

/**
 * Finds the game that has these rules for a solver; undefined if none is offered.
 * @param {string} id
 * @param {number} players
 * @param {SolverRules} rules
 */
export function findByRules(id, players, rules) {
  const key = JSON.stringify(rules);
  return games.find((game) => game.id === id && game.players === players && JSON.stringify(game.rules) === key);
}

/**
 * The sides of a game in an address: "0.2-1.3".
 * @param {SolverGame} game
 */
export function sidesKey({ rules }) {
  return rules.sides.map((side) => side.join(".")).join("-");
}

/**
 * Tells what keeps a deal from being solved; null if nothing does.
 * @param {SolveState} state
 * @returns {DealProblem | null}
 */
export function problemOf({ hands, leader }) {
  const sizes = hands.map((hand) => hand.length);
  const most = Math.max(...sizes);
  if (!most) return { kind: "none" };
  const seat = sizes.findIndex((size) => size && size < most);
  if (seat >= 0) return { kind: "uneven", seat, size: sizes[seat] ?? 0, other: sizes.indexOf(most), most };
  if (sizes.filter(Boolean).length < 2) return { kind: "uneven", seat: sizes.indexOf(0), size: 0, other: sizes.indexOf(most), most };
  return sizes[leader] ? null : { kind: "leader" };
}

/**
 * The deal as the solver takes it.
 * @param {SolveState} state
 * @returns {OpenDeal}
 */
export function openDeal({ game, hands, trump, leader }) {
  return { rules: game.rules, hands, trump, leader };
}

/**
 * Deals the cards that nobody holds, until every hand has the same size.
 * @param {SolveState} state
 * @param {number} size
 * @param {() => number} random As Math.random.
 * @returns {string[][]}
 */
export function dealRest({ game, hands }, size, random) {
  const held = new Set(hands.flat());
  const rest = game.pack.filter((card) => !held.has(card));
  for (let at = rest.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [rest[at], rest[other]] = [/** @type {string} */ (rest[other]), /** @type {string} */ (rest[at])];
  }
  return hands.map((hand) => [...hand, ...rest.splice(0, Math.max(0, size - hand.length))]);
}

/**
 * Writes a state as an address fragment.
 * @param {SolveState} state
 */
export function toHash({ game, hands, trump, leader, plays }) {
  if (!hands.flat().length) return "";
  const called = game.contracts ? { contract: game.contracts[0], sides: sidesKey(game) } : {};
  const parts = { game: game.id, players: game.players, ...called, deal: formatDeal(hands), trump, leader, plays: plays.join(".") };
  return `#${new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)]))}`;
}

/**
 * Reads a state from an address fragment; null if there is none in it.
 * @param {string} hash
 * @returns {SolveState | null}
 */
export function fromHash(hash) {
  const params = new URLSearchParams(hash.replace("#", ""));
  const game = findGame(params.get("game") ?? "", Number(params.get("players")), params.get("contract") ?? "", params.get("sides") ?? "");
  const trump = params.get("trump") ?? "";
  const leader = Number(params.get("leader"));
  try {
    const { hands } = parseDeal(params.get("deal") ?? "", game.players);
    if (hands.flat().some((card) => !game.pack.includes(card))) return null;
    return {
      game,
      hands,
      trump: "SHDCN".includes(trump) && trump.length === 1 ? trump : "S",
      leader: leader >= 0 && leader < game.players ? leader : 0,
      plays: (params.get("plays") ?? "").split(".").filter(Boolean),
      undone: [],
    };
  } catch {
    return null;
  }
}
