// One's own part in the draws: whether a proof agrees with what this browser has kept.

/** @typedef {import("../wire/protocol").Round} Round */
/** @typedef {import("../wire/seals.js").Remembered} Remembered */

/**
 * Whether a round is as it was shown before one opened one's own secret: the house's seal, every
 * other one, none more and none fewer, and one's own secret among what was opened.
 * @param {Round} round
 * @param {Remembered} shown
 */
export function agrees(round, shown) {
  const seals = new Map(shown.seals);
  const told = round.contributions;
  return (
    round.seal === shown.house &&
    told.length === seals.size &&
    told.every(({ place, seal }) => seals.get(place) === seal) &&
    told.some(({ place, opened }) => place === shown.place && opened === shown.secret)
  );
}
