// Card faces and suit symbols as SVG.

import { svgElement } from "../ui/dom.js";
import { path, BOX, pip, tricks } from "./shapes.js";
import { court } from "./court-figures.js";
import { rankSign, suitName, suitOf } from "./card-names.js";

/** @import {Suit} from "./card-names.js" */

/**
 * Strokes of the ranks, 20 units high; their centre lines run from y = 1.6 to 18.4.
 * @type {Record<string, string>}
 */
const STROKES = {
  2: "M-5.2 6.2C-5.2 3.4-3 1.6 0 1.6S5.2 3.4 5.2 6.2C5.2 9.8-1.6 12.6-5.4 18.4H5.6V15.8",
  3: "M-5 1.6H4.8L-.6 8.2C3.6 8.2 5.6 10.4 5.6 13.2 5.6 16.2 3.2 18.4 0 18.4-2.8 18.4-5 17-5.6 14.6",
  4: "M2.6 18.4V1.6L-6 13.4H6.4",
  5: "M4.8 1.6H-3.8L-4.6 9.2C-3.4 8-1.8 7.4 0 7.4 3.4 7.4 5.6 9.6 5.6 12.8S3.2 18.4 0 18.4C-2.8 18.4-5 17-5.6 14.8",
  6: "M4.4 3.2C3.2 2.1 1.8 1.6.4 1.6-3.4 1.6-5.6 5.2-5.6 11.2M-5.6 12.6A5.6 5.8 0 1 1 5.6 12.6 5.6 5.8 0 1 1-5.6 12.6z",
  7: "M-5.4 4.4V1.6H5.6C1.6 6.2-1.2 11.4-1.8 18.4",
  8: "M0 9.2A4.3 3.8 0 1 1 0 1.6 4.3 3.8 0 1 1 0 9.2 5.5 4.6 0 1 0 0 18.4 5.5 4.6 0 1 0 0 9.2z",
  9: "M-4.4 16.8C-3.2 17.9-1.8 18.4-.4 18.4 3.4 18.4 5.6 14.8 5.6 8.8M5.6 7.4A5.6 5.8 0 1 1-5.6 7.4 5.6 5.8 0 1 1 5.6 7.4z",
  T: "M-8 4.6L-4.6 1.6V18.4M.6 10C.6 4.6 2.2 1.6 4.9 1.6S9.2 4.6 9.2 10 7.6 18.4 4.9 18.4.6 15.4.6 10z",
  J: "M-.6 1.6H5.6M3 1.6V13.4C3 16.6 1.2 18.4-1.4 18.4-3.8 18.4-5.4 17-5.4 14.6",
  Kn: "M-9 1.6V18.4M.2 1.6L-9 11.4M-6 8.4L.6 18.4M3.8 18.4V8M3.8 11.4C4.6 9 5.8 8 7.2 8 9 8 9.8 9.2 9.8 11.6V18.4",
  B: "M-5 1.6V18.4H.2C3.6 18.4 5.6 16.7 5.6 13.9S3.6 9.4.2 9.4H-5M0 9.4C3 9.4 4.8 8.1 4.8 5.5S3 1.6 0 1.6H-5",
  D: "M-5.4 1.6V18.4H-1.2C3.6 18.4 6 15.2 6 10S3.6 1.6-1.2 1.6z",
  Q: "M-6 10C-6 4.8-3.8 1.6 0 1.6S6 4.8 6 10 3.8 18.4 0 18.4-6 15.2-6 10zM.6 13.6L6.4 19.4",
  K: "M-6.6 1.6H-2.2M-6.6 18.4H-2.2M-4.4 1.6V18.4M5.6 1.6L-4.4 12M-1.2 8.8L5.2 18.4M2.6 18.4H7",
  A: "M-7.6 18.4H-3.4M3.4 18.4H7.6M-5.6 18.4L0 1.8 5.6 18.4M-3.6 12.8H3.6",
};

/** The court cards by the signs that stand for them in some game or language. @type {Record<string, string>} */
const COURTS = { Kn: "J", B: "J", D: "Q" };

/**
 * Draws a rank glyph.
 * @param {string} rank One of 2–9, T, J, Kn or B, Q or D, K, A.
 */
export function glyph(rank) {
  return svgElement("g", { class: rank === "T" || rank === "Kn" ? "face-glyph face-wide" : "face-glyph" }, path("stroke", STROKES[rank] ?? ""));
}

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
 * @param {string} card Rank and suit, as in "AS" or "TD"; "KnD" for a knave wherever it is shown.
 * @returns {SVGElement}
 */
export function face(card) {
  const [sign, suit] = [rankSign(card), suitOf(card)];
  let first = faceCache.get(sign + suit);
  if (!first) faceCache.set(sign + suit, (first = renderFace(sign, suit)));
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
 * @param {string} sign The rank as it is written.
 * @param {Suit} suit
 */
function renderFace(sign, suit) {
  const rank = COURTS[sign] ?? sign;
  const royal = "JQK".includes(rank);
  const corner = () => svgElement("g", { class: "face-corner" }, glyph(sign), pip(suit, "suit", 0, 0, 20));
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
