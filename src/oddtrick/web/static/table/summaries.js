// Summaries of the table that keyboard shortcuts read out.

import { cardName } from "../cards/card-names.js";
import { loadMessages, t } from "../i18n/translate.js";
import { calls } from "./seats.js";
import { handLine, scoreOf, statusText, trumpLine, sideName, youOrName } from "./table-texts.js";

/** @import {TableView} from "../wire/protocol" */
/** @typedef {keyof typeof SUMMARIES} Summary */

await loadMessages("table-menus");

/**
 * @param {Summary} what
 * @param {TableView} table
 */
export function summaryOf(what, table) {
  return SUMMARIES[what](table);
}

/** Describes the last trick. @param {TableView} table */
function lastTrickSummary(table) {
  const last = table.match?.last_trick;
  if (!last) return t("summary.no-trick");
  const cards = last.cards.map((card, at) => {
    const seat = last.seats[at] ?? 0;
    const values = { name: youOrName(table, seat), card: cardName(card) };
    return t(seat === last.winner ? "summary.won" : "summary.card", values);
  });
  const knocks = (last.passed ?? []).map((seat) => t("summary.knock", { name: youOrName(table, seat) }));
  return t("summary.trick", { cards: [...cards, ...knocks].join(", ") });
}

/** Describes whose turn it is and the cards on the table. @param {TableView} table */
function turnSummary(table) {
  const match = table.match;
  const lying = (match?.table ?? []).map((card, at) =>
    t("summary.card", { name: youOrName(table, match?.table_seats[at] ?? 0), card: cardName(card) }),
  );
  const cards = lying.length ? t("summary.table", { cards: lying.join(", ") }) : t("summary.nothing");
  return table.stage === "playing" ? `${statusText(table)}. ${cards}` : statusText(table);
}

/** Describes tricks and score of each side. @param {TableView} table */
export function scoreSummary(table) {
  const match = table.match;
  if (!match) return t("summary.deal");
  const sides = table.sides.map((side, at) => {
    const n = side.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0);
    const values = { name: sideName(table, side), tricks: t("tricks", { n }), score: scoreOf(table, at) };
    return t(table.eliminates ? "summary.side.tricks" : "summary.side", values);
  });
  return `${sides.join("; ")}.`;
}

/** Describes trumps and bids. @param {TableView} table */
function trumpSummary(table) {
  return [trumpLine(table), calls.loaded?.callsSummary(table)].filter(Boolean).join(" ");
}

/** The summary of each shortcut. */
const SUMMARIES = { turn: turnSummary, last: lastTrickSummary, score: scoreSummary, trumps: trumpSummary, hand: handLine };
