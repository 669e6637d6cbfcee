// The player's own card: picked, confirmed if the player wishes, and on the table before the server has answered.

import { findElement } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { isOwnTurn } from "../wire/state.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./animation-queue.js").AnimationEvent} AnimationEvent */

const AUTOPLAY_DELAY = 500;

/**
 * @typedef {object} CardPlayParts Parts of the page that playing a card involves.
 * @property {HTMLElement} page
 * @property {import("./hand.js").HandView} hand
 * @property {import("./press-guard.js").PressGuard} guard
 * @property {import("./animation-queue.js").AnimationQueue} queue
 * @property {import("./table-animations.js").TableAnimations} animations
 * @property {import("./announcer.js").Announcer} announcer
 */
/**
 * @typedef {object} CardPlayHandlers Callbacks of playing a card.
 * @property {() => TableView | null} table Returns the table on the screen.
 * @property {() => void} render Renders it again.
 * @property {() => void} skip Shows the present.
 * @property {(card: string) => void} send Sends a card to the server.
 */

/** Plays the cards of the viewer. */
export class CardPlay {
  /** A card sent to the server but not confirmed. @type {string | null} */
  #pending = null;
  /** A card that the next tap plays. @type {string | null} */
  #selected = null;
  #autoplayTimer = 0;

  /**
   * @param {CardPlayParts} parts
   * @param {CardPlayHandlers} handlers
   */
  constructor(parts, handlers) {
    this.parts = parts;
    this.handlers = handlers;
  }

  /** The card sent to the server but not confirmed, or null. */
  get pending() {
    return this.#pending;
  }

  /** The card that the next tap plays, or null. */
  get selected() {
    return this.#selected;
  }

  /**
   * Plays a card that was tapped, dragged onto the table or typed. While earlier plays are still being shown,
   * it only skips to the present: nobody plays on a trick they have not seen.
   * @param {string} card
   * @param {boolean} confirmed Skip the confirmation.
   */
  pick(card, confirmed) {
    const { page, guard, queue, announcer } = this.parts;
    if (queue.isPending) return this.handlers.skip();
    const table = this.handlers.table();
    if (!table || !isOwnTurn(table) || this.#pending !== null || table.match?.awaited !== "card") return;
    guard.noteAct();
    const needsConfirmation = preference("confirm") && !confirmed && table.match.legal.includes(card);
    if (!needsConfirmation || this.#selected === card) return this.handlers.send(card);
    this.#selected = card;
    this.handlers.render();
    announcer.announce(findElement(page, ".turn-status").textContent ?? "");
  }

  /** @param {string} card A card typed on the keyboard. */
  pickTyped(card) {
    this.parts.hand.button(card)?.focus();
    this.pick(card, false);
  }

  /**
   * Deselects the card waiting for confirmation.
   * @returns {boolean} Whether there was one.
   */
  deselect() {
    if (this.#selected === null) return false;
    this.#selected = null;
    this.handlers.render();
    return true;
  }

  /**
   * Optimistic update: shows the card as played before the server confirms it. On an error it returns to the hand.
   * @param {string} card
   */
  showPlayed(card) {
    const { animations, announcer } = this.parts;
    this.#selected = null;
    const legal = this.handlers.table()?.match?.legal.includes(card);
    if (!legal) return;
    const from = animations.ownCardOrigin(card);
    this.#pending = card;
    this.handlers.render();
    animations.flyToTrick(card, from);
    announcer.playCardSound();
  }

  /** Takes the card back into the hand after an error. */
  takeBack() {
    this.#pending = null;
  }

  /**
   * Follows an event that is shown: a confirmed card has left the hand, and a selection ends with the turn.
   * @param {AnimationEvent} event
   */
  follow({ kind, table }) {
    if (this.#pending !== null && !table.match?.hand.includes(this.#pending)) this.#pending = null;
    if (kind !== "update" || !isOwnTurn(table)) this.#selected = null;
  }

  /** Forgets both cards: the table is shown anew. */
  reset() {
    this.#pending = this.#selected = null;
  }

  /** Plays the only legal card after a short delay, if the user has turned autoplay on. */
  scheduleAutoplay() {
    window.clearTimeout(this.#autoplayTimer);
    const table = this.handlers.table();
    const [only, other] = table?.match?.legal ?? [];
    if (!preference("autoplay") || !table || !only || other || !isOwnTurn(table) || table.match?.awaited !== "card") return;
    this.#autoplayTimer = window.setTimeout(() => {
      // After the animations this is scheduled again.
      if (this.handlers.table() === table && !this.parts.queue.isPending) this.pick(only, true);
    }, AUTOPLAY_DELAY);
  }
}
