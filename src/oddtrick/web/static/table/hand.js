// The player's hand: fanned cards that can be tapped, dragged onto the table, or played by keyboard.

import { face } from "../cards/card-face.js";
import { cardName, sortHand } from "../cards/card-names.js";
import { element, updateList, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { isOwnTurn, mayCallCards } from "../wire/state.js";
import { act } from "./action-buttons.js";

/** @import {TableView} from "../wire/protocol" */


/** Distance a pointer moves before a drag starts (px). */
const DRAG_THRESHOLD = 9;
/** Time in which cards close ranks (ms); same as in the style sheet. */
const GLIDE = 180;
/** Time for which a card is marked that has come to the hand (ms). */
const NEW_DURATION = 2500;

/**
 * @typedef {object} HandState View state of the hand.
 * @property {string | null} sent A card sent but not confirmed.
 * @property {string | null} ready A card that the next tap plays.
 * @property {{cards: string[], picked: string | null}} ahead The cards that may be picked before the turn, and the one picked.
 * @property {string | null} hint
 */

/** Renders the player's hand. */
export class HandView {
  /** @type {string[]} */
  #cards = [];
  #dealt = false;
  /** Whether a card was awaited at the last render. */
  #choosing = false;
  /** The deal and hand of the last render, and the cards held in it so far. */
  #handKey = "";
  /** @type {Set<string>} */
  #held = new Set();
  #newTimer = 0;
  /** Cards that have come to the hand, for as long as they are marked. @type {Set<string>} */
  #new = new Set();
  #width = 0;
  #renderedKey = "";
  /** Most cards held since the last resize, and the height they needed (px). */
  #maxCards = 0;
  #fullHeight = 0;
  #layoutKey = "";
  /** Where each card lies. @type {WeakMap<HTMLElement, string>} */
  #places = new WeakMap();

  /**
   * @param {HTMLElement} at
   * @param {import("./press-guard.js").PressGuard} guard
   */
  constructor(at, guard) {
    this.at = at;
    this.guard = guard;
    /** @type {HTMLElement | null} */
    this.table = at.closest(".table-layout");
    // Measured only on resize: reading the width forces a synchronous layout.
    new ResizeObserver(() => this.#measure()).observe(at);
    window.addEventListener("resize", () => this.#measure());
  }

  /**
   * @param {TableView} table
   * @param {HandState} state
   */
  render(table, { sent, ready, ahead, hint }) {
    const { match } = table;
    const choosing = (mayCallCards(table) || (isOwnTurn(table) && match?.awaited === "card")) && sent === null;
    const legal = new Set(choosing ? match?.legal : []);
    this.#cards = sortHand((match?.hand ?? []).filter((card) => card !== sent), match?.ranks);
    this.#markNew(match?.hand ?? [], `${table.number} ${match?.number} ${match?.hand_number}`);
    const place = this.#focusedIndex();
    setAttribute(this.at, "data-turn", choosing);
    setAttribute(this.at, "data-ahead", ahead.cards.length > 0);
    setAttribute(this.at, "data-free", choosing && this.#cards.every((card) => legal.has(card)));
    // The space stays reserved while cards are dealt, so that nothing jumps.
    setAttribute(this.at, "hidden", !this.#cards.length && (match?.seat === null || !["playing", "drawing"].includes(table.stage)));
    updateList(
      this.at,
      this.#cards,
      (card) => card,
      (card) => this.#button(card),
      (button, card) => {
        setAttribute(button, "aria-disabled", String(!legal.has(card) && !ahead.cards.includes(card)));
        setAttribute(button, "data-legal", legal.has(card));
        setAttribute(button, "data-ready", card === ready);
        setAttribute(button, "data-new", this.#new.has(card));
        setAttribute(button, "data-picked", card === ahead.picked);
        setAttribute(button, "data-hint", card === hint);
        setAttribute(button, "aria-label", cardLabel(card, { unlike: choosing && !legal.has(card), ready: card === ready, picked: card === ahead.picked, hint: card === hint }));
      },
    );
    if (this.#width) this.#layOut();
    else this.#measure();
    const first = choosing && !this.#choosing && place < 0 ? this.#cards.find((card) => legal.has(card)) : null;
    this.#choosing = choosing;
    if (first) this.#setTabStop(first);
    this.#restoreFocus(place);
    if (place >= 0 && !this.#cards.length) document.body.dataset.focusPending = "";
    if (this.#cards.length && "focusPending" in document.body.dataset) this.#takeFocus();
    if (this.#cards.length && !this.#dealt) this.#becomeFirst();
  }

  /**
   * Notes the cards that have come to a hand since it was dealt; they are marked for a moment.
   * @param {string[]} cards
   * @param {string} handKey
   */
  #markNew(cards, handKey) {
    if (handKey !== this.#handKey) this.#held.clear();
    this.#handKey = handKey;
    const came = this.#held.size ? cards.filter((card) => !this.#held.has(card)) : [];
    for (const card of cards) this.#held.add(card);
    if (!came.length) return;
    this.#new = new Set(came);
    window.clearTimeout(this.#newTimer);
    this.#newTimer = window.setTimeout(() => {
      this.#new.clear();
      for (const button of this.at.children) setAttribute(button, "data-new", null);
    }, NEW_DURATION);
  }

  /** Moves the start of keyboard navigation to the first hand: the next Tab reaches a playable card. */
  #becomeFirst() {
    this.#dealt = true;
    if (document.activeElement === document.body) this.at.focus({ preventScroll: true });
  }

  /** Takes the focus unless another element has it. */
  #takeFocus() {
    delete document.body.dataset.focusPending;
    if (document.activeElement !== document.body) return;
    /** @type {HTMLElement | null} */ (this.at.querySelector("[tabindex='0']"))?.focus();
  }

  /**
   * Returns the button of a card.
   * @param {string} card
   * @returns {HTMLElement | null}
   */
  button(card) {
    return this.at.querySelector(`[data-key="${CSS.escape(card)}"]`);
  }

  #measure() {
    this.#width = this.at.clientWidth || this.#width;
    this.#layOut(0);
  }

  /**
   * Positions all cards. As the room changes they jump to their places: nobody waits for them to glide before a tap counts.
   * @param {number} glide Time until they rest (ms).
   */
  #layOut(glide = GLIDE) {
    const shape = `${this.#cards.join(" ")} ${this.#width} ${window.innerHeight}`;
    if (!this.#width || shape === this.#renderedKey) return;
    this.#renderedKey = shape;
    setAttribute(this.at, "data-still", !glide);
    const layoutKey = `${this.#width} ${window.innerHeight}`;
    const fewer = this.#layoutKey === layoutKey && this.#cards.length < this.#maxCards;
    // The hand keeps its height as cards are played: the felt doesn't grow, and larger cards would cover the hint.
    const fan = layOutHand(this.#cards.length, this.#width, fewer ? this.#fullHeight : window.innerHeight * MAX_HEIGHT);
    this.at.style.setProperty("--card", `${fan.card}px`);
    if (!fewer) {
      [this.#fullHeight, this.#maxCards, this.#layoutKey] = [fan.height, this.#cards.length, layoutKey];
      if (this.#cards.length) this.table?.style.setProperty("--hand-card", `${fan.card}px`); // the cards of the trick are no larger
    }
    this.at.style.setProperty("--height", `${this.#fullHeight}px`);
    this.#cards.forEach((card, at) => {
      const [spot, button] = [fan.spots[at], this.button(card)];
      if (spot && button) this.#moveTo(button, { ...spot, y: spot.y + this.#fullHeight - fan.height }, glide);
    });
  }

  /**
   * @param {HTMLElement} button
   * @param {{x: number, y: number, turn: number}} spot
   * @param {number} glide
   */
  #moveTo(button, { x, y, turn }, glide) {
    const place = `${x} ${y} ${turn}`;
    if (this.#places.get(button) === place) return;
    if (this.#places.has(button)) this.guard.noteMove(button, glide);
    this.#places.set(button, place);
    button.style.setProperty("translate", `${x}px ${y}px`);
    button.style.setProperty("rotate", `${turn}deg`);
  }

  /** @param {string} card */
  #button(card) {
    const button = element(
      "button",
      {
        type: "button",
        class: "card",
        focus: () => this.#setTabStop(card),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#moveFocus(event),
      },
      element("span", { class: "lift" }, face(card)),
    );
    this.#addPointerHandlers(button, card);
    return button;
  }

  /**
   * Handles taps and drags onto the table.
   * @param {HTMLElement} button
   * @param {string} card
   */
  #addPointerHandlers(button, card) {
    /** @type {{x: number, y: number, moved: boolean} | null} */
    let drag = null;
    // A drag, or a press that ends elsewhere, is no tap.
    let isTap = false;
    const moveTo = (/** @type {string} */ transform) => button.style.setProperty("transform", transform);
    const endDrag = () => {
      drag = null;
      setAttribute(button, "data-dragging", null);
      moveTo("none");
    };
    button.addEventListener("pointerdown", (event) => {
      isTap = true;
      if (event.button !== 0 || !event.isPrimary || this.at.dataset.turn === undefined || !this.guard.allows(button)) return;
      drag = { x: event.clientX, y: event.clientY, moved: false };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved && Math.hypot(x, y) < DRAG_THRESHOLD) return;
      drag.moved = true;
      isTap = false;
      setAttribute(button, "data-dragging", true);
      moveTo(`translate(${x}px, ${y}px) rotate(${(-x / 40).toFixed(1)}deg)`);
    });
    button.addEventListener("pointerup", (event) => {
      const up = drag?.moved && event.clientY < this.at.getBoundingClientRect().top;
      if (!button.contains(document.elementFromPoint(event.clientX, event.clientY))) isTap = false;
      if (up && this.guard.allows(button)) act(button, { type: "pick", card, confirmed: true });
      endDrag();
    });
    button.addEventListener("pointercancel", endDrag);
    // Illegal cards are sent too: the server's error names the rule.
    button.addEventListener("click", (event) => (isTap || event.detail === 0) && act(button, { type: "pick", card, confirmed: false }));
  }

  /** Returns the index of the focused card, or -1. */
  #focusedIndex() {
    return [...this.at.children].indexOf(/** @type {Element} */ (document.activeElement));
  }

  /**
   * Roving tabindex: only the last focused card is a tab stop.
   * @param {string} card
   */
  #setTabStop(card) {
    for (const child of this.at.children) {
      setAttribute(child, "tabindex", child instanceof HTMLElement && child.dataset.key === card ? 0 : -1);
    }
  }

  /**
   * Keeps the focus in the hand when the focused card has been played.
   * @param {number} place
   */
  #restoreFocus(place) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.at.children]);
    if (place >= 0 && !this.at.contains(document.activeElement)) {
      buttons[Math.min(place, buttons.length - 1)]?.focus();
    }
    const reached = buttons.find((button) => button.getAttribute("tabindex") === "0");
    if (!reached || buttons.some((button) => !button.hasAttribute("tabindex"))) {
      this.#setTabStop(reached?.dataset.key ?? this.#cards[0] ?? "");
    }
  }

  /** @param {KeyboardEvent} event */
  #moveFocus(event) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.at.children]);
    const here = buttons.indexOf(/** @type {HTMLElement} */ (event.currentTarget));
    const last = buttons.length - 1;
    const there = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (there === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    buttons[(there + buttons.length) % buttons.length]?.focus();
  }
}

/**
 * Returns the accessible name of a card, including its state.
 * @param {string} card
 * @param {{unlike: boolean, ready: boolean, picked: boolean, hint: boolean}} how
 */
function cardLabel(card, { unlike, ready, picked, hint }) {
  const name = cardName(card);
  if (picked) return t("card.picked", { card: name });
  if (ready) return t("card.ready", { card: name });
  if (hint) return t("card.hint", { card: name });
  return unlike ? t("card.not-now", { card: name }) : name;
}

// Computes the layout of a hand: one row or several, slightly fanned, each card with a strip wide enough to tap. Pure.

/** Minimum visible width of a covered card, so that it can be tapped (px). */
const MIN_VISIBLE_STRIP = 45;
const MIN_CARD_WIDTH = 52;
/** Height of a card divided by its width. */
const ASPECT_RATIO = 1.4;
/** Share of a card's height visible above the next row. */
const ROW_OFFSET = 0.6;
/** Rotation between neighbouring cards, and between the first and the last (degrees). */
const TURN_PER_CARD = 1.2;
const MAX_TOTAL_TURN = 14;
/** Space above the hand for raised cards (px). */
const RAISED_MARGIN = 16;
/** Share of the window's height that the hand takes at most, unless its cards are the smallest. */
const MAX_HEIGHT = 0.31;

/**
 * @typedef {object} HandLayout
 * @property {number} card Width of a card (px).
 * @property {number} height Height of the hand (px).
 * @property {{x: number, y: number, turn: number}[]} spots Top left corner (px) and rotation (degrees) of each card.
 */

/**
 * Lays out a hand in as many rows as show the widest strip of each card, and of those in the ones with the largest cards.
 * @param {number} count Number of cards.
 * @param {number} width Available width (px).
 * @param {number} height Available height (px).
 * @returns {HandLayout}
 */
function layOutHand(count, width, height) {
  const { rows, card } = bestRows(count, width, height);
  const across = Math.ceil(count / rows);
  const strip = stripWidth(across, width, card);
  const down = rowOffset(card);
  const turn = turnPerCard(across);
  const sag = (/** @type {number} */ off) => (strip * turn * Math.PI * off * off) / 360;
  const spots = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / across);
    const inRow = Math.min(across, count - row * across);
    const off = (at % across) - (inRow - 1) / 2;
    return {
      x: round(width / 2 + off * strip - card / 2),
      y: round(RAISED_MARGIN + row * down + sag(off)),
      turn: round(off * turn),
    };
  });
  return { card, height: handHeight(across, rows, width, card), spots };
}

/**
 * Returns the number of rows, and the width of a card in them (px).
 * @param {number} count
 * @param {number} width
 * @param {number} height
 */
function bestRows(count, width, height) {
  const ways = [1, 2, 3, 4].map((rows) => {
    const across = Math.ceil(count / rows);
    const card = largestCard(across, rows, width, height);
    // A strip to tap comes first: in a low window the smallest cards rather take another row, and more height.
    return { rows, card, strip: Math.min(MIN_VISIBLE_STRIP, stripWidth(across, width, card)) };
  });
  return ways.reduce((best, way) => (way.strip - best.strip || way.card - best.card) > 0 ? way : best);
}

/**
 * Returns the largest width of cards that leaves each a strip to tap, in a hand of this width and height (px); the
 * smallest where none does.
 * @param {number} across Cards in a row.
 * @param {number} rows
 * @param {number} width
 * @param {number} height
 */
function largestCard(across, rows, width, height) {
  let card = Math.max(MIN_CARD_WIDTH, Math.floor(height / ASPECT_RATIO));
  const fits = () => stripWidth(across, width, card) >= MIN_VISIBLE_STRIP && handHeight(across, rows, width, card) <= height;
  while (card > MIN_CARD_WIDTH && !fits()) card--;
  return card;
}

/**
 * Returns the height of a hand (px).
 * @param {number} across Cards in a row.
 * @param {number} rows
 * @param {number} width
 * @param {number} card
 */
function handHeight(across, rows, width, card) {
  const [turn, outer] = [(turnPerCard(across) * Math.PI) / 180, (across - 1) / 2];
  // The outer cards lie lowest, and one of their lower corners lower still.
  const deepest = (stripWidth(across, width, card) * turn * outer ** 2) / 2 + (card / 2) * Math.sin(turn * outer);
  return Math.ceil(RAISED_MARGIN + (rows - 1) * rowOffset(card) + card * ASPECT_RATIO + deepest + 4);
}

/** @param {number} card */
function rowOffset(card) {
  return Math.max(MIN_VISIBLE_STRIP, card * ASPECT_RATIO * ROW_OFFSET);
}

/**
 * Returns the visible width of each card beside the next (px).
 * @param {number} across Cards in a row.
 * @param {number} width
 * @param {number} card
 */
function stripWidth(across, width, card) {
  if (across < 2) return card;
  // The outer cards are rotated, so their upper corners stick out.
  const lean = card * ASPECT_RATIO * Math.sin((turnPerCard(across) * (across - 1) * Math.PI) / 360);
  return Math.min(Math.max(card * 0.75, MIN_VISIBLE_STRIP + 1), (width - card - 8 - 2 * lean) / (across - 1));
}

/**
 * Returns the rotation between neighbouring cards (degrees).
 * @param {number} across Cards in a row.
 */
function turnPerCard(across) {
  return Math.min(TURN_PER_CARD, MAX_TOTAL_TURN / Math.max(1, across));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
