// Portraits of the built-in bots, and the words for their styles of play.

import { svgElement } from "../ui/dom.js";
import { loadMessages, tOr } from "../i18n/translate.js";

await loadMessages("bot-remarks");

/**
 * @typedef {object} Looks
 * @property {"short" | "long" | "bun" | "bald" | "curly"} style Hair style.
 * @property {number} hair Hair colour, 0 to 3.
 * @property {number} dress Colour of the clothes, 0 to 3.
 * @property {boolean} [glasses]
 * @property {boolean} [beard]
 */

/** Looks by name; as the server names its bots. @type {Record<string, Looks>} */
const LOOKS = {
  Ann: { style: "bun", hair: 3, dress: 0, glasses: true },
  Bob: { style: "short", hair: 1, dress: 1, beard: true },
  Cal: { style: "bald", hair: 3, dress: 2, glasses: true },
  Dot: { style: "curly", hair: 0, dress: 3 },
  Eve: { style: "long", hair: 1, dress: 2 },
  Fay: { style: "long", hair: 2, dress: 1 },
  Gus: { style: "bald", hair: 0, dress: 0, beard: true },
  Hal: { style: "short", hair: 2, dress: 3 },
  Ida: { style: "curly", hair: 3, dress: 1, glasses: true },
};

/** Shapes of the hair, in a box of 40 × 40. @type {Record<Looks["style"], string>} */
const HAIR = {
  short: "M11.5 18C10 8 15 5 20 5s10 3 8.5 13c-.7-4-2-6-4-7.5-4 1.5-8 1.5-10 1-1.5 1.5-2.5 3.5-3 6.5z",
  long: "M10.5 29C7.5 14 11 4.5 20 4.5S32.5 14 29.5 29h-3c1.3-7 1-12-1.5-16-4 .5-7.5 0-10-1.5-2.5 4-3 10-1.5 17.5z",
  bun: "M20 0a3.8 3.8 0 0 1 2.5 6.5C27 7.5 29.5 11 28.5 18c-1-4-3-7-5-8-3 1.2-7 1.2-9 .5-1.5 1.5-2.5 4-3 7.5-1-7 1.5-10.5 6-11.5A3.8 3.8 0 0 1 20 0z",
  bald: "M11.5 20c-1.5-3-1.5-6.5 0-9l1.6 1v8zM28.5 20c1.5-3 1.5-6.5 0-9l-1.6 1v8z",
  curly: "M11 19a4 4 0 0 1-1-7.5A5 5 0 0 1 14 6a6 6 0 0 1 12 0 5 5 0 0 1 4 5.5 4 4 0 0 1-1 7.5c-.2-4-1.5-6.5-3.5-7.5-4 1-8 1-11 0-2 1-3.3 3.5-3.5 7.5z",
};

const BEARD = "M12 20c.5 7 3.5 10.5 8 10.5s7.5-3.5 8-10.5c-1.5 2.5-3.5 3-5 2.5-2-.7-4-.7-6 0-1.5.5-3.5 0-5-2.5z";

/** Portraits by name: a seat is rendered anew at every turn, and a copy costs less than a drawing. @type {Map<string, SVGElement>} */
const drawn = new Map();

/**
 * Draws the portrait of a bot; null for a name without one.
 * @param {string} name
 */
export function portrait(name) {
  const looks = LOOKS[name];
  if (!looks) return null;
  const original = drawn.get(name) ?? drawLooks(looks);
  drawn.set(name, original);
  return /** @type {SVGElement} */ (original.cloneNode(true));
}

/** @param {Looks} looks */
function drawLooks(looks) {
  const { style, hair, dress, glasses = false, beard = false } = looks;
  const parts = [
    svgElement("circle", { class: "ground", cx: 20, cy: 20, r: 20 }),
    svgElement("path", { class: "dress", d: "M5 40c.5-9 7-11 15-11s14.5 2 15 11z" }),
    svgElement("path", { class: "skin", d: "M20 6c5.5 0 8.8 4 8.8 11S25 30 20 30s-8.8-6-8.8-13S14.5 6 20 6z" }),
    ...(beard ? [svgElement("path", { class: "hair", d: BEARD })] : []),
    svgElement("path", { class: "hair", d: HAIR[style] }),
    svgElement("path", { class: "ink", d: "M15.5 17.2h2.2v2.2h-2.2zM22.3 17.2h2.2v2.2h-2.2z" }),
    svgElement("path", { class: "line", d: "M16.8 24.2q3.2 2.4 6.4 0" }),
    ...(glasses ? [svgElement("path", { class: "line", d: "M13 18.3a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM20 18.3a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0z" })] : []),
  ];
  return svgElement("svg", { class: "portrait", viewBox: "0 0 40 40", "aria-hidden": "true", "data-hair": hair, "data-dress": dress }, ...parts);
}

/**
 * Says how the bot at a place likes to play; null for a person and a bot without style.
 * @param {import("../wire/protocol").PlaceView} place
 */
export function styleOf({ style }) {
  return style === null ? null : tOr(`style.${style}`, style);
}

/**
 * The name of the player at a place, and how a bot likes to play.
 * @param {import("../wire/protocol").PlaceView} place
 */
export function seatTitle(place) {
  const style = styleOf(place);
  return style ? `${place.name}: ${style}` : place.name;
}
