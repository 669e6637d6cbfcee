// Deterministic shuffle from revealed secrets (docs/fair-deals.md): HMAC key, number stream, pack.

import { digest } from "../wire/sha256.js";

/** @typedef {import("../wire/protocol").Round} Round */

const BLOCK_SIZE = 64;
const RANGE = 2 ** 32;
const encoder = new TextEncoder();

/**
 * HMAC-SHA-256 (RFC 2104).
 * @param {Uint8Array} key At most 64 bytes.
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const inner = digest(concatenate(padKey(key, 0x36), message));
  return digest(concatenate(padKey(key, 0x5c), inner));
}

/**
 * Derives the key of a round from the revealed secrets, keyed by the server's secret.
 * @param {string} table
 * @param {Round} round
 * @param {string} secret The server's secret.
 */
export function drawKey(table, round, secret) {
  const lines = ["oddtrick/draw/1", table, round.number, round.purpose];
  for (const each of round.contributions) {
    if (each.opened !== null) lines.push(`${each.place} ${each.opened}`);
  }
  return hmac(fromHex(secret), encoder.encode(lines.join("\n")));
}

/**
 * Shuffles a pack with a key (Fisher–Yates); top card first.
 * @param {readonly string[]} pack
 * @param {Uint8Array} key
 */
export function shuffle(pack, key) {
  const cards = [...pack];
  const below = uniformIntegers(key);
  for (let last = cards.length - 1; last > 0; last--) {
    const at = below(last + 1);
    [cards[last], cards[at]] = [/** @type {string} */ (cards[at]), /** @type {string} */ (cards[last])];
  }
  return cards;
}

/**
 * Returns a generator of uniform integers below a bound, by rejection sampling: values that would
 * bias the modulo are skipped.
 * @param {Uint8Array} key
 * @returns {(bound: number) => number}
 */
function uniformIntegers(key) {
  let block = new DataView(new ArrayBuffer(0));
  let count = 0;
  let at = 0;
  const next = () => {
    if (at === block.byteLength) {
      const counter = new DataView(new ArrayBuffer(4));
      counter.setUint32(0, count++);
      block = new DataView(hmac(key, new Uint8Array(counter.buffer)).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  };
  return (bound) => {
    const even = RANGE - (RANGE % bound);
    let number = next();
    while (number >= even) number = next();
    return number % bound;
  };
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function fromHex(hex) {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

/**
 * @param {Uint8Array} key
 * @param {number} mask
 */
function padKey(key, mask) {
  const block = new Uint8Array(BLOCK_SIZE).fill(mask);
  key.forEach((byte, at) => (block[at] = byte ^ mask));
  return block;
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function concatenate(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
