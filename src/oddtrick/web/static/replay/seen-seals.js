// Compares a proof with the seals this browser saw during play.

/** @typedef {import("../wire/protocol").Round} Round */
/** @typedef {import("../wire/player-seals.js").SealRecord} SealRecord */

/**
 * Returns whether a round matches what this browser saw before it revealed its secret: the server's seal,
 * exactly the same other seals, and the own secret among those revealed.
 * @param {Round} round
 * @param {SealRecord} sealRecord
 */
export function matchesSealRecord(round, sealRecord) {
  const seals = new Map(sealRecord.seals);
  const contributions = round.contributions;
  return (
    round.seal === sealRecord.serverSeal &&
    contributions.length === seals.size &&
    contributions.every(({ place, seal }) => seals.get(place) === seal) &&
    contributions.some(({ place, opened }) => place === sealRecord.place && opened === sealRecord.secret)
  );
}
