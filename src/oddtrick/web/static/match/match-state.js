// The state of a match: actions of chance and of players turn it into the next one.

import { ascending, handText, fromSeat, legalCards, leftOf, PASS, winningPlace } from "./cards-and-tricks.js";
import { trickCounts } from "./game-rules.js";
import { carriedScore } from "./scoring.js";
import { afterCut, seatsToCut, THROWS, throwWinners } from "./cuts-and-throws.js";

/** @import {Rules} from "./game-rules.js" */
/** @import {Standing} from "./scoring.js" */
/** @import {Cutting, Throw} from "./cuts-and-throws.js" */
/** @import {TrickView as Trick} from "../wire/protocol" */
/** @import {CallRule} from "./call-rules.js" */

/** @typedef {{type: "deal", hands: string[][][], turnUp: string | null, stock?: string[]} | {type: "cut", cards: [number, string][]}} ChanceAction */
/** @typedef {string} PlayerAction A card (`TH`) or `pass`, a suit (`H`), `rock`, `paper` or `scissors`, or a call (`3`). */
/** @typedef {ChanceAction | PlayerAction} Action */

/**
 * @typedef {object} HandPlay A hand under way.
 * @property {"card"} kind
 * @property {string[][]} held Cards that each seat holds.
 * @property {number[]} order Seats in playing order for the trick under way, without those that have passed.
 * @property {number[]} passed Seats that have passed at it (X5).
 * @property {string[]} plays Every card and pass of the hand, in order.
 * @property {string[]} table Cards of the trick under way.
 * @property {Trick[]} tricks Complete tricks.
 * @property {boolean} broken A trump has been played to a lead of another suit (K7).
 * @property {string[]} stock Cards that are still to be drawn, the top one first (G3).
 * @property {[seat: number, card: string][][]} drawn Cards drawn after each complete trick while the stock lasted.
 */

/**
 * @typedef {HandPlay | {kind: "cut", cutting: Cutting} | {kind: "throw", seats: number[], thrown: Throw[], last: [number, Throw][]}
 *   | {kind: "call", rule: CallRule, made: [seat: number, call: string][]} | {kind: "choice", seat: number} | {kind: "deal"} | {kind: "nothing"}} Phase What the match waits for.
 */

/**
 * @typedef {object} DealLog One deal, finished or under way.
 * @property {number} number From 0.
 * @property {number} dealer
 * @property {number[]} seats Seats that play in this deal.
 * @property {number[]} dogs Those of them that are dealt one card, and may pass (X5).
 * @property {[number, string][][]} rounds Complete rounds of a tie for the choice of trumps, each with a cut or throw by seat (K5).
 * @property {number | null} chooser
 * @property {string[][][] | null} hands Cards dealt, by hand and seat.
 * @property {string | null} turnUp
 * @property {string[]} stock Cards to be drawn as the deal begins, the top one first (G1).
 * @property {[name: string, made: [seat: number, call: string][]][]} calls Finished phases of calls.
 * @property {string | null} trump
 * @property {boolean} chosen A seat has chosen trumps.
 * @property {Trick[][]} played Tricks of the finished hands.
 * @property {string[][]} plays Cards and passes of the finished hands, in order.
 * @property {[seat: number, card: string][][]} drawn Cards drawn in its finished hand, after each trick.
 * @property {import("../wire/protocol").DealView | null} result
 */

/** A match at any moment. */
export class Match {
  /** @type {Phase} */
  phase;
  /** @type {DealLog} */
  deal;
  /** Finished deals, without the one under way. @type {DealLog[]} */
  past = [];
  /** Player in each seat, by number in order of arrival (C2). @type {number[]} */
  seating;
  /** Scores and seats before the deal under way. @type {Standing} */
  standing;
  /** Every action since the start. @type {Action[]} */
  actions = [];

  /**
   * Starts a match before the cut for its first deal.
   * @param {Rules} rules
   */
  constructor(rules) {
    this.rules = rules;
    this.standing = rules.match.start(rules.sides.length, rules.players);
    const seats = this.standing.seatsIn;
    this.seating = seats;
    this.deal = newDeal(0, 0, seats, []);
    this.phase = { kind: "cut", cutting: { purpose: rules.partnersCut ? "partners" : "dealer", groups: [seats], last: [], aceLow: rules.aceLow, byRank: rules.seatsByRank } };
  }

  /**
   * Repeats the actions of a match.
   * @param {Rules} rules
   * @param {readonly Action[]} actions
   */
  static after(rules, actions) {
    const match = new Match(rules);
    for (const action of actions) match.apply(action);
    return match;
  }

  get over() {
    return this.phase.kind === "nothing";
  }

  /** Number of the deal under way, from 0. */
  get number() {
    return this.past.length;
  }

  /** True if cards are to be cut or dealt. */
  get awaitsChance() {
    return this.phase.kind === "cut" || this.phase.kind === "deal";
  }

  /** The seat to act; null if chance is to act, or nobody. @returns {number | null} */
  get toAct() {
    const { phase } = this;
    if (phase.kind === "card") return phase.order[phase.table.length] ?? null;
    if (phase.kind === "choice") return phase.seat;
    if (phase.kind === "call") return phase.rule.toAct(this.#callMoment(phase));
    return phase.kind === "throw" ? (phase.seats[phase.thrown.length] ?? null) : null;
  }

  /** The legal actions of the seat to act, ascending. @returns {PlayerAction[]} */
  get legal() {
    const { phase } = this;
    if (phase.kind === "choice") return ["C", "D", "H", "S"];
    if (phase.kind === "throw") return [...THROWS];
    if (phase.kind === "call") return phase.rule.legal(this.#callMoment(phase));
    if (phase.kind !== "card") return [];
    const { jackHigh, breakTrumps } = this.rules;
    const heldBack = breakTrumps && !phase.broken;
    const cards = legalCards(phase.held[this.toAct ?? 0] ?? [], phase.table, { trump: this.deal.trump, jackHigh, heldBack });
    return this.#mayPass(phase) ? [...cards, PASS] : cards;
  }

  /** A dog may pass at any trick but the last, to which every other seat has one card left (X5). @param {HandPlay} hand */
  #mayPass({ tricks }) {
    const { dogs, hands, played } = this.deal;
    const size = Math.max(...(hands?.[played.length] ?? []).map((cards) => cards.length));
    return dogs.includes(this.toAct ?? -1) && tricks.length < size - 1;
  }

  /** @param {Extract<Phase, {kind: "call"}>} phase */
  #callMoment({ made }) {
    const { seats, dealer, number } = this.deal;
    return { made, seats, dealer, tricks: trickCounts(this.rules, number).counted };
  }

  /** Every deal, the one under way last. */
  get allDeals() {
    return [...this.past, this.deal];
  }

  /**
   * Applies an action. A player's action has to be legal.
   * @param {Action} action
   */
  apply(action) {
    const { phase } = this;
    if (typeof action === "string") {
      if (!this.legal.includes(action)) throw new Error(`${action} is not legal: ${this.legal.join(" ")}`);
      if (phase.kind === "card") this.#play(phase, action);
      else if (phase.kind === "throw") this.#throw(phase, /** @type {Throw} */ (action));
      else if (phase.kind === "call") this.#call(phase, action);
      else this.#choose(action);
    } else if (action.type === "cut" && phase.kind === "cut") this.#cut(phase.cutting, action.cards);
    else if (action.type === "deal" && phase.kind === "deal") this.#deal(action);
    else throw new Error(`a ${action.type} does not go here: the match waits for ${phase.kind}`);
    this.actions.push(action);
  }

  /**
   * @param {Cutting} before
   * @param {[number, string][]} cards
   */
  #cut(before, cards) {
    const cutting = afterCut(before, cards);
    if (cutting.purpose === "trumps") this.deal.rounds = [...this.deal.rounds, cards];
    if (seatsToCut(cutting).length) this.phase = { kind: "cut", cutting };
    else if (cutting.purpose === "trumps") this.#makeChooser(cutting.groups.flat().at(-1) ?? 0);
    else this.#seat(cutting);
  }

  /** Seats the players after a settled cut for the deal or for partners (T7, C2, X3). @param {Cutting} cutting */
  #seat({ purpose, groups, byRank }) {
    const [first = 0, second = 0, third = 0, fourth = 0] = groups.flat();
    if (purpose === "partners") this.seating = byRank ? groups.flat() : [first, third, second, fourth];
    this.deal.dealer = purpose === "partners" ? 0 : first;
    this.phase = { kind: "deal" };
  }

  /**
   * @param {Extract<Phase, {kind: "throw"}>} phase
   * @param {Throw} thrown
   */
  #throw({ seats, thrown: before, last }, thrown) {
    const all = [...before, thrown];
    if (all.length < seats.length) {
      this.phase = { kind: "throw", seats, thrown: all, last };
      return;
    }
    const throws = seats.map((seat, at) => /** @type {[number, Throw]} */ ([seat, all[at]]));
    const left = throwWinners(throws);
    this.deal.rounds = [...this.deal.rounds, throws];
    if (left.length === 1) this.#makeChooser(left[0] ?? 0);
    else this.phase = { kind: "throw", seats: left, thrown: [], last: throws };
  }

  /**
   * Gives a seat the choice of trumps, before or after it sees its cards (K3).
   * @param {number} seat
   */
  #makeChooser(seat) {
    this.deal.chooser = seat;
    this.phase = this.rules.trumps.blind ? { kind: "choice", seat } : { kind: "deal" };
  }

  /** @param {string} suit */
  #choose(suit) {
    Object.assign(this.deal, { trump: suit, chosen: true });
    if (this.deal.hands) this.#openHand();
    else this.phase = { kind: "deal" };
  }

  /** @param {Extract<ChanceAction, {type: "deal"}>} action */
  #deal({ hands, turnUp, stock = [] }) {
    const { deal } = this;
    const { trumps } = this.rules;
    Object.assign(deal, { hands: hands.map((each) => each.map(ascending)), turnUp, stock });
    const source = trumps.source(this.number);
    if (source === "chosen") {
      if (!deal.chosen) {
        this.phase = { kind: "choice", seat: deal.chooser ?? 0 };
        return;
      }
    } else deal.trump = turnUp ? turnUp.slice(1) : (trumps.suits[this.number % trumps.suits.length] ?? null);
    this.#openCalls();
  }

  /** Starts the next phase of calls; after the last one, the play. */
  #openCalls() {
    const rule = this.rules.calls[this.deal.calls.length];
    if (rule) this.phase = { kind: "call", rule, made: [] };
    else this.#openHand();
  }

  /**
   * @param {Extract<Phase, {kind: "call"}>} phase
   * @param {string} call
   */
  #call({ rule, made: before }, call) {
    /** @type {[number, string][]} */
    const made = [...before, [this.toAct ?? 0, call]];
    this.phase = { kind: "call", rule, made };
    if (this.toAct !== null) return;
    this.deal.calls = [...this.deal.calls, [rule.name, made]];
    this.#openCalls();
  }

  /** Starts the next of the separate hands (S4); the eldest hand leads (T2, K6). */
  #openHand() {
    const { seats, dealer, hands, played, stock } = this.deal;
    const held = (hands?.[played.length] ?? []).map((cards) => [...cards]);
    const order = fromSeat(seats, leftOf(seats, dealer));
    this.phase = { kind: "card", held, order, passed: [], plays: [], table: [], tricks: [], broken: false, stock, drawn: [] };
  }

  /**
   * @param {HandPlay} hand
   * @param {string} play A card or a pass.
   */
  #play(hand, play) {
    const seat = this.toAct ?? 0;
    hand.plays = [...hand.plays, play];
    if (play === PASS) {
      hand.order = hand.order.filter((each) => each !== seat);
      hand.passed = [...hand.passed, seat];
    } else {
      hand.held[seat] = (hand.held[seat] ?? []).filter((each) => each !== play);
      hand.table = [...hand.table, play];
    }
    if (hand.table.length === hand.order.length) this.#gather(hand);
  }

  /** Gathers a complete trick; its winner leads to the next (T5), or the next seat if that has no card left (X5). @param {HandPlay} hand */
  #gather(hand) {
    const { order, table, passed } = hand;
    const { trump, seats } = this.deal;
    const winner = order[winningPlace(table, { trump, jackHigh: this.rules.jackHigh })] ?? 0;
    hand.tricks = [...hand.tricks, { seats: order, cards: table, winner, passed }];
    hand.broken ||= table[0]?.[1] !== trump && table.some((card) => card[1] === trump);
    if (hand.stock.length) this.#draw(hand, fromSeat(seats, winner));
    Object.assign(hand, { order: fromSeat(seats, winner).filter((seat) => hand.held[seat]?.length), table: [], passed: [] });
    if (hand.order.length) return;
    this.deal.played = [...this.deal.played, hand.tricks];
    this.deal.plays = [...this.deal.plays, hand.plays];
    this.deal.drawn = hand.drawn;
    if (this.deal.played.length < (this.deal.hands?.length ?? 0)) this.#openHand();
    else this.#score();
  }

  /**
   * Draws a card from the stock for each seat, in this order (G3).
   * @param {HandPlay} hand
   * @param {number[]} seats
   */
  #draw(hand, seats) {
    const drawn = seats.map((seat, at) => /** @type {[number, string]} */ ([seat, hand.stock[at]]));
    for (const [seat, card] of drawn) hand.held[seat] = ascending([...(hand.held[seat] ?? []), card]);
    Object.assign(hand, { stock: hand.stock.slice(seats.length), drawn: [...hand.drawn, drawn] });
  }

  #score() {
    const { rules, deal } = this;
    const facts = factsOf(deal, rules, carriedScore(this.standing));
    const { points, standing } = rules.match.after(this.standing, facts, rules.scoring.stages(facts));
    this.standing = standing;
    deal.result = { dealer: deal.dealer, trump: /** @type {"S"} */ (deal.trump), tricks: facts.tricks, points, score: standing.score, games: standing.games, ...callsOf(deal.calls) };
    if (standing.over) this.phase = { kind: "nothing" };
    else this.#nextDeal(facts.tricks);
  }

  /** Passes the deal to the next seat still in (T6). @param {number[]} tricks */
  #nextDeal(tricks) {
    const { seatsIn: seats, dogs } = this.standing;
    this.past = [...this.past, this.deal];
    this.deal = newDeal(this.past.length, leftOf(seats, this.deal.dealer), seats, dogs);
    this.phase = { kind: "deal" };
    const { trumps } = this.rules;
    if (trumps.source(this.number) !== "chosen") return;
    const tied = seats.filter((seat) => tricks[seat] === Math.max(...tricks));
    if (tied.length === 1) this.#makeChooser(tied[0] ?? 0);
    else if (trumps.tie === "rps") this.phase = { kind: "throw", seats: tied, thrown: [], last: [] };
    else this.phase = { kind: "cut", cutting: { purpose: "trumps", groups: [tied], last: [], aceLow: false, byRank: false } };
  }
}

/**
 * @param {number} number
 * @param {number} dealer
 * @param {number[]} seats
 * @param {number[]} dogs
 * @returns {DealLog}
 */
function newDeal(number, dealer, seats, dogs) {
  const cards = { hands: null, turnUp: null, stock: [], calls: [], trump: null, chosen: false };
  return { number, dealer, seats, dogs, rounds: [], chooser: null, ...cards, played: [], plays: [], drawn: [], result: null };
}

/**
 * The calls of a deal in a view, from which they are absent where there are none.
 * @param {[name: string, made: [seat: number, call: string][]][]} calls
 */
export function callsOf(calls) {
  return calls.length ? { calls } : {};
}

/**
 * The facts of a finished deal for scoring.
 * @param {DealLog} deal
 * @param {Rules} rules
 * @param {number[]} score Score of each side before the deal.
 * @returns {import("./scoring.js").DealFacts}
 */
export function factsOf({ hands, played, drawn, trump, calls, number }, rules, score) {
  const { players, sides } = rules;
  const { idle } = trickCounts(rules, number);
  const all = played.flatMap((tricks) => tricks.slice(idle));
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const wonBy = (/** @type {number} */ seat) => all.filter((trick) => trick.winner === seat);
  return {
    sides,
    tricks: seats.map((seat) => wonBy(seat).length),
    taken: seats.map((seat) => wonBy(seat).flatMap((trick) => trick.cards)),
    dealt: seats.map((seat) => [...(hands ?? []).flatMap((hand) => hand[seat] ?? []), ...drawnBy(seat, drawn)]),
    winning: all.map((trick) => trick.cards[trick.seats.indexOf(trick.winner)] ?? ""),
    trump,
    score,
    calls,
  };
}

/**
 * @param {number} seat
 * @param {[seat: number, card: string][][]} drawn
 */
function drawnBy(seat, drawn) {
  return drawn.flat().flatMap(([by, card]) => (by === seat ? [card] : []));
}

// The record of a match in the form oddtrick/1 (docs/record-format.md).

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
function dealRecord({ deal: current, phase, rules }, deal) {
  const plays = [...deal.plays, ...(deal === current && phase.kind === "card" ? [phase.plays] : [])];
  const calling = deal === current && phase.kind === "call" ? [/** @type {const} */ ([phase.rule.name, phase.made])] : [];
  const calls = [...deal.calls, ...calling].map(([name, made]) => [name, made.map(([, call]) => call)]);
  const waits = deal === current && (phase.kind === "choice" || (calling.length > 0 && rules.trumps.source(deal.number) !== "fixed"));
  return {
    dealer: deal.dealer,
    ...(deal.turnUp === null ? {} : { turn_up: deal.turnUp }),
    ...(waits ? {} : { trump: deal.trump ?? "N" }),
    ...(deal.rounds.length ? { cut: cutRecord(deal.rounds) } : {}),
    ...(calls.length ? { calls: Object.fromEntries(calls) } : {}),
    ...(deal.stock.length ? { stock: deal.stock } : {}),
    hands: (deal.hands ?? []).map((hands, number) => ({ cards: hands.map(handText), plays: plays[number] ?? [] })),
  };
}
