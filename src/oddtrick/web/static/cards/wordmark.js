// The Oddtrick wordmark: seven tricks in a fan and the name in hand-drawn letters.

import { svgElement } from "../ui/dom.js";
import { path, tricks } from "./shapes.js";

/** The letters of the name, drawn with one stroke; baseline at 0, cap height 34. */
const LETTERS = [
  "M31-17A15 15 0 1 1 31-17.01z",
  "M60-34V-2.2M60-11A9 9 0 1 1 60-11.01z",
  "M90-34V-2.2M90-11A9 9 0 1 1 90-11.01z",
  "M102.5-29V-9Q102.5-2.2 109-2.2M97.5-20H108.5",
  "M118.5-2.2V-20M118.5-11Q118.5-20 127.5-20",
  "M136-20V-2.2",
  "M161.5-17.4A9 9 0 1 0 161.5-4.6",
  "M171-34V-2.2M183-20L171-9.2M175.6-13.2L184-2.2",
];

/**
 * The name mark, as wide as its place.
 * @returns {SVGElement}
 */
export function wordmark() {
  return svgElement(
    "svg",
    { viewBox: "0 -36 246 37", class: "name-mark", role: "img", "aria-label": "Oddtrick" },
    svgElement("g", { transform: "translate(27 0) scale(2.55)" }, ...tricks(16)),
    svgElement("g", { transform: "translate(59 0)" }, path("letters", LETTERS.join("")), path("odd", "M136-35.5L140.6-29.5 136-23.5 131.4-29.5z")),
  );
}
