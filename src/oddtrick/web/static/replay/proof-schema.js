// What a proof looks like, before anything in it is believed.

/** @typedef {import("../wire/protocol").Proof} Proof */

const HEX = /^[0-9a-f]{64}$/;
const TABLE = /^[A-Za-z0-9_-]{1,40}$/;
const PURPOSES = ["deal", "dealer", "partners", "trumps"];
const HIGHEST = 2 ** 31 - 1;

/** What each part has, and how to know it; a question mark stands before what may be missing. */
const ROUND = {
  number: isCount,
  purpose: (/** @type {any} */ told) => PURPOSES.includes(told),
  deal: isCount,
  seal: isHex,
  secret: isHexOrNull,
  contributions: listOf({ place: isPlace, name: isName, seal: isHex, opened: isHexOrNull }),
  "?taken_back": (/** @type {any} */ told) => typeof told === "boolean",
};
const PROOF = {
  format: (/** @type {any} */ told) => told === "oddtrick-proof/1",
  table: (/** @type {any} */ told) => typeof told === "string" && TABLE.test(told),
  rounds: listOf(ROUND),
  "?names": (/** @type {any} */ told) => told === null || (Array.isArray(told) && told.every(isName)),
  "?first_dealer": (/** @type {any} */ told) => told === null || isPlace(told),
};

/**
 * Whether something is a proof, as far as its form goes.
 * @param {any} told
 * @returns {told is Proof}
 */
export function isProof(told) {
  return fits(told, PROOF);
}

/**
 * @param {any} told
 * @param {Record<string, (part: any) => boolean>} form
 */
function fits(told, form) {
  if (typeof told !== "object" || told === null || Array.isArray(told)) return false;
  const known = Object.keys(form).map((name) => name.replace("?", ""));
  if (Object.keys(told).some((name) => !known.includes(name))) return false;
  return Object.entries(form).every(([name, isRight]) => {
    if (!name.startsWith("?")) return name in told && isRight(told[name]);
    const part = told[name.slice(1)];
    return part === undefined || isRight(part);
  });
}

/** @param {Record<string, (part: any) => boolean>} form */
function listOf(form) {
  return (/** @type {any} */ told) => Array.isArray(told) && told.every((each) => fits(each, form));
}

/** @param {any} told */
function isHex(told) {
  return typeof told === "string" && HEX.test(told);
}

/** @param {any} told */
function isHexOrNull(told) {
  return told === null || isHex(told);
}

/** @param {any} told */
function isCount(told) {
  return Number.isInteger(told) && told >= 1 && told <= HIGHEST;
}

/** @param {any} told */
function isPlace(told) {
  return Number.isInteger(told) && told >= 0 && told <= 7;
}

/** @param {any} told */
function isName(told) {
  return typeof told === "string" && [...told].length <= 100;
}
