// The score sheet: the last deal, and all of them.

import { sign } from "../cards/card-face.js";
import { element, fill } from "../ui/dom.js";
import { words } from "../i18n/translate.js";
import { nameAt, sideName } from "./player-names.js";
import { scoreOf } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").DealView} DealView */

/** @param {TableView} table */
function scored(table) {
  return !table.eliminates;
}

/**
 * What the last deal came to, a line for each side.
 * @param {TableView} table
 */
export function resultTable(table) {
  const deal = table.match?.deals.at(-1);
  if (!deal) return null;
  const games = scored(table) && deal.games.some(Boolean);
  /** @type {import("../i18n/translate.js").Word[]} */
  const columns = ["result.tricks"];
  if (scored(table)) columns.push("result.points", "result.score");
  if (games) columns.push("result.games");
  const head = element("tr", {}, element("td"), ...columns.map((name) => element("th", { scope: "col" }, words(name))));
  const rows = table.sides.flatMap((side, at) => {
    const cells = [tricksOf(deal, side)];
    if (scored(table)) cells.push(deal.points[at] ?? 0, deal.score[at] ?? 0);
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
function tricksOf(deal, side) {
  return side.reduce((sum, seat) => sum + (deal.tricks[seat] ?? 0), 0);
}

/**
 * All deals so far, a line for each.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function drawSheet(at, table) {
  const deals = table.match?.deals ?? [];
  const names = table.sides.map((side) => sideName(table, side));
  at.hidden = table.match === null;
  fill(at, [table.number, deals, names, table.stage], () => [
    element("h2", { tabindex: -1 }, words("sheet.title")),
    deals.length ? element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": words("sheet.title") }, sheet(table, deals, names)) : element("p", { class: "small" }, words("sheet.none")),
  ]);
}

/**
 * @param {TableView} table
 * @param {DealView[]} deals
 * @param {string[]} names
 */
function sheet(table, deals, names) {
  const points = scored(table);
  const head = [words("sheet.deal"), words("sheet.trumps"), ...names].map((name) => element("th", { scope: "col" }, name));
  const lines = deals.map((deal, n) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", title: words("sheet.dealer", { name: nameAt(table, deal.dealer) }) }, String(n + 1)),
      element("td", {}, deal.trump ? sign(deal.trump) : "–"),
      ...table.sides.map((side, at) => cell(points ? (deal.points[at] ?? 0) : null, tricksOf(deal, side))),
    ),
  );
  const totals = table.sides.map((_, at) => element("td", {}, String(scoreOf(table, at))));
  const games = points ? (deals.at(-1)?.games ?? []) : [];
  return element(
    "table",
    { class: "all-deals" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...lines),
    points && element("tfoot", {}, element("tr", {}, element("th", { scope: "row", colspan: 2 }, words("sheet.total")), ...totals)),
    games.some(Boolean) &&
      element("tbody", {}, element("tr", {}, element("th", { scope: "row", colspan: 2 }, words("result.games")), ...games.map((n) => element("td", {}, String(n))))),
  );
}

/**
 * @param {number | null} points
 * @param {number} tricks
 */
function cell(points, tricks) {
  if (points === null) return element("td", {}, String(tricks));
  return element("td", {}, element("b", {}, String(points)), element("span", { class: "about" }, ` ${words("tricks", { n: tricks })}`));
}
