// Verifies that the cards of a match follow from the revealed secrets of its rounds. Pure. The rules of the deal
// (pack, sizes, turn-up) come with the match; deal-and-cut-order.js knows the order of deals and cuts, and
// deterministic-shuffle.js the cryptography. `oddtrick replay --verify` takes the rules from the game instead.

import { sealOf } from "../wire/player-seals.js";
import { drawKey, toHex, shuffle, Cut, isAscending, leftNeighbour, seatsAfterDeal, tiedSeats, turnUpCard } from "./deterministic-shuffle.js";

/** @import {Proof, Round, MatchSteps, DealSteps, HandSteps} from "../wire/protocol" */
/** @import {CutCards} from "./deterministic-shuffle.js" */

/**
 * @typedef {object} CheckedRound A round that passed all checks possible so far.
 * @property {Round} round
 * @property {number[]} places Places that may contribute; for a deal the shuffler, then the cutter.
 * @property {string | null} key Key derived from the secrets; null if not revealed or undone.
 * @property {CutCards} cut Cards of a cut.
 * @property {string[]} pack The shuffled pack, top card first; empty without a key.
 */

/**
 * @typedef {object} Mismatch A failed check.
 * @property {string} code Key of its message in the catalogue.
 * @property {Record<string, string | number>} values
 */

/**
 * @typedef {object} VerificationResult
 * @property {CheckedRound[]} rounds Rounds that passed, up to the first mismatch.
 * @property {Mismatch | null} wrong
 */

/** Ends the verification at the first mismatch. */
class ProofError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [values]
   */
  constructor(code, values = {}) {
    super(code);
    this.wrong = { code, values };
  }
}

/**
 * Verifies a proof against the match that was played.
 * @param {Proof} proof
 * @param {MatchSteps} match
 * @returns {VerificationResult}
 */
export function verify(proof, match) {
  /** @type {CheckedRound[]} */
  const rounds = [];
  try {
    // The same key gives other cards for another order of the pack, so the order must be fixed in advance.
    if (!isProof(proof) || !isAscending(match.rules.pack)) throw new ProofError("form");
    checkNumbers(proof.rounds);
    const walk = new MatchWalk(proof, match);
    for (const round of proof.rounds) rounds.push(walk.check(round));
    walk.checkComplete();
    return { rounds, wrong: null };
  } catch (error) {
    if (error instanceof ProofError) return { rounds, wrong: error.wrong };
    throw error;
  }
}

/**
 * Checks that no round is missing and that the server never reused a secret.
 * @param {Round[]} rounds
 */
function checkNumbers(rounds) {
  rounds.slice(1).forEach((round, at) => {
    const before = /** @type {Round} */ (rounds[at]).number;
    if (round.number !== before + 1) throw new ProofError("left-out", { before, after: round.number });
  });
  const used = new Map();
  for (const { secret, number } of rounds) {
    if (secret === null) continue;
    if (used.has(secret)) throw new ProofError("used-twice", { round: number, first: used.get(secret) });
    used.set(secret, number);
  }
}

/** Replays a match from its proof. */
class MatchWalk {
  /** Index of the next deal. */
  #dealIndex = 0;
  /** The round that is not revealed yet; no round may follow it. @type {number | null} */
  #unrevealedRound = null;
  /** The cut under way. @type {Cut | null} */
  #cutting = null;
  /** Rounds of the cut for the choice of trumps. @type {CutCards[]} */
  #rounds = [];
  /** @type {number} */
  #dealer;
  /** @type {number[]} */
  #seats;
  /** Seats with one card in the next deal (X5). @type {number[]} */
  #dogs = [];
  /** Place of each seat. @type {number[]} */
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
    if (agreed === null) this.#cutting = new Cut(match.rules.first_cut, this.#seats, match.rules.ace_low, match.rules.seats_by_rank);
    else if (!this.#seats.includes(agreed)) throw new ProofError("form");
    else this.#checkDealer();
  }

  /** The next deal of the match, if there is one. @type {DealSteps | undefined} */
  get #expected() {
    return this.match.deals[this.#dealIndex];
  }

  /**
   * Checks the next round and applies its result.
   * @param {Round} round
   * @returns {CheckedRound}
   */
  check(round) {
    checkSeals(this.proof.table, round);
    const nothing = { round, places: [], key: null, cut: [], pack: [] };
    if (round.taken_back) return nothing;
    this.#checkOrder(round);
    const places = this.#contributors();
    checkContributors(round, places);
    if (round.secret === null) {
      this.#checkMayBeSealed(round);
      this.#unrevealedRound = round.number;
      return { ...nothing, places };
    }
    const key = drawKey(this.proof.table, round, round.secret);
    const pack = shuffle(this.match.rules.pack, key);
    const cut = this.#cutting ? this.#applyCut(this.#cutting, pack) : [];
    if (!cut.length) this.#checkDeal(pack);
    return { round, places, key: toHex(key), cut, pack };
  }

  /** Checks that every deal has a round, and that the players sit in the right seats. */
  checkComplete() {
    if (this.#expected && this.#unrevealedRound === null) throw new ProofError("missing", { deal: this.#dealIndex + 1 });
    const { names } = this.proof;
    const seated = this.match.names;
    if (!names || !seated || !this.match.deals.length) return;
    const right = names.length === seated.length && this.#seating.every((place, seat) => names[place] === seated[seat]);
    if (!right) throw new ProofError("names");
  }

  /** @param {Round} round */
  #checkOrder(round) {
    if (this.#unrevealedRound !== null) throw new ProofError("after-waiting", { round: round.number, before: this.#unrevealedRound });
    const last = this.match.deals[this.#dealIndex - 1];
    if (last?.points === null) throw new ProofError("too-early", { round: round.number });
    if (last && !this.#expected && this.match.over) throw new ProofError("too-many", { round: round.number });
    const purpose = this.#cutting?.purpose ?? "deal";
    if (round.purpose !== purpose || round.deal !== this.#dealIndex + 1) throw new ProofError("misplaced", { round: round.number });
  }

  /** The places that may contribute to the next round (W3). */
  #contributors() {
    const seats = this.#cutting ? this.#cutting.toCut : this.#shufflerAndCutter();
    return seats.map((seat) => /** @type {number} */ (this.#seating[seat]));
  }

  #shufflerAndCutter() {
    const seats = this.#seats;
    const right = /** @type {number} */ (seats.at(seats.indexOf(this.#dealer) - 1));
    return [...new Set([leftNeighbour(seats, this.#dealer), right])];
  }

  /** @param {Round} round */
  #checkMayBeSealed(round) {
    const deal = this.#expected;
    if (deal && (round.purpose !== "deal" || deal.points !== null)) throw new ProofError("unopened", { round: round.number });
  }

  /**
   * @param {Cut} cutting
   * @param {string[]} pack
   * @returns {CutCards}
   */
  #applyCut(cutting, pack) {
    const seats = [...cutting.toCut].sort((one, other) => one - other);
    /** @type {CutCards} */
    const cards = seats.map((seat, at) => [seat, /** @type {string} */ (pack[at])]);
    cutting.apply(cards);
    if (cutting.purpose === "trumps") this.#rounds.push(cards);
    if (!cutting.toCut.length) this.#settleCut(cutting);
    return cards;
  }

  /**
   * Applies the result of a decided cut.
   * @param {Cut} cutting
   */
  #settleCut(cutting) {
    const order = cutting.order;
    this.#cutting = null;
    if (cutting.purpose === "trumps") {
      this.#checkContest(/** @type {number} */ (order.at(-1)));
      return;
    }
    this.#dealer = /** @type {number} */ (order[0]);
    if (cutting.purpose === "partners") {
      const [lowest, low, high, highest] = /** @type {[number, number, number, number]} */ (order);
      this.#seating = cutting.byRank ? order : [lowest, high, low, highest];
      this.#dealer = 0;
    }
    this.#checkDealer();
  }

  #checkDealer() {
    const deal = this.#expected;
    if (deal && deal.dealer !== this.#dealer) throw new ProofError("dealer", { deal: this.#dealIndex + 1, seat: this.#dealer });
  }

  /**
   * The match lists all rounds of the cut, or the deciding one (K5).
   * @param {number} chooser
   */
  #checkContest(chooser) {
    const deal = this.#expected;
    if (!deal) return;
    const rounds = deal.rounds.length === 1 ? this.#rounds.slice(-1) : this.#rounds;
    if (JSON.stringify(rounds) !== JSON.stringify(deal.rounds) || deal.chooser !== chooser) {
      throw new ProofError("cut", { deal: this.#dealIndex + 1 });
    }
  }

  /** @param {string[]} pack */
  #checkDeal(pack) {
    const deal = this.#expected;
    if (!deal) throw new ProofError("no-deal", { deal: this.#dealIndex + 1 });
    this.#checkDealer();
    if (String(deal.seats) !== String(this.#seats)) throw new ProofError("seats", { deal: this.#dealIndex + 1 });
    this.#compareHands(deal, pack);
    this.#dealIndex += 1;
    this.#rounds = [];
    if (deal.points === null) return;
    this.#seats = seatsAfterDeal(this.match, deal);
    this.#dogs = this.match.rules.eliminates ? this.#seats.filter((seat) => !deal.tricks[seat]) : [];
    if (!this.#seats.length) return;
    this.#dealer = leftNeighbour(this.#seats, deal.dealer);
    const tied = tiedSeats(this.match, this.#dealIndex - 1);
    if (tied.length) this.#cutting = new Cut("trumps", tied);
  }

  /**
   * Compares the hands: cards are dealt one at a time from the dealer's left, one separate hand after another (S4); a
   * dog gets one card (X5).
   * @param {DealSteps} deal
   * @param {string[]} pack
   */
  #compareHands(deal, pack) {
    const rules = this.match.rules.deals[this.#dealIndex];
    if (!rules || deal.hands.length !== rules.sizes.length) throw new ProofError("no-deal", { deal: this.#dealIndex + 1 });
    const order = rotatedSeats(this.#seats, leftNeighbour(this.#seats, this.#dealer));
    let dealt = 0;
    rules.sizes.forEach((size, hand) => {
      const turns = Array.from({ length: size }, (_, round) => (round ? order.filter((seat) => !this.#dogs.includes(seat)) : order)).flat();
      const cards = pack.slice(dealt, dealt + turns.length);
      dealt += cards.length;
      const listed = /** @type {HandSteps} */ (deal.hands[hand]);
      (listed.dealt ?? listed.cards).forEach((listedCards, seat) => {
        const dealtCards = cards.filter((_, place) => turns[place] === seat);
        if (!sameCards(dealtCards, listedCards)) throw new ProofError("hand", { deal: this.#dealIndex + 1, seat });
      });
    });
    if (turnUpCard(rules.turned, pack, dealt) !== deal.turn_up) throw new ProofError("turn-up", { deal: this.#dealIndex + 1 });
  }
}

/**
 * @param {string} table
 * @param {Round} round
 */
function checkSeals(table, { number, seal, secret, contributions }) {
  if (secret !== null && sealOf(table, number, "server", secret) !== seal) throw new ProofError("server-seal", { round: number });
  for (const each of contributions) {
    if (each.opened !== null && sealOf(table, number, each.place, each.opened) !== each.seal) {
      throw new ProofError("player-seal", { round: number, name: each.name });
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
    if (place <= before) throw new ProofError("order", { round: number });
    if (!places.includes(place)) throw new ProofError("stranger", { round: number, name });
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
 * Returns the seats in playing order, starting with one of them.
 * @param {readonly number[]} seats
 * @param {number} first
 */
function rotatedSeats(seats, first) {
  const at = seats.indexOf(first);
  return [...seats.slice(at), ...seats.slice(0, at)];
}

// Schema check of a proof, before anything in it is trusted.

const HEX = /^[0-9a-f]{64}$/;
const TABLE = /^[A-Za-z0-9_-]{1,40}$/;
const PURPOSES = ["deal", "dealer", "partners", "trumps"];
const MAX_COUNT = 2 ** 31 - 1;

/** Fields and their checks; a question mark marks an optional field. */
const ROUND = {
  number: isCount,
  purpose: (/** @type {any} */ value) => PURPOSES.includes(value),
  deal: isCount,
  seal: isHex,
  secret: isHexOrNull,
  contributions: arrayOf({ place: isPlace, name: isName, seal: isHex, opened: isHexOrNull }),
  "?taken_back": (/** @type {any} */ value) => typeof value === "boolean",
};
const PROOF = {
  format: (/** @type {any} */ value) => value === "oddtrick-proof/1",
  table: (/** @type {any} */ value) => typeof value === "string" && TABLE.test(value),
  rounds: arrayOf(ROUND),
  "?names": (/** @type {any} */ value) => value === null || (Array.isArray(value) && value.every(isName)),
  "?first_dealer": (/** @type {any} */ value) => value === null || isPlace(value),
};

/**
 * Returns whether a value has the shape of a proof.
 * @param {any} value
 * @returns {value is Proof}
 */
function isProof(value) {
  return matchesSchema(value, PROOF);
}

/**
 * @param {any} value
 * @param {Record<string, (part: any) => boolean>} form
 */
function matchesSchema(value, form) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(form).map((name) => name.replace("?", ""));
  if (Object.keys(value).some((name) => !names.includes(name))) return false;
  return Object.entries(form).every(([name, isRight]) => {
    if (!name.startsWith("?")) return name in value && isRight(value[name]);
    const part = value[name.slice(1)];
    return part === undefined || isRight(part);
  });
}

/** @param {Record<string, (part: any) => boolean>} form */
function arrayOf(form) {
  return (/** @type {any} */ value) => Array.isArray(value) && value.every((each) => matchesSchema(each, form));
}

/** @param {any} value */
function isHex(value) {
  return typeof value === "string" && HEX.test(value);
}

/** @param {any} value */
function isHexOrNull(value) {
  return value === null || isHex(value);
}

/** @param {any} value */
function isCount(value) {
  return Number.isInteger(value) && value >= 1 && value <= MAX_COUNT;
}

/** @param {any} value */
function isPlace(value) {
  return Number.isInteger(value) && value >= 0 && value <= 7;
}

/** @param {any} value */
function isName(value) {
  return typeof value === "string" && [...value].length <= 100;
}
