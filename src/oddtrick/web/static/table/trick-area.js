// The middle of the table: the trick, the turn-up, and cut cards.

import { cardBack } from "../cards/card-backs.js";
import { face, suitSymbol } from "../cards/card-face.js";
import { cardName, suitName } from "../cards/card-names.js";
import { element, updateContent, updateList, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { areCards, lastCalls } from "../wire/calls.js";
import { isOwnTurn, mayCallCards } from "../wire/state.js";
import { packOf, youOrName, throwName } from "./table-texts.js";
import { calls, moveToSeat, stock } from "./seats.js";

/** @import {TableView} from "../wire/protocol" */

/** @typedef {{seat: number, what: string}} PlayedItem A card, a throw, or `BACK`: a card that was put down. */

const BACK = "";

/**
 * Renders the current trick, or the cut cards or throws.
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {object} how
 * @param {number | null} how.winner Winner of the complete trick on the table.
 * @param {import("./animation-queue.js").CutResult | null} how.settled Result of the cut on the table.
 * @param {boolean} how.peek Show the last trick instead.
 */
export function renderTrick(at, table, { winner: trickWinner, settled, peek }) {
  const asked = table.match?.awaited === "choice" || (table.match?.awaited === "call" && !mayCallCards(table));
  const panel = asked && isOwnTurn(table) && !settled;
  const last = peek ? table.match?.last_trick : null;
  const items = last ? last.cards.map((what, index) => ({ seat: last.seats[index] ?? 0, what })) : panel ? [] : playedItems(table);
  const winner = last ? last.winner : trickWinner;
  setAttribute(at, "data-done", winner !== null);
  setAttribute(at, "data-cut", !last && isCut(table));
  updateList(
    at,
    items,
    ({ seat, what }) => `${seat} ${what}`,
    ({ what }) => itemElement(what, packOf(table)),
    (item, { seat, what }) => {
      moveToSeat(item, table, seat);
      const wins = winner !== null && seat === winner;
      setAttribute(item, "data-winner", wins);
      setAttribute(item, "data-first", settled !== null && settled.firstSeat === seat);
      setAttribute(item, "data-side", settled?.sides[seat]);
      const card = what === BACK ? t("card.face-down") : isCard(what) ? cardName(what) : throwName(what);
      setAttribute(item, "aria-label", t(wins ? "card.winner" : "card.trick", { name: youOrName(table, seat), card }));
    },
  );
}

/**
 * @param {TableView} table
 * @returns {PlayedItem[]}
 */
function playedItems({ match, stage }) {
  if (!match) return [];
  if (match.table.length) return match.table.map((what, at) => ({ seat: match.table_seats[at] ?? 0, what }));
  if (stage !== "playing" && stage !== "drawing") return [];
  const called = match.awaited === "call" ? lastCalls(match) : [];
  if (areCards(called)) return [...new Map(called.map(({ seat, call }) => [seat, { seat, what: call ?? BACK }])).values()];
  const cards = match.cut.length ? match.cut : match.trump_known ? [] : match.contest;
  return cards.map(([seat, what]) => ({ seat, what }));
}

/** Returns whether the cards on the table were cut rather than played. @param {TableView} table */
function isCut({ match, stage }) {
  return match !== null && !match.table.length && match.cut.length > 0 && (stage === "playing" || stage === "drawing");
}

/**
 * @param {string} what
 * @param {import("./table-texts.js").Pack} pack
 */
function itemElement(what, pack) {
  if (what === BACK) return element("li", { class: "card" }, cardBack(pack));
  return isCard(what) ? element("li", { class: "card", "data-card": what }, face(what)) : element("li", { class: "thrown" }, throwSign(what));
}

/** @param {string} what */
function isCard(what) {
  return what.length === 2;
}

const THROW_SIGNS = { rock: "✊", paper: "✋", scissors: "✌" };

/** @param {string} thrown */
function throwSign(thrown) {
  return element("span", { "aria-hidden": "true" }, THROW_SIGNS[/** @type {keyof typeof THROW_SIGNS} */ (thrown)] ?? thrown);
}

/**
 * Renders the stock, cards beside the play, or the turn-up while it is on the table.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderTurnUp(at, table) {
  const match = table.stage === "playing" ? table.match : null;
  if (match?.stock !== undefined && match.counts.some(Boolean)) return void stock.want()?.renderStock(at, table);
  if (match && calls.loaded?.renderCardsAside(at, table)) return;
  const card = match?.turn_up_shown && match.counts.some(Boolean) ? match.turn_up : null;
  updateContent(at, [card], () => [
    card !== null &&
      element("span", { class: "card", role: "img", "aria-label": t("turn-up.name", { card: cardName(card) }) }, face(card)),
    card !== null && element("span", { class: "about", "aria-hidden": "true" }, t("turn-up.short")),
  ]);
}

/**
 * Renders the trump suit.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderTrumps(at, table) {
  const match = table.stage === "playing" || table.stage === "pause" ? table.match : null;
  const trumpMatch = match?.trump_known ? match : null;
  updateContent(at, [trumpMatch?.trump, trumpMatch === null], () => {
    if (!trumpMatch) return [];
    if (!trumpMatch.trump) return [t("trump.none")];
    return [element("span", { class: "about" }, t("trump")), element("span", { class: "suit-sign" }, suitSymbol(trumpMatch.trump))];
  });
  setAttribute(at, "title", trumpMatch?.trump ? suitName(trumpMatch.trump) : null);
}

/**
 * Renders who plays what.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderContract(at, table) {
  const line = table.stage === "playing" ? (calls.loaded?.contractLine(table) ?? "") : "";
  updateContent(at, line, () => [line]);
}

// The last trick, shown again for a few seconds in place of the current one.

const PEEK_DURATION = 4500;

/** Whether the last trick is shown. */
export class LastTrickPeek {
  #timer = 0;

  /** @param {() => void} onChange Renders the table again. */
  constructor(onChange) {
    this.onChange = onChange;
  }

  get isOpen() {
    return this.#timer > 0;
  }

  /** Shows the last trick until its time is over. */
  open() {
    this.#timer = window.setTimeout(() => this.close(), PEEK_DURATION);
    this.onChange();
  }

  /** Shows the current trick again. */
  close() {
    if (!this.isOpen) return;
    this.cancel();
    this.onChange();
  }

  /** Ends the peek where the table is rendered anyway. */
  cancel() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
