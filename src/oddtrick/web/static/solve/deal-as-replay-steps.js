// The deal of the solver page in the form that the replay's board shows.

import { t } from "../i18n/translate.js";
import { COMPASS } from "../solver/deal-notation.js";

/** @import {MatchSteps} from "../wire/protocol" */
/** @import {SolveState} from "../solver/deal-state.js" */
/** @import {Progress} from "../solver/solver-worker.js" */

const RANKS = "23456789TJQKA";
const SUITS = "CDHS";

/**
 * Returns the name of a seat: a point of the compass at a table of four, else a number.
 * @param {number} seat
 * @param {number} players
 */
export function seatName(seat, players) {
  if (players !== COMPASS.length) return t("replay.seat", { n: seat + 1 });
  return t(/** @type {"solve.seat.N"} */ (`solve.seat.${COMPASS[seat]}`));
}

/**
 * Returns the initial of a seat, or its number.
 * @param {number} seat
 * @param {number} players
 */
export function seatInitial(seat, players) {
  return players === COMPASS.length ? t(/** @type {"solve.seat.N.short"} */ (`solve.seat.${COMPASS[seat]}.short`)) : String(seat + 1);
}

/**
 * Returns the state as a match of one deal.
 * @param {SolveState} state
 * @param {Progress | null} progress Null before anything is played.
 * @returns {MatchSteps}
 */
export function stepsOf({ game, hands, trump }, progress) {
  const { players, rules } = game;
  const tricks = progress?.tricks ?? [];
  const seats = hands.flatMap((hand, seat) => (hand.length || !hands.flat().length ? [seat] : []));
  return {
    game: game.id,
    options: {},
    players,
    names: hands.map((_, seat) => seatName(seat, players)),
    sides: rules.sides,
    rules: { pack: game.pack, first_cut: "dealer", seats_by_rank: false, ace_low: false, eliminates: false, dogs_life: false, deals: [] },
    cuts: [],
    deals: [
      {
        dealer: -1, // nobody: the deal begins with its first lead
        seats,
        turn_up: null,
        trump,
        chooser: null,
        contest: [],
        rounds: [],
        hands: [{ cards: hands.map((hand) => [...hand].sort(byIndex)), tricks }],
        tricks: hands.map((_, seat) => tricks.filter(({ winner }) => winner === seat).length),
        points: null,
        score: null,
        games: null,
      },
    ],
    over: false,
    rubber: [],
    winner: null,
  };
}

/**
 * Compares two cards in ascending order.
 * @param {string} one
 * @param {string} other
 */
function byIndex(one, other) {
  const index = (/** @type {string} */ card) => RANKS.length * SUITS.indexOf(card[1] ?? "") + RANKS.indexOf(card[0] ?? "");
  return index(one) - index(other);
}
