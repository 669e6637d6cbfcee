// Schema check of a proof, before anything in it is trusted.

/** @typedef {import("../wire/protocol").Proof} Proof */

const HEX = /^[0-9a-f]{64}$/;
const TABLE = /^[A-Za-z0-9_-]{1,40}$/;
const PURPOSES = ["deal", "dealer", "partners", "trumps"];
const MAX_COUNT = 2 ** 31 - 1;

/** Fields and their checks; a question mark marks an optional field. */
const ROUND = {
  number: isCount,
  purpose: (/** @type {any} */ value) => PURPOSES.includes(value),
  deal: isCount,
  seal: isHex,
  secret: isHexOrNull,
  contributions: arrayOf({ place: isPlace, name: isName, seal: isHex, opened: isHexOrNull }),
  "?taken_back": (/** @type {any} */ value) => typeof value === "boolean",
};
const PROOF = {
  format: (/** @type {any} */ value) => value === "oddtrick-proof/1",
  table: (/** @type {any} */ value) => typeof value === "string" && TABLE.test(value),
  rounds: arrayOf(ROUND),
  "?names": (/** @type {any} */ value) => value === null || (Array.isArray(value) && value.every(isName)),
  "?first_dealer": (/** @type {any} */ value) => value === null || isPlace(value),
};

/**
 * Returns whether a value has the shape of a proof.
 * @param {any} value
 * @returns {value is Proof}
 */
export function isProof(value) {
  return matchesSchema(value, PROOF);
}

/**
 * @param {any} value
 * @param {Record<string, (part: any) => boolean>} form
 */
function matchesSchema(value, form) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(form).map((name) => name.replace("?", ""));
  if (Object.keys(value).some((name) => !names.includes(name))) return false;
  return Object.entries(form).every(([name, isRight]) => {
    if (!name.startsWith("?")) return name in value && isRight(value[name]);
    const part = value[name.slice(1)];
    return part === undefined || isRight(part);
  });
}

/** @param {Record<string, (part: any) => boolean>} form */
function arrayOf(form) {
  return (/** @type {any} */ value) => Array.isArray(value) && value.every((each) => matchesSchema(each, form));
}

/** @param {any} value */
function isHex(value) {
  return typeof value === "string" && HEX.test(value);
}

/** @param {any} value */
function isHexOrNull(value) {
  return value === null || isHex(value);
}

/** @param {any} value */
function isCount(value) {
  return Number.isInteger(value) && value >= 1 && value <= MAX_COUNT;
}

/** @param {any} value */
function isPlace(value) {
  return Number.isInteger(value) && value >= 0 && value <= 7;
}

/** @param {any} value */
function isName(value) {
  return typeof value === "string" && [...value].length <= 100;
}
