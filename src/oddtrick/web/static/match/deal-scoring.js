// The points of a finished deal, in the stages in which they are scored (W5, H1-H5, C3, C5, CS2-CS4, S5, S6).

import { rankOf, suitOf } from "./card-texts.js";

/**
 * @typedef {object} DealFacts What can be scored in a finished deal.
 * @property {number[][]} sides Seats of each side.
 * @property {number[]} tricks Tricks won by each seat, over all its hands.
 * @property {string[][]} taken Cards in the tricks that each seat won.
 * @property {string[][]} dealt Cards that each seat was dealt.
 * @property {string[]} winning Cards that won a trick.
 * @property {string | null} trump
 * @property {number[]} score Score of each side before the deal.
 */

/** @typedef {"none" | "dealt" | "captured"} Honours The side for which the honours score. */

/**
 * @typedef {object} DealScoring A way of counting a deal.
 * @property {number} book Tricks of a side that count nothing.
 * @property {(deal: DealFacts) => number[][]} stages Points of each side, stage by stage.
 * @property {(deal: DealFacts, points: number[]) => string[][]} account Items of each side's points, as English phrases.
 * @property {[string, "taken" | "dealt" | "won"][]} bonusTrumps Ranks of the trumps that score for a side which takes them, was dealt them, or won with them.
 * @property {boolean} net Only the difference of two sides is scored.
 * @property {(card: string, trump: string | null) => number} cardPoints Points that a bot expects for capturing a card.
 */

/** Tricks of a side that count nothing (W5, C3). */
const BOOK = 6;
const HONOURS = "AKQJ";
/** Points of the top trumps in the tricks (S5), in the order of their worth. @type {[string, number][]} */
const TOP_TRUMPS = [["J", 11], ["T", 10], ["A", 4], ["K", 3], ["Q", 2]];
const TEN_POINTS = 10;
/** @type {Record<string, string>} */
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/**
 * Tricks above six, then honours if they are played (W5, H1-H5, C3, C5).
 * @param {Honours} honours
 * @param {number | null} barredAt A side that starts the deal with this score can't score honours (H2).
 * @returns {DealScoring}
 */
export function oddTricks(honours, barredAt) {
  return {
    book: BOOK,
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
      return oddTricksOf(deal).map((odd, side) => [...phrase(odd, "tricks above six"), ...phrase((points[side] ?? 0) - odd, `honours ${how}`)]);
    },
  };
}

/**
 * Colonial catch-the-ten: the difference of the two sides' counts (CS2-CS4, X1).
 * @param {"points" | "tricks"} scoredBy The side that can score it has more points, or more tricks.
 * @returns {DealScoring}
 */
export function catchTheTen(scoredBy) {
  return {
    book: BOOK,
    stages: (deal) => {
      const [first = 0, second = 0] = [0, 1].map((side) => tenCount(deal, side));
      const lead = [Math.max(0, first - second), Math.max(0, second - first)];
      const tricks = sideTricks(deal);
      return [scoredBy === "points" ? lead : lead.map((points, side) => (tricks[side] === Math.max(...tricks) ? points : 0))];
    },
    bonusTrumps: [...honourTrumps("taken"), ["T", "won"]],
    net: true,
    cardPoints: (card, trump) => (card === `T${trump}` ? TEN_POINTS : honourWorth(card, trump)),
    account: (deal) => deal.sides.map((_, side) => tenItems(deal, side)),
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
          return [rank === null ? `${worth} for cards above ${dealt[side]}` : `${rank === "T" ? "10" : rank}${SYMBOLS[deal.trump ?? ""]} ${worth}`];
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
  return { book: 0, stages: (deal) => [sideTricks(deal)], bonusTrumps: [], net: false, cardPoints: () => 0, account: (deal) => deal.sides.map(() => []) };
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
 */
function tenCount(deal, side) {
  const tricks = sideTricks(deal)[side] ?? 0;
  if (tricks < BOOK) return 0;
  const taken = bySide(deal, deal.taken)[side] ?? [];
  return tricks - BOOK + honourPoints(taken, deal.trump) + caughtTen(deal, taken);
}

/**
 * The points of the ten to the side that won a trick with it (CS2).
 * @param {DealFacts} deal
 * @param {string[]} taken
 */
function caughtTen({ trump, winning }, taken) {
  const ten = `T${trump}`;
  return trump !== null && taken.includes(ten) && winning.includes(ten) ? TEN_POINTS : 0;
}

/**
 * @param {DealFacts} deal
 * @param {number} side
 */
function tenItems(deal, side) {
  const tricks = sideTricks(deal)[side] ?? 0;
  const taken = bySide(deal, deal.taken)[side] ?? [];
  if (tricks < BOOK) return ["nothing without its book"];
  return [
    `${tricks - BOOK} for tricks above six`,
    ...phrase(honourPoints(taken, deal.trump), "honours taken"),
    ...phrase(caughtTen(deal, taken), "the ten"),
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
 */
function phrase(points, reason) {
  return points > 0 ? [`${points} for ${reason}`] : [];
}
