// The score sheet: the result of the last deal, and all deals.

import { callName } from "../cards/call-names.js";
import { suitSymbol } from "../cards/card-face.js";
import { rankLabel, suitOf } from "../cards/card-names.js";
import { element, setAttribute, updateContent } from "../ui/dom.js";
import { joinShortly, loadMessages, numberText, t, tOr } from "../i18n/translate.js";
import { standingBids } from "../wire/standing-bids.js";
import { survivalOf, survivalText } from "./match-story.js";
import { gamesOf, nameAt, sideLabel, youOrName, scoreOf } from "./table-texts.js";

/** @import {TableView, DealView, ScoreItem} from "../wire/protocol" */

await loadMessages("table-menus");

const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/**
 * The result of the last deal, one row per side; of a match of elimination how far everybody came.
 * @param {TableView} table
 */
export function resultTable(table) {
  const deal = table.match?.deals.at(-1);
  if (!deal) return null;
  if (table.eliminates) return survivalTable(table, deal);
  const games = gamesOf(table);
  /** @type {import("../i18n/translate.js").MessageKey[]} */
  const columns = ["result.tricks", "result.points", "result.score"];
  if (games.length) columns.push("result.games");
  const head = element("tr", {}, element("td"), ...columns.map((name) => element("th", { scope: "col" }, t(name))));
  const rows = table.sides.flatMap((side, at) => {
    const cells = [String(tricksOfSide(deal, side)), numberText(deal.points[at] ?? 0, { signDisplay: "always" }), scoreText(table, deal.score[at] ?? 0)];
    if (games.length) cells.push(String(games[at] ?? 0));
    return [row(sideLabel(table, side), cells), itemsRow(table, deal, at, columns.length + 1)];
  });
  const sheet = element("table", { class: "result", "data-accounts": true, "data-many": table.sides.length > MANY_SIDES }, element("thead", {}, head), element("tbody", {}, ...rows));
  sheet.style.setProperty("--columns", String(columns.length + 1));
  return sheet;
}

/**
 * The players in the order in which they fell out, the winner first; during the match with the tricks of those still in.
 * @param {TableView} table
 * @param {DealView} deal
 */
function survivalTable(table, deal) {
  const deals = table.match?.deals ?? [];
  const over = table.stage === "over";
  const order = survivalOf(deals).map((survival, seat) => ({ ...survival, seat }));
  if (over) order.sort((one, other) => one.place - other.place || one.seat - other.seat);
  const rows = order.map((survival) => {
    const { seat, place, out } = survival;
    const playing = out === null || out === deals.length;
    const text = over || !playing ? survivalText(survival) : String(deal.tricks[seat] ?? 0);
    const name = over ? t("result.placed", { place, name: youOrName(table, seat) }) : youOrName(table, seat);
    const line = row(name, [text], playing && !over ? trickPips(table, deal, [seat]) : undefined);
    setAttribute(line, "data-out", out !== null);
    return line;
  });
  const head = !over && element("thead", {}, element("tr", {}, element("td"), element("th", { scope: "col" }, t("result.tricks"))));
  return element("table", { class: "result" }, head, element("tbody", {}, ...rows));
}

/** Sides up to this number have two lines each in a low window. */
const MANY_SIDES = 4;

/**
 * A score, with the points that win the game if there is such a number: “3 of 5”.
 * @param {TableView} table
 * @param {number} score
 */
function scoreText({ options }, score) {
  return typeof options.target === "number" && options.match !== "deals" ? t("result.of", { score, target: options.target }) : numberText(score);
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
  const shares = side.length > 1 && tricksOfSide(deal, side) > 0 ? [joinShortly(side.map((seat) => `${youOrName(table, seat)} ${deal.tricks[seat] ?? 0}`))] : [];
  const items = (table.match?.account[at] ?? []).map(itemText);
  const bids = deal.contract ? [] : bidTexts(table, deal, side); // the story tells a contract
  const line = [...bids, ...items, ...shares].join(" · ");
  const texts = line && element("span", { class: "items" }, line);
  return element("tr", { class: "account", "data-empty": !line && !tricksOfSide(deal, side) }, element("td", { colspan: columns }, trickPips(table, deal, side), texts));
}

/**
 * The bids of a side beside the tricks that it took.
 * @param {TableView} table
 * @param {DealView} deal
 * @param {readonly number[]} side
 */
function bidTexts({ places }, deal, side) {
  const { contract } = deal;
  if (!deal.tricks.some(Boolean)) return []; // thrown in: nobody made anything of a bid
  if (contract) {
    const bids = contract.declarer !== null && side.includes(contract.declarer);
    return bids ? [t("result.bid", { bid: callName(contract.bid), n: tricksOfSide(deal, contract.side) })] : [];
  }
  const bids = standingBids(deal.calls ?? []);
  const alone = bids.size === places.length; // everybody's own bid, else that of the side
  return side.flatMap((seat) => {
    const bid = bids.get(seat);
    return bid === undefined ? [] : [t("result.bid", { bid: callName(bid), n: alone ? (deal.tricks[seat] ?? 0) : tricksOfSide(deal, side) })];
  });
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
 * An item of the count in words, such as “3 above six”; the reason of a game without a text for it as it is.
 * @param {ScoreItem} item
 */
function itemText({ reason, points, of = "" }) {
  const extra = /^.[SHDC]$/.test(of) ? rankLabel(of) + SUIT_SIGNS[suitOf(of)] : of;
  const words = [reason.replaceAll("-", " "), extra].filter(Boolean).join(" ");
  const values = { n: numberText(points ?? 0), extra, reason: words };
  return tOr(`account.${reason}`, points === null ? words : t("account.other", values), values);
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
  const names = table.sides.map((side) => sideLabel(table, side));
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
 * Each side has a column, as wide as its numbers: many names stand upright in theirs.
 * @param {TableView} table
 * @param {DealView[]} deals
 * @param {string[]} names
 */
function scoreTable(table, deals, names) {
  const points = !table.eliminates;
  const head = [element("th", { scope: "col" }, t("score-sheet.deal")), ...names.map((name) => element("th", { scope: "col", title: name }, element("span", { class: "name" }, name)))];
  const lines = deals.map((deal, n) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", title: t("score-sheet.dealer", { name: nameAt(table, deal.dealer) }) }, `${n + 1} `, deal.trump ? suitSymbol(deal.trump) : "–"),
      ...table.sides.map((side, at) => cell(points ? (deal.points[at] ?? 0) : null, tricksOfSide(deal, side), bidTexts(table, deal, side).join(", "))),
    ),
  );
  const totals = table.sides.map((_, at) => element("td", {}, numberText(scoreOf(table, at))));
  const sums = /** @type {const} */ ([["result.games", gamesOf(table)], ["result.rubber-points", table.match?.rubber ?? []]]).filter(([, counts]) => counts.some(Boolean));
  return element(
    "table",
    { class: "all-deals", "data-many": names.length > MANY_NAMES },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...lines),
    points && element("tfoot", {}, element("tr", {}, element("th", { scope: "row" }, t("score-sheet.total")), ...totals)),
    sums.length > 0 &&
      element("tbody", {}, ...sums.map(([name, counts]) => element("tr", {}, element("th", { scope: "row" }, t(name)), ...counts.map((n) => element("td", {}, String(n)))))),
  );
}

/** Up to this number of sides their names lie in the head of the score sheet. */
const MANY_NAMES = 2;

/**
 * @param {number | null} points
 * @param {number} tricks
 * @param {string} bid The bids of the side beside the tricks; empty where there were none.
 */
function cell(points, tricks, bid) {
  if (points === null) return element("td", {}, String(tricks));
  return element("td", {}, element("b", {}, numberText(points ?? 0)), element("span", { class: "about" }, ` ${bid || t("tricks", { n: tricks })}`));
}
