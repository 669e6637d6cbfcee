// The deal on the solver page: what has been set up and played. Pure.

import games from "./games.js";
import { formatDeal, parseDeal } from "./deal-notation.js";

/** @import {OpenDeal} from "./solver-worker.js" */
/** @import {SolverGame} from "./games.js" */

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
 * Finds a game by id and number of players; with another number, the game's own.
 * @param {string} id
 * @param {number} players
 * @returns {SolverGame}
 */
export function findGame(id, players) {
  const offered = games.filter((game) => game.id === id);
  return /** @type {SolverGame} */ (offered.find((game) => game.players === players) ?? offered[0] ?? games[0]);
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
  const parts = { game: game.id, players: game.players, deal: formatDeal(hands), trump, leader, plays: plays.join(".") };
  return `#${new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)]))}`;
}

/**
 * Reads a state from an address fragment; null if there is none in it.
 * @param {string} hash
 * @returns {SolveState | null}
 */
export function fromHash(hash) {
  const params = new URLSearchParams(hash.replace("#", ""));
  const game = findGame(params.get("game") ?? "", Number(params.get("players")));
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
