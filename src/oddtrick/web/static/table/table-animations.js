// Decides which animation runs for each event: cards to the trick, tricks to their winner, deals from the dealer.

import { findElement } from "../ui/dom.js";
import { flightDuration, flyFrom, gatherAt, originOf, finishAnimations } from "./card-flight.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./animation-events.js").AnimationEvent} AnimationEvent */
/** @typedef {import("./card-flight.js").Origin} Origin */

/** Delay between two cards of a deal (ms). */
const STAGGER = 28;

/** Runs the animations of one table. */
export class TableAnimations {
  /**
   * @param {HTMLElement} page
   * @param {import("./hand.js").HandView} hand
   */
  constructor(page, hand) {
    this.page = page;
    this.hand = hand;
    this.trick = findElement(page, ".trick");
    this.seats = findElement(page, ".seats");
  }

  /**
   * Returns the position of a card in the player's hand.
   * @param {string} card
   */
  ownCardOrigin(card) {
    return originOf(this.hand.button(card));
  }

  /**
   * Returns the origin of an event's card, measured before rendering; null if the card is already on the table.
   * @param {AnimationEvent} event
   * @param {TableView | null} table The table on screen.
   * @returns {Origin | null}
   */
  originBefore({ kind, seat, card }, table) {
    if (kind !== "play" || card === null || seat === null || !flightDuration() || this.#cardInTrick(card)) return null;
    return this.ownCardOrigin(card) ?? (table && this.#seatOrigin(table, seat));
  }

  /**
   * Starts the animations of an event, after rendering.
   * @param {AnimationEvent} event
   * @param {Origin | null} from
   */
  animate({ kind, card, table }, from) {
    if (kind === "play" && card !== null) this.flyToTrick(card, from);
    if (kind === "deal") this.#animateDeal(table);
    if (kind === "cut") this.#animateCut();
  }

  /**
   * @param {string} card
   * @param {Origin | null} from
   */
  flyToTrick(card, from) {
    const there = this.#cardInTrick(card);
    if (there && from) flyFrom(there, from, { turned: from.x < window.innerWidth / 2 ? -14 : 14 });
  }

  /**
   * Moves the trick to its winner.
   * @param {number | null} seat
   */
  async gatherTrick(seat) {
    const won = [...this.trick.children].find((child) => child.hasAttribute("data-winner"));
    const round = won instanceof HTMLElement ? won.dataset.round : null;
    const to = seat === null || round === undefined ? null : this.seats.querySelector(`[data-round="${round}"]`);
    await gatherAt(/** @type {HTMLElement[]} */ ([...this.trick.children]), originOf(to));
  }

  /** Finishes all animations. */
  finish() {
    finishAnimations(this.page);
  }

  /**
   * @param {string} card
   * @returns {HTMLElement | null}
   */
  #cardInTrick(card) {
    return this.trick.querySelector(`[data-card="${CSS.escape(card)}"]`);
  }

  /**
   * @param {TableView} table
   * @param {number} seat
   */
  #seatOrigin(table, seat) {
    const place = table.places.findIndex((each) => each.seat === seat);
    return originOf(this.seats.querySelector(`[data-key="${place}"]`));
  }

  /** Cut cards fly from the pack in the middle, one after the other. */
  #animateCut() {
    const pack = originOf(this.trick);
    const cards = /** @type {HTMLElement[]} */ ([...this.trick.children]);
    if (pack) cards.forEach((card, at) => flyFrom(card, { ...pack, width: 40 }, { delay: at * 4 * STAGGER, turned: 12 }));
  }

  /** @param {TableView} table */
  #animateDeal(table) {
    const dealer = table.match && this.#seatOrigin(table, table.match.dealer);
    if (!dealer || !flightDuration()) return;
    const cards = /** @type {HTMLElement[]} */ ([...this.hand.at.children].map((button) => button.firstElementChild));
    const from = { ...dealer, width: 40 };
    cards.forEach((card, at) => flyFrom(card, from, { delay: at * STAGGER, turned: -30 }));
    const others = /** @type {HTMLElement[]} */ ([...this.seats.querySelectorAll(".backs")]);
    for (const backs of others) flyFrom(backs, from);
    const turned = /** @type {HTMLElement | null} */ (this.page.querySelector(".turn-up .card"));
    if (turned) flyFrom(turned, from, { delay: cards.length * STAGGER });
  }
}
