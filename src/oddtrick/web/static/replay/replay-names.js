// Names of seats, games and trumps in a replay.

import { cardName, suitName } from "../cards/card-names.js";
import { joinNames, t, tOr } from "../i18n/translate.js";

/** @import {MatchSteps} from "../wire/protocol" */
/** @typedef {"replay.leads" | "replay.plays" | "replay.knocks" | "replay.takes" | "replay.draws" | "replay.bids" | "replay.names" | "replay.passes" | "replay.lays" | "replay.calls.secret" | "replay.deals" | "replay.chooses" | "replay.dealer.is"
 *   | "coach.led" | "coach.played" | "coach.chose" | "coach.called" | "coach.sound" | "coach.sound.trumps" | "coach.sound.call" | "coach.laid" | "coach.sound.laid" | "coach.near.laid" | "coach.forced.laid" | "coach.near" | "coach.near.trumps" | "coach.near.call" | "coach.forced.call" | "coach.forced.trumps" | "coach.forced"
 *   | "coach.passed" | "coach.sound.pass" | "coach.near.pass" | "coach.forced.pass"
 *   | "coach.none" | "coach.no-choice" | "coach.mattered" | "print.lessons"} OwnSentence Sentences that read differently about the reader. */

/**
 * Returns the name of the player in a seat.
 * @param {MatchSteps} match
 * @param {number} seat
 */
export function seatName(match, seat) {
  return match.names?.[seat] || t("replay.seat", { n: seat + 1 });
}

/**
 * The match as it is shown: the reader is called "you".
 * @param {import("../wire/protocol").Replay} replay
 */
export function matchToShow({ match, you }) {
  if (you === null) return match;
  const names = Array.from({ length: match.players }, (_, seat) => (seat === you ? t("who.you") : match.names?.[seat] ?? ""));
  return { ...match, names };
}

/**
 * A sentence about what a player does.
 * @param {OwnSentence} name
 * @param {MatchSteps} match
 * @param {number} seat
 * @param {Record<string, string | number>} [values]
 */
export function sentenceAbout(name, match, seat, values = {}) {
  const who = seatName(match, seat);
  return who === t("who.you") ? t(`${name}.you`, values) : t(name, { ...values, who });
}

/**
 * Joins the names of several seats.
 * @param {MatchSteps} match
 * @param {readonly number[]} seats
 */
export function seatNames(match, seats) {
  return joinNames(seats.map((seat) => seatName(match, seat)));
}

/**
 * Returns the name of the trumps.
 * @param {string | null} trump
 */
export function trumpName(trump) {
  if (trump === null) return t("replay.trumps.open");
  return trump === "N" ? t("replay.trumps.none") : t("replay.trumps", { suit: suitName(/** @type {import("../cards/card-names.js").Suit} */ (trump)) });
}

/**
 * Returns the name of a cut card or a throw.
 * @param {string} cutOrThrow A card, or rock, paper, scissors.
 */
export function cutOrThrowName(cutOrThrow) {
  return cutOrThrow.length === 2 ? cardName(cutOrThrow) : tOr(`replay.throw.${cutOrThrow}`, cutOrThrow);
}
