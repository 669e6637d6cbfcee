// Shapes as SVG paths: how they are written, those of the suits, and the symbol of the app.

import { svgElement } from "../ui/dom.js";

/** @import {Suit} from "./card-names.js" */

/** View box of every card: 60 by 84 units. */
export const BOX = "0 0 60 84";

/**
 * Creates a path. Its kind becomes CSS classes: "gold thin" is `.in-gold.in-thin`.
 * @param {string} kind
 * @param {string} d
 * @param {string} [transform]
 */
export function path(kind, d, transform) {
  const attributes = { class: kind.replace(/\S+/g, "in-$&"), d };
  return svgElement("path", transform ? { ...attributes, transform } : attributes);
}

/**
 * Parses drawings: one path per line, as `kind data`. Several kinds are separated by full stops. In the data
 * `O x y r` is a circle. A line that begins with `=` is drawn twice, the second time mirrored left to
 * right.
 * @param {string} lines
 * @returns {SVGElement[]}
 */
export function art(lines) {
  return lines
    .trim()
    .split(/\s*\n\s*/)
    .filter((line) => line !== "")
    .flatMap((line) => {
      const twice = line.startsWith("=");
      const [kinds = "", ...rest] = line.slice(twice ? 1 : 0).split(" ");
      const kind = kinds.replaceAll(".", " ");
      const d = rest.join(" ").replace(CIRCLE, (_, x, y, r) => circle(+x, +y, +r));
      return twice ? [path(kind, d), path(kind, d, "scale(-1 1)")] : [path(kind, d)];
    });
}

const CIRCLE = /O ?(-?[\d.]+)[ ,]?(-?[\d.]+)[ ,]([\d.]+)/g;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function circle(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

// Outlines of the four suits.

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

// The app symbol: seven tricks in a fan, the odd one in another colour.

/**
 * Draws seven tricks as a fan of rays around the origin, each ending 12 to 13 units from it.
 * @param {number} [apart] Angle between two rays (degrees).
 */
export function tricks(apart = 20) {
  return [-3, -2, -1, 0, 1, 2, 3].map((at) =>
    path(at === 3 ? "odd" : "ray", "M-.5-4.4L-1.5-12.4Q0-13.4 1.5-12.4L.5-4.4Q0-4.1-.5-4.4z", `rotate(${at * apart})`),
  );
}
