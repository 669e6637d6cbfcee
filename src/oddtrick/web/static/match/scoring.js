// Ways of scoring: what a deal brings, and who wins the match.

import { rankOf, suitOf } from "./cards-and-tricks.js";

/** @import {ScoreItem} from "../wire/protocol" */
/** @import {Calls} from "./call-rules.js" */

/**
 * @typedef {object} DealFacts What can be scored in a finished deal.
 * @property {number[][]} sides Seats of each side.
 * @property {number[]} tricks Tricks won by each seat, over all its hands.
 * @property {string[][]} taken Cards in the tricks that each seat won.
 * @property {string[][]} dealt Cards that each seat was dealt.
 * @property {string[]} winning Cards that won a trick.
 * @property {string | null} trump
 * @property {number[]} score Score of each side before the deal.
 * @property {Calls} calls Calls before its play, phase by phase.
 */

/** @typedef {"none" | "dealt" | "captured"} Honours The side for which the honours score. */

/**
 * @typedef {object} DealScoring A way of counting a deal.
 * @property {number} book Tricks of a side that count nothing.
 * @property {Honours} honours
 * @property {(deal: DealFacts) => number[][]} stages Points of each side, stage by stage.
 * @property {(deal: DealFacts, points: number[]) => ScoreItem[][]} account Items of each side's points.
 * @property {[string, "taken" | "dealt" | "won"][]} bonusTrumps Ranks of the trumps that score for a side which takes them, was dealt them, or won with them.
 * @property {boolean} net Only the difference of two sides is scored.
 * @property {boolean} [mostTricksScore] Of two sides, only the one with more tricks can score (X1).
 * @property {boolean} [mayHurt] Another trick may be worth less than none.
 * @property {(card: string, trump: string | null) => number} cardPoints Points that a bot expects for capturing a card.
 */

/** Tricks of a side that count nothing (W5, C3). */
const BOOK = 6;
const HONOURS = "AKQJ";
/** Points of the top trumps in the tricks (S5), in the order of their worth. @type {[string, number][]} */
const TOP_TRUMPS = [["J", 11], ["T", 10], ["A", 4], ["K", 3], ["Q", 2]];

/**
 * Tricks above six, then honours if they are played (W5, H1-H5, C3, C5).
 * @param {Honours} honours
 * @param {number | null} barredAt A side that starts the deal with this score can't score honours (H2).
 * @returns {DealScoring}
 */
export function oddTricks(honours, barredAt) {
  return {
    book: BOOK,
    honours,
    stages: (deal) => {
      const tricks = oddTricksOf(deal);
      if (honours === "none") return [tricks];
      const cards = bySide(deal, honours === "dealt" ? deal.dealt : deal.taken);
      return [tricks, cards.map((held, side) => {
        const counts = deal.score[side] !== barredAt && (honours === "dealt" || (tricks[side] ?? 0) > 0);
        return counts ? honourPoints(held, deal.trump) : 0;
      })];
    },
    bonusTrumps: honours === "none" ? [] : honourTrumps(honours === "dealt" ? "dealt" : "taken"),
    net: false,
    cardPoints: honours === "captured" ? honourWorth : () => 0,
    account: (deal, points) => {
      const how = honours === "dealt" ? "dealt" : "taken";
      return oddTricksOf(deal).map((odd, side) => [...item(odd, "tricks-above-six"), ...item((points[side] ?? 0) - odd, `honours-${how}`)]);
    },
  };
}

/**
 * Colonial catch-the-ten: the difference of the two sides' counts (CS2-CS4, X1).
 * @param {"points" | "tricks"} scoredBy The side that can score it has more points, or more tricks.
 * @param {number} ten Points of the ten of trumps for the side that wins a trick with it.
 * @returns {DealScoring}
 */
export function catchTheTen(scoredBy, ten) {
  return {
    book: BOOK,
    honours: "captured",
    stages: (deal) => {
      const [first = 0, second = 0] = [0, 1].map((side) => tenCount(deal, side, ten));
      const lead = [Math.max(0, first - second), Math.max(0, second - first)];
      const tricks = sideTricks(deal);
      return [scoredBy === "points" ? lead : lead.map((points, side) => (tricks[side] === Math.max(...tricks) ? points : 0))];
    },
    bonusTrumps: [...honourTrumps("taken"), ["T", "won"]],
    net: true,
    mostTricksScore: scoredBy === "tricks",
    cardPoints: (card, trump) => (card === `T${trump}` ? ten : honourWorth(card, trump)),
    account: (deal) => deal.sides.map((_, side) => tenItems(deal, side, ten)),
  };
}

/**
 * Scotch whist: top trumps in the tricks, and each card above those dealt (S5, S6).
 * @param {boolean} inOrder Every item is a stage of its own, in the order of X4.
 * @returns {DealScoring}
 */
export function topTrumps(inOrder) {
  return {
    book: 0,
    honours: "none",
    stages: (deal) => {
      const items = COUNTING_ORDER.map((rank) => scotchItem(deal, rank));
      return inOrder ? items : [items.reduce((sums, item) => sums.map((sum, side) => sum + (item[side] ?? 0)))];
    },
    bonusTrumps: TOP_TRUMPS.map(([rank]) => [rank, "taken"]),
    net: false,
    cardPoints: (card, trump) => topsIn([card], trump).reduce((sum, [, worth]) => sum + worth, 0),
    account: (deal, points) => {
      const order = inOrder ? COUNTING_ORDER : [...TOP_TRUMPS.map(([rank]) => rank), null];
      const dealt = bySide(deal, deal.dealt).map((cards) => cards.length);
      return deal.sides.map((_, side) => {
        let counted = 0; // items that came too late to be counted are left out (X4)
        return order.flatMap((rank) => {
          const worth = scotchItem(deal, rank)[side] ?? 0;
          if (!worth || counted >= (points[side] ?? 0)) return [];
          counted += worth;
          return rank === null ? item(worth, "cards-above", String(dealt[side])) : item(worth, "card", `${rank}${deal.trump}`);
        });
      });
    },
  };
}

/** The order in which a deal is counted out: null is the cards above those dealt (X4). */
const COUNTING_ORDER = ["T", null, "A", "K", "Q", "J"];

/**
 * The points of each side for a top trump (S5), or for its cards above those dealt (S6).
 * @param {DealFacts} deal
 * @param {string | null} rank
 */
function scotchItem(deal, rank) {
  const dealt = bySide(deal, deal.dealt);
  return bySide(deal, deal.taken).map((won, side) => {
    if (rank === null) return Math.max(0, won.length - (dealt[side] ?? []).length);
    return topsIn(won.filter((card) => rankOf(card) === rank), deal.trump)[0]?.[1] ?? 0;
  });
}

/**
 * Each trick counts one, as in knock-out whist.
 * @returns {DealScoring}
 */
export function tricksTaken() {
  return { book: 0, honours: "none", stages: (deal) => [sideTricks(deal)], bonusTrumps: [], net: false, cardPoints: () => 0, account: (deal) => deal.sides.map(() => []) };
}

/**
 * The side with more tricks wins the deal, and that is one point (G4).
 * @param {number} tricks Number of tricks that count in a deal.
 * @returns {DealScoring}
 */
export function mostTricks(tricks) {
  return {
    ...tricksTaken(),
    book: Math.floor(tricks / 2),
    stages: (deal) => {
      const winner = aloneOnTop(sideTricks(deal));
      return [deal.sides.map((_, side) => Number(side === winner))];
    },
    account: (_, points) => points.map((won) => item(won, "the-deal")),
  };
}

/** Points for exactly as many tricks as were bid (O5). */
const EXACT = 10;

/**
 * Ten for an exact bid of a player alone, and the tricks of it, or all tricks (O5).
 * @param {boolean} everyTrick Each trick counts one, with or without an exact bid.
 * @returns {DealScoring}
 */
export function exactBids(everyTrick) {
  const parts = (/** @type {DealFacts} */ { sides, tricks, calls }) => {
    const bids = new Map(calls.find(([name]) => name === "bids")?.[1] ?? []);
    return sides.map((_, seat) => {
      const won = tricks[seat] ?? 0;
      const exact = bids.get(seat) === String(won);
      return { won: bids.has(seat) && (exact || everyTrick) ? won : 0, exact: exact ? EXACT : 0 };
    });
  };
  return {
    ...tricksTaken(),
    mayHurt: true,
    stages: (deal) => [parts(deal).map(({ won, exact }) => won + exact)],
    account: (deal) => parts(deal).map(({ won, exact }) => [...item(won, "tricks"), ...item(exact, "the-exact-bid")]),
  };
}

/** @param {DealFacts} deal */
function sideTricks({ sides, tricks }) {
  return sides.map((side) => side.reduce((sum, seat) => sum + (tricks[seat] ?? 0), 0));
}

/** One point for each trick above six (W5). @param {DealFacts} deal */
function oddTricksOf(deal) {
  return sideTricks(deal).map((won) => Math.max(0, won - BOOK));
}

/**
 * @param {DealFacts} deal
 * @param {string[][]} cards By seat.
 */
function bySide({ sides }, cards) {
  return sides.map((side) => side.flatMap((seat) => cards[seat] ?? []));
}

/**
 * Four points for all of A K Q J of trumps, two for three of them, else none (H1, C5).
 * @param {string[]} cards
 * @param {string | null} trump
 */
function honourPoints(cards, trump) {
  const held = cards.filter((card) => suitOf(card) === trump && HONOURS.includes(rankOf(card))).length;
  return held === 4 ? 4 : held === 3 ? 2 : 0;
}

/** @param {"taken" | "dealt"} how @returns {[string, "taken" | "dealt"][]} */
function honourTrumps(how) {
  return [...HONOURS].map((rank) => [rank, how]);
}

/**
 * What capturing an honour is worth: three score 2 points and four score 4, so about one each (C5).
 * @param {string} card
 * @param {string | null} trump
 */
function honourWorth(card, trump) {
  return Number(suitOf(card) === trump && HONOURS.includes(rankOf(card)));
}

/**
 * The points of a side before the difference is taken; none without its book.
 * @param {DealFacts} deal
 * @param {number} side
 * @param {number} ten Points of the ten.
 */
function tenCount(deal, side, ten) {
  const tricks = sideTricks(deal)[side] ?? 0;
  if (tricks < BOOK) return 0;
  const taken = bySide(deal, deal.taken)[side] ?? [];
  return tricks - BOOK + honourPoints(taken, deal.trump) + caughtTen(deal, taken, ten);
}

/**
 * The points of the ten to the side that won a trick with it (CS2).
 * @param {DealFacts} deal
 * @param {string[]} taken
 * @param {number} points Points of the ten.
 */
function caughtTen({ trump, winning }, taken, points) {
  const ten = `T${trump}`;
  return trump !== null && taken.includes(ten) && winning.includes(ten) ? points : 0;
}

/**
 * @param {DealFacts} deal
 * @param {number} side
 * @param {number} ten Points of the ten.
 */
function tenItems(deal, side, ten) {
  const tricks = sideTricks(deal)[side] ?? 0;
  const taken = bySide(deal, deal.taken)[side] ?? [];
  if (tricks < BOOK) return [{ reason: "nothing-without-its-book", points: null, of: "" }];
  return [
    { reason: "tricks-above-six", points: tricks - BOOK, of: "" },
    ...item(honourPoints(taken, deal.trump), "honours-taken"),
    ...item(caughtTen(deal, taken, ten), "the-ten"),
  ];
}

/**
 * @param {string[]} cards
 * @param {string | null} trump
 */
function topsIn(cards, trump) {
  return TOP_TRUMPS.filter(([rank]) => trump !== null && cards.includes(rank + trump));
}

/**
 * One item of an account, or none where it brings nothing.
 * @param {number} points
 * @param {string} reason
 * @param {string} [of] The card or number that the reason names.
 * @returns {ScoreItem[]}
 */
function item(points, reason, of = "") {
  return points > 0 ? [{ reason, points, of }] : [];
}

/**
 * @typedef {object} Standing A match between two deals.
 * @property {number[]} score Score of each side in the game under way, or at the end of the game just ended.
 * @property {number[]} games Games won by each side.
 * @property {number[]} seatsIn Seats that still play.
 * @property {number[]} dogs Those of them that play the next deal with one card, and may pass (X5).
 * @property {boolean} dogsLifeGiven The match has had its dog's life.
 * @property {number} deals Number of finished deals.
 * @property {boolean} gameOver The last deal ended a game.
 * @property {boolean} over
 * @property {number | null} winner Side that won the match; null while it goes on, or level.
 * @property {number[]} rubber Points of each side for the games and the rubber it won, where these count (X6).
 */

/**
 * @typedef {object} MatchScoring A way of adding up deals to a match.
 * @property {boolean} eliminates A player without a trick is out.
 * @property {number | null} stopsAt Score at which the scoring of a deal stops (H3).
 * @property {(sides: number, players: number) => Standing} start
 * @property {(standing: Standing, deal: DealFacts, stages: number[][]) => {points: number[], standing: Standing}} after
 */

// The end of a match: a target, a rubber, a number of deals, or the last player left in (W6, W7, D1, S7, K4, K8, X5).

/**
 * Returns the score at the start of the next deal: zero in each new game of a rubber (W7).
 * @param {Standing} standing
 */
export function carriedScore({ gameOver, score }) {
  return gameOver ? score.map(() => 0) : score;
}

/**
 * The first side to the target wins the game, the first to a number of games the match (W6, W7). Scoring stops at
 * the stage in which a side reaches the target (H3, H4).
 * @param {number} target
 * @param {number} games
 * @param {boolean} rubberPoints Games and the rubber have points of their own (X6).
 * @returns {MatchScoring}
 */
export function firstTo(target, games = 1, rubberPoints = false) {
  return {
    eliminates: false,
    stopsAt: target,
    start: (sides, players) => ({ ...start(sides, players), rubber: rubberPoints ? Array(sides).fill(0) : [] }),
    after: (standing, deal, stages) => {
      let score = carriedScore(standing);
      let points = deal.sides.map(() => 0);
      for (const stage of stages) {
        score = add(score, stage);
        points = add(points, stage);
        if (Math.max(...score) >= target) break;
      }
      const gameOver = Math.max(...score) >= target;
      const best = gameOver ? score.indexOf(Math.max(...score)) : null;
      const won = withGame(standing.games, best);
      const over = Math.max(...won) >= games;
      const made = gamePoints(target, Math.min(...score)) + (over ? RUBBER_POINTS : 0);
      const rubber = standing.rubber.map((had, side) => had + (side === best ? made : 0));
      return { points, standing: { ...standing, score, games: won, deals: standing.deals + 1, gameOver, over, winner: over ? best : null, rubber } };
    },
  };
}

/**
 * A fixed number of deals; the highest score wins, and a tie stays a tie (D1).
 * @param {number} number
 * @returns {MatchScoring}
 */
export function fixedDeals(number) {
  return {
    eliminates: false,
    stopsAt: null,
    start,
    after: (standing, deal, stages) => {
      const points = sum(deal, stages);
      const score = add(standing.score, points);
      const deals = standing.deals + 1;
      const over = deals >= number;
      return { points, standing: { ...standing, score, deals, gameOver: over, over, winner: over ? aloneOnTop(score) : null } };
    },
  };
}

/** Points for the rubber itself (X6). */
const RUBBER_POINTS = 2;

/**
 * The points for a game: treble, double or single, by the score of the losers (X6).
 * @param {number} target
 * @param {number} losers
 */
function gamePoints(target, losers) {
  if (losers === 0) return 3;
  return 2 * losers < target ? 2 : 1;
}

/**
 * The highest score at or above the target after a whole deal wins; a tie plays on (S7).
 * @param {number} target
 * @param {boolean} countsOut If several sides would reach the target, the stages are counted one by one until one side is
 *   alone in front there (X4).
 * @returns {MatchScoring}
 */
export function highestAt(target, countsOut) {
  return {
    eliminates: false,
    stopsAt: null,
    start,
    after: (standing, deal, stages) => {
      const winnerOf = (/** @type {number[]} */ score) => (Math.max(...score) >= target ? aloneOnTop(score) : null);
      let points = sum(deal, stages);
      if (countsOut && add(standing.score, points).filter((total) => total >= target).length > 1) {
        const counted = stages.map((_, at) => sum(deal, stages.slice(0, at + 1)));
        points = counted.find((each) => winnerOf(add(standing.score, each)) !== null) ?? points;
      }
      const score = add(standing.score, points);
      const winner = winnerOf(score);
      const over = winner !== null;
      const games = withGame(standing.games, winner);
      return { points, standing: { ...standing, score, games, deals: standing.deals + 1, gameOver: over, over, winner } };
    },
  };
}

/**
 * A player without a trick is out, the last one in wins (K4, K8). No sides.
 * @param {boolean} dogsLife The first to be without a trick stay in for a deal with one card, unless a player has won (X5).
 * @returns {MatchScoring}
 */
export function lastStanding(dogsLife) {
  return {
    eliminates: true,
    stopsAt: null,
    start: (sides, players) => ({ ...start(sides, players), score: Array(players).fill(1), games: Array(players).fill(0) }),
    after: (standing, deal) => {
      const takers = standing.seatsIn.filter((seat) => deal.tricks[seat]);
      const over = takers.length === 1;
      const seatsIn = dogsLife && !standing.dogsLifeGiven && !over ? standing.seatsIn : takers;
      const dogs = seatsIn.filter((seat) => !deal.tricks[seat]);
      const score = deal.tricks.map((_, seat) => Number(seatsIn.includes(seat)));
      const winner = over ? /** @type {number} */ (takers[0]) : null;
      const games = withGame(standing.games, winner);
      const dogsLifeGiven = standing.dogsLifeGiven || dogs.length > 0;
      const next = { score, games, seatsIn, dogs, dogsLifeGiven, deals: standing.deals + 1, gameOver: over, over, winner, rubber: [] };
      return { points: deal.tricks, standing: next };
    },
  };
}

/**
 * @param {number} sides
 * @param {number} players
 * @returns {Standing}
 */
function start(sides, players) {
  const none = Array(sides).fill(0);
  const seatsIn = Array.from({ length: players }, (_, seat) => seat);
  return { score: none, games: none, seatsIn, dogs: [], dogsLifeGiven: false, deals: 0, gameOver: false, over: false, winner: null, rubber: [] };
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function add(one, other) {
  return one.map((points, side) => points + (other[side] ?? 0));
}

/**
 * @param {DealFacts} deal
 * @param {number[][]} stages
 */
function sum({ sides }, stages) {
  return stages.reduce(add, sides.map(() => 0));
}

/** The side with the highest score; null if it is level with another. @param {number[]} score */
function aloneOnTop(score) {
  const best = Math.max(...score);
  return score.filter((points) => points === best).length === 1 ? score.indexOf(best) : null;
}

/**
 * @param {number[]} games
 * @param {number | null} winner
 */
function withGame(games, winner) {
  return games.map((won, side) => won + Number(side === winner));
}
