// Compact notation for the SVG paths of the card art.

import { svgElement } from "../ui/dom.js";

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
