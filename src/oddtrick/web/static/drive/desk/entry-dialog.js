// The dialog of one entry: name, group, payment, note, and what becomes of a player who leaves or is replaced.

import { openDialog } from "../../ui/dialog.js";
import { element, findElement, findInput } from "../../ui/dom.js";
import { selectField, switchField, textField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { UNGROUPED } from "../drive-words.js";
import { ask, reasonDialog, reasonField } from "../question-dialogs.js";

/** @import {Entry, Player} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */

/**
 * Opens the dialog.
 * @param {Desk} desk
 * @param {Entry | undefined} entry
 */
export function openEntry(desk, entry) {
  if (!entry) return;
  const { drive } = desk.parts;
  const [first = "A", second = "B"] = drive?.groups ?? [];
  const offers = [
    { value: "", text: t("desk.group.any") },
    { value: "A", text: first },
    { value: "B", text: second },
  ];
  const group = selectField(t("drive.group"), offers, entry.group ?? "", () => undefined);
  const fee = drive?.settings.fee ?? 0;
  let atHome = entry.online;
  const form = element(
    "form",
    { submit: (event) => void save(event) },
    textField(t("desk.name"), { name: "name", value: entry.name, required: true, maxlength: 80, autocomplete: "off" }),
    drive && !UNGROUPED.has(drive.movement) && entry.player === null && group,
    fee > 0 && textField(t("desk.paid.amount"), { name: "paid", type: "number", min: 0, step: "0.01", value: entry.paid / 100, inputmode: "decimal" }),
    textField(t("desk.note"), { name: "note", value: entry.note, maxlength: 200, autocomplete: "off" }),
    drive?.settings.online?.tables === "some" && switchField(t("desk.at-home"), entry.online, (on) => (atHome = on), t("desk.at-home.about")),
    element("div", { class: "picks" }, ...moves(desk, entry, () => dialog.close())),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("desk.save"))),
  );
  const save = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const changes = { ...changedFields(form, entry), ...(atHome !== entry.online ? { online: atHome } : {}) };
    dialog.close();
    if (Object.keys(changes).length) await desk.send({ type: "change-entry", entry: entry.id, ...changes }, t("desk.saved"));
  };
  const dialog = openDialog(entry.name, form);
}

/**
 * Returns the fields that differ from the entry.
 * @param {HTMLFormElement} form
 * @param {Entry} entry
 */
function changedFields(form, entry) {
  const name = findInput(form, "[name=name]").value.trim();
  const note = findInput(form, "[name=note]").value.trim();
  const paid = form.querySelector("[name=paid]") ? Math.round(Number(findInput(form, "[name=paid]").value) * 100) : entry.paid;
  const chosen = form.querySelector("select");
  const group = /** @type {"A" | "B" | null} */ (chosen ? chosen.value || null : entry.group);
  return {
    ...(name !== entry.name ? { name } : {}),
    ...(note !== entry.note ? { note } : {}),
    ...(paid !== entry.paid ? { paid } : {}),
    ...(group !== entry.group ? { group } : {}),
  };
}

/**
 * The buttons for what else can happen to an entry.
 * @param {Desk} desk
 * @param {Entry} entry
 * @param {() => void} close
 */
function moves(desk, entry, close) {
  const button = (/** @type {import("../../i18n/translate.js").MessageKey} */ label, /** @type {() => Promise<unknown>} */ act) =>
    element("button", { type: "button", click: () => (close(), void act()) }, t(label));
  const { player, name } = entry;
  const free = entry.joined && button("desk.free", () => desk.send({ type: "free-place", entry: entry.id }, t("desk.free.done", { name })));
  if (entry.gone) return [button("desk.return", () => desk.send({ type: "add-entries", text: quoted(name) }, t("desk.return.done", { name })))];
  if (player === null) return [free, entry.waits && button("desk.seat", () => giveSeat(desk, entry)), button("desk.remove", () => desk.send({ type: "remove-entry", entry: entry.id }, t("desk.removed", { name })))];
  const gone = desk.parts.players?.[player]?.left != null;
  return [free, button("desk.replace", () => replace(desk, player, name)), gone ? button("desk.return", () => back(desk, player, name)) : button("desk.leave", () => leave(desk, player, name))];
}

/** A name as a line of a list, where a comma would begin the group. @param {string} name */
function quoted(name) {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * @param {Desk} desk
 * @param {number} player
 * @param {string} name
 */
async function leave(desk, player, name) {
  const why = await reasonDialog(t("desk.leave.title", { name }), t("desk.leave.about"), t("desk.leave"), [t("desk.why.home"), t("desk.why.unwell")]);
  if (why !== null) await desk.send({ type: "leave", player, why }, t("desk.leave.done", { name }));
}

/**
 * @param {Desk} desk
 * @param {number} player
 * @param {string} name
 */
async function back(desk, player, name) {
  const why = await reasonDialog(t("desk.return.title", { name }), t("desk.return.about"), t("desk.return"), [t("desk.why.back")]);
  if (why !== null) await desk.send({ type: "return", player, why }, t("desk.return.done", { name }));
}

/**
 * @param {Desk} desk
 * @param {number} player
 * @param {string} name
 */
async function replace(desk, player, name) {
  const newcomer = textField(t("desk.replace.name"), { name: "name", required: true, maxlength: 80, autocomplete: "off" });
  const parts = [element("p", {}, t("desk.replace.about", { name })), newcomer, reasonField([t("desk.why.home"), t("desk.why.unwell")])];
  const answer = await ask(t("desk.replace.title", { name }), t("desk.replace"), parts, (form) => ({
    name: findInput(findElement(form, ".field"), "[name=name]").value.trim(),
    why: findInput(form, "[name=why]").value.trim(),
  }));
  if (answer) await desk.send({ type: "replace", player, ...answer }, t("desk.replace.done", { name, newcomer: answer.name }));
}

/**
 * Gives a seat to a late arrival, where the movement has fixed all seats: a card to take over, or to share.
 * @param {Desk} desk
 * @param {Entry} entry
 */
async function giveSeat(desk, entry) {
  const { name } = entry;
  const offers = seatOffers(desk.parts.players ?? []);
  if (!offers.length) return desk.fail(new Error(t("desk.seat.none")));
  const field = selectField(t("desk.seat.which"), offers, offers[0]?.value ?? "", () => undefined);
  const parts = [element("p", {}, t("desk.seat.about", { name })), element("p", { class: "small" }, t("desk.seat.share.about")), field];
  const chosen = await ask(t("desk.seat.title", { name }), t("desk.seat"), parts, (form) => /** @type {HTMLSelectElement} */ (findElement(form, "select")).value);
  if (!chosen) return;
  const [way, player] = chosen.split(" ");
  const command = /** @type {const} */ ({ type: "take-seat", entry: entry.id, player: Number(player), share: way === "share", why: t("desk.seat.why") });
  await desk.send(command, t("desk.seat.done", { name, n: Number(player) + 1 }));
}

/**
 * The cards that nobody plays, then those that can be shared: the ones with a single player.
 * @param {Player[]} players
 */
function seatOffers(players) {
  const isFree = (/** @type {Player} */ player) => player.bot || player.left !== null;
  const offer = (/** @type {Player} */ player) => {
    const key = player.left !== null ? "desk.seat.left" : player.bot ? "desk.seat.bot" : "desk.seat.share";
    return { value: `${isFree(player) ? "take" : "share"} ${player.id}`, text: t(key, { n: player.id + 1, name: player.name }) };
  };
  return [...players.filter(isFree), ...players.filter((player) => !isFree(player) && !player.shared)].map(offer);
}
