// Card faces and suit symbols as SVG.

import { svgElement } from "../ui/dom.js";
import { court } from "./court-figures.js";
import { suitName } from "./card-names.js";
import { BOX, path } from "./path-notation.js";
import { glyph } from "./rank-glyphs.js";
import { pip } from "./suit-shapes.js";
import { tricks } from "./app-symbol.js";

/** @typedef {import("./card-names.js").Suit} Suit */

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** Vertical positions of pip rows in the upper half; the lower half is rotated by 180°. */
const ROWS = { top: 16.5, third: 33.5, half: 42, high: 29.25, ten: 25 };

/**
 * Pip rows of each rank: in the middle column, and in the two outer columns.
 * @type {Record<string, [(keyof typeof ROWS)[], (keyof typeof ROWS)[]]>}
 */
const LAYOUTS = {
  2: [["top"], []],
  3: [["top", "half"], []],
  4: [[], ["top"]],
  5: [["half"], ["top"]],
  6: [[], ["top", "half"]],
  7: [["high"], ["top", "half"]],
  8: [["high"], ["top", "half"]],
  9: [["half"], ["top", "third"]],
  T: [["ten"], ["top", "third"]],
};

/** Inner outline of the ace of spades. */
const SPADE =
  "M30 22C34.5 31 48.45 37.6 48.45 49.1A9.45 9.45 0 0 1 30 52.7 9.45 9.45 0 0 1 11.55 49.1C11.55 37.6 25.5 31 30 22z";

/** @type {Map<string, SVGElement>} */
const faceCache = new Map();

/**
 * Returns the face of a card. Each face is drawn once and cloned from then on.
 * @param {string} card Rank and suit, as in "AS" or "TD".
 * @returns {SVGElement}
 */
export function face(card) {
  let first = faceCache.get(card);
  if (!first) faceCache.set(card, (first = renderFace(card[0] ?? "", /** @type {Suit} */ (card[1]))));
  return /** @type {SVGElement} */ (first.cloneNode(true));
}

/**
 * A suit symbol at text size.
 * @param {Suit} suit
 */
export function suitSymbol(suit) {
  const attributes = { viewBox: "-10.5 -10.5 21 21", class: `sign ${SUITS[suit]}`, role: "img" };
  const svg = svgElement("svg", attributes, pip(suit, "suit", 0, 0, 20));
  svg.setAttribute("aria-label", suitName(suit));
  return svg;
}

/**
 * @param {string} rank
 * @param {Suit} suit
 */
function renderFace(rank, suit) {
  const royal = "JQK".includes(rank);
  const corner = () => svgElement("g", { class: "face-corner" }, glyph(rank), pip(suit, "suit", 0, 0, 20));
  return svgElement(
    "svg",
    { viewBox: BOX, class: `face ${SUITS[suit]}${royal ? " face-court" : ""}`, "aria-hidden": "true" },
    svgElement("rect", { class: "in-stock", x: 0.4, y: 0.4, width: 59.2, height: 83.2, rx: 5 }),
    ...(royal ? court(rank, suit) : pips(rank, suit)),
    corner(),
    svgElement("g", { class: "face-turned", transform: "rotate(180 30 42)" }, corner()),
  );
}

/**
 * @param {string} rank
 * @param {Suit} suit
 * @returns {SVGElement[]}
 */
function pips(rank, suit) {
  const alone = pip(suit, "suit alone", 42.5, 62.5, 29);
  if (rank === "A") return [svgElement("g", { class: "face-pips" }, ...acePip(suit)), alone];
  const [middle, beside] = LAYOUTS[rank] ?? [[], []];
  const pips = [
    ...middle.flatMap((row) => pipColumn(suit, row, [30], rank === "7")),
    ...beside.flatMap((row) => pipColumn(suit, row, [18.8, 41.2], false)),
  ];
  return [svgElement("g", { class: "face-pips" }, ...pips), alone];
}

/**
 * @param {Suit} suit
 * @param {keyof typeof ROWS} row
 * @param {number[]} columns
 * @param {boolean} single Whether the pip is in the upper half only.
 */
function pipColumn(suit, row, columns, single) {
  const y = ROWS[row];
  const upper = columns.map((x) => pip(suit, "suit pip", x, y, 12.5));
  if (single || y === ROWS.half) return upper;
  return [...upper, ...columns.map((x) => pip(suit, "suit pip", x, 84 - y, 12.5, true))];
}

/**
 * The single pip of an ace; the ace of spades is ornate.
 * @param {Suit} suit
 */
function acePip(suit) {
  if (suit !== "S") return [pip(suit, "suit pip", 30, 42, 30)];
  return [
    pip(suit, "suit pip", 30, 41, 48),
    path("rim", SPADE),
    svgElement("g", { transform: "translate(30 50.5) scale(1.08)" }, ...tricks()),
  ];
}
