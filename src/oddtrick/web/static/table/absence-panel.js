// The panel while the table waits for a player who is disconnected.

import { element, setAttribute } from "../ui/dom.js";
import { loadMessages, t } from "../i18n/translate.js";
import { actionButton } from "./action-buttons.js";
import { addStyles } from "./lazy-part.js";

/** @import {TableView} from "../wire/protocol" */
/** @import {Panel} from "./middle-panel.js" */

await addStyles("absence-panel.css");
await loadMessages("table-menus");

/**
 * Returns the panel, or null if nobody is awaited.
 * @param {TableView} table
 * @returns {Panel | null}
 */
export function absencePanel(table) {
  const at = table.turn ?? -1;
  const place = table.places[at];
  const until = place?.stand_in_at ?? null;
  if (!place || until === null) return null;
  const make = () => {
    const standIn = actionButton(t("action.stand-in-now"), "stand-in", { type: "stand-in", place: at });
    standIn.hidden = true;
    setAttribute(standIn, "data-from", place.stand_in_from);
    const may = place.stand_in_from ?? until;
    const wait = table.you !== null && may < until;
    return [
      element("p", {}, t("absent.title", { name: place.name })),
      wait && element("p", { class: "small", "data-to": may }, `${t("absent.may")} `, element("span", { "data-until": may })),
      element("p", { class: "small", hidden: wait, "data-from": may }, `${t("absent.bot")} `, element("span", { "data-until": until })),
      table.you !== null && standIn,
    ];
  };
  return { name: "absent", from: [at, until], make };
}
