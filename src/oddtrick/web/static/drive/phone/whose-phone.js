// The question whose phone this is: that of a player, who is found by name, or that of a table.

import { element, updateContent } from "../../ui/dom.js";
import { runAction } from "../../ui/http-client.js";
import { t } from "../../i18n/translate.js";
import { isOnline } from "./online-seat.js";
import { compareNames, groupLabel, matchesSearch } from "../drive-words.js";

/** @typedef {import("../drive-connection.js").DriveConnection} DriveConnection */
/** @typedef {import("../drive-types").Player} Player */

/** Names shown before anything is typed. */
const MOST_SHOWN = 60;

/**
 * Builds the question.
 * @param {DriveConnection} connection
 * @param {(() => void) | undefined} leave Gives up what the phone is now; absent if it is nothing yet.
 * @param {(key: string) => void} onChosen Called with the phone's new key.
 * @param {() => void} [cancel] Goes back to what the phone is now.
 */
export function chooseIdentity(connection, leave, onChosen, cancel) {
  const { parts } = connection;
  const people = (parts.players ?? []).filter((player) => !player.bot && player.left === null);
  const tables = parts.round?.tables.length ?? 0;
  const form = element("section", { class: "identity-choice", "aria-labelledby": "whose" });
  const choose = (/** @type {{table: number} | {player: number}} */ what) =>
    void runAction(form, async () => {
      const { key } = await connection.api.post("/devices", what);
      onChosen(key);
    });
  // Where people can play from home as well, the page says elsewhere that the drive has not begun.
  if (!people.length && isOnline(connection)) return element("p", {}, t("phone.not-begun.hall"));
  form.append(element("h2", { id: "whose" }, t(people.length ? "phone.whose" : "phone.not-begun")));
  if (!people.length) form.append(element("p", {}, t("phone.not-begun.about")));
  else form.append(...nameSearch(connection, people, (player) => choose({ player })), tablePicker(tables, (table) => choose({ table })));
  if (leave && cancel) form.append(element("div", { class: "buttons" }, element("button", { type: "button", click: leave }, t("phone.just-watch")), element("button", { type: "button", click: cancel }, t("page.cancel"))));
  form.append(element("p", { class: "error", role: "alert" }));
  return form;
}

/**
 * @param {DriveConnection} connection
 * @param {Player[]} people
 * @param {(player: number) => void} choose
 */
function nameSearch(connection, people, choose) {
  const list = element("ul", { class: "names" });
  const input = element("input", { type: "search", id: "own-name", autocomplete: "off", spellcheck: "false", input: () => update() });
  const sorted = [...people].sort((one, other) => compareNames(one.name, other.name));
  const button = (/** @type {Player} */ player) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", click: () => choose(player.id) },
        element("span", {}, player.name),
        element("span", { class: "small" }, [t("drive.card-number", { n: player.id + 1 }), groupLabel(connection.parts, player.group)].filter(Boolean).join(" · ")),
      ),
    );
  const update = () => {
    const found = sorted.filter((player) => matchesSearch(`${player.name} ${player.id + 1}`, input.value)).slice(0, MOST_SHOWN);
    updateContent(list, found, () => (found.length ? found.map(button) : [element("li", { class: "none" }, t("drive.no-match"))]));
  };
  update();
  return [element("div", { class: "field" }, element("label", { for: "own-name" }, t("phone.your-name")), input), list];
}

/**
 * @param {number} tables
 * @param {(table: number) => void} choose
 */
function tablePicker(tables, choose) {
  const select = element("select", { id: "own-table" }, ...Array.from({ length: tables }, (_, at) => element("option", { value: at + 1 }, t("drive.table-number", { table: at + 1 }))));
  return element(
    "details",
    { class: "more" },
    element("summary", {}, t("phone.for-table")),
    element("p", { class: "small" }, t("phone.for-table.about")),
    element(
      "div",
      { class: "field" },
      element("label", { for: "own-table" }, t("drive.table")),
      select,
      element("button", { type: "button", click: () => choose(Number(select.value)) }, t("phone.take-table")),
    ),
  );
}
