// What moves when: cards from their seats to the trick, tricks to who won them, a deal from its dealer.

import { find } from "../ui/dom.js";
import { flightTime, flyFrom, gather, placeOf, settle } from "./card-flight.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./animation-events.js").Moment} Moment */
/** @typedef {import("./card-flight.js").From} From */

/** Between two cards of a deal (ms). */
const APART = 28;

/** The motions of one table. */
export class Motion {
  /**
   * @param {HTMLElement} page
   * @param {import("./hand.js").HandShown} hand
   */
  constructor(page, hand) {
    this.page = page;
    this.hand = hand;
    this.trick = find(page, ".trick");
    this.seats = find(page, ".seats");
  }

  /**
   * Where a card of one's own hand is.
   * @param {string} card
   */
  own(card) {
    return placeOf(this.hand.button(card));
  }

  /**
   * Before a moment is drawn: where its card comes from; null where it lies there already.
   * @param {Moment} moment
   * @param {TableView | null} table As it is shown now.
   * @returns {From | null}
   */
  before({ kind, seat, card }, table) {
    if (kind !== "card" || card === null || seat === null || !flightTime() || this.#lying(card)) return null;
    return this.own(card) ?? (table && this.#seat(table, seat));
  }

  /**
   * When it is drawn.
   * @param {Moment} moment
   * @param {From | null} from
   */
  after({ kind, card, table }, from) {
    if (kind === "card" && card !== null) this.laid(card, from);
    if (kind === "dealt") this.#deal(table);
    if (kind === "cut") this.#cut();
  }

  /**
   * @param {string} card
   * @param {From | null} from
   */
  laid(card, from) {
    const there = this.#lying(card);
    if (there && from) flyFrom(there, from, { turned: from.x < window.innerWidth / 2 ? -14 : 14 });
  }

  /**
   * The trick goes to who won it.
   * @param {number | null} seat
   */
  async gather(seat) {
    const won = [...this.trick.children].find((child) => child.hasAttribute("data-winner"));
    const round = won instanceof HTMLElement ? won.dataset.round : null;
    const to = seat === null || round === undefined ? null : this.seats.querySelector(`[data-round="${round}"]`);
    await gather(/** @type {HTMLElement[]} */ ([...this.trick.children]), placeOf(to));
  }

  /** Whatever moves is where it was going to. */
  settle() {
    settle(this.page);
  }

  /**
   * @param {string} card
   * @returns {HTMLElement | null}
   */
  #lying(card) {
    return this.trick.querySelector(`[data-card="${CSS.escape(card)}"]`);
  }

  /**
   * @param {TableView} table
   * @param {number} seat
   */
  #seat(table, seat) {
    const place = table.places.findIndex((each) => each.seat === seat);
    return placeOf(this.seats.querySelector(`[data-key="${place}"]`));
  }

  /** Cards are drawn from the pack in the middle, one after the other. */
  #cut() {
    const pack = placeOf(this.trick);
    const cards = /** @type {HTMLElement[]} */ ([...this.trick.children]);
    if (pack) cards.forEach((card, at) => flyFrom(card, { ...pack, width: 40 }, { delay: at * 4 * APART, turned: 12 }));
  }

  /** @param {TableView} table */
  #deal(table) {
    const dealer = table.match && this.#seat(table, table.match.dealer);
    if (!dealer || !flightTime()) return;
    const cards = /** @type {HTMLElement[]} */ ([...this.hand.at.children].map((button) => button.firstElementChild));
    const from = { ...dealer, width: 40 };
    cards.forEach((card, at) => flyFrom(card, from, { delay: at * APART, turned: -30 }));
    const others = /** @type {HTMLElement[]} */ ([...this.seats.querySelectorAll(".backs")]);
    for (const held of others) flyFrom(held, from);
    const turned = /** @type {HTMLElement | null} */ (this.page.querySelector(".turn-up .card"));
    if (turned) flyFrom(turned, from, { delay: cards.length * APART });
  }
}
