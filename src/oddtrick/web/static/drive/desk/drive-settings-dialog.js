// The settings of a drive; before the first round also its plan.

import { openDialog } from "../../ui/dialog.js";
import { element, findInput, setText } from "../../ui/dom.js";
import { textField } from "../../ui/form-fields.js";
import { errorMessage } from "../../ui/http-client.js";
import { t } from "../../i18n/translate.js";
import { planFields, seatsField, settingsFields, spareField } from "../setup/drive-fields.js";

/** @import {DriveInfo, Plan, Settings} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */

/**
 * Opens the dialog.
 * @param {Desk} desk
 */
export function openDriveSettings(desk) {
  const { drive } = desk.parts;
  if (!drive) return;
  if (!desk.isOrganiser) {
    openDialog(t("desk.settings"), element("p", {}, t("desk.settings.organiser")));
    return;
  }
  const seen = desk.connection.seq;
  const plan = planOf(drive);
  const settings = /** @type {Settings} */ ({ ...drive.settings });
  const name = textField(t("new.name"), { name: "name", value: settings.name, required: true, maxlength: 80, autocomplete: "off" });
  const spare = spareField(plan, () => undefined);
  const form = element(
    "form",
    { submit: (event) => void save(event) },
    name,
    ...settingsFields(settings, drive.stage === "entries" ? spare.fit : undefined),
    drive.stage === "entries" &&
      element("div", { class: "part" }, element("h3", {}, t("desk.plan")), ...planFields(plan, () => undefined), spare.field, seatsField(plan)),
    // After the first round only the boards that the drive has are taken, as when it goes on from a file without secrets.
    drive.stage !== "closed" && drive.movement === "duplicate" && (drive.stage === "entries" || desk.parts.boards?.event) && boardsField(desk),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("desk.save"))),
  );
  const save = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    settings.name = findInput(name, "input").value.trim();
    dialog.close();
    const changes = changedFields(drive.settings, settings);
    const changed = changedFields(planOf(drive), plan);
    if (changes) await desk.send({ type: "change-settings", ...changes }, t("desk.saved"), seen);
    if (changed) await desk.send({ type: "change-plan", plan: { ...planOf(desk.parts.drive ?? drive), ...changed } }, t("desk.saved"), seen);
  };
  const dialog = openDialog(t("desk.settings"), form);
}

/**
 * Returns the fields that differ, so that nothing else overwrites what somebody has changed meanwhile; null: none.
 * @template {object} T
 * @param {T} before
 * @param {T} after
 */
function changedFields(before, after) {
  const keys = /** @type {(keyof T)[]} */ (Object.keys(after)).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return keys.length ? /** @type {Partial<T>} */ (Object.fromEntries(keys.map((key) => [key, after[key]]))) : null;
}

/**
 * @param {DriveInfo} drive
 * @returns {Plan}
 */
function planOf({ movement, rounds, scoring, trumps, spare, seats, groups, seed }) {
  return /** @type {Plan} */ ({ movement, rounds, scoring, trumps, spare, seats, groups: [...groups], seed });
}

// The boards of a duplicate drive: those sealed for it alone, or those of an event that other halls play too.

/** The largest file of boards that the server takes, in bytes. */
const MAX_FILE = 256 * 1024;

/**
 * The field with which the organiser gives the drive the boards of an event.
 * @param {Desk} desk
 */
function boardsField(desk) {
  const state = element("p", { class: "boards-state", role: "status" });
  const problem = element("p", { class: "error", role: "alert" });
  const file = element("input", { type: "file", class: "visually-hidden", accept: ".boards,.json", change: () => file.files?.[0] && void take(file.files[0]) });
  const take = async (/** @type {File} */ chosen) => {
    setText(problem, "");
    try {
      if (chosen.size > MAX_FILE) throw new Error(t("desk.boards.large"));
      show(state, await desk.connection.api.post("/boards", await chosen.text()));
    } catch (error) {
      setText(problem, errorMessage(error));
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
