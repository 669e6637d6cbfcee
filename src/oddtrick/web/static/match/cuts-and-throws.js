// Cutting cards, and rock, paper, scissors: ways to order seats (T7, C2, K5).

import { rankOf, RANKS } from "./cards-and-tricks.js";

/** @typedef {"dealer" | "partners" | "trumps"} CutPurpose The lowest deals; pairs are formed; the highest chooses trumps. */

/**
 * @typedef {object} Cutting Seats that cut until the purpose of the cut is settled.
 * @property {CutPurpose} purpose
 * @property {number[][]} groups Seats from the lowest cut to the highest; equal ones share a group.
 * @property {[number, string][]} last Cards of the last round, by seat.
 * @property {boolean} aceLow
 * @property {boolean} byRank Every tie of a cut for partners is cut again, because each rank has a seat (X3).
 */

/**
 * Returns the seats that must cut now; none when the cut is settled.
 * @param {Cutting} cutting
 * @returns {number[]}
 */
export function seatsToCut({ purpose, groups, last, byRank }) {
  const lowest = groups[0] ?? [];
  const highest = groups.at(-1) ?? [];
  if (!last.length) return highest;
  if (purpose === "trumps") return ifTied(highest);
  if (purpose === "dealer") return ifTied(lowest);
  if (byRank) return groups.find((group) => group.length > 1) ?? [];
  return acrossTheMiddle(groups) ?? ifTied(lowest);
}

/**
 * Returns the cut after one more round.
 * @param {Cutting} cutting
 * @param {[number, string][]} cards The card of each seat that had to cut.
 * @returns {Cutting}
 */
export function afterCut(cutting, cards) {
  const seats = seatsToCut(cutting);
  const height = (/** @type {string} */ card) => (cutting.aceLow && rankOf(card) === "A" ? -1 : RANKS.indexOf(rankOf(card)));
  const heights = new Map(cards.map(([seat, card]) => [seat, height(card)]));
  const ranks = [...new Set(heights.values())].sort((one, other) => one - other);
  const split = ranks.map((rank) => seats.filter((seat) => heights.get(seat) === rank));
  const groups = cutting.groups.flatMap((group) => (group === seats || sameSeats(group, seats) ? split : [group]));
  return { ...cutting, groups, last: cards };
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function sameSeats(one, other) {
  return one.length === other.length && one.every((seat, at) => seat === other[at]);
}

/** @param {number[]} group */
function ifTied(group) {
  return group.length > 1 ? group : [];
}

/**
 * Returns the group that holds both the second lowest and the second highest of four, or null.
 * @param {number[][]} groups
 */
function acrossTheMiddle(groups) {
  let lower = 0;
  for (const group of groups) {
    if (lower < 2 && lower + group.length > 2) return group;
    lower += group.length;
  }
  return null;
}

/** @typedef {"rock" | "paper" | "scissors"} Throw */

/** Throws in order; each beats the one before it, and the first beats the last. @type {Throw[]} */
export const THROWS = ["rock", "paper", "scissors"];

/**
 * Returns the seats with the winning throw if there are exactly two kinds; otherwise all of them.
 * @param {[number, Throw][]} throws
 */
export function throwWinners(throws) {
  const kinds = new Set(throws.map(([, kind]) => kind));
  const beaten = (/** @type {Throw} */ kind) => /** @type {Throw} */ (THROWS.at(THROWS.indexOf(kind) - 1));
  const winning = kinds.size === 2 ? [...kinds].find((kind) => kinds.has(beaten(kind))) : undefined;
  return throws.filter(([, kind]) => winning === undefined || kind === winning).map(([seat]) => seat);
}
