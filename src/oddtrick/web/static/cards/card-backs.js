// Card backs: a red pack and a blue one.

import { svgElement } from "../ui/dom.js";
import { BOX, path, tricks } from "./shapes.js";

/** @typedef {"red" | "blue"} Pack */

/** @type {Map<Pack, SVGElement>} */
const backCache = new Map();

/**
 * Returns the back of a card. Each back is drawn once and cloned from then on.
 * @param {Pack} pack
 * @returns {SVGElement}
 */
export function cardBack(pack) {
  let first = backCache.get(pack);
  if (!first) backCache.set(pack, (first = renderBack(pack)));
  return /** @type {SVGElement} */ (first.cloneNode(true));
}

/** @param {Pack} pack */
function renderBack(pack) {
  return svgElement(
    "svg",
    { viewBox: BOX, class: `card-back ${pack}`, "aria-hidden": "true" },
    svgElement("rect", { class: "in-stock", x: 0.4, y: 0.4, width: 59.2, height: 83.2, rx: 5 }),
    svgElement("rect", { class: "in-ground", x: 3.5, y: 3.5, width: 53, height: 77, rx: 2.6 }),
    svgElement("rect", { class: "in-border", x: 5.5, y: 5.5, width: 49, height: 73, rx: 1.4 }),
    path("weave", weave()),
    svgElement("circle", { class: "in-border", cx: 30, cy: 42, r: 16.6 }),
    path("ray", "M18.6 42l1.5-2 1.5 2-1.5 2zM38.4 42l1.5-2 1.5 2-1.5 2z"),
    svgElement("g", { transform: "translate(30 42)" }, ...tricks(22)),
    svgElement("g", { transform: "translate(30 42) rotate(180)" }, ...tricks(22)),
  );
}

/** The pattern: rows of lozenges, symmetric under rotation by 180°. */
function weave() {
  const parts = [];
  for (let row = 0; row < 21; row++) {
    for (let column = row % 2; column < 15; column += 2) {
      const x = 30 + (column - 7) * 3.2;
      const y = 42 + (row - 10) * 3.36;
      if (Math.hypot(x - 30, y - 42) > 19.5) parts.push(`M${x.toFixed(1)} ${(y - 2.3).toFixed(1)}l1.5 2.3-1.5 2.3-1.5-2.3z`);
    }
  }
  return parts.join("");
}
