// The calls before the play of a deal: what they are, and what is new. Pure; it knows no game.

/** @import {MatchView} from "./protocol" */
/** @typedef {[string, [number, string | null][]][]} Calls The calls of a deal, phase by phase; null is a call that the viewer may not see. */
/** @typedef {{seat: number, call: string | null}} SeatCall */
/** @typedef {{call: string, card: boolean, number: number | null, name: string}} ParsedCall A card, or a bid with a number, a name or both. */

/**
 * @param {string} call As the protocol writes it: “3”, “4 no trump”, “pass”, “TH”.
 * @returns {ParsedCall}
 */
export function parseCall(call) {
  const [, number, name = ""] = /^(\d+)?(?: ?(\D.*))?$/.exec(call) ?? [];
  if (/^[2-9TJQKA][CDHS]$/.test(call)) return { call, card: true, number: null, name: "" };
  return { call, card: false, number: number === undefined ? null : Number(number), name };
}

/**
 * The calls of the phase under way, or of the last one.
 * @param {MatchView} match
 * @returns {SeatCall[]}
 */
export function lastCalls({ calls }) {
  return (calls?.at(-1)?.[1] ?? []).map(([seat, call]) => ({ seat, call }));
}

/** Returns whether only cards have been called in the phase, as far as the viewer can see. @param {SeatCall[]} made */
export function areCards(made) {
  return made.length > 0 && made.every(({ call }) => call === null || parseCall(call).card);
}

/**
 * What has been called since: the new calls, earlier ones that are shown now, and the calls up to there, without phases
 * that have only begun. At the end of a deal all calls are shown.
 * @param {MatchView | null} before
 * @param {MatchView | null} after
 * @returns {{made: SeatCall[], shown: SeatCall[], calls: Calls}}
 */
export function newCalls(before, after) {
  const [was, now] = [new Map(before?.calls ?? []), callsAfter(before, after)];
  /** @type {{made: SeatCall[], shown: SeatCall[], calls: Calls}} */
  const found = { made: [], shown: [], calls: now.filter(([, made]) => made.length) };
  for (const [name, made] of now) {
    const earlier = was.get(name) ?? [];
    made.forEach(([seat, call], at) => {
      if (at >= earlier.length) found.made.push({ seat, call });
      else if (call !== null && earlier[at]?.[1] === null) found.shown.push({ seat, call });
    });
  }
  return found;
}

/**
 * The calls of the deal that was under way: once it is over, those of its result.
 * @param {MatchView | null} before
 * @param {MatchView | null} after
 * @returns {Calls}
 */
function callsAfter(before, after) {
  const ended = before && after && after.deals.length > before.deals.length;
  return (ended ? after.deals.at(-1)?.calls : after?.calls) ?? [];
}
