// What a conflict is about, and its values, in the words of the desk.

import { t, tOr } from "../../i18n/translate.js";
import { amountText, groupLabel, wordFor } from "../drive-words.js";

/** @typedef {import("../drive-types").Command} Command */
/** @typedef {import("../../i18n/translate.js").MessageKey} MessageKey */
/** @typedef {import("./desk.js").Desk} Desk */

/** Labels of the fields of an entry and of the settings, as in their forms. @type {Record<string, MessageKey>} */
const LABELS = {
  group: "drive.group",
  here: "desk.here",
  paid: "desk.paid.amount",
  note: "desk.note",
  online: "desk.at-home",
  minutes: "new.minutes",
  fee: "new.fee",
  check_in: "new.check-in",
  confirm: "new.confirm",
  hide_last: "new.hide",
  names: "new.names",
};

/**
 * Names what two people have changed, for example a table and its round; empty if nothing more can be said.
 * @param {Desk} desk
 * @param {Command} command The command that was refused.
 * @param {string | null | undefined} yours
 */
export function subjectText(desk, command, yours) {
  if (command.type === "enter-result" || command.type === "correct-result") return t("desk.correct.title", { round: command.round, table: command.table });
  if (command.type === "change-entry") return withField(entryName(desk, command.entry), command, yours);
  if (command.type === "change-settings") return withField(t("desk.settings"), command, yours);
  return "player" in command && typeof command.player === "number" ? t("drive.card-number", { n: command.player + 1 }) : "";
}

/**
 * A value of the server in words.
 * @param {Desk} desk
 * @param {Command} command The command that was refused.
 * @param {string} value
 * @param {string | null | undefined} yours The value that the command was to set; it tells which of its fields this is about.
 */
export function valueText(desk, command, value, yours) {
  const field = fieldOf(command, yours);
  if (field === "name" || field === "note") return value;
  if (field === "paid" || field === "fee") return amountText(Number(value));
  if (field === "group" && value !== "any") return groupLabel(desk.parts, /** @type {"A" | "B"} */ (value));
  if (field === "names") return wordFor("new.names", value);
  if (field === "online" && command.type === "change-settings") return wordFor("new.online", value);
  return tOr(`desk.conflict.${value.replace(" ", "-")}`, value);
}

/**
 * @param {string} subject
 * @param {Command} command
 * @param {string | null | undefined} yours
 */
function withField(subject, command, yours) {
  const field = fieldOf(command, yours);
  if (!field) return subject;
  const online = field === "online" && command.type === "change-settings" ? "new.online" : LABELS[field];
  const name = command.type === "change-entry" ? "desk.name" : "new.name";
  return `${subject}: ${t(field === "name" ? name : (online ?? name))}`;
}

/**
 * The field of a command whose value the server has named.
 * @param {Command} command
 * @param {string | null | undefined} yours
 */
function fieldOf(command, yours) {
  if (command.type !== "change-entry" && command.type !== "change-settings") return undefined;
  const { type: _, ...fields } = command;
  return Object.entries(fields).find(([field, value]) => field !== "entry" && serverText(value) === yours)?.[0];
}

/**
 * A value as the server writes it into a conflict.
 * @param {unknown} value
 */
function serverText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object" && value) return "tables" in value ? value.tables : "";
  return value === null ? "any" : String(value);
}

/**
 * @param {Desk} desk
 * @param {number} id
 */
function entryName(desk, id) {
  return desk.parts.entries?.find((entry) => entry.id === id)?.name ?? "";
}
