// The score sheet: the result of the last deal, and all deals.

import { suitSymbol } from "../cards/card-face.js";
import { element, updateContent } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { nameAt, sideName } from "./player-names.js";
import { scoreOf } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").DealView} DealView */

/** @param {TableView} table */
function hasScore(table) {
  return !table.eliminates;
}

/**
 * The result of the last deal, one row per side.
 * @param {TableView} table
 */
export function resultTable(table) {
  const deal = table.match?.deals.at(-1);
  if (!deal) return null;
  const games = hasScore(table) && deal.games.some(Boolean);
  /** @type {import("../i18n/translate.js").MessageKey[]} */
  const columns = ["result.tricks"];
  if (hasScore(table)) columns.push("result.points", "result.score");
  if (games) columns.push("result.games");
  const head = element("tr", {}, element("td"), ...columns.map((name) => element("th", { scope: "col" }, t(name))));
  const rows = table.sides.flatMap((side, at) => {
    const cells = [tricksOfSide(deal, side)];
    if (hasScore(table)) cells.push(deal.points[at] ?? 0, deal.score[at] ?? 0);
    if (games) cells.push(deal.games[at] ?? 0);
    return [row(sideName(table, side), cells.map(String))];
  });
  return element("table", { class: "result" }, element("thead", {}, head), element("tbody", {}, ...rows));
}

/**
 * @param {string} name
 * @param {string[]} cells
 */
function row(name, cells) {
  return element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell)));
}

/**
 * @param {DealView} deal
 * @param {readonly number[]} side
 */
function tricksOfSide(deal, side) {
  return side.reduce((sum, seat) => sum + (deal.tricks[seat] ?? 0), 0);
}

/**
 * Renders all deals so far, one row each.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderScoreSheet(at, table) {
  const deals = table.match?.deals ?? [];
  const names = table.sides.map((side) => sideName(table, side));
  at.hidden = table.match === null;
  updateContent(at, [table.number, deals, names, table.stage], () => [
    element("h2", { tabindex: -1 }, t("score-sheet.title")),
    deals.length ? element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": t("score-sheet.title") }, scoreTable(table, deals, names)) : element("p", { class: "small" }, t("score-sheet.none")),
  ]);
}

/**
 * @param {TableView} table
 * @param {DealView[]} deals
 * @param {string[]} names
 */
function scoreTable(table, deals, names) {
  const points = hasScore(table);
  const head = [t("score-sheet.deal"), t("score-sheet.trumps"), ...names].map((name) => element("th", { scope: "col" }, name));
  const lines = deals.map((deal, n) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", title: t("score-sheet.dealer", { name: nameAt(table, deal.dealer) }) }, String(n + 1)),
      element("td", {}, deal.trump ? suitSymbol(deal.trump) : "–"),
      ...table.sides.map((side, at) => cell(points ? (deal.points[at] ?? 0) : null, tricksOfSide(deal, side))),
    ),
  );
  const totals = table.sides.map((_, at) => element("td", {}, String(scoreOf(table, at))));
  const games = points ? (deals.at(-1)?.games ?? []) : [];
  return element(
    "table",
    { class: "all-deals" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...lines),
    points && element("tfoot", {}, element("tr", {}, element("th", { scope: "row", colspan: 2 }, t("score-sheet.total")), ...totals)),
    games.some(Boolean) &&
      element("tbody", {}, element("tr", {}, element("th", { scope: "row", colspan: 2 }, t("result.games")), ...games.map((n) => element("td", {}, String(n))))),
  );
}

/**
 * @param {number | null} points
 * @param {number} tricks
 */
function cell(points, tricks) {
  if (points === null) return element("td", {}, String(tricks));
  return element("td", {}, element("b", {}, String(points)), element("span", { class: "about" }, ` ${t("tricks", { n: tricks })}`));
}
