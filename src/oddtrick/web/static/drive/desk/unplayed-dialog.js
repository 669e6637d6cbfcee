// The dialog for a table that cannot finish: how its deal is scored, so that the round goes on without it.

import { element, findInput } from "../../ui/dom.js";
import { radioGroup } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { unplayedText } from "../drive-words.js";
import { ask, reasonField } from "../question-dialogs.js";

/** @typedef {import("../drive-types").Unplayed} Unplayed */

/**
 * Asks how the deal of a table is scored and sends the answer.
 * @param {import("./desk-state.js").Desk} desk
 * @param {number} round
 * @param {number} table
 */
export async function openUnplayed(desk, round, table) {
  /** @type {Unplayed} */
  let score = "average";
  const offers = ["average", "nothing", "later"].map((value) => ({ value, text: unplayedText(desk.parts, /** @type {Unplayed} */ (value)) }));
  const parts = [
    element("p", {}, t("desk.unplayed.about")),
    radioGroup(t("desk.unplayed.score"), offers, score, (value) => (score = /** @type {Unplayed} */ (value))),
    reasonField([t("desk.why.unwell"), t("desk.why.time"), t("desk.why.misdeal")]),
  ];
  const why = await ask(t("desk.unplayed.title", { round, table }), t("desk.unplayed.do"), parts, (form) => findInput(form, "[name=why]").value.trim());
  if (why) await desk.send({ type: "mark-unplayed", round, table, score, why }, t("desk.unplayed.done", { round, table }));
}
