// One's own cards: fanned, reached by tap, by dragging them onto the table, and by keys.

import { face } from "../cards/card-face.js";
import { cardName, sorted } from "../cards/card-names.js";
import { element, keep, mark } from "../ui/dom.js";
import { words } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { fanOf } from "./hand-layout.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {(card: string, dragged: boolean) => void} Pick Somebody wants to play a card. */

/** So far a finger moves before it drags (px). */
const DRAGS = 9;

/**
 * @typedef {object} Held How the hand is to be shown.
 * @property {string | null} sent A card that was asked for and not answered yet.
 * @property {string | null} ready A card that the next tap plays.
 * @property {string | null} hint
 */

/** The hand on the page. */
export class HandShown {
  /** @type {string[]} */
  #cards = [];
  #width = 0;
  #shape = "";
  /** How many cards there were at most since the window changed, and how high they stood (px). */
  #most = 0;
  #height = 0;
  #held = "";

  /**
   * @param {HTMLElement} at
   * @param {Pick} pick
   */
  constructor(at, pick) {
    this.at = at;
    this.pick = pick;
    // Asked for only when it has changed: to ask makes the browser lay out the page at once.
    new ResizeObserver(() => this.#measure()).observe(at);
    window.addEventListener("resize", () => this.#measure());
  }

  /**
   * @param {TableView} table
   * @param {Held} held
   */
  draw(table, { sent, ready, hint }) {
    const { match } = table;
    const choosing = isOwnTurn(table) && match?.awaited === "card" && sent === null;
    const legal = new Set(choosing ? match?.legal : []);
    this.#cards = sorted((match?.hand ?? []).filter((card) => card !== sent));
    const place = this.#focused();
    mark(this.at, "data-turn", choosing);
    mark(this.at, "data-free", choosing && legal.size === this.#cards.length);
    // Its place is kept while cards are dealt, so that nothing jumps.
    mark(this.at, "hidden", !this.#cards.length && (match?.seat === null || !["playing", "drawing"].includes(table.stage)));
    keep(
      this.at,
      this.#cards,
      (card) => card,
      (card) => this.#button(card),
      (button, card) => {
        mark(button, "aria-disabled", String(!legal.has(card)));
        mark(button, "data-legal", legal.has(card));
        mark(button, "data-ready", card === ready);
        mark(button, "data-hint", card === hint);
        mark(button, "aria-label", labelOf(card, { unlike: choosing && !legal.has(card), ready: card === ready, hint: card === hint }));
      },
    );
    if (this.#width) this.#spread();
    else this.#measure();
    this.#rove(place);
    if (place >= 0 && !this.#cards.length) document.body.dataset.goesOn = "";
    if (this.#cards.length && "goesOn" in document.body.dataset) this.#goOn();
  }

  /** Takes the focus, if nothing else has it by now. */
  #goOn() {
    delete document.body.dataset.goesOn;
    if (document.activeElement !== document.body) return;
    /** @type {HTMLElement | null} */ (this.at.querySelector("[tabindex='0']"))?.focus();
  }

  /**
   * The button of a card that is held.
   * @param {string} card
   * @returns {HTMLElement | null}
   */
  button(card) {
    return this.at.querySelector(`[data-key="${CSS.escape(card)}"]`);
  }

  #measure() {
    this.#width = this.at.clientWidth || this.#width;
    this.#spread();
  }

  /** Puts every card where it belongs. */
  #spread() {
    const shape = `${this.#cards.join(" ")} ${this.#width} ${window.innerHeight}`;
    if (!this.#width || shape === this.#shape) return;
    this.#shape = shape;
    const fan = fanOf(this.#cards.length, this.#width, window.innerHeight);
    this.at.style.setProperty("--card", `${fan.card}px`);
    // The cloth stays as large as it was dealt while the hand gets smaller.
    const held = `${this.#width} ${window.innerHeight}`;
    this.#height = this.#held === held && this.#cards.length < this.#most ? this.#height : fan.height;
    this.#most = this.#held === held ? Math.max(this.#most, this.#cards.length) : this.#cards.length;
    this.#held = held;
    this.at.style.setProperty("--height", `${this.#height}px`);
    this.#cards.forEach((card, at) => {
      const spot = fan.spots[at];
      const { style } = this.button(card) ?? {};
      if (!spot || !style) return;
      style.setProperty("translate", `${spot.x}px ${spot.y + this.#height - fan.height}px`);
      style.setProperty("rotate", `${spot.turn}deg`);
    });
  }

  /** @param {string} card */
  #button(card) {
    const button = element(
      "button",
      {
        type: "button",
        class: "card",
        focus: () => this.#offer(card),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#step(event),
      },
      element("span", { class: "lift" }, face(card)),
    );
    this.#listen(button, card);
    return button;
  }

  /**
   * Tapped, or dragged onto the table.
   * @param {HTMLElement} button
   * @param {string} card
   */
  #listen(button, card) {
    /** @type {{x: number, y: number, moved: boolean} | null} */
    let held = null;
    let dragged = false;
    const follow = (/** @type {string} */ where) => button.style.setProperty("transform", where);
    const letGo = () => {
      held = null;
      mark(button, "data-held", null);
      follow("none");
    };
    button.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.button !== 0 || this.at.dataset.turn === undefined) return;
      held = { x: event.clientX, y: event.clientY, moved: false };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.moved && Math.hypot(x, y) < DRAGS) return;
      held.moved = dragged = true;
      mark(button, "data-held", true);
      follow(`translate(${x}px, ${y}px) rotate(${(-x / 40).toFixed(1)}deg)`);
    });
    button.addEventListener("pointerup", (event) => {
      const up = held?.moved && event.clientY < this.at.getBoundingClientRect().top;
      if (up) this.pick(card, true);
      letGo();
    });
    button.addEventListener("pointercancel", letGo);
    // What may not be played is asked for all the same: the answer says which rule is in the way.
    button.addEventListener("click", () => !dragged && this.pick(card, false));
  }

  /** Which card of the hand has the focus; -1: none. */
  #focused() {
    return [...this.at.children].indexOf(/** @type {Element} */ (document.activeElement));
  }

  /**
   * One card of the hand can be reached by Tab: the one that had the focus last.
   * @param {string} card
   */
  #offer(card) {
    for (const child of this.at.children) {
      mark(child, "tabindex", child instanceof HTMLElement && child.dataset.key === card ? 0 : -1);
    }
  }

  /**
   * Sees to it that a hand that had the focus still has it when the card is gone.
   * @param {number} place
   */
  #rove(place) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.at.children]);
    if (place >= 0 && !this.at.contains(document.activeElement)) {
      buttons[Math.min(place, buttons.length - 1)]?.focus();
    }
    const reached = buttons.find((button) => button.getAttribute("tabindex") === "0");
    if (!reached || buttons.some((button) => !button.hasAttribute("tabindex"))) {
      this.#offer(reached?.dataset.key ?? this.#cards[0] ?? "");
    }
  }

  /** @param {KeyboardEvent} event */
  #step(event) {
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
 * What a card is called by those who do not see how it is marked.
 * @param {string} card
 * @param {{unlike: boolean, ready: boolean, hint: boolean}} how
 */
function labelOf(card, { unlike, ready, hint }) {
  const name = cardName(card);
  if (ready) return words("card.ready", { card: name });
  if (hint) return words("card.hint", { card: name });
  return unlike ? words("card.not-now", { card: name }) : name;
}
