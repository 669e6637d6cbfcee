// The record of a match in the form oddtrick/1 (docs/record-format.md).

import { handText } from "./card-texts.js";

/** @typedef {import("./match-state.js").Match} Match */
/** @typedef {import("./match-state.js").DealLog} DealLog */

/**
 * Returns the record of a match, complete or not.
 * @param {Match} match
 * @param {string[]} names Names of the players, by seat.
 */
export function recordOf(match, names) {
  const { rules } = match;
  const deals = match.allDeals.filter((deal) => deal.hands).map((deal) => dealRecord(match, deal));
  return { format: "oddtrick/1", rules: { game: rules.game, ...rules.options }, names, deals };
}

/**
 * The rounds of a tie: the only one, or all of them in order (K5).
 * @param {[number, string][][]} rounds
 */
function cutRecord(rounds) {
  const all = rounds.map((shown) => Object.fromEntries(shown.map(([seat, what]) => [String(seat), what])));
  return all.length > 1 ? all : all[0];
}

/**
 * @param {Match} match
 * @param {DealLog} deal
 */
function dealRecord({ deal: current, phase }, deal) {
  const plays = [...deal.plays, ...(deal === current && phase.kind === "card" ? [phase.plays] : [])];
  const waits = deal === current && phase.kind === "choice";
  return {
    dealer: deal.dealer,
    ...(deal.turnUp === null ? {} : { turn_up: deal.turnUp }),
    ...(waits ? {} : { trump: deal.trump ?? "N" }),
    ...(deal.rounds.length ? { cut: cutRecord(deal.rounds) } : {}),
    hands: (deal.hands ?? []).map((hands, number) => ({ cards: hands.map(handText), plays: plays[number] ?? [] })),
  };
}
