// The dialog for a change that somebody else has made in the meantime: both values, and the choice between them.

import { openDialog } from "../../ui/dialog.js";
import { element } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { timeOfDay, wordFor } from "../drive-words.js";

/** @typedef {import("../drive-types").Command} Command */

/**
 * Shows both values and lets the organiser choose.
 * @param {import("./desk.js").Desk} desk
 * @param {Command} command The command that was refused.
 * @param {{yours?: string | null, theirs?: string | null, by?: string | null, at?: number | null}} conflict
 */
export function openConflict(desk, command, conflict) {
  const { yours, theirs, by, at } = conflict;
  const override = () => {
    dialog.close();
    void desk.send(command, t("desk.conflict.done"));
  };
  const value = (/** @type {string} */ label, /** @type {string | null | undefined} */ what) =>
    element("div", {}, element("dt", {}, label), element("dd", {}, what || "–"));
  const dialog = openDialog(
    t("desk.conflict"),
    element("p", {}, t("desk.conflict.about", { by: by ? wordFor("desk.role", by) : t("desk.conflict.somebody"), time: at ? timeOfDay(at) : "" })),
    element("dl", { class: "two-values" }, value(t("desk.conflict.theirs"), theirs), value(t("desk.conflict.yours"), yours)),
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "primary", click: () => dialog.close() }, t("desk.conflict.keep")),
      element("button", { type: "button", click: override }, t("desk.conflict.override")),
    ),
  );
}
