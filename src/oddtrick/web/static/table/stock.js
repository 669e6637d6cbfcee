// The stock on the felt, from which cards are drawn after tricks: how it lies, and what is said and seen of a draw.

import { cardBack } from "../cards/card-backs.js";
import { face } from "../cards/card-face.js";
import { cardName } from "../cards/card-names.js";
import { loadMessages, t } from "../i18n/translate.js";
import { element, findElement, updateContent } from "../ui/dom.js";
import { addStyles } from "./lazy-part.js";
import { packOf, textAbout } from "./table-texts.js";

/** @import {TableView} from "../wire/protocol" */
/** @typedef {{seat: number, card: string | null}} Draw The card that a seat has drawn; null if the viewer has not seen it. */

await Promise.all([addStyles("stock.css"), loadMessages("calls")]);

/** Cards of which the pile shows an edge, at most. */
const EDGES = 5;

/**
 * Renders the stock with its number of cards and the card that lies face up on it.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderStock(at, table) {
  const { stock = 0, stock_top: top = null } = table.match ?? {};
  updateContent(at, [stock, top, packOf(table)], () => {
    if (!stock) return [];
    const pile = Array.from({ length: Math.min(EDGES, Math.ceil(stock / 6) + 1) }, () => cardBack(packOf(table)));
    const label = top === null ? t("stock.name", { n: stock }) : t("stock.shown", { n: stock, card: cardName(top) });
    return [
      element("span", { class: "stock", role: "img", "aria-label": label }, ...pile, top !== null && element("span", { class: "card" }, face(top))),
      element("span", { class: "about", "aria-hidden": "true" }, t("cards", { n: stock })),
    ];
  });
}

/**
 * Returns the cards drawn after the last trick, that of its winner first.
 * @param {TableView} table
 * @returns {Draw[]}
 */
export function lastDraws({ match }) {
  const [cards, winner] = [match?.drawn?.at(-1) ?? [], match?.last_trick?.winner ?? 0];
  const seats = match?.seats ?? [];
  const first = seats.indexOf(winner);
  return cards.map((card, at) => ({ seat: seats[(first + at) % seats.length] ?? 0, card }));
}

/**
 * Says what was drawn, and what is turned up next.
 * @param {TableView} table
 */
export function drawnLine(table) {
  const draws = lastDraws(table).map(({ seat, card }) => (card === null ? textAbout(table, seat, "event.drawn.hidden") : textAbout(table, seat, "event.drawn", { card: cardName(card) })));
  const { stock, stock_top: top } = table.match ?? {};
  if (!stock) draws.push(t("event.stock.empty"));
  else if (top) draws.push(t("event.stock.next", { card: cardName(top) }));
  return draws.join(" ");
}

/**
 * Moves the cards drawn from the stock: the viewer's into the hand, the others' to their seats.
 * @param {TableView} table
 * @param {{x: number, y: number, width: number}} from Where the stock lay.
 * @param {{toHand: (card: string) => void, toSeat: (flying: HTMLElement, seat: number) => Promise<void>}} move
 */
export function animateDraws(table, from, { toHand, toSeat }) {
  const felt = findElement(document, ".felt");
  const box = felt.getBoundingClientRect();
  for (const { seat, card } of lastDraws(table)) {
    if (card !== null && seat === table.match?.seat) {
      toHand(card);
      continue;
    }
    const flying = element("span", { class: "drawing", "aria-hidden": "true" }, card === null ? cardBack(packOf(table)) : element("span", { class: "card" }, face(card)));
    flying.style.setProperty("--card", `${from.width}px`);
    flying.style.left = `${from.x - box.left - from.width / 2}px`;
    flying.style.top = `${from.y - box.top - from.width * 0.7}px`;
    felt.append(flying);
    void toSeat(flying, seat).then(() => flying.remove());
  }
}
