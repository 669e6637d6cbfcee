// Outlines of the four suits.

import { path } from "./path-notation.js";

/** @typedef {import("./card-names.js").Suit} Suit */

/**
 * Suit outlines in a 20 by 20 square centred on the origin.
 * @type {Record<Suit, string>}
 */
const OUTLINES = {
  S: "M0-10C2.2-5.6 9-2.4 9 3.2A4.6 4.6 0 0 1 1 6.2C1.2 8 2 9.2 3.6 10h-7.2C-2 9.2-1.2 8-1 6.2A4.6 4.6 0 0 1-9 3.2C-9-2.4-2.2-5.6 0-10z",
  H: "M0 9.8C-2.4 5.4-9.6 1.6-9.6-4A5.1 5.1 0 0 1 0-5.8 5.1 5.1 0 0 1 9.6-4C9.6 1.6 2.4 5.4 0 9.8z",
  D: "M0-10C1.8-6.4 4.6-2.8 7.8 0 4.6 2.8 1.8 6.4 0 10-1.8 6.4-4.6 2.8-7.8 0-4.6-2.8-1.8-6.4 0-10z",
  C: "M0-9.8A4.4 4.4 0 0 1 3.1-2.2 4.5 4.5 0 1 1 1 4.9C1.1 7 2 9 3.8 10h-7.6C-2 9-1.1 7-1 4.9A4.5 4.5 0 1 1-3.1-2.2 4.4 4.4 0 0 1 0-9.8z",
};

/**
 * Draws a pip.
 * @param {Suit} suit
 * @param {string} kind Classes, as in `path`.
 * @param {number} x Centre.
 * @param {number} y
 * @param {number} size Height.
 * @param {boolean} [turned] Whether it is upside down.
 */
export function pip(suit, kind, x, y, size, turned = false) {
  const scale = size / 20;
  const by = turned ? -scale : scale;
  return path(kind, OUTLINES[suit], `translate(${x} ${y}) scale(${by})`);
}
