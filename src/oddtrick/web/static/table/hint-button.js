// A hint with its reason, asked of the server.

import { cardName, suitName } from "../cards/card-names.js";
import { element, fill } from "../ui/dom.js";
import { get } from "../ui/http-client.js";
import { reasonText } from "../i18n/server-messages.js";
import { words } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { throwName } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").HintTold} HintTold */

/** The hint that stands there, if one was asked for. */
export class Hint {
  /** @type {HintTold | null} */
  #told = null;
  /** What the table was like when it was asked for. */
  #when = "";
  #asked = 0;

  /**
   * @param {HTMLElement} at
   * @param {string} code
   * @param {() => void} closed Somebody has closed it.
   */
  constructor(at, code, closed) {
    this.at = at;
    this.code = code;
    this.closed = closed;
  }

  #close() {
    this.forget();
    this.closed();
  }

  /**
   * Asks for one.
   * @param {TableView} table
   * @returns {Promise<string>} What it says, or why there is none.
   */
  async ask(table) {
    const when = momentOf(table);
    const asked = ++this.#asked;
    this.#show(words("hint.wait"), "");
    try {
      const told = /** @type {HintTold} */ (await get(`/api/tables/${encodeURIComponent(this.code)}/hint`));
      const sentences = await Promise.all([told, ...(told.close ? [told.close] : [])].map(reasonText));
      const reason = sentences.join(" ");
      if (asked !== this.#asked) return "";
      this.#told = told;
      this.#when = when;
      this.#show(adviceOf(told), reason);
      return `${adviceOf(told)} ${reason}`;
    } catch (error) {
      if (asked !== this.#asked) return "";
      const why = error instanceof Error ? error.message : String(error);
      this.#show(why, "");
      return why;
    }
  }

  /**
   * The card that is hinted at, as long as it is this turn.
   * @param {TableView} table
   */
  cardFor(table) {
    if (this.#told && (this.#when !== momentOf(table) || !isOwnTurn(table))) this.forget();
    return this.#told?.card ?? null;
  }

  forget() {
    this.#asked++;
    this.#told = null;
    this.at.hidden = true;
  }

  /**
   * @param {string} what
   * @param {string} why
   */
  #show(what, why) {
    this.at.hidden = false;
    const close = element("button", { type: "button", class: "close", "aria-label": words("deed.close"), click: () => this.#close() }, "✕");
    fill(this.at, [what, why], () => [element("p", {}, element("b", {}, what), why && ` ${why}`), close]);
  }
}

/** @param {HintTold} told */
function adviceOf({ card, suit, throw: thrown }) {
  if (card) return words("hint.card", { card: cardName(card) });
  if (suit) return words("hint.suit", { suit: suitName(/** @type {import("../cards/card-names.js").Suit} */ (suit)) });
  return words("hint.throw", { throw: throwName(thrown ?? "") });
}

/** @param {TableView} table */
function momentOf({ number, match }) {
  return JSON.stringify([number, match?.number, match?.awaited, match?.hand, match?.table]);
}
