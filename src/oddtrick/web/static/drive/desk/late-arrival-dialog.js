// The dialog for a late arrival without a seat, where the movement has fixed all seats: a card to take over, or to share.

import { element, findElement } from "../../ui/dom.js";
import { selectField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { ask } from "../question-dialogs.js";

/** @typedef {import("../drive-types").Entry} Entry */
/** @typedef {import("../drive-types").Player} Player */
/** @typedef {import("./desk-state.js").Desk} Desk */

/**
 * Opens the dialog.
 * @param {Desk} desk
 * @param {Entry} entry
 */
export async function giveSeat(desk, entry) {
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
