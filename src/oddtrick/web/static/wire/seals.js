// One's own part in a fair deal: a secret, sealed first and opened when all have sealed.

import { sha256 } from "./sha256.js";

/** @typedef {import("./protocol").TableView} TableView */
/** @typedef {import("./protocol").Seal | import("./protocol").Open} Contribution */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Keeping */

/**
 * What one has to contribute to the draw under way, if anything.
 * @param {TableView} table
 * @param {Keeping} kept Where secrets outlive a reload of the page.
 * @returns {Contribution | null}
 */
export function contribution(table, kept) {
  const { draw, you, code } = table;
  if (!draw) kept.removeItem(nameOf(code)); // what it was for has been opened
  if (!draw || you === null || !draw.contributors.includes(you)) return null;
  const sealed = draw.seals.find(([place]) => place === you)?.[1];
  if (!draw.opening && sealed === undefined) {
    const secret = secretFor(code, draw.number, kept);
    return { type: "seal", round: draw.number, seal: sealOf(code, draw.number, you, secret) };
  }
  if (!draw.opening || sealed === undefined || draw.opened.includes(you)) return null;
  const secret = keptFor(code, draw.number, kept);
  // Another window of the same person may have sealed: then it is that one's to open.
  if (secret === null || sealOf(code, draw.number, you, secret) !== sealed) return null;
  remember(code, { round: draw.number, place: you, secret, house: draw.seal, seals: draw.seals }, kept);
  return { type: "open", round: draw.number, secret };
}

/**
 * @typedef {object} Remembered What was shown before one opened one's seal: a proof has to agree.
 * @property {number} round
 * @property {number} place One's own.
 * @property {string} secret One's own.
 * @property {string} house The house's seal.
 * @property {[number, string][]} seals Of all who sealed, by place.
 */

/**
 * What this browser remembers of the rounds of a table to which one contributed.
 * @param {string} code
 * @param {Pick<Storage, "getItem">} kept
 * @returns {Remembered[]}
 */
export function remembered(code, kept) {
  try {
    return JSON.parse(kept.getItem(`seals of ${code}`) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Keeps nothing more of some rounds.
 * @param {string} code
 * @param {readonly number[]} rounds
 * @param {Keeping} kept
 */
export function forget(code, rounds, kept) {
  const left = remembered(code, kept).filter(({ round }) => !rounds.includes(round));
  if (left.length) kept.setItem(`seals of ${code}`, JSON.stringify(left));
  else kept.removeItem(`seals of ${code}`);
}

/**
 * Only the first time counts: what is shown after one has opened proves nothing.
 * @param {string} code
 * @param {Remembered} shown
 * @param {Keeping} kept
 */
function remember(code, shown, kept) {
  const before = remembered(code, kept);
  if (before.some(({ round }) => round === shown.round)) return;
  kept.setItem(`seals of ${code}`, JSON.stringify([...before, shown]));
}

/**
 * The seal of a secret.
 * @param {string} code The table's.
 * @param {number} round
 * @param {number | string} place Of a player, or "house".
 * @param {string} secret
 */
export function sealOf(code, round, place, secret) {
  return sha256(["oddtrick/seal/1", code, round, place, secret].join("\n"));
}

/**
 * The secret for a round: the one that was kept for it, or a new one.
 * @param {string} code
 * @param {number} round
 * @param {Keeping} kept
 */
function secretFor(code, round, kept) {
  const known = keptFor(code, round, kept);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  kept.setItem(nameOf(code), `${round} ${secret}`);
  return secret;
}

/**
 * @param {string} code
 * @param {number} round
 * @param {Keeping} kept
 */
function keptFor(code, round, kept) {
  const [known, secret] = (kept.getItem(nameOf(code)) ?? "").split(" ");
  return known === String(round) && secret ? secret : null;
}

/** @param {string} code */
function nameOf(code) {
  return `secret of ${code}`;
}
