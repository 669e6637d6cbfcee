// The last trick in the side panel.

import { face } from "../cards/card-face.js";
import { cardName } from "../cards/card-names.js";
import { t } from "../i18n/translate.js";
import { element, updateContent } from "../ui/dom.js";
import { youOrName } from "./table-texts.js";

/** @import {TableView} from "../wire/protocol" */

/**
 * Renders the last trick in the side panel.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderLastTrick(at, table) {
  const last = table.stage === "gathering" ? null : (table.match?.last_trick ?? null);
  at.hidden = !last;
  updateContent(at, [last, last && table.places.map((place) => [place.name, place.seat])], () => {
    if (!last) return [];
    const cards = last.cards.map((what, index) => {
      const seat = last.seats[index] ?? 0;
      const wins = seat === last.winner;
      const label = t(wins ? "card.winner" : "card.trick", { name: youOrName(table, seat), card: cardName(what) });
      return element(
        "li",
        { "data-winner": wins },
        element("span", { class: "card", role: "img", "aria-label": label }, face(what)),
        element("span", { class: "name", "aria-hidden": "true" }, youOrName(table, seat)),
      );
    });
    return [element("h2", {}, t("last-trick.title")), element("ol", {}, ...cards)];
  });
}
