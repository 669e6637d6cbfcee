// Names of players and sides in the user's language.

import { currentLanguage, t, tOr } from "../i18n/translate.js";
import { ownSeat, placeAt } from "../wire/state.js";

/** @typedef {import("../wire/protocol").TableView} TableView */

/**
 * Returns the name of the player in a seat.
 * @param {TableView} table
 * @param {number} seat
 */
export function nameAt(table, seat) {
  return table.places[placeAt(table, seat)]?.name || t("who.seat", { n: seat + 1 });
}

/**
 * Returns the player's name, or “you” for the viewer.
 * @param {TableView} table
 * @param {number} seat
 */
export function youOrName(table, seat) {
  return seat === ownSeat(table) ? t("who.you") : nameAt(table, seat);
}

/**
 * Returns the name of a side: its players, the viewer first.
 * @param {TableView} table
 * @param {readonly number[]} side Its seats.
 */
export function sideName(table, side) {
  const own = ownSeat(table);
  const order = own !== null && side.includes(own) ? [own, ...side.filter((seat) => seat !== own)] : [...side];
  return joinNames(order.map((seat) => youOrName(table, seat)));
}

/**
 * Returns the side of a seat.
 * @param {TableView} table
 * @param {number} seat
 * @returns {number}
 */
export function sideOf(table, seat) {
  return table.sides.findIndex((side) => side.includes(seat));
}

/** Returns whether everyone plays for themselves. @param {TableView} table */
export function playsIndividually(table) {
  return table.sides.every((side) => side.length === 1);
}

/**
 * Joins names with the language's list format.
 * @param {string[]} names
 */
export function joinNames(names) {
  const language = currentLanguage();
  let list = listFormats.get(language);
  if (!list) listFormats.set(language, (list = new Intl.ListFormat(language, { style: "short", type: "conjunction" })));
  return list.format(names);
}

/** Cached by language: creating one is slow. @type {Map<string, Intl.ListFormat>} */
const listFormats = new Map();

/**
 * Returns whether a seat belongs to a partner of the viewer.
 * @param {TableView} table
 * @param {number} seat
 */
export function isPartner(table, seat) {
  const own = ownSeat(table);
  return own !== null && seat !== own && sideOf(table, seat) === sideOf(table, own);
}

/**
 * Translates a text about a player: `….you` for the viewer, `….partner` for a partner if there is such a
 * text, otherwise `….other`.
 * @param {TableView} table
 * @param {number} seat
 * @param {string} stem
 * @param {Record<string, string | number>} [values]
 */
export function textAbout(table, seat, stem, values = {}) {
  const own = seat === ownSeat(table);
  const name = /** @type {import("../i18n/translate.js").MessageKey} */ (`${stem}.${own ? "you" : "other"}`);
  const all = { name: nameAt(table, seat), ...values };
  return isPartner(table, seat) ? tOr(`${stem}.partner`, t(name, all), all) : t(name, all);
}
