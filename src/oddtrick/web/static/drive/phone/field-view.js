// A deal of a duplicate drive: the own table against the others that held the same cards, and the coach's reviews.

import { element, updateContent } from "../../ui/dom.js";
import { currentLanguage, languageQuery, t } from "../../i18n/translate.js";
import { pairNames } from "../drive-words.js";

/** @typedef {import("../drive-types").Parts} Parts */
/** @typedef {import("../drive-types").Round} Round */
/** @typedef {import("../drive-types").RoundTable} RoundTable */

/** The comparison of the round, once it is complete. */
export class FieldView {
  /** @param {import("../drive-connection.js").DriveConnection} connection */
  constructor(connection) {
    this.connection = connection;
    this.root = element("section", { class: "field-view", hidden: true });
  }

  update() {
    const { round, you, next, players } = this.connection.parts;
    const own = round?.tables.find((each) => each.table === next?.table && next.round === round.number);
    const side = next?.direction ?? 0;
    this.root.hidden = !round || !own?.match_points;
    if (this.root.hidden || !round || !own) return;
    updateContent(this.root, [round.number, round.tables, you, side, players], () => this.#content(round, own, side));
  }

  /**
   * @param {Round} round
   * @param {RoundTable} own
   * @param {number} side The side on which this player sat.
   */
  #content(round, own, side) {
    const figures = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    const mean = round.tables.reduce((sum, table) => sum + (table.tricks?.[side] ?? 0), 0) / round.tables.length;
    const most = 2 * (round.tables.length - 1);
    const sorted = [...round.tables].sort((one, other) => (other.tricks?.[side] ?? 0) - (one.tricks?.[side] ?? 0) || one.table - other.table);
    const heading = (/** @type {string} */ text) => element("th", { scope: "col" }, text);
    return [
      element("h2", {}, t("field.title")),
      element("p", {}, t("field.own", { tricks: own.tricks?.[side] ?? 0, mean: figures.format(mean), points: own.match_points?.[side] ?? 0, most })),
      element(
        "table",
        { class: "standings" },
        element("caption", { class: "visually-hidden" }, t("field.title")),
        element("thead", {}, element("tr", {}, heading(t("drive.table")), heading(t("drive.name")), heading(t("drive.tricks")), heading(t("drive.match-points")), heading(t("field.review")))),
        element("tbody", {}, ...sorted.map((table) => this.#row(table, side, table === own))),
      ),
    ];
  }

  /**
   * @param {RoundTable} table
   * @param {number} side
   * @param {boolean} own
   */
  #row(table, side, own) {
    const { parts } = this.connection;
    const label = t("field.review.table", { table: table.table });
    return element(
      "tr",
      { "data-own": own },
      element("td", {}, String(table.table)),
      element("th", { scope: "row" }, pairNames(parts, table.pairs[side] ?? [])),
      element("td", {}, String(table.tricks?.[side] ?? "–")),
      element("td", {}, String(table.match_points?.[side] ?? "–")),
      element("td", {}, table.code && element("a", { href: `/t/${table.code}/review/1/1${languageQuery()}`, "aria-label": label }, t("field.look"))),
    );
  }
}
