// The courts: half a figure for each card, drawn twice, the second time on its head.

import { JACKS } from "./jacks.js";
import { KINGS } from "./kings.js";
import { art, node, path } from "./pen.js";
import { QUEENS } from "./queens.js";
import { pip } from "./suits.js";

/** @typedef {import("./suits.js").Suit} Suit */

/**
 * Half a figure, in tenths of a unit around the middle of the card; the halves meet in a line from
 * (-180, 40) to (180, -40).
 * @typedef {object} Figure
 * @property {string} behind What is behind the body: hair, a veil.
 * @property {string} robe What is worn.
 * @property {string} head What is before the face: beard, hair, crown.
 * @property {string} held What is held, and by what hand.
 * @property {number} looks How far the eyes are turned to a side.
 */

/** @type {Record<string, Record<Suit, Figure>>} */
const FIGURES = { J: JACKS, Q: QUEENS, K: KINGS };

const FRAME = "M12 7h36v70h-36z";
/** What lies around the picture where it is cut off by the edge of a small card. */
const RIM = "M0 0H60V84H0zM3 42V77A4 4 0 0 0 7 81H53A4 4 0 0 0 57 77V7A4 4 0 0 0 53 3H7A4 4 0 0 0 3 7z";

const BODY = "M-180 40V-52C-150-92-100-108-40-114H40C100-108 150-98 180-76V-40z";
const FACE = `
  skin M-20-150V-96Q0-82 20-96V-150z
  skin M-47-256V-192C-47-152-24-124 0-124S47-152 47-192V-256z
`;
const EYES = `
  ink.flat O-20-203 5.5O20-203 5.5
  line.thin M-33-204q13-13 26 0M7-204q13-13 26 0
  line.thin.fine M-36-221q15-9 29-2M36-221q-15-9-29-2
  line.thin M-3-206L-8-177q3 5 12 3
  lips.flat M-13-154q7-7 13-2 6-5 13 2-13 12-26 0z
`;
const SASH = `
  gold M-180 22L180-58V-22L-180 58z
  line.thin.fine M-180 32L180-48M-180 48L180-32
  suit M-24 0L0-34 24 0 0 34z
`;

/**
 * The picture of a court card.
 * @param {string} rank
 * @param {Suit} suit
 * @returns {SVGElement[]}
 */
export function court(rank, suit) {
  const figure = /** @type {Figure} */ (FIGURES[rank]?.[suit]);
  const half = node(
    "g",
    { class: "half", transform: "translate(30 42) scale(.1)" },
    pip(suit, "suit fine flat", -132, -296, 66),
    ...art(figure.behind),
    path("suit", BODY),
    ...art(figure.robe),
    ...art(FACE),
    node("g", { transform: `translate(${figure.looks})` }, ...art(EYES)),
    ...art(figure.head),
    ...art(figure.held),
  );
  const turned = node("g", { class: "turned", transform: "rotate(180 30 42)" }, half.cloneNode(true));
  const sash = node("g", { class: "sash", transform: "translate(30 42) scale(.1)" }, ...art(SASH));
  return [path("frame", FRAME), half, turned, sash, node("path", { class: "rim", "fill-rule": "evenodd", d: RIM })];
}
