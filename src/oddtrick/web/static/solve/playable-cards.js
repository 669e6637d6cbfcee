// The legal cards as buttons with their worth, and the buttons that take back and replay cards.

import { suitSymbol } from "../cards/card-face.js";
import { cardName, sortHand, suitOf } from "../cards/card-names.js";
import { worthText } from "../solver/worth-texts.js";
import { element, setAttribute, updateContent } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { t } from "../i18n/translate.js";

/** @typedef {import("./solve-state.js").SolveState} SolveState */
/** @typedef {import("../solver/wasm-solver.js").Progress} Progress */
/** @typedef {"restart" | "undo" | "redo" | "best"} Move */

/** @type {[Move, string][]} */
const MOVES = [
  ["restart", "M11 6l-6 6 6 6M19 6l-6 6 6 6"],
  ["undo", "M15 6l-6 6 6 6"],
  ["redo", "M9 6l6 6-6 6"],
  ["best", "M5 12.5l4.5 4.5L19 7.5"],
];

/** @type {Record<string, Move>} */
const KEYS = { ArrowLeft: "undo", ArrowRight: "redo", Home: "restart", b: "best" };

/** The choice of the next card. */
export class CardChoice {
  /** The best card; empty while it is unknown. */
  #best = "";

  /** @param {{play: (card: string) => void, undo: () => void, redo: () => void, restart: () => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.cards = element("div", { class: "choice-cards", role: "group", "aria-label": t("solve.legal") });
    this.buttons = MOVES.map(([move, path]) => {
      const name = t(/** @type {"solve.do.undo"} */ (`solve.do.${move}`));
      return element("button", { type: "button", "data-move": move, title: name, "aria-label": name, click: () => this.#run(move) }, icon(path));
    });
    this.moves = element("div", { class: "moves", role: "group", "aria-label": t("replay.controls") }, ...this.buttons);
  }

  /**
   * @param {SolveState} state
   * @param {Progress | null} progress Null while there is no deal, or it is not known yet.
   * @param {Record<string, number> | null} values
   */
  render(state, progress, values) {
    const legal = sortHand(progress?.legal ?? []);
    const top = values ? Math.max(...Object.values(values)) : null;
    this.#best = legal.find((card) => values && values[card] === top) ?? "";
    if (progress) {
      const focused = this.cards.contains(document.activeElement);
      updateContent(this.cards, [legal, values], () => legal.map((card) => this.#button(state, card, values?.[card], top)));
      // The card that had the focus has been played: go on with the next player's cards.
      if (focused && !this.cards.contains(document.activeElement)) this.cards.querySelector("button")?.focus();
    } else if (!state.hands.flat().length) updateContent(this.cards, [], () => []);
    const enabled = { restart: state.plays.length > 0, undo: state.plays.length > 0, redo: state.undone.length > 0, best: this.#best !== "" };
    for (const button of this.buttons) {
      setAttribute(button, "aria-disabled", enabled[/** @type {Move} */ (button.dataset.move)] ? null : "true");
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const at = /** @type {Element | null} */ (event.target);
    if (at?.closest("input, select, textarea, summary")) return;
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    this.#run(move);
  }

  /** @param {Move} move */
  #run(move) {
    if (move !== "best") this.actions[move]();
    else if (this.#best) this.actions.play(this.#best);
  }

  /**
   * @param {SolveState} state
   * @param {string} card
   * @param {number | undefined} worth Undefined while it is being computed.
   * @param {number | null} top The best worth.
   */
  #button({ game, trump }, card, worth, top) {
    const name = cardName(card);
    const label = worth === undefined ? name : t("worth.card", { card: name, worth: worthText(game.rules, trump, worth) });
    const symbol = suitSymbol(suitOf(card));
    symbol.setAttribute("aria-hidden", "true");
    return element(
      "button",
      { type: "button", "data-key": card, "data-best": worth !== undefined && worth === top, click: () => this.actions.play(card) },
      element("span", { class: "visually-hidden" }, label),
      element("span", { class: "short", "aria-hidden": "true" }, card[0] === "T" ? "10" : card[0] ?? "", symbol),
      element("span", { class: "worth", "aria-hidden": "true" }, worth === undefined ? "…" : String(worth)),
    );
  }
}
