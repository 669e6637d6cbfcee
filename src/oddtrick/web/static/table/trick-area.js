// What lies on the table: the trick, the turn-up, what was cut.

import { face, sign } from "../cards/card-face.js";
import { cardName, suitName } from "../cards/card-names.js";
import { element, fill, keep, mark } from "../ui/dom.js";
import { words } from "../i18n/translate.js";
import { youOrName } from "./player-names.js";
import { put } from "./seats.js";
import { throwName } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {{seat: number, what: string}} Lying A card, or a throw. */

/**
 * The trick under way, or what was cut or thrown.
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {object} how
 * @param {number | null} how.winner Who has won the trick that lies there complete.
 * @param {import("./animation-events.js").Settled | null} how.settled What cards that were cut have settled.
 * @param {boolean} how.peek The last trick lies there again for a while.
 */
export function drawTrick(at, table, { winner: won, settled, peek }) {
  const last = peek ? table.match?.last_trick : null;
  const lying = last ? last.cards.map((what, index) => ({ seat: last.seats[index] ?? 0, what })) : lyingOn(table);
  const winner = last ? last.winner : won;
  mark(at, "data-done", winner !== null);
  mark(at, "data-cut", !last && isCut(table));
  mark(at, "data-many", table.places.length > 4);
  keep(
    at,
    lying,
    ({ seat, what }) => `${seat} ${what}`,
    ({ what }) => element("li", isCard(what) ? { class: "card", "data-card": what } : { class: "thrown" }, isCard(what) ? face(what) : hand(what)),
    (item, { seat, what }) => {
      put(item, table, seat);
      const wins = winner !== null && seat === winner;
      mark(item, "data-winner", wins);
      mark(item, "data-first", settled !== null && settled.first === seat);
      mark(item, "data-side", settled?.sides[seat]);
      const card = isCard(what) ? cardName(what) : throwName(what);
      mark(item, "aria-label", words(wins ? "card.winner" : "card.trick", { name: youOrName(table, seat), card }));
    },
  );
}

/**
 * @param {TableView} table
 * @returns {Lying[]}
 */
function lyingOn({ match, stage }) {
  if (!match) return [];
  if (match.table.length) return match.table.map((what, at) => ({ seat: match.table_seats[at] ?? 0, what }));
  if (stage !== "playing" && stage !== "drawing") return [];
  const shown = match.cut.length ? match.cut : match.trump_known ? [] : match.contest;
  return shown.map(([seat, what]) => ({ seat, what }));
}

/** Whether what lies there was cut, each card before who turned it. @param {TableView} table */
function isCut({ match, stage }) {
  return match !== null && !match.table.length && match.cut.length > 0 && (stage === "playing" || stage === "drawing");
}

/** @param {string} what */
function isCard(what) {
  return what.length === 2;
}

const HANDS = { rock: "✊", paper: "✋", scissors: "✌" };

/** @param {string} thrown */
function hand(thrown) {
  return element("span", { "aria-hidden": "true" }, HANDS[/** @type {keyof typeof HANDS} */ (thrown)] ?? thrown);
}

/**
 * The card that was turned up, as long as it lies on the table.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function drawTurnUp(at, table) {
  const match = table.stage === "playing" ? table.match : null;
  const card = match?.turn_up_shown && match.counts.some(Boolean) ? match.turn_up : null;
  fill(at, [card], () => [
    card !== null &&
      element("span", { class: "card", role: "img", "aria-label": words("turn-up.name", { card: cardName(card) }) }, face(card)),
    card !== null && element("span", { class: "about", "aria-hidden": "true" }, words("turn-up.short")),
  ]);
}

/**
 * Trumps, in words and as a sign.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function drawTrumps(at, table) {
  const match = table.stage === "playing" || table.stage === "pause" ? table.match : null;
  const known = match?.trump_known ? match : null;
  fill(at, [known?.trump, known === null], () => {
    if (!known) return [];
    if (!known.trump) return [words("trump.none")];
    return [element("span", { class: "about" }, words("trump")), element("span", { class: "suit-sign" }, sign(known.trump))];
  });
  mark(at, "title", known?.trump ? suitName(known.trump) : null);
}

/**
 * Who played what to the trick before, beside the table.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function drawLastTrick(at, table) {
  const last = table.stage === "gathering" ? null : (table.match?.last_trick ?? null);
  at.hidden = !last;
  fill(at, [last, last && table.places.map((place) => [place.name, place.seat])], () => {
    if (!last) return [];
    const cards = last.cards.map((what, index) => {
      const seat = last.seats[index] ?? 0;
      const wins = seat === last.winner;
      const told = words(wins ? "card.winner" : "card.trick", { name: youOrName(table, seat), card: cardName(what) });
      return element(
        "li",
        { "data-winner": wins },
        element("span", { class: "card", role: "img", "aria-label": told }, face(what)),
        element("span", { class: "name", "aria-hidden": "true" }, youOrName(table, seat)),
      );
    });
    return [element("h2", {}, words("last.title")), element("ol", {}, ...cards)];
  });
}
