// The backs: two packs, a red one and a blue one.

import { BOX, node, path } from "./pen.js";

/** @typedef {"red" | "blue"} Pack */

/** @type {Map<Pack, SVGElement>} */
const drawn = new Map();

/**
 * The back of a card. It is drawn once and copied from then on.
 * @param {Pack} pack
 * @returns {SVGElement}
 */
export function back(pack) {
  let first = drawn.get(pack);
  if (!first) drawn.set(pack, (first = draw(pack)));
  return /** @type {SVGElement} */ (first.cloneNode(true));
}

/** @param {Pack} pack */
function draw(pack) {
  return node(
    "svg",
    { viewBox: BOX, class: `back ${pack}`, "aria-hidden": "true" },
    node("rect", { class: "sheet", x: 0.4, y: 0.4, width: 59.2, height: 83.2, rx: 5 }),
    node("rect", { class: "ground", x: 3.5, y: 3.5, width: 53, height: 77, rx: 2.6 }),
    node("rect", { class: "border", x: 5.5, y: 5.5, width: 49, height: 73, rx: 1.4 }),
    path("weave", weave()),
    path("ground plate", "M30 23L43 42 30 61 17 42z"),
    path("border", "M30 25.6L41.2 42 30 58.4 18.8 42z"),
    fan(),
    node("g", { transform: "rotate(180 30 42)" }, fan()),
  );
}

/** Lozenges and dots in rows, the same seen from either end. */
function weave() {
  const parts = [];
  for (let row = 0; row < 23; row++) {
    for (let column = row % 2; column < 15; column += 2) {
      const x = 30 + (column - 7) * 3.2;
      const y = 42 + (row - 11) * 3.2;
      parts.push(`M${x.toFixed(1)} ${(y - 2.3).toFixed(1)}l1.5 2.3-1.5 2.3-1.5-2.3z`);
    }
  }
  return parts.join("");
}

/** Seven tricks, the odd one in another colour. */
function fan() {
  const cards = [-3, -2, -1, 0, 1, 2, 3].map((at) =>
    node("rect", {
      class: at === 3 ? "odd" : "trick", x: -1.1, y: -12.5, width: 2.2, height: 7.4, rx: 0.5,
      transform: `rotate(${at * 15})`,
    }),
  );
  return node("g", { transform: "translate(30 42)" }, ...cards);
}
