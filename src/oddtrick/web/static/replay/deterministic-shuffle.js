// From opened secrets to cards, as docs/fair-deals.md has it: a key, a stream of numbers, a pack.

import { digest } from "../wire/sha256.js";

/** @typedef {import("../wire/protocol").Round} Round */

const BLOCK = 64;
const NUMBERS = 2 ** 32;
const text = new TextEncoder();

/**
 * HMAC-SHA-256 (RFC 2104).
 * @param {Uint8Array} key At most 64 bytes.
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const inner = digest(joined(padded(key, 0x36), message));
  return digest(joined(padded(key, 0x5c), inner));
}

/**
 * The key of a round: of what was opened, under the house's secret.
 * @param {string} table
 * @param {Round} round
 * @param {string} secret The house's.
 */
export function drawKey(table, round, secret) {
  const lines = ["oddtrick/draw/1", table, round.number, round.purpose];
  for (const each of round.contributions) {
    if (each.opened !== null) lines.push(`${each.place} ${each.opened}`);
  }
  return hmac(bytesOf(secret), text.encode(lines.join("\n")));
}

/**
 * A pack in the order that a key gives it, top card first.
 * @param {readonly string[]} pack
 * @param {Uint8Array} key
 */
export function shuffled(pack, key) {
  const cards = [...pack];
  const below = numbersOf(key);
  for (let last = cards.length - 1; last > 0; last--) {
    const at = below(last + 1);
    [cards[last], cards[at]] = [/** @type {string} */ (cards[at]), /** @type {string} */ (cards[last])];
  }
  return cards;
}

/**
 * Draws whole numbers from 0 to below a bound, each as likely as any other: numbers that would
 * favour the low ones are passed over.
 * @param {Uint8Array} key
 * @returns {(bound: number) => number}
 */
function numbersOf(key) {
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
    const even = NUMBERS - (NUMBERS % bound);
    let number = next();
    while (number >= even) number = next();
    return number % bound;
  };
}

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

/**
 * @param {Uint8Array} key
 * @param {number} mask
 */
function padded(key, mask) {
  const block = new Uint8Array(BLOCK).fill(mask);
  key.forEach((byte, at) => (block[at] = byte ^ mask));
  return block;
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
