// The panel while the table waits for a player who is disconnected.

import { element, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { actionButton } from "./action-buttons.js";
import { addStyles } from "./late-styles.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./action-buttons.js").TableActions} TableActions */
/** @typedef {import("./middle-panel.js").Panel} Panel */

await addStyles("absence-panel.css");

/**
 * Returns the panel, or null if nobody is awaited.
 * @param {TableView} table
 * @param {TableActions} actions
 * @returns {Panel | null}
 */
export function absencePanel(table, actions) {
  const at = table.turn ?? -1;
  const place = table.places[at];
  const until = place?.stand_in_at ?? null;
  if (!place || until === null) return null;
  const make = () => {
    const standIn = actionButton(t("action.stand-in-now"), "stand-in", () => actions.act({ type: "stand-in", place: at }));
    standIn.hidden = true;
    setAttribute(standIn, "data-from", place.stand_in_from);
    return [
      element("p", {}, t("absent.title", { name: place.name })),
      element("p", { class: "small" }, `${t("absent.bot")} `, element("span", { "data-until": until })),
      table.you !== null && standIn,
    ];
  };
  return { name: "absent", from: [at, until], make };
}
