// SHA-256. crypto.subtle exists only in secure contexts (https or localhost),
// and a table on the home network is neither.

const INITIAL_HASH = rootFractions(8, (prime) => Math.sqrt(prime));
const ROUND_CONSTANTS = rootFractions(64, (prime) => Math.cbrt(prime));

/**
 * Hashes a text; returns 64 hexadecimal digits.
 * @param {string} text
 */
export function sha256(text) {
  return Array.from(digest(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Hashes bytes; returns 32 bytes.
 * @param {Uint8Array} bytes
 */
export function digest(bytes) {
  const blocks = pad(bytes);
  const hash = Uint32Array.from(INITIAL_HASH);
  for (let at = 0; at < blocks.byteLength; at += 64) compress(hash, blocks, at);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => out.setUint32(4 * at, word));
  return new Uint8Array(out.buffer);
}

/**
 * Pads the message to a multiple of 64 bytes: a one bit, zeros, and the length in bits.
 * @param {Uint8Array} bytes
 */
function pad(bytes) {
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
function compress(hash, blocks, at) {
  const schedule = messageSchedule(blocks, at);
  let [a, b, c, d, e, f, g, h] = /** @type {number[]} */ (Array.from(hash));
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const turned = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const one = (h + turned + choice + ROUND_CONSTANTS[round] + schedule[round]) | 0;
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] += word));
}

/**
 * @param {DataView} blocks
 * @param {number} at
 */
function messageSchedule(blocks, at) {
  const schedule = new Uint32Array(64);
  for (let word = 0; word < 16; word++) schedule[word] = blocks.getUint32(at + 4 * word);
  for (let word = 16; word < 64; word++) {
    const [old, recent] = [schedule[word - 15], schedule[word - 2]];
    const low = rotateRight(old, 7) ^ rotateRight(old, 18) ^ (old >>> 3);
    const high = rotateRight(recent, 17) ^ rotateRight(recent, 19) ^ (recent >>> 10);
    schedule[word] = schedule[word - 16] + low + schedule[word - 7] + high;
  }
  return schedule;
}

/**
 * Rotates a 32-bit word to the right.
 * @param {number} word
 * @param {number} bits
 */
function rotateRight(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/**
 * Returns the first 32 fractional bits of a root of each of the first primes.
 * @param {number} count
 * @param {(prime: number) => number} root
 */
function rootFractions(count, root) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}
