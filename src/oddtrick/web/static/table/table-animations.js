// Decides which animation runs for each event: cards to the trick, tricks to their winner, deals from the dealer.

import { element, findElement } from "../ui/dom.js";
import { animationsEnabled, preference } from "../ui/preferences.js";
import { placeAt } from "../wire/state.js";
import { stock } from "./seats.js";
import { keeperOf, otherPackOf, partnerOf } from "./table-texts.js";

/** @import {TableView} from "../wire/protocol" */
/** @import {AnimationEvent} from "./animation-queue.js" */

/** Delay between two cards of a deal (ms). */
const STAGGER = 28;

/** How far the halves of a pack are apart while it is shuffled. */
const SHUFFLE = [0, 1, 0, 1, 0, 1, 0];

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
    if (kind === "drawn") return flightDuration() ? originOf(this.page.querySelector(".stock")) : null;
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
    if (kind !== "drawn" || !from) return;
    const toHand = (/** @type {string} */ drawn) => flyFrom(/** @type {HTMLElement} */ (this.hand.button(drawn)?.firstElementChild), from, { turned: -10 });
    const toSeat = (/** @type {HTMLElement} */ flying, /** @type {number} */ seat) => gatherAt([flying], this.#seatOrigin(table, seat));
    stock.loaded?.animateDraws(table, from, { toHand, toSeat });
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
   * Gathers the trick under the card that won it, and draws it to the player who keeps the tricks of the winner's side.
   * @param {AnimationEvent} event
   */
  async gatherTrick({ seat, table }) {
    const to = seat === null ? null : this.#seat(table, keeperOf(table, seat));
    const winner = this.trick.querySelector("[data-winner]");
    await gatherAt(/** @type {HTMLElement[]} */ ([...this.trick.children]), originOf(to), originOf(winner));
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
    return originOf(this.#seat(table, seat));
  }

  /**
   * @param {TableView} table
   * @param {number} seat
   */
  #seat(table, seat) {
    return this.seats.querySelector(`[data-key="${placeAt(table, seat)}"]`);
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
    this.#shuffleOtherPack(table);
  }

  /** The dealer's partner shuffles the other pack meanwhile (W3): two halves, which run into each other. @param {TableView} table */
  #shuffleOtherPack(table) {
    const partner = table.match && partnerOf(table, table.match.dealer);
    const seat = partner === null ? null : this.#seat(table, partner);
    if (!seat) return;
    const halves = [-1, 1].map((way) => ({ way, half: element("i") }));
    const pack = element("span", { class: `shuffled ${otherPackOf(table)}`, "aria-hidden": "true" }, ...halves.map(({ half }) => half));
    seat.append(pack);
    const motions = halves.map(({ way, half }) => half.animate(SHUFFLE.map((apart) => ({ transform: `translateX(${way * apart * 60}%) rotate(${way * apart * 12}deg)` })), { duration: 4 * flightDuration(), easing: "ease-in-out" }));
    void Promise.allSettled(motions.map((motion) => motion.finished)).then(() => pack.remove());
  }
}

// Card animations. Only transform and opacity change, so that animations never affect layout.

/** @typedef {{x: number, y: number, width: number}} Origin Centre and width of the element that an animation starts from. */

const EASE = "cubic-bezier(.2, .75, .25, 1)";
const DURATIONS = { slow: 420, normal: 260, fast: 130, instant: 0 };

/** Returns the flight time of a card (ms); 0 if animations are off. */
function flightDuration() {
  return animationsEnabled() && !document.hidden ? (DURATIONS[preference("speed")] ?? DURATIONS.normal) : 0;
}

/**
 * Returns the current position of an element.
 * @param {Element | null | undefined} at
 * @returns {Origin | null}
 */
function originOf(at) {
  const box = at?.getBoundingClientRect();
  return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width } : null;
}

/**
 * Animates an element from an origin to its place.
 * @param {HTMLElement} at
 * @param {Origin | null} from
 * @param {{delay?: number, turned?: number}} [how]
 */
function flyFrom(at, from, { delay = 0, turned = 0 } = {}) {
  const time = flightDuration();
  const here = time ? originOf(at) : null;
  if (!from || !here) return;
  const size = Math.min(2, Math.max(0.35, from.width / here.width));
  const start = `translate(${from.x - here.x}px, ${from.y - here.y}px) scale(${size.toFixed(3)}) rotate(${turned}deg)`;
  at.animate([{ transform: start }, {}], { duration: time, delay, easing: EASE, fill: "backwards" });
}

/**
 * Moves elements to one place and fades them out.
 * @param {HTMLElement[]} things
 * @param {Origin | null} to
 * @param {Origin | null} [over] Where they come together on the way.
 * @returns {Promise<void>} Resolves when all have arrived.
 */
async function gatherAt(things, to, over = null) {
  const time = flightDuration();
  if (!time || !to) return;
  // Measure everything before animating anything, so that layout runs once.
  const places = things.map(originOf);
  const flights = things.map((thing, at) => {
    const from = places[at];
    if (!from) return null;
    const way = (/** @type {Origin} */ { x, y }) => `translate(${x - from.x}px, ${y - from.y}px)`;
    const together = over ? { transform: way(over), offset: 0.4 } : {};
    return thing.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6, ...together }, { transform: `${way(to)} scale(.3)`, opacity: 0 }], {
      duration: time * 1.2, easing: "cubic-bezier(.5, 0, .8, .6)", fill: "forwards",
    });
  });
  await Promise.all(flights.map((flight) => flight?.finished.catch(() => null)));
}

/**
 * Enlarges a number briefly after it has changed.
 * @param {Element} at
 */
export function pulse(at) {
  const time = flightDuration();
  if (time) at.animate([{ transform: "scale(1.45)" }, { transform: "none" }], { duration: time * 1.6, easing: EASE });
}

/**
 * Finishes all flights. Transitions and animations of the style sheets, some of them endless, go on.
 * @param {Element} within
 */
function finishAnimations(within) {
  for (const motion of within.getAnimations({ subtree: true })) {
    if (!(motion instanceof CSSTransition || motion instanceof CSSAnimation)) motion.finish();
  }
}
