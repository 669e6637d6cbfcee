// What the built-in bots say at the table. Each has a manner of speaking; none of it says anything about their cards.

import { t } from "../i18n/translate.js";
import { isPartner } from "./player-names.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {"greeting" | "trumped" | "lost-ace" | "praise"} Occasion */

/** The manner of each bot, by name; as the server names its bots. @type {Record<string, string>} */
const MANNERS = {
  Ann: "courteous", Bob: "boastful", Cal: "dry", Dot: "cheerful", Eve: "dry", Fay: "cheerful", Gus: "boastful", Hal: "courteous", Ida: "dry",
};

/** One occasion in so many is commented on. */
const SELDOM = 3;

/**
 * Returns who says what about a complete trick; mostly nobody.
 * @param {TableView} table The table with the trick on it.
 * @param {number} winner Seat of the winner.
 * @returns {{place: number, text: string} | null}
 */
export function remarkOnTrick(table, winner) {
  const { match } = table;
  if (!match) return null;
  const trick = match.tricks.length;
  if ((trick * 7 + match.number * 5 + winner) % SELDOM) return null;
  const [suit] = match.table.map((card) => card[1]);
  const winning = match.table[match.table_seats.indexOf(winner)] ?? "";
  const trumped = match.trump !== null && winning[1] === match.trump && suit !== match.trump;
  const ace = match.table_seats[match.table.indexOf(`A${suit}`)];
  if (trumped && winner === match.seat) return remark(table, match.table_seats.find((seat) => isPartner(table, seat)), "praise");
  if (trumped) return remark(table, winner, "trumped");
  return ace !== undefined && ace !== winner ? remark(table, ace, "lost-ace") : null;
}

/**
 * Returns the greeting of the first bot to the left.
 * @param {TableView} table
 */
export function greeting(table) {
  const place = table.places.findIndex((each) => each.kind === "bot" && each.name in MANNERS);
  return remark(table, table.places[place]?.seat, "greeting");
}

/**
 * @param {TableView} table
 * @param {number | undefined} seat
 * @param {Occasion} occasion
 */
function remark(table, seat, occasion) {
  const place = table.places.findIndex((each) => each.seat === seat);
  const { kind, name = "" } = table.places[place] ?? {};
  const manner = MANNERS[name];
  if (kind !== "bot" || !manner) return null;
  return { place, text: t(/** @type {import("../i18n/translate.js").MessageKey} */ (`talk.${occasion}.${manner}`)) };
}
