// The check after a move: a helper goes from table to table and ticks those where the right four sit.

import { openDialog } from "../../ui/dialog.js";
import { element, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { pairNames, playerName } from "../drive-words.js";

/** @typedef {import("../drive-types").Round} Round */
/** @typedef {import("../drive-types").RoundTable} RoundTable */
/** @typedef {import("./desk-state.js").Desk} Desk */

/** The tables that are ticked, and the entry of the log with which their round began: a round begun again is checked anew. */
const ticked = { begun: 0, tables: /** @type {Set<number>} */ (new Set()) };

/**
 * Opens the dialog.
 * @param {Desk} desk
 * @param {Round} round
 */
export function openSeatingCheck(desk, round) {
  if (ticked.begun !== round.begun) Object.assign(ticked, { begun: round.begun, tables: new Set() });
  const { tables } = ticked;
  const progress = element("p", { class: "progress", role: "status" });
  const update = () => setText(progress, t("desk.seating.progress", { n: tables.size, tables: round.tables.length }));
  const tick = (/** @type {number} */ table, /** @type {boolean} */ sits) => {
    if (sits) tables.add(table);
    else tables.delete(table);
    update();
  };
  const out = round.sitting_out.map((player) => playerName(desk.parts, player));
  update();
  openDialog(
    t("desk.seating.title", { round: round.number }),
    element("p", { class: "small" }, t("desk.seating.about")),
    desk.parts.drive?.seats === "draw" && round.number === 1 && element("p", { class: "small" }, t("desk.not-begun.drawn", { seed: desk.parts.drive.seed ?? 0 })),
    progress,
    element("ul", { class: "seating-check" }, ...round.tables.map((table) => tableItem(desk, table, tables.has(table.table), tick))),
    out.length > 0 && element("p", { class: "small" }, t("desk.sitting-out", { names: out.join(", ") })),
  );
}

/**
 * @param {Desk} desk
 * @param {RoundTable} table
 * @param {boolean} checked
 * @param {(table: number, sits: boolean) => void} tick
 */
function tableItem({ parts }, { table, pairs }, checked, tick) {
  return element(
    "li",
    {},
    element(
      "label",
      { class: "check" },
      element("input", { type: "checkbox", checked, change: (event) => tick(table, event.target.checked) }),
      element("span", {}, element("strong", {}, t("drive.table-number", { table })), element("br", {}), t("desk.sides", { ns: pairNames(parts, pairs[0]), ew: pairNames(parts, pairs[1]) })),
    ),
  );
}
