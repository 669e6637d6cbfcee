// The question whose phone this is: that of somebody at the table whose card it has read, or that of the table.

import { element, findInput } from "../../ui/dom.js";
import { textField } from "../../ui/form-fields.js";
import { runAction } from "../../ui/http-client.js";
import { t } from "../../i18n/translate.js";
import { directionName, playerName } from "../drive-words.js";
import { isOnline } from "./online-seat.js";

/** @typedef {import("../drive-connection.js").DriveConnection} DriveConnection */

/**
 * Builds the question; before a table's card is read, it asks for the code on the card.
 * @param {DriveConnection} connection
 * @param {(key: string) => void} onChosen Called with the phone's new key.
 * @param {(key: string) => void} onTable Called with the key of a table.
 */
export function chooseIdentity(connection, onChosen, onTable) {
  const { you } = connection.parts;
  return you?.table ? atTable(connection, you.table, onChosen) : codeForm(connection, onTable);
}

/**
 * Asks what to do with a phone that is somebody's already.
 * @param {{choose: () => void, watch: () => void, cancel: () => void}} actions
 */
export function changeIdentity({ choose, watch, cancel }) {
  const button = (/** @type {import("../../i18n/translate.js").MessageKey} */ label, /** @type {() => void} */ act, /** @type {string} */ kind = "") => element("button", { type: "button", class: kind, click: act }, t(label));
  return element("section", { class: "identity-choice" }, element("div", { class: "buttons" }, button("phone.choose-again", choose, "primary"), button("phone.just-watch", watch), button("page.cancel", cancel)));
}

/**
 * @param {DriveConnection} connection
 * @param {number} number The number of the table.
 * @param {(key: string) => void} onChosen
 */
function atTable(connection, number, onChosen) {
  const { parts } = connection;
  const table = parts.round?.tables.find((each) => each.table === number);
  const choose = (/** @type {{table: number} | {player: number}} */ what) =>
    void runAction(form, async () => {
      const { key } = await connection.api.post("/devices", what);
      onChosen(key);
    });
  const people = (table?.pairs ?? []).flatMap((pair, at) => pair.map((player) => ({ player, at }))).filter(({ player }) => !parts.players?.[player]?.bot);
  const button = (/** @type {{player: number, at: number}} */ { player, at }) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", click: () => choose({ player }) },
        element("span", {}, playerName(parts, player)),
        element("span", { class: "small" }, [parts.players?.[player]?.name && t("drive.card-number", { n: player + 1 }), directionName(at)].filter(Boolean).join(" · ")),
      ),
    );
  const form = element(
    "section",
    { class: "identity-choice", "aria-labelledby": "whose" },
    element("h2", { id: "whose" }, `${t("drive.table-number", { table: number })}: ${t(people.length ? "phone.whose" : "phone.not-begun")}`),
    people.length > 0 && element("ul", { class: "names" }, ...people.map(button)),
    element("p", { class: "small" }, t("phone.for-table.about")),
    element("div", { class: "buttons" }, element("button", { type: "button", click: () => choose({ table: number }) }, t("phone.for-table"))),
    element("p", { class: "error", role: "alert" }),
  );
  return form;
}

/**
 * @param {DriveConnection} connection
 * @param {(key: string) => void} onTable
 */
function codeForm(connection, onTable) {
  const { parts } = connection;
  const begun = Boolean(parts.players?.length);
  const code = textField(t("phone.table-code"), { name: "table-code", required: true, maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" }, t("phone.table-code.about"));
  const enter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void runAction(form, async () => {
      const key = findInput(code, "input").value.trim();
      const you = await connection.api.post("/session", { key });
      if (!you.table) throw new Error(t("phone.table-code.wrong"));
      onTable(key);
    });
  };
  // Where people can play from home as well, the page says elsewhere that the drive has not begun.
  const title = !begun && !isOnline(connection) && element("h2", {}, t("phone.not-begun"));
  const form = element(
    "form",
    { class: "identity-choice", submit: enter },
    title,
    !begun && element("p", {}, t("phone.not-begun.about")),
    code,
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("phone.table-code.go"))),
    element("p", { class: "error", role: "alert" }),
  );
  return form;
}
