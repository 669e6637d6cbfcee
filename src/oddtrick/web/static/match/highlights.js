// What is worth telling of a finished deal, as facts without words.

import { rankOf, suitOf } from "./cards-and-tricks.js";
import { trickCounts } from "./game-rules.js";

/** @import {Rules} from "./game-rules.js" */
/** @import {TrickView as Trick} from "../wire/protocol" */

/** Honours, high ones first (H1). */
const HONOURS = "AKQJ";

/**
 * Returns the highlights of a finished deal.
 * @param {import("./match-state.js").DealLog} deal
 * @param {Rules} rules
 * @param {import("./scoring.js").DealFacts} facts
 * @returns {import("../wire/protocol").HighlightsView}
 */
export function highlightsOf({ played, trump, number }, rules, { taken, dealt }) {
  const { sides, scoring } = rules;
  const tricks = played.flat();
  const cards = scoring.honours === "dealt" ? dealt : taken;
  const counts = scoring.honours !== "none" && trump !== null;
  const honours = [...HONOURS].map((rank) => `${rank}${trump}`);
  return {
    odd_trick: oddTrick(tricks, trickCounts(rules, number).idle, sides, scoring.book),
    prize: prize(tricks, trump, scoring),
    honours: counts ? sides.map((side) => honours.filter((card) => side.some((seat) => cards[seat]?.includes(card)))) : [],
    taken: scoring.honours === "captured",
  };
}

/** @param {Trick} trick */
function winningCard({ seats, cards, winner }) {
  return cards[seats.indexOf(winner)] ?? "";
}

/**
 * The first trick of a side above its book (W5, C3).
 * @param {Trick[]} tricks
 * @param {number} idle Number of the first tricks, which don't count (G4).
 * @param {number[][]} sides
 * @param {number} book
 */
function oddTrick(tricks, idle, sides, book) {
  if (!book) return null;
  const won = sides.map(() => 0);
  for (const [at, trick] of tricks.entries()) {
    const side = sides.findIndex((seats) => seats.includes(trick.winner));
    won[side] = (won[side] ?? 0) + Number(at >= idle);
    if ((won[side] ?? 0) > book) return { seat: trick.winner, card: winningCard(trick), number: at + 1 };
  }
  return null;
}

/**
 * The ten of trumps, where it has points, and where it went (S5, CS2).
 * @param {Trick[]} tricks
 * @param {string | null} trump
 * @param {import("./scoring.js").DealScoring} scoring
 */
function prize(tricks, trump, { bonusTrumps }) {
  const how = bonusTrumps.find(([rank]) => rank === "T")?.[1];
  const trick = how && tricks.find(({ cards }) => cards.some((card) => rankOf(card) === "T" && suitOf(card) === trump));
  if (!trick) return null;
  const [card, winning] = [`T${trump}`, winningCard(trick)];
  return { card, holder: trick.seats[trick.cards.indexOf(card)] ?? 0, taker: trick.winner, winning, scores: how === "taken" || winning === card };
}
