// Chance: shuffles and cuts.

import { handSizes } from "./game-rules.js";
import { seatsToCut } from "./cuts-and-throws.js";
import { fromSeat, leftOf } from "./cards-and-tricks.js";

/** @import {ChanceAction, Match} from "./match-state.js" */
/** @typedef {(n: number) => number} RandomSource Returns a uniform number of 0 to n - 1. */

/** Uniform numbers from the browser's cryptographic generator, without bias. @type {RandomSource} */
export function secureRandom(n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= limit);
  return (drawn[0] ?? 0) % n;
}

/**
 * Draws the next action of chance uniformly: a whole deal, or one round of a cut.
 * @param {Match} match
 * @param {RandomSource} random
 * @returns {ChanceAction}
 */
export function drawChance(match, random) {
  const { phase, rules } = match;
  const pack = shuffled(rules.pack, random);
  if (phase.kind !== "cut") return dealOut(match, pack);
  return { type: "cut", cards: seatsToCut(phase.cutting).map((seat, at) => [seat, pack[at] ?? ""]) };
}

/**
 * Deals a shuffled pack, top card first, one at a time from the dealer's left (W3, S4, K1). The separate hands are
 * dealt one after another, and a dog gets one card (X5). The last card dealt, which is the dealer's, or the next one
 * of the pack is turned up if the rules say so (W4, S4, K2). A stock is the rest, in order (G1).
 * @param {Match} match
 * @param {string[]} pack
 * @returns {ChanceAction}
 */
function dealOut({ rules, deal, number }, pack) {
  const order = fromSeat(deal.seats, leftOf(deal.seats, deal.dealer));
  let at = 0;
  const hands = handSizes(rules, number).map((size) => {
    /** @type {string[][]} */
    const cards = Array.from({ length: rules.players }, () => []);
    for (let round = 0; round < size; round++) {
      for (const seat of order) if (round === 0 || !deal.dogs.includes(seat)) cards[seat]?.push(pack[at++] ?? "");
    }
    return cards;
  });
  const source = rules.trumps.source(number);
  const turnUp = source === "turned" ? pack[at - 1] : source === "spare" ? pack[at] : null;
  return { type: "deal", hands, turnUp: turnUp ?? null, ...(rules.plan.stock ? { stock: pack.slice(at) } : {}) };
}

/**
 * @param {readonly string[]} cards
 * @param {RandomSource} random
 */
function shuffled(cards, random) {
  const pack = [...cards];
  for (let last = pack.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [pack[last], pack[other]] = [pack[other] ?? "", pack[last] ?? ""];
  }
  return pack;
}
