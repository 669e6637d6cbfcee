// The boards of a duplicate drive: those sealed for it alone, or those of an event that other halls play too.

import { element, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";

/** @typedef {import("./desk-state.js").Desk} Desk */

/** The largest file of boards that the server takes, in bytes. */
const MAX_FILE = 256 * 1024;

/**
 * The field with which the organiser gives the drive the boards of an event.
 * @param {Desk} desk
 */
export function boardsField(desk) {
  const state = element("p", { class: "boards-state", role: "status" });
  const problem = element("p", { class: "error", role: "alert" });
  const file = element("input", { type: "file", class: "visually-hidden", accept: ".boards,.json", change: () => file.files?.[0] && void take(file.files[0]) });
  const take = async (/** @type {File} */ chosen) => {
    setText(problem, "");
    try {
      if (chosen.size > MAX_FILE) throw new Error(t("desk.boards.large"));
      show(state, await desk.connection.api.post("/boards", await chosen.text()));
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
    }
    file.value = "";
  };
  show(state, desk.parts.boards);
  return element(
    "div",
    { class: "field boards-field" },
    element("h3", {}, t("desk.boards")),
    element("p", { class: "small" }, t("desk.boards.about")),
    state,
    element("div", { class: "buttons" }, element("label", { class: "button bring" }, t("desk.boards.file"), file)),
    problem,
  );
}

/**
 * @param {HTMLElement} at
 * @param {import("../drive-types").Parts["boards"]} boards
 */
function show(at, boards) {
  if (!boards?.event) return setText(at, "");
  at.replaceChildren(`${t("desk.boards.taken", { n: boards.boards, event: boards.event })} `, element("code", {}, boards.fingerprint));
}
