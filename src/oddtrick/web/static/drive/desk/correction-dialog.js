// The dialog that corrects a result of any round, with the reason for the log.

import { element, findInput, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { pairNames, unplayedText } from "../drive-words.js";
import { ask, reasonField } from "../question-dialogs.js";
import { readTricks } from "./result-entry.js";
import { openUnplayed } from "./unplayed-dialog.js";

/** @typedef {import("../drive-types").Round} Round */
/** @typedef {import("../drive-types").Tricks} Tricks */

const TRICKS = 13;

/**
 * Asks for the right result of a table and sends it.
 * @param {import("./desk-state.js").Desk} desk
 * @param {Round} round
 * @param {number} number Number of the table.
 * @param {Tricks | null} [typed] The tricks that were typed already.
 * @returns {Promise<boolean>} Whether the result was corrected.
 */
export async function openCorrection(desk, round, number, typed = null) {
  const table = round.tables.find((each) => each.table === number);
  if (!table) return false;
  const [ns, ew] = table.pairs;
  const other = element("output", { class: "other-tricks" });
  const tricks = element("input", {
    id: "correct-tricks",
    name: "tricks",
    inputmode: "numeric",
    pattern: "0?[0-9]|1[0-3]",
    required: true,
    maxlength: 2,
    autocomplete: "off",
    value: String((typed ?? table.tricks)?.[0] ?? ""),
    input: () => showOther(),
  });
  const showOther = () => {
    const read = readTricks(tricks.value);
    setText(other, read === null ? "–" : String(TRICKS - read));
  };
  showOther();
  const swap = () => {
    const read = readTricks(tricks.value);
    if (read !== null) tricks.value = String(TRICKS - read);
    showOther();
  };
  const unplayed = () => {
    tricks.closest("dialog")?.close();
    void openUnplayed(desk, round.number, number);
  };
  const parts = [
    ...(table.unplayed ? [element("p", { class: "small" }, unplayedText(desk.parts, table.unplayed))] : []),
    element("p", {}, t("desk.correct.about")),
    element(
      "div",
      { class: "two-pairs" },
      element("label", { for: "correct-tricks" }, pairNames(desk.parts, ns)),
      tricks,
      element("span", {}, pairNames(desk.parts, ew)),
      other,
    ),
    element("div", { class: "picks" }, element("button", { type: "button", click: swap }, t("desk.correct.swap")), element("button", { type: "button", click: () => unplayed() }, t("desk.unplayed"))),
    reasonField([t("desk.why.swapped"), t("desk.why.counted"), t("desk.why.typed")]),
  ];
  const answer = await ask(t("desk.correct.title", { round: round.number, table: number }), t("desk.correct"), parts, (form) => ({
    won: readTricks(tricks.value),
    why: findInput(form, "[name=why]").value.trim(),
  }));
  if (!answer || answer.won === null) return false;
  const { won, why } = answer;
  const done = t("desk.correct.done", { round: round.number, table: number, won, lost: TRICKS - won });
  return desk.send({ type: "correct-result", round: round.number, table: number, tricks: [won, TRICKS - won], why }, done);
}
