// The name mark: seven tricks in a fan, the odd one gold, and the name in letters of our own.

import { node, path } from "./pen.js";

/** The letters of the name, each with its own beginning; x-height 20, the stems rise to 34. */
const LETTERS = [
  "M17-17A15.5 15.5 0 1 1 17-17.01z",
  "M64-34V-2.2M64-11A9 9 0 1 1 64-11.01z",
  "M93-34V-2.2M93-11A9 9 0 1 1 93-11.01z",
  "M105-29V-8Q105-2.2 111-2.2H113M100-20H113",
  "M122-2.2V-20M122-12Q122-20 131-20",
  "M139-20V-2.2",
  "M164-17A9 9 0 1 0 164-5",
  "M173-34V-2.2M186-20L173-9.6M178-13L187-2.2",
];

/**
 * The name mark, as wide as its place.
 * @returns {SVGElement}
 */
export function mark() {
  return node(
    "svg",
    { viewBox: "0 -40 230 46", class: "mark", role: "img", "aria-label": "Oddtrick" },
    fan(),
    node("g", { transform: "translate(44)" }, path("letters", LETTERS.join("")), path("odd", "M139-34.5L144-28.5 139-22.5 134-28.5z", "translate(0 -1)")),
  );
}

function fan() {
  const cards = [-3, -2, -1, 0, 1, 2, 3].map((at) =>
    node("rect", {
      class: at === 3 ? "odd" : "trick", x: -2, y: -29, width: 4, height: 20, rx: 1,
      transform: `rotate(${at * 15})`,
    }),
  );
  return node("g", { transform: "translate(20 -3)" }, ...cards);
}
