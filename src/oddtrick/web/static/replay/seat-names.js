// Who sits where, in words.

import { cardName, suitName } from "../cards/card-names.js";
import { currentLanguage, words, wordsOr } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */

/**
 * What the player of a seat is called.
 * @param {MatchSteps} match
 * @param {number} seat
 */
export function seatName(match, seat) {
  return match.names?.[seat] || words("replay.seat", { n: seat + 1 });
}

/**
 * The players of some seats.
 * @param {MatchSteps} match
 * @param {readonly number[]} seats
 */
export function seatNames(match, seats) {
  return listed(seats.map((seat) => seatName(match, seat)));
}

/** @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
}

/** @param {string} game */
export function gameTitle(game) {
  return wordsOr(`game.${game}`, game);
}

/**
 * Trumps as they are called.
 * @param {string | null} trump
 */
export function trumpName(trump) {
  if (trump === null) return words("replay.trumps.open");
  return trump === "N" ? words("replay.trumps.none") : words("replay.trumps", { suit: suitName(/** @type {import("../cards/card-names.js").Suit} */ (trump)) });
}

/**
 * What somebody cut or threw.
 * @param {string} shown A card, or rock, paper, scissors.
 */
export function shownName(shown) {
  return shown.length === 2 ? cardName(shown) : wordsOr(`replay.throw.${shown}`, shown);
}
