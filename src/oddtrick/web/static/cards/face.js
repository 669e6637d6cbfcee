// Cards as they are drawn: a face, and a suit alone.

import { shape } from "../page/element.js";
import { suitName, suitOf } from "./names.js";

/** @typedef {import("./names.js").Suit} Suit */

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** The suits, drawn in a square of 32. */
const OUTLINES = {
  S: "M16 2C13 8 3 13 3 20a6.4 6.4 0 0 0 11 4.4C13.8 27 12.6 29 10.6 30.4h10.8C19.4 29 18.2 27 18 24.4A6.4 6.4 0 0 0 29 20C29 13 19 8 16 2z",
  H: "M16 29.5C12.6 24.6 2.6 18.6 2.6 10.6A7 7 0 0 1 16 8a7 7 0 0 1 13.4 2.6C29.4 18.6 19.4 24.6 16 29.5z",
  D: "M16 1.6C18.8 7 22.6 12 26.6 16 22.6 20 18.8 25 16 30.4 13.2 25 9.4 20 5.4 16 9.4 12 13.2 7 16 1.6z",
  C: "M16 2.4a6.4 6.4 0 0 1 4.9 10.5A6.6 6.6 0 1 1 18 22.6c.2 3.2 1.3 6 3.4 7.8H10.6c2.1-1.8 3.2-4.6 3.4-7.8A6.6 6.6 0 1 1 11.1 12.9 6.4 6.4 0 0 1 16 2.4z",
};

/**
 * The face of a card.
 * @param {string} card
 */
export function face(card) {
  const suit = suitOf(card);
  const rank = card[0] === "T" ? "10" : (card[0] ?? "");
  return shape(
    "svg",
    { viewBox: "0 0 60 84", class: `face ${SUITS[suit]}`, "aria-hidden": "true" },
    shape("rect", { class: "paper", x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6 }),
    shape("text", { class: rank === "10" ? "rank narrow" : "rank", x: 5, y: 26 }, rank),
    pip(suit, 6, 32, 15),
    pip(suit, 22, 42, 33),
  );
}

/**
 * A suit alone, as large as the text around it.
 * @param {Suit} suit
 */
export function sign(suit) {
  const drawn = shape("svg", { viewBox: "0 0 32 32", class: `sign ${SUITS[suit]}` }, pip(suit, 0, 0, 32));
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", suitName(suit));
  return drawn;
}

/**
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function pip(suit, x, y, size) {
  return shape("path", {
    d: OUTLINES[suit],
    transform: `translate(${x} ${y}) scale(${size / 32})`,
  });
}
