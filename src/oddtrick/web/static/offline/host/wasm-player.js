// A player that searches: the kernel, compiled to WebAssembly, tries each card in sampled layouts of the hidden cards.

import { cardIndex, FULL_PACK, strength, rankOf, suitOf } from "../../match/cards-and-tricks.js";
import { handSizes } from "../../match/game-rules.js";
import { instantiate } from "../../solver/wasm-module.js";
import { hiddenCards } from "./hidden-cards.js";

/** @import {BotView} from "./novice.js" */
/** @import {Rules} from "../../match/game-rules.js" */

/**
 * @typedef {object} Exports Functions of the module; see kernel/wasm/player/player_module.cpp.
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {() => number} request
 * @property {() => number} policy
 * @property {() => number} policySize
 * @property {() => number} cards
 * @property {() => number} values
 * @property {() => number} weights
 * @property {() => number} evaluate
 */

/** Offsets of the fields of a request; see kernel/wasm/player/decision_request.hpp. */
const AT = {
  pack: 0, known: 8, kindCards: 136, kindCells: 168, seed: 200, pointsNeeded: 208, candidates: 240, worlds: 244,
  seats: 248, in: 249, hands: 250, dealer: 251, trump: 252, turnUp: 253, observer: 254, heldBack: 255, sides: 256, bonusCards: 257,
  specialBonus: 258, stages: 259, net: 260, cells: 261, played: 262, mostTricksScore: 263, sizes: 264, cellSizes: 268, sideOf: 284, bonusCard: 292,
  bonusCondition: 316, places: 324, plays: 584, worth: 640,
};
const SIZE = AT.worth;
const SUIT_LETTERS = "CDHS";
const CONDITIONS = ["taken", "dealt", "won"];
const NEVER = 2 ** 31 - 1;
/** Numbers of a value: points, those of the others, tricks, share of worlds with a trick. */
const MEASURES = 4;
/** Worth of a trick beside what the deal scores. */
const TRICK = 0.01;

/**
 * @typedef {object} Budget
 * @property {number} candidates Layouts drawn and weighted by the plays seen so far.
 * @property {number} worlds Layouts of these in which each card is tried.
 */

/**
 * @typedef {object} CardValue
 * @property {string} card
 * @property {number} points Mean points of the own side in the deal.
 * @property {number} others Mean points of the other sides.
 * @property {number} tricks Mean tricks of the own side.
 * @property {number} trickShare Share of the layouts in which the own side takes a trick.
 */

/** The module with the weights of a policy. After an error it must not be used any more. */
export class WasmPlayer {
  /** Name of the policy in memory. */
  #policy = "";

  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /**
   * Compiles and instantiates the module.
   * @param {Response | Promise<Response>} source
   */
  static async load(source) {
    return new WasmPlayer(await instantiate(source));
  }

  /**
   * Returns the value of each card of a seat whose turn it is to play one, the best first: always the same for the
   * same view; see `evaluate`.
   * @param {BotView} view
   * @param {Budget} budget
   * @param {(name: string) => Promise<ArrayBuffer>} fetchPolicy
   */
  async rankedCards(view, budget, fetchPolicy) {
    const values = await this.evaluate(view, decisionSeed(view), budget, fetchPolicy);
    const { eliminates } = view.rules.match;
    const utility = (/** @type {CardValue} */ value) => (eliminates ? value.trickShare : value.points - value.others) + TRICK * value.tricks;
    return values.sort((one, other) => utility(other) - utility(one));
  }

  /**
   * Returns the value of each card; of cards that come to the same, one stands for all.
   * @param {BotView} view
   * @param {bigint} seed
   * @param {Budget} budget
   * @param {(name: string) => Promise<ArrayBuffer>} fetchPolicy
   * @returns {Promise<CardValue[]>}
   */
  async evaluate(view, seed, budget, fetchPolicy) {
    const name = policyName(view);
    if (this.#policy !== name) {
      const weights = new Int16Array(await fetchPolicy(name));
      if (weights.length !== this.exports.policySize()) throw new Error(`the policy ${name} has ${weights.length} weights`);
      const address = this.exports.policy(); // may move the memory
      new Int16Array(this.exports.memory.buffer, address, weights.length).set(weights);
      this.#policy = name;
    }
    this.#write(view, seed, budget);
    const number = this.exports.evaluate();
    const { buffer } = this.exports.memory;
    const cards = new Int8Array(buffer, this.exports.cards(), number);
    const values = new Float64Array(buffer, this.exports.values(), MEASURES * number);
    return Array.from(cards, (card, at) => {
      const [points = 0, others = 0, tricks = 0, trickShare = 0] = values.subarray(MEASURES * at);
      return { card: FULL_PACK[card] ?? "", points, others, tricks, trickShare };
    });
  }

  /** The weights of the layouts drawn last. @param {number} candidates */
  weights(candidates) {
    return Array.from(new Float64Array(this.exports.memory.buffer, this.exports.weights(), candidates));
  }

  /**
   * @param {BotView} view
   * @param {bigint} seed
   * @param {Budget} budget
   */
  #write(view, seed, { candidates, worlds }) {
    const { rules, match } = view;
    const request = this.exports.request();
    const bytes = new DataView(this.exports.memory.buffer, request);
    new Uint8Array(this.exports.memory.buffer, request, SIZE).fill(0);
    const small = (/** @type {number} */ at, /** @type {number[]} */ numbers) => numbers.forEach((number, place) => bytes.setInt8(at + place, number));
    const large = (/** @type {number} */ at, /** @type {bigint[]} */ numbers) => numbers.forEach((number, place) => bytes.setBigUint64(at + 8 * place, number, true));
    const hidden = hiddenCards(view);
    large(AT.pack, [maskOf(rules.pack)]);
    large(AT.known, hidden.known.map(maskOf));
    large(AT.kindCards, hidden.kinds.map(({ cards }) => maskOf(cards)));
    large(AT.kindCells, hidden.kinds.map(({ cells }) => cells.reduce((mask, cell) => mask | (1n << BigInt(cell)), 0n)));
    large(AT.seed, [seed]);
    bytes.setInt32(AT.candidates, match.tricks.length || match.table.length || view.earlier.length ? candidates : worlds, true);
    bytes.setInt32(AT.worlds, worlds, true);
    small(AT.cells, [hidden.sizes.length]);
    small(AT.cellSizes, hidden.sizes);
    this.#writeDeal(view, bytes, small);
    this.#writeScoring(view, bytes, small);
  }

  /**
   * @param {BotView} view
   * @param {DataView} bytes
   * @param {(at: number, numbers: number[]) => void} small
   */
  #writeDeal({ rules, match, earlier }, bytes, small) {
    const { trump, turn_up: turnUp, seats, dealer, seat } = match;
    const sizes = handSizes(rules, match.number);
    const plays = [...earlier, ...match.tricks.flatMap((trick) => trick.cards), ...match.table];
    small(AT.seats, [rules.players, seats.reduce((mask, each) => mask | (1 << each), 0), sizes.length, dealer]);
    small(AT.trump, [suitNumber(trump), turnUp === null ? -1 : cardIndex(turnUp), seat ?? 0, Number(rules.breakTrumps)]);
    small(AT.sizes, sizes);
    small(AT.sideOf, Array.from({ length: rules.players }, (_, each) => rules.sides.findIndex((side) => side.includes(each))));
    small(AT.played, [plays.length]);
    small(AT.plays, plays.map(cardIndex));
    for (const [number, suit] of [...SUIT_LETTERS, null].entries()) {
      const order = { trump: suit, jackHigh: rules.jackHigh };
      FULL_PACK.forEach((card, at) => {
        const weaker = FULL_PACK.filter((other) => other[1] === card[1] && strength(other, order) < strength(card, order));
        bytes.setUint8(AT.places + FULL_PACK.length * number + at, weaker.length);
      });
    }
  }

  /**
   * @param {BotView} view
   * @param {DataView} bytes
   * @param {(at: number, numbers: number[]) => void} small
   */
  #writeScoring({ rules, match }, bytes, small) {
    const { bonusTrumps, net, mostTricksScore } = rules.scoring;
    const score = rules.match.stopsAt === null ? rules.sides.map(() => 0) : carriedScore(match);
    const tricks = handSizes(rules, match.number).reduce((sum, size) => sum + size, 0);
    const { stages, worth } = pointsByOutcome(rules, match.seats, tricks, score, match.calls ?? []);
    small(AT.sides, [rules.sides.length, bonusTrumps.length, bonusTrumps.findIndex(([rank]) => rank === "T"), stages, Number(net)]);
    small(AT.mostTricksScore, [Number(mostTricksScore)]);
    small(AT.bonusCard, bonusTrumps.flatMap(([rank]) => [...SUIT_LETTERS].map((suit) => cardIndex(rank + suit))));
    small(AT.bonusCondition, bonusTrumps.map(([, condition]) => CONDITIONS.indexOf(condition)));
    const { stopsAt } = rules.match;
    for (let side = 0; side < 8; side++) {
      bytes.setInt32(AT.pointsNeeded + 4 * side, stopsAt === null || side >= score.length ? NEVER : Math.max(0, stopsAt - (score[side] ?? 0)), true);
    }
    worth.forEach((points, at) => bytes.setInt16(AT.worth + 2 * at, points, true));
  }
}

/** A digest (FNV-1a) of the seat, the dealer, the trumps, the turn-up, the hand and the plays, so that the same view always gets the same answer. @param {BotView} view */
function decisionSeed({ match, earlier }) {
  const { seat, dealer, trump, turn_up: turnUp, hand, tricks, table } = match;
  const plays = [...earlier, ...tricks.flatMap((trick) => trick.cards), ...table];
  let digest = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode([seat, dealer, trump, turnUp, ...hand, "", ...plays].join(" "))) {
    digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
  }
  return digest;
}

/** The learnt policy for a deal, by what counts and whether there are partners. @param {BotView} view */
function policyName({ rules, match }) {
  const conditions = rules.scoring.bonusTrumps.map(([rank, condition]) => rank + condition);
  const partners = rules.sides.length < rules.players;
  if (rules.scoring.mayHurt) return partners ? "aims-sides" : "aims";
  if (conditions.includes("Ttaken")) return partners ? "scotch-sides" : "scotch-alone";
  if (conditions.includes("Twon")) return "ten";
  if (rules.match.eliminates || !partners) return "knockout";
  if (match.trump === null) return "no-trumps";
  return conditions.includes("Ataken") ? "honours" : "whist";
}

/** The score at the start of the deal: zero in each new game of a rubber (W7). @param {import("../../wire/protocol").MatchView} match */
function carriedScore({ deals, score, games }) {
  const won = (/** @type {number[]} */ all) => all.reduce((sum, number) => sum + number, 0);
  const before = deals.at(-2)?.games ?? [];
  return won(games) > won(before) ? score.map(() => 0) : score;
}

/** @param {string[]} cards */
function maskOf(cards) {
  return cards.reduce((mask, card) => mask | (1n << BigInt(cardIndex(card))), 0n);
}

/** @param {string | null} suit */
function suitNumber(suit) {
  return suit === null ? -1 : SUIT_LETTERS.indexOf(suit);
}

// The points of each side for every outcome of a deal, tabulated by the scoring code itself for the kernel,
// which knows no game.

/** Trumps with which the table is made; it is the same with any other. */
const TRUMP = "S";

/**
 * @typedef {object} PointsByOutcome
 * @property {number} stages Number of stages of scoring.
 * @property {number[]} worth Points by stage, side, tricks of the side, and set of bonus trumps that count for it.
 */

/**
 * @param {Rules} rules
 * @param {number[]} seats Seats that are in.
 * @param {number} size Tricks of the deal.
 * @param {number[]} score Score of each side before the deal.
 * @param {import("../../wire/calls.js").Calls} calls
 * @returns {PointsByOutcome}
 */
function pointsByOutcome(rules, seats, size, score, calls) {
  const { scoring, sides } = rules;
  const sets = Array.from({ length: 1 << scoring.bonusTrumps.length }, (_, set) => set);
  const outcomes = Array.from({ length: size + 1 }, (_, tricks) => sets.map((set) => ({ tricks, set }))).flat();
  const bySide = sides.map((_, side) =>
    outcomes.map((outcome) => {
      const stages = scoring.stages({ ...factsOf(rules, seats, size, score, side, outcome), calls });
      return rules.match.stopsAt === null ? [stages.reduce(addPoints)] : stages;
    }),
  );
  const stages = bySide[0]?.[0]?.length ?? 1;
  const worth = Array.from({ length: stages }, (_, stage) => bySide.flatMap((rows, side) => rows.map((row) => row[stage]?.[side] ?? 0)));
  return { stages, worth: worth.flat() };
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function addPoints(one, other) {
  return one.map((points, side) => points + (other[side] ?? 0));
}

/**
 * The facts of a deal in which one side has these tricks and cards, and the others nothing.
 * @param {Rules} rules
 * @param {number[]} seats
 * @param {number} size
 * @param {number[]} score
 * @param {number} side
 * @param {{tricks: number, set: number}} outcome
 * @returns {Omit<import("../../match/scoring.js").DealFacts, "calls">}
 */
function factsOf({ scoring, sides, players }, seats, size, score, side, { tricks, set }) {
  const members = sides[side] ?? [];
  const bonus = (/** @type {string[]} */ ...conditions) =>
    scoring.bonusTrumps.filter(([, condition], at) => (set >> at) & 1 && conditions.includes(condition)).map(([rank]) => rank + TRUMP);
  const others = FULL_PACK.filter((card) => suitOf(card) !== TRUMP || !scoring.bonusTrumps.some(([rank]) => rank === rankOf(card)));
  const filled = (/** @type {string[]} */ cards, /** @type {number} */ number) => [...cards, ...others].slice(0, Math.max(number, cards.length));
  const only = (/** @type {string[]} */ cards) => Array.from({ length: players }, (_, seat) => (seat === members[0] ? cards : []));
  const dealt = members.filter((seat) => seats.includes(seat)).length * size;
  return {
    sides,
    tricks: Array.from({ length: players }, (_, seat) => (seat === members[0] ? tricks : 0)),
    taken: only(filled(bonus("taken", "won"), tricks * seats.length)),
    dealt: only(filled(bonus("dealt"), dealt)),
    winning: bonus("won"),
    trump: TRUMP,
    score,
  };
}
