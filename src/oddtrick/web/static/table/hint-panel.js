// A hint from the server, with its reason.

import { cardName, suitName } from "../cards/card-names.js";
import { reasonText } from "../cards/reason-text.js";
import { element, setAttribute, updateContent } from "../ui/dom.js";
import { errorMessage, get } from "../ui/http-client.js";
import { loadMessages, t } from "../i18n/translate.js";
import { isOwnTurn, ownSeat } from "../wire/state.js";
import { focusNextAction } from "./keyboard.js";
import { nameAt, throwName } from "./table-texts.js";

/** @import {TableView, HintResponse} from "../wire/protocol" */
/** @import {Reason} from "../cards/reason-text.js" */

await loadMessages("table-menus");

/** Shows the current hint. */
export class HintPanel {
  /** @type {HintResponse | null} */
  #hint = null;
  /** Position for which the hint was requested. */
  #positionKey = "";
  #requestId = 0;

  /**
   * @param {HTMLElement} at
   * @param {string} code
   * @param {() => Promise<HintResponse>} [ask] Returns the hint; the server is asked otherwise.
   */
  constructor(at, code, ask = () => get(`/api/tables/${encodeURIComponent(code)}/hint`)) {
    this.at = at;
    this.ask = ask;
  }

  #close() {
    this.clear();
    focusNextAction(document.body);
  }

  /**
   * Requests a hint.
   * @param {TableView} table
   * @returns {Promise<string>} The hint, or the reason why there is none.
   */
  async request(table) {
    const key = positionKey(table);
    const requestId = ++this.#requestId;
    this.#show(t("hint.wait"), "");
    try {
      const hint = await this.ask();
      const reader = { names: table.places.map((_, seat) => nameAt(table, seat)), seat: ownSeat(table) };
      const texts = (/** @type {Reason[]} */ reasons) => Promise.all(reasons.map((one) => reasonText(one, reader)));
      const reason = (await texts([hint, ...(hint.more ? [hint.more] : [])])).join(" ");
      const details = await texts(hint.details ?? []);
      if (requestId !== this.#requestId) return "";
      this.#hint = hint;
      this.#positionKey = key;
      this.#show(adviceText(hint), reason, details.join(" "));
      if (hint.call) /** @type {HTMLElement | null} */ (document.querySelector(`.calls [data-key="${hint.call}"]`))?.focus({ preventScroll: true });
      return `${adviceText(hint)} ${reason}`;
    } catch (error) {
      if (requestId !== this.#requestId) return "";
      const why = errorMessage(error);
      this.#show(why, "");
      return why;
    }
  }

  /**
   * Returns the suggested card while the position is unchanged.
   * @param {TableView} table
   */
  cardFor(table) {
    if (this.#hint && (this.#positionKey !== positionKey(table) || !isOwnTurn(table))) this.clear();
    return this.#hint?.card ?? null;
  }

  clear() {
    this.#requestId++;
    this.#hint = null;
    this.#setShown(false);
  }

  /** The layout gives a hint its room. @param {boolean} shown */
  #setShown(shown) {
    this.at.hidden = !shown;
    const layout = this.at.closest(".table-layout");
    if (layout) setAttribute(layout, "data-hinted", shown);
  }

  /**
   * @param {string} what
   * @param {string} why
   * @param {string} [details] The figures behind it, shown on demand.
   */
  #show(what, why, details = "") {
    this.#setShown(true);
    const close = element("button", { type: "button", class: "close", "aria-label": t("action.close"), click: () => this.#close() }, "✕");
    const more = details && element("details", {}, element("summary", {}, t("hint.more")), element("p", {}, details));
    updateContent(this.at, [what, why, details], () => [element("p", {}, element("b", {}, what), why && ` ${why}`), ...(more ? [more] : []), close]);
  }
}

/** @param {HintResponse} hint */
function adviceText({ card, suit, throw: thrown, pass, call }) {
  if (pass) return t("hint.knock");
  if (call) return t("hint.call", { call });
  if (card) return t("hint.card", { card: cardName(card) });
  if (suit) return t("hint.suit", { suit: suitName(/** @type {import("../cards/card-names.js").Suit} */ (suit)) });
  return t("hint.throw", { throw: throwName(thrown ?? "") });
}

/** @param {TableView} table */
function positionKey({ number, match }) {
  return JSON.stringify([number, match?.number, match?.awaited, match?.hand, match?.table, match?.tricks.length]);
}
