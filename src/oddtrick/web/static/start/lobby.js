// Lists of tables: the player's own, the public ones, and a form for a code or link.

import { element, findInput, updateContent, updateList } from "../ui/dom.js";
import { get } from "../ui/http-client.js";
import { gameName, t } from "../i18n/translate.js";
import { ReconnectingSocket } from "../wire/socket.js";

/** @import {LobbyTable} from "../wire/protocol" */

/** Number of own tables shown; My games lists the rest. */
const MAX_SHOWN = 3;

/** The section with the player's tables in progress; hidden if there are none. */
export function activeTables() {
  const tables = element("ul", { class: "tables" });
  const section = element(
    "section",
    { class: "own", "aria-labelledby": "own", hidden: true },
    element("h2", { id: "own" }, t("start.own")),
    tables,
  );
  const load = async () => {
    const active = (await fetchMyTables()).filter((each) => each.place !== null && isActive(each.table));
    updateTableList(
      tables,
      active.slice(0, MAX_SHOWN).map((each) => each.table),
      () => "lobby.resume",
      describeStage,
    );
    section.hidden = !active.length;
  };
  void load().catch(() => undefined); // the page works without them
  return section;
}

/**
 * Fetches the tables where the player sits or sat.
 * @returns {Promise<import("../wire/protocol").MyTable[]>}
 */
export async function fetchMyTables() {
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  return me.id ? (await get("/api/me/tables")).tables : [];
}

/** @param {LobbyTable} table */
export function isActive(table) {
  return table.stage !== "closed" && table.stage !== "over";
}

/** The list of public tables, updated live. */
export function publicTables() {
  const tables = element("ul", { class: "tables" });
  const none = element("p", { class: "none" }, t("lobby.none"));
  new ReconnectingSocket("/ws/lobby", {
    onOpen() {},
    onStateChange() {},
    onFrame(/** @type {import("../wire/protocol").LobbyFrame} */ frame) {
      if (frame.type !== "lobby") return;
      updateTableList(tables, frame.tables, joinLabel, describeSeats);
      none.hidden = frame.tables.length > 0;
    },
  });
  return element(
    "section",
    { class: "lobby", "aria-labelledby": "lobby" },
    element("h2", { id: "lobby" }, t("lobby.title")),
    tables,
    none,
  );
}

/**
 * Returns the label of a table's link. A person can replace a bot even during a match.
 * @param {LobbyTable} table
 */
function joinLabel({ open, stage }) {
  if (!open) return "lobby.watch";
  return stage === "gathering" ? "lobby.join" : "lobby.watch-or-join";
}

/** The form for a table code or link. */
export function joinForm() {
  return element(
    "form",
    { class: "join", submit: openTypedTable },
    element("label", { for: "code" }, t("lobby.code")),
    element(
      "div",
      {},
      element("input", {
        id: "code",
        name: "code",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        required: true,
      }),
      element("button", {}, t("lobby.open-code")),
    ),
  );
}

/** @param {SubmitEvent} event */
function openTypedTable(event) {
  event.preventDefault();
  const typed = findInput(/** @type {HTMLFormElement} */ (event.target), "[name=code]").value;
  window.location.assign(`/t/${encodeURIComponent(tableCodeIn(typed))}`);
}

/**
 * Extracts the table code from a code or a link.
 * @param {string} typed
 */
function tableCodeIn(typed) {
  const [path = ""] = typed.trim().split(/[?#]/);
  return path.replace(/\/+$/, "").split("/").pop() ?? "";
}

/**
 * @param {HTMLElement} at
 * @param {LobbyTable[]} tables
 * @param {(table: LobbyTable) => import("../i18n/translate.js").MessageKey} verb
 * @param {(table: LobbyTable) => string} about
 */
export function updateTableList(at, tables, verb, about) {
  updateList(
    at,
    tables,
    (table) => table.code,
    () => element("li"),
    (item, table) => {
      const [game, description, label] = [gameName(table.game), about(table), t(verb(table))];
      updateContent(item, [game, description, label], () => [
        element("span", { class: "what" }, game),
        element("span", { class: "small" }, description),
        element("a", { class: "button", href: `/t/${table.code}`, "aria-label": `${label}: ${game}, ${description}` }, label),
      ]);
    },
  );
}

/** Describes host and stage of a table. @param {LobbyTable} table */
export function describeStage(table) {
  const stage = t(table.stage === "gathering" ? "lobby.gathering" : "lobby.playing");
  return t("lobby.about", { host: t("lobby.host", { name: table.host }), seats: stage });
}

/** Describes host and free seats of a table. @param {LobbyTable} table */
function describeSeats(table) {
  const host = t("lobby.host", { name: table.host });
  const seats = table.open ? t("lobby.open", { n: table.open }) : t("lobby.full");
  return t(table.timed ? "lobby.about.timed" : "lobby.about", { host, seats });
}
