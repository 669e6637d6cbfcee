// The whole pack as a grid of buttons: each gives its card to the chosen seat.

import { element, findElement, setAttribute, setText, updateContent } from "../ui/dom.js";
import { suitSymbol } from "../cards/card-face.js";
import { cardName } from "../cards/card-names.js";
import { t } from "../i18n/translate.js";
import { radioGroup } from "../ui/form-fields.js";

/** @typedef {import("../cards/card-names.js").Suit} Suit */

const SUITS = /** @type {Suit[]} */ (["S", "H", "D", "C"]);
const RANKS = "AKQJT98765432";

/** Steps of the arrow keys, in columns and rows. @type {Record<string, [number, number]>} */
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * @typedef {object} EditedDeal
 * @property {readonly (readonly string[])[]} hands
 * @property {readonly string[]} pack Cards of the game.
 * @property {(seat: number) => string} longName
 * @property {(seat: number) => string} shortName
 */

/** The editor of the hands. */
export class DealEditor {
  /** Seat that receives the next card. */
  #seat = 0;
  /** @type {EditedDeal} */
  #deal;

  /**
   * @param {EditedDeal} deal
   * @param {(hands: string[][]) => void} onChange
   */
  constructor(deal, onChange) {
    this.#deal = deal;
    this.onChange = onChange;
    this.seats = element("div");
    this.grid = element("div", { class: "pack-grid", role: "group", "aria-label": t("solve.pack"), keydown: (event) => this.#onKey(event) });
    for (const suit of SUITS) this.grid.append(this.#row(suit));
    this.element = element("div", { class: "deal-editor" }, this.seats, this.grid);
    this.render(deal);
  }

  /**
   * Shows the holders of the cards.
   * @param {EditedDeal} deal
   */
  render(deal) {
    this.#deal = deal;
    const players = deal.hands.length;
    if (this.#seat >= players) this.#seat = 0;
    updateContent(this.seats, [players], () => [
      radioGroup(
        t("solve.give"),
        deal.hands.map((_, seat) => ({ value: String(seat), text: deal.longName(seat) })),
        String(this.#seat),
        (value) => {
          this.#seat = Number(value);
          this.render(this.#deal);
        },
      ),
    ]);
    for (const button of this.#buttons()) this.#renderCard(button);
    this.#setTabStop(this.#buttons().find((button) => button.tabIndex === 0 && !button.disabled));
  }

  /** @param {Suit} suit */
  #row(suit) {
    const cards = [...RANKS].map((rank) =>
      element(
        "button",
        { type: "button", "data-card": rank + suit, tabindex: -1, click: () => this.#give(rank + suit) },
        element("span", { class: "visually-hidden name" }),
        element("span", { class: "rank", "aria-hidden": "true" }, rank === "T" ? "10" : rank),
        element("span", { class: "holder", "aria-hidden": "true" }),
      ),
    );
    const symbol = suitSymbol(suit);
    symbol.setAttribute("aria-hidden", "true");
    return element("div", { class: "pack-row" }, symbol, ...cards);
  }

  /** @param {HTMLButtonElement} button */
  #renderCard(button) {
    const { hands, pack, longName, shortName } = this.#deal;
    const card = button.dataset.card ?? "";
    const holder = hands.findIndex((hand) => hand.includes(card));
    const who = holder < 0 ? t("solve.nobody") : longName(holder);
    button.disabled = !pack.includes(card);
    setText(findElement(button, ".name"), t("solve.held", { card: cardName(card), who }));
    setText(findElement(button, ".holder"), holder < 0 ? "" : shortName(holder));
    setAttribute(button, "aria-pressed", holder === this.#seat ? "true" : "false");
    setAttribute(button, "data-held", holder >= 0);
  }

  /**
   * Gives a card to the chosen seat, or takes it back.
   * @param {string} card
   */
  #give(card) {
    this.onChange(
      this.#deal.hands.map((hand, seat) => {
        const others = hand.filter((each) => each !== card);
        return seat === this.#seat && others.length === hand.length ? [...others, card] : others;
      }),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const step = STEPS[event.key];
    const at = this.#buttons().indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const [across, down] = step;
    const columns = RANKS.length;
    let column = at % columns;
    let row = Math.floor(at / columns);
    /** @type {HTMLButtonElement | undefined} */
    let next;
    // Cards that are not in the pack are passed over.
    do {
      column = (column + across + columns) % columns;
      row = (row + down + SUITS.length) % SUITS.length;
      next = this.#buttons()[row * columns + column];
    } while (next?.disabled);
    this.#setTabStop(next);
    next?.focus();
  }

  /** One button of the grid is in the tab order. @param {HTMLButtonElement | undefined} wanted */
  #setTabStop(wanted) {
    const stop = wanted ?? this.#buttons().find((button) => !button.disabled);
    for (const button of this.#buttons()) button.tabIndex = button === stop ? 0 : -1;
  }

  #buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.grid.querySelectorAll("button")]);
  }
}
