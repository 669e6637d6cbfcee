// What the rules say of packs, deals and cuts. The rest of the page has no rules; these few are here
// so that a deal can be verified without trusting whoever dealt it.

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {[number, string][]} Cards Who cut which card. */
/** @typedef {"dealer" | "partners" | "trumps"} CutFor */

const RANKS = "23456789TJQKA";

/**
 * The pack of a match, ascending (W2, S2).
 * @param {MatchSteps} match
 * @returns {string[]}
 */
export function packOf(match) {
  const all = [..."CDHS"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  if (match.game !== "scotch-whist") return all;
  const high = all.filter((card) => rankOf(card) >= RANKS.indexOf("6"));
  if (match.players === 8) return high.filter((card) => card[0] !== "6");
  return match.players === 5 || match.players === 7 ? high.filter((card) => card !== "6S") : high;
}

/**
 * How many cards each seat gets, in each of the separate hands (W3, S4, K1).
 * @param {MatchSteps} match
 * @param {number} number Of the deal, from 0.
 */
export function sizesOf(match, number) {
  if (match.game === "knockout-whist") return [7 - number];
  if (match.game !== "scotch-whist") return [13];
  if (match.players <= 3) return match.players === 2 ? [6, 6, 6] : [6, 6];
  return [packOf(match).length / match.players];
}

/**
 * The card that is turned up: the last one dealt, in knock-out's first deal the next (W4, S4, K2).
 * @param {MatchSteps} match
 * @param {number} number Of the deal, from 0.
 * @param {readonly string[]} pack As it lay.
 * @param {number} dealt How many cards were dealt.
 * @returns {string | null}
 */
export function turnUpOf(match, number, pack, dealt) {
  if (match.game === "knockout-whist") return number === 0 ? (pack[dealt] ?? null) : null;
  if (match.game === "whist" && match.options.trumps !== "turn-up") return null;
  return pack[dealt - 1] ?? null;
}

/**
 * The first cut of a match (T7, C2).
 * @param {MatchSteps} match
 * @returns {CutFor}
 */
export function firstCut(match) {
  return match.game.startsWith("colonial-") ? "partners" : "dealer";
}

/**
 * The seats that play after a deal: in knock-out whoever took no trick is out (K4).
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 */
export function seatsAfter(match, deal) {
  return match.game === "knockout-whist" ? deal.seats.filter((seat) => deal.tricks[seat]) : deal.seats;
}

/**
 * The seats that cut for the choice of trumps after a deal: nobody, unless several took the most
 * tricks and cards are cut for it (K5).
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 */
export function tiedAfter(match, deal) {
  if (match.game !== "knockout-whist" || match.options.tie === "rps") return [];
  const most = Math.max(...deal.tricks);
  const tied = deal.seats.filter((seat) => deal.tricks[seat] === most);
  return tied.length > 1 ? tied : [];
}

/**
 * The next of the seats clockwise (T1).
 * @param {readonly number[]} seats Ascending.
 * @param {number} seat
 */
export function leftOf(seats, seat) {
  return seats.find((other) => other > seat) ?? /** @type {number} */ (seats[0]);
}

/** Seats that cut cards until what they cut for is settled; ace is high. */
export class Cutting {
  /**
   * @param {CutFor} purpose
   * @param {number[]} seats
   */
  constructor(purpose, seats) {
    this.purpose = purpose;
    /** From the lowest to the highest; level ones stand together. @type {number[][]} */
    this.groups = [seats];
    this.cutOnce = false;
  }

  /** Who cuts now; nobody when it is settled. */
  get toCut() {
    const [lowest = [], highest = []] = [this.groups[0], this.groups.at(-1)];
    if (!this.cutOnce) return lowest;
    if (this.purpose === "trumps") return ifTied(highest);
    if (this.purpose === "dealer") return ifTied(lowest);
    return acrossTheMiddle(this.groups) ?? ifTied(lowest);
  }

  /** The seats from the lowest to the highest. */
  get order() {
    return this.groups.flat();
  }

  /** @param {Cards} cards Of those who cut now. */
  take(cards) {
    const group = this.toCut;
    const cut = new Map(cards.map(([seat, card]) => [seat, rankOf(card)]));
    const ranks = [...new Set(cut.values())].sort((one, other) => one - other);
    const split = ranks.map((rank) => group.filter((seat) => cut.get(seat) === rank));
    this.groups.splice(this.groups.indexOf(group), 1, ...split);
    this.cutOnce = true;
  }
}

/** @param {number[]} group */
function ifTied(group) {
  return group.length > 1 ? group : [];
}

/**
 * The group that holds both the second lowest and the second highest of four.
 * @param {number[][]} groups
 */
function acrossTheMiddle(groups) {
  let lower = 0;
  for (const group of groups) {
    if (lower < 2 && 2 < lower + group.length) return group;
    lower += group.length;
  }
  return undefined;
}

/** @param {string} card */
function rankOf(card) {
  return RANKS.indexOf(card[0] ?? "");
}
