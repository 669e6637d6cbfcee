// Judges a claim of the remaining tricks (T9) as the server does, with the same limits: it stands only if it stands in
// every layout of the hidden cards that the claimer's view allows, so that no claim tests the real cards.

import { cardIndex, FULL_PACK } from "../../match/card-texts.js";
import { HandLaws, isComplete } from "./claim-search-state.js";
import { ClaimSearch, isObvious, OutOfNodes } from "./claim-search.js";
import { hiddenCards } from "./hidden-card-knowledge.js";
import { layoutsOf } from "./hidden-card-layouts.js";

/** @typedef {import("./claim-search-state.js").ClaimHand} ClaimHand */
/** @typedef {import("./novice.js").BotView} BotView */

/** Node limit for the line that completes the hand. */
const NODES = 100_000;
/** The most layouts of the hidden cards in which a claim is searched. */
const MOST_LAYOUTS = 500;
/** Node limit of the search over all these layouts together: a fraction of a second. */
const LAYOUT_NODES = 15_000;

/**
 * Returns cards that complete the hand if the claimer's view proves the claim, or null. A claim that can't be proved
 * within the limits is rejected.
 * @param {BotView} view View of the seat that claims.
 * @param {string[][]} held Cards that each seat really holds.
 * @returns {string[] | null}
 */
export function provableClaim(view, held) {
  const { rules, match } = view;
  const claimer = match.seat ?? 0;
  const side = rules.sides.find((seats) => seats.includes(claimer)) ?? [];
  const laws = new HandLaws(rules, match.trump);
  const table = match.table.map(cardIndex);
  const hand = { held: held.map(numbers), seats: match.table_seats, table, broken: match.broken, gone: 0 };
  try {
    if (!standsInAllLayouts(laws, view, hand, side)) return null;
    return completion(hand, new ClaimSearch(laws, claimer, side, NODES))?.map((card) => FULL_PACK[card] ?? "") ?? null;
  } catch (error) {
    if (error instanceof OutOfNodes) return null;
    throw error;
  }
}

/**
 * @param {HandLaws} laws
 * @param {BotView} view
 * @param {ClaimHand} hand
 * @param {readonly number[]} side
 */
function standsInAllLayouts(laws, view, hand, side) {
  const hidden = hiddenCards(view);
  const { counts, seat } = view.match;
  const claimer = seat ?? 0;
  const possible = (/** @type {number} */ cell) => [
    ...(hidden.known[cell] ?? []),
    ...hidden.kinds.flatMap(({ cards, cells }) => (cells.includes(cell) ? cards : [])),
  ];
  const others = hand.seats.filter((each) => each !== claimer && counts[each]);
  const rivals = others.map((each) => ({ cards: numbers(possible(each)), size: counts[each] ?? 0 }));
  if (isObvious(laws, hand, claimer, rivals)) return true;
  const layouts = [...layoutsOf(hidden, MOST_LAYOUTS + 1)];
  if (layouts.length > MOST_LAYOUTS) return false;
  let nodes = LAYOUT_NODES;
  return layouts.every((cells) => {
    const search = new ClaimSearch(laws, claimer, side, nodes);
    const stands = search.holds({ ...hand, held: counts.map((_, each) => numbers(cells[each] ?? [])) });
    nodes = search.nodes;
    return stands;
  });
}

/**
 * Returns a line in which the claimer plays to win and the others low; null without proof.
 * @param {ClaimHand} hand
 * @param {ClaimSearch} search
 */
function completion(hand, search) {
  const { laws } = search;
  const line = [];
  for (let rest = hand; !isComplete(rest); ) {
    const legal = laws.legal(rest);
    const lowest = legal.reduce((low, card) => (laws.rank(card) < laws.rank(low) ? card : low));
    const card = laws.toAct(rest) === search.claimer ? search.winningCard(rest) : lowest;
    if (card === null || !search.holds(rest)) return null;
    line.push(card);
    rest = laws.after(rest, card).hand;
  }
  return line;
}

/** @param {readonly string[]} cards */
function numbers(cards) {
  return cards.map(cardIndex).sort((one, other) => one - other);
}
