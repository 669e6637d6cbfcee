// The order of deals and cuts. The rules of the game come with the match: its pack, the sizes of its
// hands, the card turned up. What is left here holds for every game (T1, T6, T7, C2, K5).

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {[number, string][]} CutCards Seat and card of each cut. */
/** @typedef {"dealer" | "partners" | "trumps"} CutPurpose */

const RANKS = "23456789TJQKA";

/**
 * Whether a pack stands in ascending order, clubs first, each card once.
 * @param {readonly string[]} pack
 */
export function isAscending(pack) {
  const places = pack.map((card) => "CDHS".indexOf(card[1] ?? "") * RANKS.length + rankIndex(card));
  return places.every((place, at) => place > (places[at - 1] ?? -1));
}

/**
 * The card that is turned up, where one is (W4, S4, K2).
 * @param {"last" | "next" | null} turned
 * @param {readonly string[]} pack As it lay.
 * @param {number} dealt How many cards were dealt.
 * @returns {string | null}
 */
export function turnUpCard(turned, pack, dealt) {
  if (turned === null) return null;
  return pack[turned === "last" ? dealt - 1 : dealt] ?? null;
}

/**
 * The seats that play after a deal: a game may eliminate those without a trick (K4).
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 */
export function seatsAfterDeal(match, deal) {
  return match.rules.eliminates ? deal.seats.filter((seat) => deal.tricks[seat]) : deal.seats;
}

/**
 * The seats that cut for the choice of the next deal's trumps: those level on most tricks, where a
 * tie is settled by cutting (K5).
 * @param {MatchSteps} match
 * @param {number} number Of the deal that has ended, from 0.
 */
export function tiedSeats(match, number) {
  const deal = match.deals[number];
  if (!deal || match.rules.deals[number]?.next_tie !== "cut") return [];
  const most = Math.max(...deal.tricks);
  const tied = deal.seats.filter((seat) => deal.tricks[seat] === most);
  return tied.length > 1 ? tied : [];
}

/**
 * The next of the seats clockwise (T1).
 * @param {readonly number[]} seats Ascending.
 * @param {number} seat
 */
export function leftNeighbour(seats, seat) {
  return seats.find((other) => other > seat) ?? /** @type {number} */ (seats[0]);
}

/** Seats that cut cards until what they cut for is settled; ace is high. */
export class Cut {
  /**
   * @param {CutPurpose} purpose
   * @param {number[]} seats
   */
  constructor(purpose, seats) {
    this.purpose = purpose;
    /** From the lowest to the highest; level ones stand together. @type {number[][]} */
    this.groups = [seats];
    this.hasStarted = false;
  }

  /** Who cuts now; nobody when it is settled. */
  get toCut() {
    const [lowest = [], highest = []] = [this.groups[0], this.groups.at(-1)];
    if (!this.hasStarted) return lowest;
    if (this.purpose === "trumps") return ifTied(highest);
    if (this.purpose === "dealer") return ifTied(lowest);
    return groupAcrossMiddle(this.groups) ?? ifTied(lowest);
  }

  /** The seats from the lowest to the highest. */
  get order() {
    return this.groups.flat();
  }

  /** @param {CutCards} cards Of those who cut now. */
  apply(cards) {
    const group = this.toCut;
    const cut = new Map(cards.map(([seat, card]) => [seat, rankIndex(card)]));
    const ranks = [...new Set(cut.values())].sort((one, other) => one - other);
    const split = ranks.map((rank) => group.filter((seat) => cut.get(seat) === rank));
    this.groups.splice(this.groups.indexOf(group), 1, ...split);
    this.hasStarted = true;
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
function groupAcrossMiddle(groups) {
  let lower = 0;
  for (const group of groups) {
    if (lower < 2 && 2 < lower + group.length) return group;
    lower += group.length;
  }
  return undefined;
}

/** @param {string} card */
function rankIndex(card) {
  return RANKS.indexOf(card[0] ?? "");
}
