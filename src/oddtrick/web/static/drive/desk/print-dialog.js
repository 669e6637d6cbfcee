// The dialog that prints: sheets, paper, language, size.

import { openDialog } from "../../ui/dialog.js";
import { element, setText } from "../../ui/dom.js";
import { radioGroup, switchField } from "../../ui/form-fields.js";
import { runAction } from "../../ui/http-client.js";
import { currentLanguage, LANGUAGES, t } from "../../i18n/translate.js";
import { wordFor } from "../drive-words.js";

/** @import {Desk} from "./desk-state.js" */

/** The sheets by the time when they are needed. @type {[import("../../i18n/translate.js").MessageKey, string[]][]} */
const SHEETS = [
  ["desk.print.before", ["scorecards", "blank-scorecards", "table-cards", "all-result-slips", "blank-result-slips", "wall", "place-cards", "receipts", "helpers"]],
  ["desk.print.round", ["movement-slips", "result-slips"]],
  ["desk.print.after", ["results", "balance"]],
];

/** What an evening without phones needs. */
const PAPER_ALONE = ["scorecards", "blank-scorecards", "table-cards", "all-result-slips", "blank-result-slips", "wall", "results"];

/** What is printed before anything else was chosen, by the stage of the drive. */
const USUAL = { entries: ["scorecards", "table-cards", "wall"], playing: ["movement-slips", "result-slips"], between: ["results"], over: ["results"], closed: ["results"] };

/**
 * Opens the dialog.
 * @param {Desk} desk
 */
export function openPrint(desk) {
  const chosen = new Set(USUAL[desk.parts.drive?.stage ?? "entries"]);
  const options = { paper: "a4", language: currentLanguage(), large: false };
  const note = element("p", { class: "small", role: "status" });
  const form = element(
    "form",
    { submit: (event) => void print(event) },
    element("div", { class: "buttons" }, element("button", { type: "button", click: () => choosePaperAlone() }, t("desk.print.paper-alone"))),
    ...SHEETS.map(([title, names]) => sheetsField(t(title), names, chosen)),
    radioGroup(t("desk.print.paper"), [{ value: "a4", text: "A4" }, { value: "letter", text: "Letter" }], "a4", (paper) => (options.paper = paper)),
    radioGroup(t("settings.language"), Object.entries(LANGUAGES).map(([value, text]) => ({ value, text })), options.language, (language) => (options.language = language)),
    switchField(t("desk.print.large"), false, (large) => (options.large = large)),
    element("p", { class: "error", role: "alert" }),
    note,
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("desk.print.save"))),
  );
  const choosePaperAlone = () => {
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(".sheets input"))) {
      box.checked = PAPER_ALONE.includes(box.name);
      if (box.checked) chosen.add(box.name);
      else chosen.delete(box.name);
    }
  };
  const print = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    setText(note, "");
    await runAction(form, async () => {
      if (!chosen.size) throw new Error(t("desk.print.none"));
      const query = new URLSearchParams({ paper: options.paper, language: options.language, large: String(options.large) });
      for (const sheet of chosen) query.append("what", sheet);
      const answer = await desk.connection.api.save(`/sheets?${query}`, `${desk.name}.pdf`);
      const missing = Number(answer.headers.get("X-Without-Font") ?? 0);
      setText(note, missing ? t("desk.print.fonts", { n: missing }) : t("desk.print.saved"));
    });
  };
  openDialog(t("desk.print"), form);
}

/**
 * @param {string} title
 * @param {string[]} names
 * @param {Set<string>} chosen
 */
function sheetsField(title, names, chosen) {
  const box = (/** @type {string} */ name) =>
    element(
      "label",
      { class: "check" },
      element("input", {
        type: "checkbox",
        name,
        checked: chosen.has(name),
        change: (event) => (event.target.checked ? chosen.add(name) : chosen.delete(name)),
      }),
      element("span", {}, wordFor("desk.sheet", name)),
    );
  return element("fieldset", { class: "field sheets" }, element("legend", {}, title), ...names.map(box));
}
