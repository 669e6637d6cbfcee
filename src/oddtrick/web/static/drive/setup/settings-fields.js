// The fields for the settings of a drive, which can be changed at any time.

import { findInput } from "../../ui/dom.js";
import { numberField, radioGroup, selectField, switchField, textField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { wordFor } from "../drive-words.js";
import { onlineFields, usualOnline } from "./online-fields.js";

/** @typedef {import("../drive-types").Plan} Plan */
/** @typedef {import("../drive-types").Settings} Settings */

/** Offered minutes for a deal; 0: no clock. */
const MINUTES = [0, 6, 7, 8, 10, 12, 15];

/** @type {Omit<Settings, "name">} */
export const USUAL_SETTINGS = { minutes: 0, fee: 0, check_in: false, hide_last: 0, names: "full", confirm: true, online: usualOnline() };

/**
 * The fields; each change goes into the settings.
 * @param {Omit<Settings, "name">} settings
 * @param {(online: Settings["online"]) => void} [onOnline] Called when the tables on the server change.
 * @returns {HTMLElement[]}
 */
export function settingsFields(settings, onOnline = () => undefined) {
  const minutes = [...new Set([...MINUTES, settings.minutes])].map((n) => ({ value: String(n), text: n ? t("drive.minutes", { n }) : t("new.minutes.none") }));
  const names = [
    { value: "full", text: t("new.names.full") },
    { value: "initials", text: t("new.names.initials") },
    { value: "hidden", text: t("new.names.hidden") },
  ];
  return [
    selectField(t("new.minutes"), minutes, String(settings.minutes), (value) => (settings.minutes = Number(value)), t("new.minutes.about")),
    numberField(t("new.hide"), { least: 0, most: 99 }, settings.hide_last, (value) => (settings.hide_last = value), t("new.hide.about")),
    switchField(t("new.check-in"), settings.check_in, (on) => (settings.check_in = on), t("new.check-in.about")),
    feeField(settings),
    switchField(t("new.confirm"), settings.confirm, (on) => (settings.confirm = on), t("new.confirm.about")),
    ...onlineFields(settings.online, (online) => onOnline((settings.online = online))),
    selectField(t("new.names"), names, settings.names, (value) => (settings.names = /** @type {Settings["names"]} */ (value)), t("new.names.about")),
  ];
}

/**
 * What happens with seats that nobody fills. Until it is chosen, it follows from the tables on the server: with cards in
 * a hall nobody can play a bot's hand.
 * @param {Plan} plan
 * @param {() => void} onChange
 * @returns {{field: HTMLElement, fit: (online: Settings["online"]) => void}}
 */
export function spareField(plan, onChange) {
  let isChosen = false;
  const offers = [
    { value: "sit-out", text: t("new.spare.sit-out") },
    { value: "bots", text: t("new.spare.bots") },
  ];
  const change = (/** @type {string} */ value) => {
    isChosen = true;
    plan.spare = /** @type {Plan["spare"]} */ (value);
    onChange();
  };
  const field = radioGroup(t("new.spare"), offers, plan.spare, change, t("new.spare.about"));
  const fit = (/** @type {Settings["online"]} */ { tables }) => {
    if (isChosen) return;
    plan.spare = tables === "all" ? "bots" : "sit-out";
    findInput(field, `input[value=${plan.spare}]`).checked = true;
    onChange();
  };
  return { field, fit };
}

/**
 * How the first seats are given.
 * @param {Plan} plan
 */
export function seatsField(plan) {
  const offers = ["draw", "list"].map((value) => ({ value, text: wordFor("new.seats", value) }));
  return radioGroup(t("new.seats"), offers, plan.seats, (value) => (plan.seats = /** @type {Plan["seats"]} */ (value)), t("new.seats.about"));
}

/** @param {Omit<Settings, "name">} settings */
function feeField(settings) {
  const attributes = { type: "number", min: 0, max: 1000, step: "0.01", inputmode: "decimal", placeholder: "0", value: settings.fee ? (settings.fee / 100).toFixed(2) : "" };
  const field = textField(t("new.fee"), attributes, t("new.fee.about"));
  const input = findInput(field, "input");
  input.addEventListener("input", () => input.validity.valid && (settings.fee = Math.round(Number(input.value) * 100)));
  return field;
}
