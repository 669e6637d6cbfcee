// Verifies that the cards of a match are those that the secrets of its rounds give. Pure. The rules of
// the deal (pack, sizes, turn-up) come with the match; deal-rules.js knows the order of deals and cuts,
// deterministic-shuffle.js the cryptography. `oddtrick replay --verify` takes the rules from the game.

import { sealOf } from "../wire/seals.js";
import { drawKey, hexOf, shuffled } from "./deterministic-shuffle.js";
import { isProof } from "./proof-schema.js";
import { Cutting, isAscending, leftOf, seatsAfter, tiedAfter, turnUpOf } from "./deal-rules.js";

/** @typedef {import("../wire/protocol").Proof} Proof */
/** @typedef {import("../wire/protocol").Round} Round */
/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./deal-rules.js").Cards} Cards */

/**
 * @typedef {object} Checked A round in which all is as it should be, as far as it is revealed.
 * @property {Round} round
 * @property {number[]} places Who might contribute; of a deal the shuffler, then the cutter.
 * @property {string | null} key What the secrets gave; null: not revealed, or taken back.
 * @property {Cards} cut Of a cut: who got which card.
 * @property {string[]} pack As it lay, top card first; empty where there is no key.
 */

/**
 * @typedef {object} Wrong What does not fit.
 * @property {string} code Under which the catalogue has words for it.
 * @property {Record<string, string | number>} given
 */

/**
 * @typedef {object} Verified
 * @property {Checked[]} rounds Those in which nothing is wrong, up to the first that is.
 * @property {Wrong | null} wrong
 */

/** Ends the walk at the first thing that does not fit. */
class Unfair extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [given]
   */
  constructor(code, given = {}) {
    super(code);
    this.wrong = { code, given };
  }
}

/**
 * Holds a proof against the match that was played.
 * @param {Proof} proof
 * @param {MatchSteps} match
 * @returns {Verified}
 */
export function verify(proof, match) {
  /** @type {Checked[]} */
  const rounds = [];
  try {
    // In another order the same key would give other cards: the order may not be chosen afterwards.
    if (!isProof(proof) || !isAscending(match.rules.pack)) throw new Unfair("form");
    checkNumbers(proof.rounds);
    const walk = new Walk(proof, match);
    for (const round of proof.rounds) rounds.push(walk.take(round));
    walk.checkComplete();
    return { rounds, wrong: null };
  } catch (error) {
    if (error instanceof Unfair) return { rounds, wrong: error.wrong };
    throw error;
  }
}

/**
 * No round is left out, and the house used no secret twice.
 * @param {Round[]} rounds
 */
function checkNumbers(rounds) {
  rounds.slice(1).forEach((round, at) => {
    const before = /** @type {Round} */ (rounds[at]).number;
    if (round.number !== before + 1) throw new Unfair("left-out", { before, after: round.number });
  });
  const used = new Map();
  for (const { secret, number } of rounds) {
    if (secret === null) continue;
    if (used.has(secret)) throw new Unfair("used-twice", { round: number, first: used.get(secret) });
    used.set(secret, number);
  }
}

/** A match made again from its proof. */
class Walk {
  /** The deal that comes next, from 0. */
  #number = 0;
  /** The round that is not revealed yet: none may follow. @type {number | null} */
  #waits = null;
  /** The cut under way. @type {Cutting | null} */
  #cutting = null;
  /** What has been cut for the choice of trumps, by seat. @type {Map<number, string>} */
  #contest = new Map();
  /** @type {number} */
  #dealer;
  /** @type {number[]} */
  #seats;
  /** Which place each seat is. @type {number[]} */
  #seating;

  /**
   * @param {Proof} proof
   * @param {MatchSteps} match
   */
  constructor(proof, match) {
    this.proof = proof;
    this.match = match;
    this.#seats = Array.from({ length: match.players }, (_, seat) => seat);
    this.#seating = [...this.#seats];
    const agreed = proof.first_dealer ?? null;
    this.#dealer = agreed ?? 0;
    if (agreed === null) this.#cutting = new Cutting(match.rules.first_cut, this.#seats);
    else if (!this.#seats.includes(agreed)) throw new Unfair("form");
    else this.#checkDealer();
  }

  /** The next deal as it is told, if it is. @type {DealSteps | undefined} */
  get #told() {
    return this.match.deals[this.#number];
  }

  /**
   * Checks the next round, and goes on by what it gave.
   * @param {Round} round
   * @returns {Checked}
   */
  take(round) {
    checkSeals(this.proof.table, round);
    const nothing = { round, places: [], key: null, cut: [], pack: [] };
    if (round.taken_back) return nothing;
    this.#checkPlace(round);
    const places = this.#contributors();
    checkContributors(round, places);
    if (round.secret === null) {
      this.#checkMayWait(round);
      this.#waits = round.number;
      return { ...nothing, places };
    }
    const key = drawKey(this.proof.table, round, round.secret);
    const pack = shuffled(this.match.rules.pack, key);
    const cut = this.#cutting ? this.#cut(this.#cutting, pack) : [];
    if (!cut.length) this.#deal(pack);
    return { round, places, key: hexOf(key), cut, pack };
  }

  /** Makes sure that there is a round for each deal, and the right people in their seats. */
  checkComplete() {
    if (this.#told && this.#waits === null) throw new Unfair("missing", { deal: this.#number + 1 });
    const { names } = this.proof;
    const seated = this.match.names;
    if (!names || !seated || !this.match.deals.length) return;
    const right = names.length === seated.length && this.#seating.every((place, seat) => names[place] === seated[seat]);
    if (!right) throw new Unfair("names");
  }

  /** @param {Round} round */
  #checkPlace(round) {
    if (this.#waits !== null) throw new Unfair("after-waiting", { round: round.number, before: this.#waits });
    const last = this.match.deals[this.#number - 1];
    if (last?.points === null) throw new Unfair("too-early", { round: round.number });
    if (last && !this.#told && this.match.over) throw new Unfair("too-many", { round: round.number });
    const purpose = this.#cutting?.purpose ?? "deal";
    if (round.purpose !== purpose || round.deal !== this.#number + 1) throw new Unfair("misplaced", { round: round.number });
  }

  /** The places of those who may contribute now (W3). */
  #contributors() {
    const seats = this.#cutting ? this.#cutting.toCut : this.#besideDealer();
    return seats.map((seat) => /** @type {number} */ (this.#seating[seat]));
  }

  #besideDealer() {
    const seats = this.#seats;
    const right = /** @type {number} */ (seats.at(seats.indexOf(this.#dealer) - 1));
    return [...new Set([leftOf(seats, this.#dealer), right])];
  }

  /** @param {Round} round */
  #checkMayWait(round) {
    const told = this.#told;
    if (told && (round.purpose !== "deal" || told.points !== null)) throw new Unfair("unopened", { round: round.number });
  }

  /**
   * @param {Cutting} cutting
   * @param {string[]} pack
   * @returns {Cards}
   */
  #cut(cutting, pack) {
    const seats = [...cutting.toCut].sort((one, other) => one - other);
    /** @type {Cards} */
    const cards = seats.map((seat, at) => [seat, /** @type {string} */ (pack[at])]);
    cutting.take(cards);
    if (cutting.purpose === "trumps") cards.forEach(([seat, card]) => this.#contest.set(seat, card));
    if (!cutting.toCut.length) this.#settle(cutting, seats);
    return cards;
  }

  /**
   * What was cut for is settled.
   * @param {Cutting} cutting
   * @param {number[]} last Who cut in the last round.
   */
  #settle(cutting, last) {
    const order = cutting.order;
    this.#cutting = null;
    if (cutting.purpose === "trumps") {
      this.#checkContest(last, /** @type {number} */ (order.at(-1)));
      return;
    }
    this.#dealer = /** @type {number} */ (order[0]);
    if (cutting.purpose === "partners") {
      const [lowest, low, high, highest] = /** @type {[number, number, number, number]} */ (order);
      this.#seating = [lowest, high, low, highest];
      this.#dealer = 0;
    }
    this.#checkDealer();
  }

  #checkDealer() {
    const told = this.#told;
    if (told && told.dealer !== this.#dealer) throw new Unfair("dealer", { deal: this.#number + 1, seat: this.#dealer });
  }

  /**
   * The match tells each seat's last card; those who fell out earlier may be left out (K5).
   * @param {number[]} last
   * @param {number} chooser
   */
  #checkContest(last, chooser) {
    const told = this.#told;
    if (!told) return;
    const shown = new Map(told.contest);
    const same = [...shown].every(([seat, card]) => this.#contest.get(seat) === card);
    if (!same || !last.every((seat) => shown.has(seat)) || told.chooser !== chooser) {
      throw new Unfair("cut", { deal: this.#number + 1 });
    }
  }

  /** @param {string[]} pack */
  #deal(pack) {
    const told = this.#told;
    if (!told) throw new Unfair("no-deal", { deal: this.#number + 1 });
    this.#checkDealer();
    if (String(told.seats) !== String(this.#seats)) throw new Unfair("seats", { deal: this.#number + 1 });
    this.#compare(told, pack);
    this.#number += 1;
    this.#contest = new Map();
    if (told.points === null) return;
    this.#seats = seatsAfter(this.match, told);
    if (!this.#seats.length) return;
    this.#dealer = leftOf(this.#seats, told.dealer);
    const tied = tiedAfter(this.match, this.#number - 1);
    if (tied.length) this.#cutting = new Cutting("trumps", tied);
  }

  /**
   * The cards go round from the dealer's left, one at a time, one separate hand after another (S4).
   * @param {DealSteps} told
   * @param {string[]} pack
   */
  #compare(told, pack) {
    const rules = this.match.rules.deals[this.#number];
    if (!rules || told.hands.length !== rules.sizes.length) throw new Unfair("no-deal", { deal: this.#number + 1 });
    const order = turned(this.#seats, leftOf(this.#seats, this.#dealer));
    let dealt = 0;
    rules.sizes.forEach((size, hand) => {
      const cards = pack.slice(dealt, dealt + size * order.length);
      dealt += cards.length;
      /** @type {HandSteps} */ (told.hands[hand]).cards.forEach((has, seat) => {
        const at = order.indexOf(seat);
        const gives = at < 0 ? [] : cards.filter((_, place) => place % order.length === at);
        if (!sameCards(gives, has)) throw new Unfair("hand", { deal: this.#number + 1, seat });
      });
    });
    if (turnUpOf(rules.turned, pack, dealt) !== told.turn_up) throw new Unfair("turn-up", { deal: this.#number + 1 });
  }
}

/** @typedef {import("../wire/protocol").HandSteps} HandSteps */

/**
 * @param {string} table
 * @param {Round} round
 */
function checkSeals(table, { number, seal, secret, contributions }) {
  if (secret !== null && sealOf(table, number, "house", secret) !== seal) throw new Unfair("house-seal", { round: number });
  for (const each of contributions) {
    if (each.opened !== null && sealOf(table, number, each.place, each.opened) !== each.seal) {
      throw new Unfair("player-seal", { round: number, name: each.name });
    }
  }
}

/**
 * @param {Round} round
 * @param {number[]} places
 */
function checkContributors({ number, contributions }, places) {
  contributions.forEach(({ place, name }, at) => {
    const before = contributions[at - 1]?.place ?? -1;
    if (place <= before) throw new Unfair("order", { round: number });
    if (!places.includes(place)) throw new Unfair("stranger", { round: number, name });
  });
}

/**
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
function sameCards(one, other) {
  return [...one].sort().join() === [...other].sort().join();
}

/**
 * The seats in playing order, beginning with one of them.
 * @param {readonly number[]} seats
 * @param {number} first
 */
function turned(seats, first) {
  const at = seats.indexOf(first);
  return [...seats.slice(at), ...seats.slice(0, at)];
}
