// The worker that solves open deals with the compiled solver.

import { instantiate } from "./wasm-module.js";

/** @import {SolverRules} from "../wire/protocol" */

/**
 * @typedef {object} OpenDeal A deal with all hands open, before its first card.
 * @property {SolverRules} rules
 * @property {string[][]} hands Cards of each seat; none for a seat that is out.
 * @property {string} trump `S`, `H`, `D`, `C`, or `N` for no trumps.
 * @property {number} leader
 */

/**
 * @typedef {object} Progress A deal after some cards.
 * @property {{plays: [number, string][], winner: number | null}[]} tricks
 * @property {number | null} next Seat to play; null at the end.
 * @property {string[]} legal
 * @property {number[]} points Points that each seat has taken.
 */

/**
 * @typedef {object} Exports Functions of the module; see kernel/wasm/solver_module.cpp.
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {() => number} request
 * @property {() => number} values
 * @property {() => number} seatToPlay
 * @property {() => bigint} legalCards
 * @property {(card: number) => number} play
 * @property {() => void} solveCards
 */

const SUITS = "CDHS";
const RANKS = "23456789TJQKA";
const CARDS = SUITS.length * RANKS.length;
const NOBODY = -1;

/** Offsets of the fields of a request; see kernel/wasm/solver_request.hpp. */
const AT = { seats: 0, trump: 1, leader: 2, played: 3, trickWorth: 12, heldBack: 13, out: 14, fewest: 15, side: 16, holder: 24, strength: 76, cardWorth: 128 };

/** A module with one deal loaded. After an error it must not be used any more. */
class WasmSolver {
  /** @type {OpenDeal | null} */
  #deal = null;
  /** Points of each seat. @type {number[]} */
  #points = [];
  /** @type {Progress["tricks"]} */
  #tricks = [];

  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /**
   * Compiles and instantiates the module.
   * @param {Response | Promise<Response>} source
   */
  static async load(source) {
    return new WasmSolver(await instantiate(source));
  }

  /**
   * Loads a deal and plays cards. Throws if it is no deal, or a card is not legal.
   * @param {OpenDeal} deal
   * @param {readonly string[]} plays
   */
  load(deal, plays) {
    this.#deal = deal;
    this.#points = deal.hands.map(() => 0);
    this.#tricks = [];
    this.#write(deal);
    for (const card of plays) this.#play(card);
  }

  /**
   * What has been played, and what may be.
   * @returns {Progress}
   */
  progress() {
    const next = this.exports.seatToPlay();
    const legal = this.exports.legalCards();
    return {
      tricks: this.#tricks,
      next: next === NOBODY ? null : next,
      legal: allCards().filter((_, at) => (legal >> BigInt(at)) & 1n),
      points: this.#points,
    };
  }

  /**
   * Solves for the side of the seat to play: the points it takes in the whole deal after each legal card, with
   * those already taken.
   * @returns {Record<string, number>}
   */
  solve() {
    const { next, legal } = this.progress();
    if (next === null) return {};
    this.exports.solveCards();
    const values = new Int16Array(this.exports.memory.buffer, this.exports.values(), CARDS);
    const taken = this.#sideOf(next).reduce((sum, seat) => sum + (this.#points[seat] ?? 0), 0);
    return Object.fromEntries(legal.map((card) => [card, taken + (values[indexOf(card)] ?? 0)]));
  }

  /** @param {string} card */
  #play(card) {
    const { exports } = this;
    const seat = exports.seatToPlay();
    const index = indexOf(card);
    if (!((exports.legalCards() >> BigInt(index)) & 1n)) throw new Error(`${card} is not a legal card of seat ${seat}`);
    const outcome = exports.play(index);
    if (!this.#tricks.length || this.#tricks.at(-1)?.winner !== null) this.#tricks.push({ plays: [], winner: null });
    const trick = /** @type {Progress["tricks"][number]} */ (this.#tricks.at(-1));
    trick.plays.push([seat, card]);
    if (outcome < 0) return;
    trick.winner = outcome % 8;
    this.#points[trick.winner] = (this.#points[trick.winner] ?? 0) + Math.floor(outcome / 8);
  }

  /** @param {number} seat */
  #sideOf(seat) {
    return this.#deal?.rules.sides.find((side) => side.includes(seat)) ?? [seat];
  }

  /** @param {OpenDeal} deal */
  #write({ rules, hands, trump, leader }) {
    const bytes = new DataView(this.exports.memory.buffer, this.exports.request());
    bytes.setInt8(AT.seats, hands.length);
    bytes.setInt8(AT.trump, SUITS.indexOf(trump));
    bytes.setInt8(AT.leader, leader);
    bytes.setInt8(AT.played, 0);
    bytes.setUint8(AT.trickWorth, rules.trick);
    bytes.setUint8(AT.heldBack, rules.break_trumps ? 1 : 0);
    bytes.setUint8(AT.fewest, rules.fewest ? 1 : 0);
    bytes.setUint8(AT.out, hands.reduce((out, hand, seat) => out | (hand.length ? 0 : 1 << seat), 0));
    rules.sides.forEach((side, at) => side.forEach((seat) => bytes.setUint8(AT.side + seat, at)));
    const special = rules.cards[trump] ?? {};
    allCards().forEach((card, at) => {
      const order = card[1] === trump ? rules.trump_ranks : rules.ranks;
      bytes.setInt8(AT.holder + at, NOBODY);
      bytes.setUint8(AT.strength + at, order.indexOf(card[0] ?? ""));
      bytes.setUint8(AT.cardWorth + at, rules.card + (special[card] ?? 0));
    });
    hands.forEach((hand, seat) => hand.forEach((card) => bytes.setInt8(AT.holder + indexOf(card), seat)));
  }
}

/** @param {string} card */
function indexOf(card) {
  return RANKS.length * SUITS.indexOf(card[1] ?? "") + RANKS.indexOf(card[0] ?? "");
}

/** All cards in the order of their index. */
function allCards() {
  return [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
}

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {OpenDeal} deal
 * @property {string[]} plays
 */

/**
 * An answer: first the progress of the deal, then its values, or an error, which is empty if there is no solver.
 * @typedef {{id: number, progress: Progress} | {id: number, values: Record<string, number>} | {id: number, error: string}} Answer
 */

/** @type {Promise<WasmSolver> | null} */
let loading = null;

self.addEventListener("message", (/** @type {MessageEvent<Question>} */ { data }) => void answer(data));

/** @param {Question} question */
async function answer({ id, deal, plays }) {
  const solver = await (loading ??= load()).catch(() => null);
  if (!solver) {
    loading = null;
    return send({ id, error: "" });
  }
  try {
    solver.load(deal, plays);
    send({ id, progress: solver.progress() });
    send({ id, values: solver.solve() });
  } catch (error) {
    loading = null; // a module that threw is in an unknown state
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

async function load() {
  const response = await fetch(new URL("./solver.wasm", import.meta.url));
  if (!response.ok) throw new Error(`solver.wasm: ${response.status}`);
  return WasmSolver.load(response);
}

/** @param {Answer} message */
function send(message) {
  /** @type {{postMessage: (message: Answer) => void}} */ (/** @type {unknown} */ (self)).postMessage(message);
}
