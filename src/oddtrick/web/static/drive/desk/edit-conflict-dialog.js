// The dialog for a change that somebody else has made in the meantime: both values, and the choice between them.

import { openDialog } from "../../ui/dialog.js";
import { element } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { timeOfDay } from "../drive-words.js";
import { byName, newResultsText, roundText, subjectText, valueTexts } from "./edit-conflict-words.js";

/** @typedef {import("../drive-types").Command} Command */
/** @typedef {import("../drive-types").Conflict} Conflict */
/** @typedef {import("./desk-state.js").Desk} Desk */

/**
 * Shows both values and lets the organiser choose.
 * @param {Desk} desk
 * @param {Command} command The command that was refused.
 * @param {Conflict} conflict
 */
export function openConflict(desk, command, conflict) {
  if (conflict.kind === "results") return desk.fail(new Error(newResultsText(conflict)));
  const who = byName(conflict.by);
  // There is no choice between two rounds: the one that somebody has begun or undone stays as it is.
  if (conflict.kind === "round") return desk.fail(new Error(roundText(who, conflict.round)));
  const override = async () => {
    dialog.close();
    // The socket may be slower than the refusal: what has just been shown here is no conflict any more.
    await desk.run(async () => desk.connection.outbox.acknowledge((await desk.connection.api.get()).seq));
    await desk.send(overriding(desk, command, conflict), t("desk.conflict.done"));
  };
  const [theirs, yours] = valueTexts(desk, conflict);
  const value = (/** @type {string} */ label, /** @type {string} */ text) => element("div", {}, element("dt", {}, label), element("dd", {}, text));
  const dialog = openDialog(
    t("desk.conflict"),
    element("p", { class: "subject" }, subjectText(desk, conflict)),
    element("p", {}, t("desk.conflict.about", { by: who, time: timeOfDay(conflict.at) })),
    element("dl", { class: "two-values" }, value(t("desk.conflict.theirs"), theirs), value(t("desk.conflict.yours"), yours)),
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "primary", click: () => dialog.close() }, t("desk.conflict.keep")),
      element("button", { type: "button", click: () => void override() }, t("desk.conflict.override")),
    ),
  );
}

/**
 * The command that puts the own value in the place of the other: a result that stands already is corrected, not entered.
 * @param {Desk} desk
 * @param {Command} command
 * @param {Conflict} conflict
 * @returns {Command}
 */
function overriding({ parts: { round } }, command, conflict) {
  if (command.type !== "enter-result") return command;
  const { table, tricks } = command;
  const reported = round?.number === command.round && round.tables.find((each) => each.table === table)?.tricks;
  const stands = (conflict.kind === "result" && conflict.theirs) || reported;
  return stands ? { type: "correct-result", round: command.round, table, tricks, why: t("desk.why.settled") } : command;
}
