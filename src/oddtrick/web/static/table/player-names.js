// Who is who at the table, in the person's language.

import { currentLanguage, words } from "../i18n/translate.js";
import { ownSeat, placeAt } from "../wire/state.js";

/** @typedef {import("../wire/protocol").TableView} TableView */

/**
 * What the player of a seat is called.
 * @param {TableView} table
 * @param {number} seat
 */
export function nameAt(table, seat) {
  return table.places[placeAt(table, seat)]?.name || words("who.seat", { n: seat + 1 });
}

/**
 * The same; the viewer's own seat is “you”.
 * @param {TableView} table
 * @param {number} seat
 */
export function youOrName(table, seat) {
  return seat === ownSeat(table) ? words("who.you") : nameAt(table, seat);
}

/**
 * What a side is called: by its players, the viewer first.
 * @param {TableView} table
 * @param {readonly number[]} side Its seats.
 */
export function sideName(table, side) {
  const own = ownSeat(table);
  const order = own !== null && side.includes(own) ? [own, ...side.filter((seat) => seat !== own)] : [...side];
  return listed(order.map((seat) => youOrName(table, seat)));
}

/**
 * The side of a seat.
 * @param {TableView} table
 * @param {number} seat
 * @returns {number}
 */
export function sideOf(table, seat) {
  return table.sides.findIndex((side) => side.includes(seat));
}

/** Whether each plays for himself. @param {TableView} table */
export function alone(table) {
  return table.sides.every((side) => side.length === 1);
}

/**
 * Several names in one.
 * @param {string[]} names
 */
export function listed(names) {
  const language = currentLanguage();
  let list = lists.get(language);
  if (!list) lists.set(language, (list = new Intl.ListFormat(language, { style: "short", type: "conjunction" })));
  return list.format(names);
}

/** By language; they take long to make. @type {Map<string, Intl.ListFormat>} */
const lists = new Map();

/**
 * A text about somebody: `….you` or `….other`.
 * @param {TableView} table
 * @param {number} seat
 * @param {string} stem
 * @param {Record<string, string | number>} [given]
 */
export function about(table, seat, stem, given = {}) {
  const own = seat === ownSeat(table);
  const name = /** @type {import("../i18n/translate.js").Word} */ (`${stem}.${own ? "you" : "other"}`);
  return words(name, { name: nameAt(table, seat), ...given });
}
