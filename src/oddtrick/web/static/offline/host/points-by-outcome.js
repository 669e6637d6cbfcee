// The points of each side for every outcome of a deal, tabulated by the scoring code itself for the kernel,
// which knows no game.

import { FULL_PACK, rankOf, suitOf } from "../../match/card-texts.js";

/** @typedef {import("../../match/game-rules.js").Rules} Rules */

/** Trumps with which the table is made; it is the same with any other. */
const TRUMP = "S";

/**
 * @typedef {object} PointsByOutcome
 * @property {number} stages Number of stages of scoring.
 * @property {number[]} worth Points by stage, side, tricks of the side, and set of bonus trumps that count for it.
 */

/**
 * @param {Rules} rules
 * @param {number[]} seats Seats that are in.
 * @param {number} size Tricks of the deal.
 * @param {number[]} score Score of each side before the deal.
 * @returns {PointsByOutcome}
 */
export function pointsByOutcome(rules, seats, size, score) {
  const { scoring, sides } = rules;
  const sets = Array.from({ length: 1 << scoring.bonusTrumps.length }, (_, set) => set);
  const outcomes = Array.from({ length: size + 1 }, (_, tricks) => sets.map((set) => ({ tricks, set }))).flat();
  const bySide = sides.map((_, side) =>
    outcomes.map((outcome) => {
      const stages = scoring.stages(factsOf(rules, seats, size, score, side, outcome));
      return rules.match.stopsAt === null ? [stages.reduce(addPoints)] : stages;
    }),
  );
  const stages = bySide[0]?.[0]?.length ?? 1;
  const worth = Array.from({ length: stages }, (_, stage) => bySide.flatMap((rows, side) => rows.map((row) => row[stage]?.[side] ?? 0)));
  return { stages, worth: worth.flat() };
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function addPoints(one, other) {
  return one.map((points, side) => points + (other[side] ?? 0));
}

/**
 * The facts of a deal in which one side has these tricks and cards, and the others nothing.
 * @param {Rules} rules
 * @param {number[]} seats
 * @param {number} size
 * @param {number[]} score
 * @param {number} side
 * @param {{tricks: number, set: number}} outcome
 * @returns {import("../../match/deal-scoring.js").DealFacts}
 */
function factsOf({ scoring, sides, players }, seats, size, score, side, { tricks, set }) {
  const members = sides[side] ?? [];
  const bonus = (/** @type {string[]} */ ...conditions) =>
    scoring.bonusTrumps.filter(([, condition], at) => (set >> at) & 1 && conditions.includes(condition)).map(([rank]) => rank + TRUMP);
  const others = FULL_PACK.filter((card) => suitOf(card) !== TRUMP || !scoring.bonusTrumps.some(([rank]) => rank === rankOf(card)));
  const filled = (/** @type {string[]} */ cards, /** @type {number} */ number) => [...cards, ...others].slice(0, Math.max(number, cards.length));
  const only = (/** @type {string[]} */ cards) => Array.from({ length: players }, (_, seat) => (seat === members[0] ? cards : []));
  const dealt = members.filter((seat) => seats.includes(seat)).length * size;
  return {
    sides,
    tricks: Array.from({ length: players }, (_, seat) => (seat === members[0] ? tricks : 0)),
    taken: only(filled(bonus("taken", "won"), tricks * seats.length)),
    dealt: only(filled(bonus("dealt"), dealt)),
    winning: bonus("won"),
    trump: TRUMP,
    score,
  };
}
