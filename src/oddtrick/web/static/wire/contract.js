// The contract of a deal, and the cards that its calls have shown. Pure; it knows no game.

/** @typedef {import("./protocol").MatchView} MatchView */

/** A place of cards that nobody holds. */
const OUT_OF_PLAY = -1;

/**
 * The cards of a seat that lie open, if all of them do; else none.
 * @param {MatchView | null} match
 * @param {number} seat
 * @returns {string[]}
 */
export function openHand(match, seat) {
  const cards = cardsAt(match, seat);
  return cards.length > 0 && cards.length === match?.counts[seat] ? cards : [];
}

/** The cards that the viewer has put away. @param {MatchView | null} match */
export function discardsOf(match) {
  return cardsAt(match, OUT_OF_PLAY);
}

/**
 * The cards that are known to be in one place.
 * @param {MatchView | null} match
 * @param {number} place
 */
function cardsAt(match, place) {
  return (match?.places ?? []).flatMap(([seats, cards]) => (seats.length === 1 && seats[0] === place ? cards : []));
}

/** Returns the number of cards that the seat to act has still to put away; 0 if it has none too many. @param {MatchView} match */
export function cardsTooMany({ to_act: seat, counts, awaited }) {
  if (seat === null || awaited !== "call") return 0;
  return (counts[seat] ?? 0) - Math.min(...counts);
}
