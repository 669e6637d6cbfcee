// What a player knows of the hidden cards, and all ways in which they can lie.

import { fromSeat, SUITS, suitOf } from "../../match/cards-and-tricks.js";
import { handSizes } from "../../match/game-rules.js";

/** @import {BotView} from "./novice.js" */

/**
 * @typedef {object} HiddenCards The hidden cards and the cells that they fill: a hand for each seat, then for each seat in each hand
 *   still to come (S4), and last the undealt rest, or the stock but for a top card that is seen.
 * @property {string[][]} known Cards known to lie in each cell.
 * @property {number[]} sizes Number of hidden cards in each cell besides.
 * @property {{cards: string[], cells: number[]}[]} kinds The hidden cards of each suit, and the cells where they may lie.
 */

/**
 * Where cards are drawn face down (G3), the layouts are exactly those that the view allows; that some of them arise in more
 * ways than others is left out.
 * @param {BotView} view
 * @returns {HiddenCards}
 */
export function hiddenCards(view) {
  const { rules, match } = view;
  const { counts, hand, seat, turn_up: turnUp, turn_up_seat: holder, hand_count: count, hand_number: number } = match;
  const later = handSizes(rules, match.number).slice(number + 1);
  const full = [...counts, ...later.flatMap((size) => counts.map((_, each) => (match.seats.includes(each) ? size : 0)))];
  const known = full.map((_, cell) => (cell === seat ? hand : []));
  const place = holder === null ? -1 : rules.players * (count - 1 - number) + holder;
  if (turnUp !== null && place >= 0 && !known[place]?.includes(turnUp)) known[place] = [...(known[place] ?? []), turnUp];
  const seen = new Set([...view.earlier, ...match.tricks.flatMap((trick) => trick.cards), ...match.table]);
  for (const { seat: by, card } of drawsOf(match).flat()) {
    if (card !== null && by !== seat && !seen.has(card) && !known[by]?.includes(card)) known[by] = [...(known[by] ?? []), card];
  }
  for (const card of [...hand, turnUp, match.stock_top ?? null, ...known.flat()]) if (card !== null) seen.add(card);
  const unseen = rules.pack.filter((card) => !seen.has(card));
  const sizes = full.map((size, cell) => size - (known[cell] ?? []).length);
  const rest = unseen.length - sizes.reduce((sum, size) => sum + size, 0);
  const voids = shownVoids(view);
  const cells = [...sizes, rest].map((_, cell) => cell);
  const kinds = [...SUITS].map((suit) => ({
    cards: unseen.filter((card) => suitOf(card) === suit),
    cells: cells.filter((cell) => !voids[cell]?.has(suit)),
  }));
  return { known: [...known, []], sizes: [...sizes, rest], kinds };
}

/**
 * The cards drawn after each trick, with their seats; null for a card that the viewer has not seen (G3).
 * @param {import("../../wire/protocol").MatchView} match
 */
function drawsOf({ drawn = [], seats, tricks }) {
  return drawn.map((cards, number) => {
    const order = fromSeat(seats, tricks[number]?.winner ?? 0);
    return cards.map((card, at) => ({ seat: order[at] ?? 0, card }));
  });
}

/**
 * The suits that each seat has shown to be out of in this hand, by not following or by leading trumps (K7). A card drawn
 * face down may be of any suit (G3).
 * @param {BotView} view
 */
function shownVoids({ rules, match }) {
  const voids = Array.from({ length: rules.players }, () => /** @type {Set<string>} */ (new Set()));
  let broken = !rules.breakTrumps;
  const draws = drawsOf(match);
  for (const [number, { seats, cards }] of [...match.tricks, { seats: match.table_seats, cards: match.table }].entries()) {
    const led = suitOf(cards[0] ?? "");
    const plain = [...SUITS].filter((suit) => suit !== match.trump);
    if (cards.length && led === match.trump && !broken) plain.forEach((suit) => voids[seats[0] ?? 0]?.add(suit));
    cards.forEach((card, at) => {
      if (suitOf(card) === led) return;
      voids[seats[at] ?? 0]?.add(led);
      broken ||= suitOf(card) === match.trump;
    });
    for (const { seat, card } of draws[number] ?? []) {
      if (card === null) voids[seat]?.clear();
      else voids[seat]?.delete(suitOf(card));
    }
  }
  return voids;
}

/**
 * Generates layouts, each once: the cards of every cell, the known ones included.
 * @param {HiddenCards} hidden
 * @param {number} limit The most layouts to generate.
 * @returns {Generator<string[][]>}
 */
export function* layoutsOf({ known, sizes, kinds }, limit) {
  const cards = kinds.flatMap((kind, number) => kind.cards.map((card) => ({ card, number })));
  const left = kinds.map((kind) => kind.cards.length);
  const room = [...sizes];
  const cells = known.map((each) => [...each]);
  let found = 0;

  /** Every subset of the kinds fits into the cells where it may lie: by Hall's theorem the rest can be laid out. */
  const fits = () => {
    for (let set = 1; set < 1 << kinds.length; set++) {
      const some = kinds.filter((_, number) => (set >> number) & 1);
      const need = left.reduce((sum, count, number) => sum + ((set >> number) & 1 ? count : 0), 0);
      const space = room.reduce((sum, size, cell) => sum + (some.some((kind) => kind.cells.includes(cell)) ? size : 0), 0);
      if (need > space) return false;
    }
    return true;
  };

  /** @param {number} at @returns {Generator<string[][]>} */
  function* place(at) {
    const next = cards[at];
    if (!next) {
      found += 1;
      yield cells.map((cell) => [...cell]);
      return;
    }
    const { card, number } = next;
    left[number] = (left[number] ?? 0) - 1;
    for (const cell of kinds[number]?.cells ?? []) {
      if (!room[cell] || found >= limit) continue;
      room[cell] -= 1;
      cells[cell]?.push(card);
      if (fits()) yield* place(at + 1);
      cells[cell]?.pop();
      room[cell] = (room[cell] ?? 0) + 1;
    }
    left[number] = (left[number] ?? 0) + 1;
  }

  yield* place(0);
}
