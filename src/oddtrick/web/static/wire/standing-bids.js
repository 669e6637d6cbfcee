// The bids that the play of a deal is about. Pure; it knows no game.

import { parseCall } from "./calls.js";

/**
 * The bids that the play is about, by seat: where all bids are numbers, everybody's own; else the last bid, which beats
 * those before it. Cards and passes are none.
 * @param {import("./calls.js").Calls} calls
 * @returns {Map<number, string>}
 */
export function standingBids(calls) {
  const all = calls.flatMap(([, made]) => made);
  const bids = all.flatMap(([seat, call]) => (call === null || call === "pass" || parseCall(call).card ? [] : [/** @type {const} */ ([seat, call])]));
  const alone = bids.every(([, call]) => !parseCall(call).name);
  return new Map(alone ? bids : bids.slice(-1));
}
