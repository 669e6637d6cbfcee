// The prizes of the desk: which there are, the winners with the ties that were settled, and the end of the drive.

import { openDialog } from "../../ui/dialog.js";
import { element, setText, updateContent } from "../../ui/dom.js";
import { selectField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { compareNames } from "../drive-words.js";
import { confirmDialog } from "../question-dialogs.js";
import { prizeFields, wholeList } from "../setup/drive-fields.js";
import { prizeList } from "../standings-table.js";

/** @import {Desk} from "./desk-state.js" */

/**
 * The prizes and their winners.
 * @param {Desk} desk
 * @returns {import("./desk-state.js").Phase}
 */
export function prizesPhase(desk) {
  const note = element("p", { role: "status" });
  const prizes = element("div", {});
  const byHand = element("div", { class: "prizes-by-hand" });
  const edit = element("button", { type: "button", click: () => openPrizes(desk) }, t("desk.prizes.edit"));
  const close = element("button", { type: "button", class: "primary", click: () => void closeDrive(desk) }, t("desk.close"));
  const save = (/** @type {string} */ form, /** @type {string} */ extension) => void desk.run(() => desk.connection.api.save(`/export?form=${form}`, `${desk.name}.${extension}`));
  const root = element(
    "div",
    { class: "prizes-part" },
    element("h2", {}, t("drive.prizes")),
    note,
    prizes,
    byHand,
    element(
      "div",
      { class: "buttons" },
      close,
      edit,
      element("button", { type: "button", click: () => save("csv", "csv") }, t("desk.save.csv")),
      element("button", { type: "button", click: () => save("drive", "drive") }, t("desk.save.drive")),
    ),
    element("p", { class: "small" }, t("desk.save.about")),
  );
  const update = () => {
    const { parts } = desk;
    setText(note, noteText(desk));
    close.hidden = parts.drive?.stage !== "over" || !desk.isOrganiser;
    edit.hidden = !desk.isOrganiser || parts.drive?.stage === "closed";
    byHand.hidden = !desk.isOrganiser;
    updateContent(byHand, [parts.prize_list, parts.players], () => prizesByHand(desk));
    updateContent(prizes, [parts.prizes, parts.players, parts.standings], () => [Boolean(parts.prizes?.length) && prizeList(parts)]);
  };
  return { root, update };
}

/** @param {Desk} desk */
function noteText({ parts: { drive, round } }) {
  if (drive?.stage === "closed") return t("desk.closed");
  if (drive?.stage === "over") return t("desk.provisional");
  const complete = (round?.number ?? 0) - (round?.missing.length ? 1 : 0);
  return t("desk.prizes.later", { n: complete, rounds: drive?.rounds ?? 0 });
}

/**
 * A list of people for each prize that the organiser gives by hand.
 * @param {Desk} desk
 */
function prizesByHand(desk) {
  const { own } = wholeList(desk.parts.prize_list);
  const people = (desk.parts.players ?? []).filter((player) => !player.fills_seat).sort((one, other) => compareNames(one.name, other.name));
  if (!own.length || !people.length) return [];
  const offers = [{ value: "", text: t("desk.prizes.nobody") }, ...people.map(({ id, name }) => ({ value: String(id), text: name }))];
  const give = (/** @type {string} */ prize, /** @type {string} */ player) => {
    const list = wholeList(desk.parts.prize_list);
    const given = list.own.map((each) => (each.name === prize ? { name: prize, player: player === "" ? null : Number(player) } : each));
    void desk.send({ type: "change-prizes", prizes: { ...list, own: given } }, t("desk.saved"));
  };
  return [
    element("h3", {}, t("new.prizes.own")),
    ...own.map(({ name, player }) => selectField(name, offers, String(player ?? ""), (value) => give(name, value))),
  ];
}

/**
 * The dialog that changes which prizes there are.
 * @param {Desk} desk
 */
function openPrizes(desk) {
  const seen = desk.connection.seq;
  const prizes = wholeList(desk.parts.prize_list);
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    dialog.close();
    void desk.send({ type: "change-prizes", prizes }, t("desk.saved"), seen);
  };
  const form = element(
    "form",
    { submit: (event) => save(event) },
    ...prizeFields(prizes),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("desk.save"))),
  );
  const dialog = openDialog(t("drive.prizes"), form);
}

/** @param {Desk} desk */
async function closeDrive(desk) {
  // The note says that the drive is closed; said here too, a screen reader would read it twice.
  if (await confirmDialog(t("desk.close.title"), t("desk.close.about"), t("desk.close"))) await desk.send({ type: "close" });
}
