// Tables: one's own that go on, those that anybody may look at, and one that somebody has sent.

import { element, field, fill, keep } from "../ui/dom.js";
import { get } from "../ui/http-client.js";
import { words, wordsOr } from "../i18n/translate.js";
import { Line } from "../wire/socket.js";

/** @typedef {import("../wire/protocol").LobbyTable} LobbyTable */

/** So many of one's own tables are shown; the others are on a page of their own. */
const MOST = 3;

/** One's tables that are under way, if there are any. */
export function goingOn() {
  const tables = element("ul", { class: "tables" });
  const section = element(
    "section",
    { class: "own", "aria-labelledby": "own", hidden: true },
    element("h2", { id: "own" }, words("start.own")),
    tables,
  );
  const look = async () => {
    const going = (await ownTables()).filter((each) => each.place !== null && goes(each.table));
    list(
      tables,
      going.slice(0, MOST).map((each) => each.table),
      () => "lobby.go",
      stageOf,
    );
    section.hidden = !going.length;
  };
  void look().catch(() => undefined); // the page is of use without them
  return section;
}

/**
 * The tables where one sits or sat.
 * @returns {Promise<import("../wire/protocol").MyTable[]>}
 */
export async function ownTables() {
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  return me.id ? (await get("/api/me/tables")).tables : [];
}

/** @param {LobbyTable} table */
export function goes(table) {
  return table.stage !== "closed" && table.stage !== "over";
}

/** The public tables, as they are at any moment. */
export function lobby() {
  const tables = element("ul", { class: "tables" });
  const none = element("p", { class: "none" }, words("lobby.none"));
  new Line("/ws/lobby", {
    opened() {},
    changed() {},
    heard(/** @type {import("../wire/protocol").LobbyFrame} */ frame) {
      if (frame.type !== "lobby") return;
      list(tables, frame.tables, way, company);
      none.hidden = frame.tables.length > 0;
    },
  });
  return element(
    "section",
    { class: "lobby", "aria-labelledby": "lobby" },
    element("h2", { id: "lobby" }, words("lobby.title")),
    tables,
    none,
  );
}

/**
 * What one may do at a table. Also in the middle of a match a bot may give way to a person.
 * @param {LobbyTable} table
 */
function way({ open, stage }) {
  if (!open) return "lobby.watch";
  return stage === "gathering" ? "lobby.join" : "lobby.both";
}

/** Where a code or a link is typed that somebody has sent. */
export function joinForm() {
  return element(
    "form",
    { class: "join", submit: go },
    element("label", { for: "code" }, words("lobby.code")),
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
      element("button", {}, words("lobby.there")),
    ),
  );
}

/** @param {SubmitEvent} event */
function go(event) {
  event.preventDefault();
  const typed = field(/** @type {HTMLFormElement} */ (event.target), "[name=code]").value;
  window.location.assign(`/t/${encodeURIComponent(codeIn(typed))}`);
}

/**
 * The code in what somebody pasted: a code, or a link that ends with one.
 * @param {string} typed
 */
export function codeIn(typed) {
  const [path = ""] = typed.trim().split(/[?#]/);
  return path.replace(/\/+$/, "").split("/").pop() ?? "";
}

/**
 * @param {HTMLElement} at
 * @param {LobbyTable[]} tables
 * @param {(table: LobbyTable) => import("../i18n/translate.js").Word} verb
 * @param {(table: LobbyTable) => string} about
 */
export function list(at, tables, verb, about) {
  keep(
    at,
    tables,
    (table) => table.code,
    () => element("li"),
    (item, table) => {
      const [game, told, way] = [wordsOr(`game.${table.game}`, table.game), about(table), words(verb(table))];
      fill(item, [game, told, way], () => [
        element("span", { class: "what" }, game),
        element("span", { class: "small" }, told),
        element("a", { class: "button", href: `/t/${table.code}`, "aria-label": `${way}: ${game}, ${told}` }, way),
      ]);
    },
  );
}

/** @param {LobbyTable} table Whose it is, and how far it is. */
export function stageOf(table) {
  const stage = words(table.stage === "gathering" ? "lobby.gathering" : "lobby.playing");
  return words("lobby.about", { host: words("lobby.host", { name: table.host }), seats: stage });
}

/** @param {LobbyTable} table Whose it is, and for how many there is a place. */
function company(table) {
  const host = words("lobby.host", { name: table.host });
  const seats = table.open ? words("lobby.open", { n: table.open }) : words("lobby.full");
  return words(table.timed ? "lobby.about.timed" : "lobby.about", { host, seats });
}
