// The tables of the round: names, results, and what is missing, waits for confirmation or is disputed.

import { element, findElement, setAttribute, setText, updateList } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { agoText, pairNames, wordFor } from "../drive-words.js";

/** @typedef {import("../drive-types").Round} Round */
/** @typedef {import("../drive-types").RoundTable} RoundTable */
/** @typedef {import("./desk-state.js").Desk} Desk */

/** Signs of the states, beside their words and colours. */
const SIGNS = { missing: "…", entered: "?", confirmed: "✓", disputed: "!", unplayed: "–" };

/** A phone that was seen longer ago than this (ms) is shown as away. */
const AWAY = 90_000;

const REFRESH = 15_000;

/** The grid of tables. */
export class TableGrid {
  /** @type {Round | null} */
  #round = null;
  #openOnly = false;

  /**
   * @param {Desk} desk
   * @param {(table: RoundTable) => void} choose
   */
  constructor(desk, choose) {
    this.desk = desk;
    this.choose = choose;
    this.list = element("ul", { class: "tables-grid", "aria-label": t("desk.tables") });
    this.toggle = element("button", { type: "button", "aria-pressed": "false", click: () => this.#toggle() }, t("desk.open-only"));
    this.root = element("div", { class: "tables-part" }, element("div", { class: "picks" }, this.toggle), this.list);
    window.setInterval(() => this.update(this.#round), REFRESH);
  }

  /** @param {Round | null} round */
  update(round) {
    this.#round = round;
    const tables = (round?.tables ?? []).filter((table) => !this.#openOnly || (table.state !== "confirmed" && table.state !== "unplayed"));
    this.root.hidden = !round;
    updateList(
      this.list,
      tables,
      (table) => String(table.table),
      () => this.#make(),
      (item, table) => this.#updateTable(item, table, this.#lastSeen(table)),
    );
  }

  /**
   * When a phone of a table or of somebody who sits there was last heard from.
   * @param {RoundTable} table
   * @returns {number | null}
   */
  #lastSeen({ table, pairs }) {
    const { phones } = this.desk.parts;
    const times = [phones?.tables[table], ...pairs.flat().map((player) => phones?.players[player])].filter((each) => each !== undefined);
    return times.length ? Math.max(...times) : null;
  }

  #toggle() {
    this.#openOnly = !this.#openOnly;
    this.toggle.setAttribute("aria-pressed", String(this.#openOnly));
    this.update(this.#round);
  }

  #make() {
    const choose = () => {
      const table = this.#round?.tables.find((each) => String(each.table) === item.dataset.key);
      if (table) this.choose(table);
    };
    const item = element(
      "li",
      {},
      element(
        "button",
        { type: "button", class: "table-tile", click: choose },
        element("span", { class: "number" }),
        element("span", { class: "state" }),
        element("span", { class: "side-label" }, t("drive.ns")),
        element("span", { class: "pair ns" }),
        element("span", { class: "tricks ns" }),
        element("span", { class: "side-label" }, t("drive.ew")),
        element("span", { class: "pair ew" }),
        element("span", { class: "tricks ew" }),
        element("span", { class: "seen" }),
      ),
    );
    return item;
  }

  /**
   * @param {HTMLElement} item
   * @param {RoundTable} table
   * @param {number | null} seen
   */
  #updateTable(item, table, seen) {
    const { parts, connection } = this.desk;
    setAttribute(item, "data-state", table.state);
    setText(findElement(item, ".number"), String(table.table));
    setText(findElement(item, ".state"), `${SIGNS[table.state]} ${wordFor("desk.state", table.state)}`);
    for (const [at, side] of ["ns", "ew"].entries()) {
      setText(findElement(item, `.pair.${side}`), pairNames(parts, table.pairs[at] ?? []));
      setText(findElement(item, `.tricks.${side}`), tricksText(table, at));
    }
    const away = seen !== null && connection.now() - seen > AWAY;
    const online = table.online && table.state === "missing";
    setText(findElement(item, ".seen"), online ? t("desk.online") : away ? t("desk.seen", { ago: agoText(connection.now() - seen) }) : "");
  }
}

/**
 * The tricks of a pair; of a disputed table, as each side reports them.
 * @param {RoundTable} table
 * @param {number} at
 */
function tricksText(table, at) {
  if (table.state === "disputed" && table.reports?.length) return table.reports.map((report) => report.tricks?.[at] ?? "–").join(" / ");
  return String(table.tricks?.[at] ?? "");
}
