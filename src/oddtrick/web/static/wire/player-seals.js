// The player's part in a fair deal: a secret that is sealed first and revealed once everyone has sealed.

import { sha256 } from "./sha256.js";

/** @import {TableView} from "./protocol" */
/** @typedef {import("./protocol").Seal | import("./protocol").Open} Contribution */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} SecretStore */

/**
 * Returns the viewer's next contribution to the current draw: first a seal, then the secret. Null if nothing is due.
 * @param {TableView} table
 * @param {SecretStore} store Storage that survives a page reload.
 * @returns {Contribution | null}
 */
function contribution(table, store) {
  const { draw, you, code } = table;
  if (!draw) store.removeItem(secretKey(code)); // the draw is over and its secret revealed
  if (!draw || you === null || !draw.contributors.includes(you)) return null;
  const sealed = draw.seals.find(([place]) => place === you)?.[1];
  if (!draw.opening && sealed === undefined) {
    const secret = secretForRound(code, draw.number, store);
    return { type: "seal", round: draw.number, seal: sealOf(code, draw.number, you, secret) };
  }
  if (!draw.opening || sealed === undefined || draw.opened.includes(you)) return null;
  const secret = storedSecret(code, draw.number, store);
  // Another window of the same user may have sealed: only that window knows the secret.
  if (secret === null || sealOf(code, draw.number, you, secret) !== sealed) return null;
  saveSealRecord(code, { round: draw.number, place: you, secret, serverSeal: draw.seal, seals: draw.seals }, store);
  return { type: "open", round: draw.number, secret };
}

/** The viewer's contributions to draws, each of them once. */
export class DrawContributions {
  /** @type {Set<string>} */
  #sent = new Set();

  /**
   * Returns the contribution to the current draw if one is due. A late one is harmless: the server continues without it.
   * @param {TableView} table
   * @returns {Contribution | null}
   */
  next(table) {
    const command = contribution(table, window.sessionStorage);
    const name = command && `${command.type} ${command.round}`;
    if (!command || !name || this.#sent.has(name)) return null;
    this.#sent.add(name);
    return command;
  }
}

/**
 * @typedef {object} SealRecord The seals seen before the own secret was revealed. A later proof must match them.
 * @property {number} round
 * @property {number} place Own place.
 * @property {string} secret Own secret.
 * @property {string} serverSeal The server's seal.
 * @property {[number, string][]} seals Seals of all contributors, by place.
 */

/**
 * Returns the stored seal records of a table.
 * @param {string} code
 * @param {Pick<Storage, "getItem">} store
 * @returns {SealRecord[]}
 */
export function sealRecords(code, store) {
  try {
    return JSON.parse(store.getItem(`seals of ${code}`) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Deletes the seal records of some rounds.
 * @param {string} code
 * @param {readonly number[]} rounds
 * @param {SecretStore} store
 */
export function forgetRounds(code, rounds, store) {
  const left = sealRecords(code, store).filter(({ round }) => !rounds.includes(round));
  if (left.length) store.setItem(`seals of ${code}`, JSON.stringify(left));
  else store.removeItem(`seals of ${code}`);
}

/**
 * Stores a seal record. Only the first one per round counts: seals seen after revealing the secret prove nothing.
 * @param {string} code
 * @param {SealRecord} sealRecord
 * @param {SecretStore} store
 */
function saveSealRecord(code, sealRecord, store) {
  const before = sealRecords(code, store);
  if (before.some(({ round }) => round === sealRecord.round)) return;
  store.setItem(`seals of ${code}`, JSON.stringify([...before, sealRecord]));
}

/**
 * Computes the seal of a secret.
 * @param {string} code Table code.
 * @param {number} round
 * @param {number | string} place Place of a player, or "server" for the server.
 * @param {string} secret
 */
export function sealOf(code, round, place, secret) {
  return sha256(["oddtrick/seal/1", code, round, place, secret].join("\n"));
}

/**
 * Returns the stored secret of a round, or generates and stores one.
 * @param {string} code
 * @param {number} round
 * @param {SecretStore} store
 */
function secretForRound(code, round, store) {
  const stored = storedSecret(code, round, store);
  if (stored !== null) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  store.setItem(secretKey(code), `${round} ${secret}`);
  return secret;
}

/**
 * @param {string} code
 * @param {number} round
 * @param {SecretStore} store
 */
function storedSecret(code, round, store) {
  const [stored, secret] = (store.getItem(secretKey(code)) ?? "").split(" ");
  return stored === String(round) && secret ? secret : null;
}

/** @param {string} code */
function secretKey(code) {
  return `secret of ${code}`;
}
