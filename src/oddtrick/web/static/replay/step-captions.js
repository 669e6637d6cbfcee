// Each moment in a sentence: under the table for all, and read out by whoever needs it.

import { cardName, suitName } from "../cards/card-names.js";
import { words } from "../i18n/translate.js";
import { listed, seatName, seatNames, shownName, trumpName } from "./seat-names.js";

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./replay-states.js").Moment} Moment */

/**
 * What has just happened.
 * @param {MatchSteps} match
 * @param {number} number Of the deal, from 0.
 * @param {Moment} moment
 */
export function sentence(match, number, moment) {
  const deal = /** @type {DealSteps} */ (match.deals[number]);
  const last = moment.table.at(-1);
  if (!last) return beginning(match, number, deal);
  const [seat, card] = last;
  const given = { who: seatName(match, seat), card: cardName(card) };
  const played = words(moment.table.length === 1 ? "replay.leads" : "replay.plays", given);
  const parts = moment.table.length === 1 ? [trickTitle(deal, moment.hand, moment.trick), played] : [played];
  if (moment.winner !== null) {
    parts.push(words("replay.takes", { who: seatName(match, moment.winner) }));
    if (moment.next === null) parts.push(...outcome(match, number, deal));
  }
  return parts.join(" ");
}

/**
 * "Trick 3." or "Hand 2, trick 3."
 * @param {DealSteps} deal
 * @param {number} hand
 * @param {number} trick
 */
export function trickTitle(deal, hand, trick) {
  const several = deal.hands.length > 1;
  return words(several ? "replay.trick.of-hand" : "replay.trick", { n: trick + 1, hand: hand + 1 });
}

/**
 * How a deal begins: who deals, how trumps were found.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {DealSteps} deal
 */
function beginning(match, number, deal) {
  const parts = number === 0 ? firstCuts(match) : [];
  parts.push(words("replay.deals", { who: seatName(match, deal.dealer), n: number + 1 }));
  if (deal.contest.length) {
    const shown = deal.contest.map(([seat, what]) => words("replay.shows", { who: seatName(match, seat), what: shownName(what) }));
    parts.push(words("replay.contest", { list: listed(shown) }));
  }
  if (deal.turn_up) parts.push(words("replay.turned", { card: cardName(deal.turn_up) }));
  if (deal.chooser !== null && deal.trump) {
    const suit = suitName(/** @type {import("../cards/card-names.js").Suit} */ (deal.trump));
    parts.push(words("replay.chooses", { who: seatName(match, deal.chooser), suit }));
  } else parts.push(`${trumpName(deal.trump)}.`);
  return parts.join(" ");
}

/** @param {MatchSteps} match */
function firstCuts(match) {
  const last = match.cuts.at(-1);
  if (!last) return [];
  const first = /** @type {[number, string][]} */ (match.cuts[0]);
  const shown = first.map(([seat, card]) => words("replay.shows", { who: seatName(match, seat), what: cardName(card) }));
  const again = match.cuts.length > 1 ? [words("replay.cut.again", { n: match.cuts.length })] : [];
  return [words("replay.cut", { list: listed(shown) }), ...again];
}

/**
 * What a deal came to, and at its end the match.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {DealSteps} deal
 * @returns {string[]}
 */
export function outcome(match, number, deal) {
  const { points } = deal;
  if (!points) return [];
  const sides = match.sides.flatMap((side, at) => {
    if (!side.some((seat) => deal.seats.includes(seat))) return [];
    const name = match.rules.eliminates ? "replay.outcome.tricks" : "replay.outcome";
    return [words(name, { who: seatNames(match, side), n: points[at] ?? 0 })];
  });
  const parts = [words("replay.over.deal", { n: number + 1, list: listed(sides) })];
  if (match.over && number === match.deals.length - 1) parts.push(winnerLine(match));
  return parts;
}

/** @param {MatchSteps} match */
export function winnerLine(match) {
  if (match.winner === null) return words("replay.level");
  const side = /** @type {number[]} */ (match.sides[match.winner]);
  return words("replay.wins", { who: seatNames(match, side), n: side.length });
}
