// Phases of calls before the play of a deal: who calls next, and what may be called.

import { fromSeat, leftOf } from "./cards-and-tricks.js";

/** @typedef {[name: string, made: [seat: number, call: string | null][]][]} Calls The calls of a deal, phase by phase; null is one that the viewer may not see. */

/**
 * @typedef {object} CallMoment The deal while its seats call.
 * @property {[seat: number, call: string][]} made The calls of the phase so far.
 * @property {number[]} seats Seats that play in the deal.
 * @property {number} dealer
 * @property {number} tricks Number of tricks that count in the deal.
 */

/**
 * @typedef {object} CallRule A phase of calls.
 * @property {string} name Its name in views and records.
 * @property {(moment: CallMoment) => number | null} toAct The seat to call; null once the phase is complete.
 * @property {(moment: CallMoment) => string[]} legal The calls of that seat, ascending.
 */

/**
 * Each seat bids a number of tricks, once, the dealer last (O3).
 * @param {boolean} hook The dealer's bid may not make the bids add up to the tricks (O4).
 * @returns {CallRule}
 */
export function bidTricks(hook) {
  return {
    name: "bids",
    toAct: ({ made, seats, dealer }) => fromSeat(seats, leftOf(seats, dealer))[made.length] ?? null,
    legal: ({ made, seats, tricks }) => {
      const said = made.reduce((sum, [, bid]) => sum + Number(bid), 0);
      const hookedAt = hook && made.length === seats.length - 1 ? tricks - said : -1;
      return Array.from({ length: tricks + 1 }, (_, number) => number).filter((number) => number !== hookedAt).map(String);
    },
  };
}
