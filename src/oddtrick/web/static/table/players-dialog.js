// The dialog "Who's playing?": the players of the table; for a bot its level and how it likes to play.

import { element } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { t, tOr } from "../i18n/translate.js";
import { isPartner } from "./player-names.js";
import { portrait, styleOf } from "./bot-portraits.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlaceView} PlaceView */

/** @param {TableView} table */
export function openPlayers(table) {
  const players = table.places.flatMap((place, index) => (place.kind === "open" ? [] : [player(table, place, index)]));
  openDialog(t("action.players"), element("ul", { class: "more players" }, ...players));
}

/**
 * @param {TableView} table
 * @param {PlaceView} place
 * @param {number} index
 */
function player(table, place, index) {
  const own = index === table.you;
  const facts = [
    own && !["Guest", t("who.guest")].includes(place.name) && place.name,
    place.kind === "bot" && t("players.bot", { level: levelName(place.level) }),
    place.program && t("seat.program"),
    isPartner(table, place.seat) && t("who.partner"),
  ].filter(Boolean);
  return element(
    "li",
    {},
    place.kind === "bot" ? portrait(place.name) : null,
    element("strong", {}, own ? t("who.you") : place.name),
    facts.length ? element("span", { class: "small" }, ` ${facts.join(" · ")}`) : null,
    element("div", {}, styleOf(place)),
  );
}

/**
 * The name of a level without its style.
 * @param {string | null} level
 */
function levelName(level) {
  const [name = ""] = (level ?? "").split("+");
  return tOr(`level.${name}`, name);
}
