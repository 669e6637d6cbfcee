// The dialog for a change that somebody else has made in the meantime: both values, and the choice between them.

import { openDialog } from "../../ui/dialog.js";
import { element } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { timeOfDay, wordFor } from "../drive-words.js";
import { subjectText, valueText } from "./conflict-words.js";

/** @typedef {import("../drive-types").Command} Command */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {{yours?: string | null, theirs?: string | null, by?: string | null, at?: number | null}} Conflict */

/**
 * Shows both values and lets the organiser choose.
 * @param {Desk} desk
 * @param {Command} command The command that was refused.
 * @param {Conflict} conflict
 */
export function openConflict(desk, command, conflict) {
  const { yours, theirs, by, at } = conflict;
  const who = by ? wordFor("desk.role", by) : t("desk.conflict.somebody");
  // There is no choice between two rounds: the one that somebody has begun or undone stays as it is.
  if (command.type === "begin-round" || command.type === "undo-round") return desk.fail(new Error(roundText(who, theirs)));
  const override = async () => {
    dialog.close();
    // The socket may be slower than the refusal: what has just been shown here is no conflict any more.
    await desk.run(async () => desk.connection.outbox.acknowledge((await desk.connection.api.get()).seq));
    await desk.send(overriding(desk, command, theirs), t("desk.conflict.done"));
  };
  const value = (/** @type {string} */ label, /** @type {string | null | undefined} */ what) =>
    element("div", {}, element("dt", {}, label), element("dd", {}, what ? valueText(desk, command, what, yours) : "–"));
  const subject = subjectText(desk, command, yours);
  const dialog = openDialog(
    t("desk.conflict"),
    subject && element("p", { class: "subject" }, subject),
    element("p", {}, t("desk.conflict.about", { by: who, time: at ? timeOfDay(at) : "" })),
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
 * @param {string} by
 * @param {string | null | undefined} theirs The round of the server, "round 0" before the first: this page may not show it yet.
 */
function roundText(by, theirs) {
  const round = Number(theirs?.match(/\d+/)?.[0] ?? 0);
  return round ? t("desk.conflict.round", { by, round }) : t("desk.conflict.no-round", { by });
}

/**
 * The command that puts the own value in the place of the other: a result that stands already is corrected, not entered.
 * @param {Desk} desk
 * @param {Command} command
 * @param {string | null | undefined} theirs The server's value: this page may not show it yet.
 * @returns {Command}
 */
function overriding({ parts: { round } }, command, theirs) {
  if (command.type !== "enter-result") return command;
  const { table, tricks } = command;
  const reported = round?.number === command.round && round.tables.find((each) => each.table === table)?.tricks;
  const stands = theirs !== "no result" || reported;
  return stands ? { type: "correct-result", round: command.round, table, tricks, why: t("desk.why.settled") } : command;
}
