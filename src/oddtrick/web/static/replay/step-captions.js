// The caption of each replay step, shown below the table and read out.

import { cardName, suitName } from "../cards/card-names.js";
import { t } from "../i18n/translate.js";
import { joinNames, seatName, seatNames, sentenceAbout, cutOrThrowName, trumpName } from "./replay-names.js";

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./replay-states.js").ReplayState} ReplayState */

/**
 * Returns the caption of a position.
 * @param {MatchSteps} match
 * @param {number} number Index of the deal.
 * @param {ReplayState} state
 */
export function captionOf(match, number, state) {
  const deal = /** @type {DealSteps} */ (match.deals[number]);
  if (!state.table.length) return openingCaption(match, number, deal);
  const played = turnSentence(match, state.table);
  const parts = state.table.length === 1 ? [trickTitle(deal, state.hand, state.trick), played] : [played];
  if (state.winner !== null) {
    parts.push(sentenceAbout("replay.takes", match, state.winner));
    if (state.next === null) parts.push(...outcomeSentences(match, number, deal));
  }
  return parts.join(" ");
}

/**
 * "Ann leads the king of hearts.", "Ann plays …" or "Ann knocks."
 * @param {MatchSteps} match
 * @param {readonly import("./replay-states.js").Turn[]} turns Of the trick so far; the last is described.
 */
function turnSentence(match, turns) {
  const [seat, card] = /** @type {import("./replay-states.js").Turn} */ (turns.at(-1));
  if (card === null) return sentenceAbout("replay.knocks", match, seat);
  const leads = turns.filter(([, played]) => played !== null).length === 1;
  return sentenceAbout(leads ? "replay.leads" : "replay.plays", match, seat, { card: cardName(card) });
}

/**
 * "Trick 3." or "Hand 2, trick 3."
 * @param {DealSteps} deal
 * @param {number} hand
 * @param {number} trick
 */
export function trickTitle(deal, hand, trick) {
  const several = deal.hands.length > 1;
  return t(several ? "replay.trick.of-hand" : "replay.trick", { n: trick + 1, hand: hand + 1 });
}

/**
 * The caption at the start of a deal: dealer and trumps.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {DealSteps} deal
 */
function openingCaption(match, number, deal) {
  const parts = number === 0 ? cutSentences(match) : [];
  parts.push(sentenceAbout("replay.deals", match, deal.dealer, { n: number + 1 }));
  if (deal.rounds.length) {
    const rounds = deal.rounds.map((shown) =>
      joinNames(shown.map(([seat, what]) => t("replay.shows", { who: seatName(match, seat), what: cutOrThrowName(what) }))),
    );
    parts.push(t("replay.contest", { list: rounds.join("; ") }));
  }
  if (deal.turn_up) parts.push(t("replay.turned", { card: cardName(deal.turn_up) }));
  if (deal.chooser !== null && deal.trump) {
    const suit = suitName(/** @type {import("../cards/card-names.js").Suit} */ (deal.trump));
    parts.push(sentenceAbout("replay.chooses", match, deal.chooser, { suit }));
  } else parts.push(`${trumpName(deal.trump)}.`);
  return parts.join(" ");
}

/** @param {MatchSteps} match */
function cutSentences(match) {
  const last = match.cuts.at(-1);
  if (!last) return [];
  const first = /** @type {[number, string][]} */ (match.cuts[0]);
  const items = first.map(([seat, card]) => t("replay.shows", { who: seatName(match, seat), what: cardName(card) }));
  const again = match.cuts.length > 1 ? [t("replay.cut.again", { n: match.cuts.length })] : [];
  return [t("replay.cut", { list: joinNames(items) }), ...again];
}

/**
 * The result of a deal, and of the match after its last deal.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {DealSteps} deal
 * @returns {string[]}
 */
export function outcomeSentences(match, number, deal) {
  const { points } = deal;
  if (!points) return [];
  const sides = match.sides.flatMap((side, at) => {
    if (!side.some((seat) => deal.seats.includes(seat))) return [];
    const name = match.rules.eliminates ? "replay.outcome.tricks" : "replay.outcome";
    return [t(name, { who: seatNames(match, side), n: points[at] ?? 0 })];
  });
  const parts = [t("replay.over.deal", { n: number + 1, list: joinNames(sides) })];
  if (match.over && number === match.deals.length - 1) parts.push(winnerLine(match));
  return parts;
}

/** @param {MatchSteps} match */
export function winnerLine(match) {
  if (match.winner === null) return t("replay.level");
  const side = /** @type {number[]} */ (match.sides[match.winner]);
  const who = seatNames(match, side);
  return who === t("who.you") ? t("replay.wins.you") : t("replay.wins", { who, n: side.length });
}
