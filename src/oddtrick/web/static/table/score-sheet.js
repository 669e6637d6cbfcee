// The score sheet: the result of the last deal, and all deals.

import { suitSymbol } from "../cards/card-face.js";
import { element, updateContent } from "../ui/dom.js";
import { t, tOr } from "../i18n/translate.js";
import { joinNames, nameAt, sideName, youOrName, scoreOf } from "./table-texts.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").DealView} DealView */

/**
 * The result of the last deal, one row per side.
 * @param {TableView} table
 */
export function resultTable(table) {
  const deal = table.match?.deals.at(-1);
  if (!deal) return null;
  const games = !table.eliminates && deal.games.some(Boolean);
  /** @type {import("../i18n/translate.js").MessageKey[]} */
  const columns = ["result.tricks"];
  if (!table.eliminates) columns.push("result.points", "result.score");
  if (games) columns.push("result.games");
  const head = element("tr", {}, element("td"), ...columns.map((name) => element("th", { scope: "col" }, t(name))));
  const rows = table.sides.flatMap((side, at) => {
    const cells = [String(tricksOfSide(deal, side))];
    if (!table.eliminates) cells.push(`+${deal.points[at] ?? 0}`, scoreText(table, deal.score[at] ?? 0));
    if (games) cells.push(String(deal.games[at] ?? 0));
    // Without a score there is no count to tell: one line each, so that the table fits low windows.
    if (!!table.eliminates) return [row(sideName(table, side), cells, trickPips(table, deal, side))];
    return [row(sideName(table, side), cells), itemsRow(table, deal, at, columns.length + 1)];
  });
  const sheet = element("table", { class: "result", "data-accounts": !table.eliminates, "data-many": !table.eliminates && table.sides.length > MANY_SIDES }, element("thead", {}, head), element("tbody", {}, ...rows));
  sheet.style.setProperty("--columns", String(columns.length + 1));
  return sheet;
}

/** Sides up to this number have two lines each in a low window. */
const MANY_SIDES = 4;

/**
 * A score, with the points that win the game if there is such a number: “3 of 5”.
 * @param {TableView} table
 * @param {number} score
 */
function scoreText({ options }, score) {
  return typeof options.target === "number" && options.match !== "deals" ? t("result.of", { score, target: options.target }) : String(score);
}

/**
 * Where a side's points come from: its tricks one by one, those above the book in gold, who took them, and the
 * other items of the count.
 * @param {TableView} table
 * @param {DealView} deal
 * @param {number} at Index of the side.
 * @param {number} columns
 */
function itemsRow(table, deal, at, columns) {
  const side = table.sides[at] ?? [];
  const shares = side.length > 1 && tricksOfSide(deal, side) > 0 ? [joinNames(side.map((seat) => `${youOrName(table, seat)} ${deal.tricks[seat] ?? 0}`))] : [];
  const items = (table.match?.account[at] ?? []).map(itemText);
  const line = [...items, ...shares].join(" · ");
  const texts = line && element("span", { class: "items" }, line);
  return element("tr", { class: "account", "data-empty": !line && !tricksOfSide(deal, side) }, element("td", { colspan: columns }, trickPips(table, deal, side), texts));
}

/**
 * The tricks of a side one by one, those above the book in gold.
 * @param {TableView} table
 * @param {DealView} deal
 * @param {readonly number[]} side
 */
function trickPips(table, deal, side) {
  const pips = Array.from({ length: tricksOfSide(deal, side) }, (_, n) => {
    const pip = element("i", { "data-odd": table.book > 0 && n >= table.book });
    pip.style.setProperty("--n", String(n));
    return pip;
  });
  return element("span", { class: "pips", "aria-hidden": "true" }, ...pips);
}

/**
 * Translates an item of the count, such as “3 for tricks above six”.
 * @param {string} item
 */
function itemText(item) {
  const [, n = "", reason = item] = /^(\d+) for (.*)$/.exec(item) ?? [];
  const [, base = reason, extra = ""] = /^(.*?) ?(\d*)$/.exec(reason) ?? [];
  const key = `account.${base.replaceAll(" ", "-")}`;
  return tOr(key, item, { n, extra });
}

/**
 * @param {string} name
 * @param {string[]} cells
 * @param {HTMLElement} [pips]
 */
function row(name, cells, pips) {
  return element("tr", {}, element("th", { scope: "row" }, name, pips && " ", pips), ...cells.map((cell) => element("td", {}, cell)));
}

/**
 * @param {DealView} deal
 * @param {readonly number[]} side
 */
export function tricksOfSide(deal, side) {
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
    deals.length ? scrolling(scoreTable(table, deals, names)) : element("p", { class: "small" }, t("score-sheet.none")),
  ]);
}

/**
 * A region in which a long table scrolls; it shows the end, the last deals.
 * @param {HTMLElement} content
 */
function scrolling(content) {
  const region = element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": t("score-sheet.title") }, content);
  window.requestAnimationFrame(() => (region.scrollTop = region.scrollHeight));
  return region;
}

/**
 * @param {TableView} table
 * @param {DealView[]} deals
 * @param {string[]} names
 */
function scoreTable(table, deals, names) {
  const points = !table.eliminates;
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
  const sums = /** @type {const} */ ([["result.games", games], ["result.rubber-points", table.match?.rubber ?? []]]).filter(([, counts]) => counts.some(Boolean));
  return element(
    "table",
    { class: "all-deals" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...lines),
    points && element("tfoot", {}, element("tr", {}, element("th", { scope: "row", colspan: 2 }, t("score-sheet.total")), ...totals)),
    sums.length > 0 &&
      element("tbody", {}, ...sums.map(([name, counts]) => element("tr", {}, element("th", { scope: "row", colspan: 2 }, t(name)), ...counts.map((n) => element("td", {}, String(n)))))),
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
