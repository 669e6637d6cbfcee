// The order of cards that follows from a seed: the generator, the shuffle, and the deals and cuts made of it.

import { digest } from "../wire/sha256.js";

/** @import {MatchSteps, DealSteps, Round} from "../wire/protocol" */

/** @typedef {[number, string][]} CutCards Seat and card of each cut. */
/** @typedef {"dealer" | "partners" | "trumps"} CutPurpose */

const RANKS = "23456789TJQKA";

/**
 * Returns whether a pack is in ascending order, clubs first, each card once.
 * @param {readonly string[]} pack
 */
export function isAscending(pack) {
  const places = pack.map((card) => "CDHS".indexOf(card[1] ?? "") * RANKS.length + rankIndex(card));
  return places.every((place, at) => place > (places[at - 1] ?? -1));
}

/**
 * Returns the turn-up, or null if the game has none (W4, S4, K2).
 * @param {"last" | "next" | null} turned
 * @param {readonly string[]} pack In dealing order.
 * @param {number} dealt Number of cards dealt.
 * @returns {string | null}
 */
export function turnUpCard(turned, pack, dealt) {
  if (turned === null) return null;
  return pack[turned === "last" ? dealt - 1 : dealt] ?? null;
}

/**
 * Returns the seats that play after a finished deal: a game may eliminate some (K4, X5).
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 */
export function seatsAfterDeal(match, deal) {
  return match.rules.eliminates ? deal.seats.filter((seat) => deal.score?.[seat]) : deal.seats;
}

/**
 * Returns the seats that cut for the choice of the next deal's trumps: those tied for most tricks, if
 * ties are settled by cutting (K5).
 * @param {MatchSteps} match
 * @param {number} number Index of the finished deal, from 0.
 */
export function tiedSeats(match, number) {
  const deal = match.deals[number];
  if (!deal || match.rules.deals[number]?.next_tie !== "cut") return [];
  const most = Math.max(...deal.tricks);
  const tied = deal.seats.filter((seat) => deal.tricks[seat] === most);
  return tied.length > 1 ? tied : [];
}

/**
 * Returns the next seat clockwise (T1).
 * @param {readonly number[]} seats Ascending.
 * @param {number} seat
 */
export function leftNeighbour(seats, seat) {
  return seats.find((other) => other > seat) ?? /** @type {number} */ (seats[0]);
}

/** A cut in one or more rounds: tied seats cut again until the purpose is settled. */
export class Cut {
  /**
   * @param {CutPurpose} purpose
   * @param {number[]} seats
   * @param {boolean} [aceLow] The ace is the lowest card, not the highest.
   * @param {boolean} [byRank] Every tie of a cut for partners is cut again, because each rank has a seat (X3).
   */
  constructor(purpose, seats, aceLow = false, byRank = false) {
    this.purpose = purpose;
    this.byRank = byRank;
    this.aceLow = aceLow;
    /** Groups of tied seats, from the lowest card to the highest. @type {number[][]} */
    this.groups = [seats];
    this.hasStarted = false;
  }

  /** The seats that cut next; empty once the cut is settled. */
  get toCut() {
    const [lowest = [], highest = []] = [this.groups[0], this.groups.at(-1)];
    if (!this.hasStarted) return lowest;
    if (this.purpose === "trumps") return ifTied(highest);
    if (this.purpose === "dealer") return ifTied(lowest);
    if (this.byRank) return this.groups.find((group) => group.length > 1) ?? [];
    return groupAcrossMiddle(this.groups) ?? ifTied(lowest);
  }

  /** The seats from the lowest to the highest. */
  get order() {
    return this.groups.flat();
  }

  /** @param {CutCards} cards Cards of the seats in `toCut`. */
  apply(cards) {
    const group = this.toCut;
    const cut = new Map(cards.map(([seat, card]) => [seat, this.#height(card)]));
    const ranks = [...new Set(cut.values())].sort((one, other) => one - other);
    const split = ranks.map((rank) => group.filter((seat) => cut.get(seat) === rank));
    this.groups.splice(this.groups.indexOf(group), 1, ...split);
    this.hasStarted = true;
  }

  /** @param {string} card */
  #height(card) {
    return this.aceLow && card.startsWith("A") ? -1 : rankIndex(card);
  }
}

/** @param {number[]} group */
function ifTied(group) {
  return group.length > 1 ? group : [];
}

/**
 * Returns the group that contains both the second lowest and the second highest of four seats.
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

// Deterministic shuffle from revealed secrets (docs/fair-deals.md): HMAC key, number stream, pack.

const BLOCK_SIZE = 64;
const RANGE = 2 ** 32;
const encoder = new TextEncoder();

/**
 * HMAC-SHA-256 (RFC 2104).
 * @param {Uint8Array} key At most 64 bytes.
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const inner = digest(concatenate(padKey(key, 0x36), message));
  return digest(concatenate(padKey(key, 0x5c), inner));
}

/**
 * Derives the key of a round from the revealed secrets, keyed by the server's secret.
 * @param {string} table
 * @param {Round} round
 * @param {string} secret The server's secret.
 */
export function drawKey(table, round, secret) {
  const lines = ["oddtrick/draw/1", table, round.number, round.purpose];
  for (const each of round.contributions) {
    if (each.opened !== null) lines.push(`${each.place} ${each.opened}`);
  }
  return hmac(fromHex(secret), encoder.encode(lines.join("\n")));
}

/**
 * Shuffles a pack with a key (Fisher–Yates); top card first.
 * @param {readonly string[]} pack
 * @param {Uint8Array} key
 */
export function shuffle(pack, key) {
  const cards = [...pack];
  const below = uniformIntegers(key);
  for (let last = cards.length - 1; last > 0; last--) {
    const at = below(last + 1);
    [cards[last], cards[at]] = [/** @type {string} */ (cards[at]), /** @type {string} */ (cards[last])];
  }
  return cards;
}

/**
 * Returns a generator of uniform integers below a bound, by rejection sampling: values that would
 * bias the modulo are skipped.
 * @param {Uint8Array} key
 * @returns {(bound: number) => number}
 */
function uniformIntegers(key) {
  let block = new DataView(new ArrayBuffer(0));
  let count = 0;
  let at = 0;
  const next = () => {
    if (at === block.byteLength) {
      const counter = new DataView(new ArrayBuffer(4));
      counter.setUint32(0, count++);
      block = new DataView(hmac(key, new Uint8Array(counter.buffer)).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  };
  return (bound) => {
    const even = RANGE - (RANGE % bound);
    let number = next();
    while (number >= even) number = next();
    return number % bound;
  };
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function fromHex(hex) {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

/**
 * @param {Uint8Array} key
 * @param {number} mask
 */
function padKey(key, mask) {
  const block = new Uint8Array(BLOCK_SIZE).fill(mask);
  key.forEach((byte, at) => (block[at] = byte ^ mask));
  return block;
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function concatenate(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
