// Court cards: each figure is half a drawing, repeated upside down.

import { svgElement } from "../ui/dom.js";
import { JACKS } from "./jacks.js";
import { KINGS } from "./kings.js";
import { art, path } from "./path-notation.js";
import { QUEENS } from "./queens.js";
import { pip } from "./suit-shapes.js";

/** @typedef {import("./card-names.js").Suit} Suit */

/**
 * Half a figure, in tenths of a unit around the centre of the card. The halves meet at the line from
 * (-180, 40) to (180, -40).
 * @typedef {object} Figure
 * @property {string} behind Parts behind the body: hair, a veil.
 * @property {string} robe Clothing.
 * @property {string} head Parts in front of the face: beard, hair, crown.
 * @property {string} held The object held, and the hand.
 * @property {number} looks Horizontal offset of the eyes.
 */

/** @type {Record<string, Record<Suit, Figure>>} */
const FIGURES = { J: JACKS, Q: QUEENS, K: KINGS };

const FRAME = "M12 7h36v70h-36z";
const BODY = "M-180 40V-80C-150-104-100-112-40-116H40C100-112 150-104 180-80V-40z";
const FACE = `
  skin M-20-150V-96Q0-82 20-96V-150z
  skin M-47-256V-192C-47-152-24-124 0-124S47-152 47-192V-256z
`;
const EYES = `
  ink.flat O-20-203 5.5O20-203 5.5
  line.thin M-33-204q13-13 26 0M7-204q13-13 26 0
  line.thin.fine M-36-221q15-9 29-2M36-221q-15-9-29-2
  line.thin M-3-206L-8-177q3 5 12 3
`;
/** @type {Record<string, string>} */
const MOUTHS = {
  J: "line.thin M-12-152Q2-146 13-154\nline.thin.fine M-4-142q5 2 9-1",
  Q: "lips.flat M-13-153q7-8 13-2 6-6 13 2-13 13-26 0z",
  K: "lips.flat M-9-154q9-4 18 0-9 10-18 0z",
};
/**
 * Positions of the small suit symbols on the robes of kings and queens.
 * @type {Record<string, number[][]>}
 */
const SPOTS = { J: [], Q: [[-150, -60], [-106, -30], [-154, -4]], K: [[-150, -56], [-104, -40], [-144, -4]] };

const SASH = `
  gold M-180 18L180-62V-18L-180 62z
  line.thin.fine M-180 29L180-51M-180 51L180-29
  suit M-26 0L0-38 26 0 0 38z
  gold.fine M-12 0L0-18 12 0 0 18z
`;

/**
 * Draws a court card.
 * @param {string} rank
 * @param {Suit} suit
 * @returns {SVGElement[]}
 */
export function court(rank, suit) {
  const figure = /** @type {Figure} */ (FIGURES[rank]?.[suit]);
  const half = svgElement(
    "g",
    { class: "court-half", transform: "translate(30 42) scale(.1)" },
    pip(suit, "suit fine flat", -138, -304, 60),
    ...art(figure.behind),
    path("suit", BODY),
    ...(SPOTS[rank] ?? []).map(([x = 0, y = 0]) => pip(suit, "gold fine flat", x, y, 24)),
    ...art(figure.robe),
    ...art(FACE),
    svgElement("g", { transform: `translate(${figure.looks})` }, ...art(EYES), ...art(MOUTHS[rank] ?? "")),
    ...art(figure.head),
    svgElement("g", { transform: "translate(10)" }, ...art(figure.held)),
  );
  const turned = svgElement("g", { class: "face-turned", transform: "rotate(180 30 42)" }, half.cloneNode(true));
  const sash = svgElement("g", { class: "court-sash", transform: "translate(30 42) scale(.1)" }, ...art(SASH));
  // A nested svg element clips what a small card has no room for.
  const window = { x: 2.2, y: 2.2, width: 55.6, height: 79.6, viewBox: "2.2 2.2 55.6 79.6" };
  return [path("frame", FRAME), svgElement("svg", window, half, turned, sash)];
}
