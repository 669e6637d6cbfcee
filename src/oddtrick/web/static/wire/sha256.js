// SHA-256. Browsers have their own, but only for pages that came over https or from this machine:
// a table in the living room is neither.

const START = words(8, (prime) => Math.sqrt(prime));
const ROUNDS = words(64, (prime) => Math.cbrt(prime));

/**
 * The hash of a text, as 64 hexadecimal digits.
 * @param {string} text
 */
export function sha256(text) {
  return Array.from(digest(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The hash of bytes: 32 bytes.
 * @param {Uint8Array} bytes
 */
export function digest(bytes) {
  const blocks = padded(bytes);
  const hash = Uint32Array.from(START);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(hash, blocks, at);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => out.setUint32(4 * at, word));
  return new Uint8Array(out.buffer);
}

/**
 * The bytes, a one, noughts, and their length in bits, in whole blocks of 64 bytes.
 * @param {Uint8Array} bytes
 */
function padded(bytes) {
  const filled = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  filled.set(bytes);
  filled[bytes.length] = 0x80;
  const blocks = new DataView(filled.buffer);
  blocks.setUint32(filled.length - 4, bytes.length * 8);
  return blocks;
}

/**
 * @param {Uint32Array} hash
 * @param {DataView} blocks
 * @param {number} at
 */
function mix(hash, blocks, at) {
  const schedule = scheduled(blocks, at);
  let [a, b, c, d, e, f, g, h] = /** @type {number[]} */ (Array.from(hash));
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const turned = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + turned + choice + ROUNDS[round] + schedule[round]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] += word));
}

/**
 * @param {DataView} blocks
 * @param {number} at
 */
function scheduled(blocks, at) {
  const schedule = new Uint32Array(64);
  for (let word = 0; word < 16; word++) schedule[word] = blocks.getUint32(at + 4 * word);
  for (let word = 16; word < 64; word++) {
    const [old, recent] = [schedule[word - 15], schedule[word - 2]];
    const low = turn(old, 7) ^ turn(old, 18) ^ (old >>> 3);
    const high = turn(recent, 17) ^ turn(recent, 19) ^ (recent >>> 10);
    schedule[word] = schedule[word - 16] + low + schedule[word - 7] + high;
  }
  return schedule;
}

/**
 * Turned to the right by so many bits.
 * @param {number} word
 * @param {number} bits
 */
function turn(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/**
 * The first 32 bits behind the point of a root of each of the first primes.
 * @param {number} count
 * @param {(prime: number) => number} root
 */
function words(count, root) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return Uint32Array.from(found, (prime) => (root(prime) % 1) * 2 ** 32);
}
