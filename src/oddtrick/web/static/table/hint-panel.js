// A hint from the server, with its reason.

import { reasonText } from "../cards/reason-text.js";
import { element, setAttribute, updateContent } from "../ui/dom.js";
import { errorMessage, get } from "../ui/http-client.js";
import { loadMessages, t } from "../i18n/translate.js";
import { isOwnTurn, ownSeat } from "../wire/state.js";
import { adviceKey, adviceText } from "./advice.js";
import { focusNextAction } from "./keyboard.js";
import { addStyles } from "./lazy-part.js";
import { nameAt } from "./table-texts.js";

/** @import {TableView, HintResponse} from "../wire/protocol" */
/** @import {Reason} from "../cards/reason-text.js" */

await Promise.all([addStyles("hint.css"), loadMessages("table-menus")]);

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
      const reader = { names: table.places.map((_, seat) => nameAt(table, seat)), seat: ownSeat(table), decides: true };
      const texts = (/** @type {Reason[]} */ reasons) => Promise.all(reasons.map((one) => reasonText(one, reader)));
      const reason = (await texts([hint, ...(hint.more ? [hint.more] : [])])).join(" ");
      const details = await texts(hint.details ?? []);
      const advice = await adviceText(hint, table);
      if (requestId !== this.#requestId) return "";
      this.#hint = hint;
      this.#positionKey = key;
      this.#show(advice, reason, details.join(" "));
      return `${advice} ${reason}`;
    } catch (error) {
      if (requestId !== this.#requestId) return "";
      const why = errorMessage(error);
      this.#show(why, "");
      return why;
    }
  }

  /**
   * Returns the key of what is suggested, a card or a button, while the position is unchanged.
   * @param {TableView} table
   */
  keyFor(table) {
    if (this.#hint && (this.#positionKey !== positionKey(table) || !isOwnTurn(table))) this.clear();
    return this.#hint && adviceKey(this.#hint);
  }

  /** Marks the button that is suggested, once it is there. */
  mark() {
    const key = this.#hint && adviceKey(this.#hint);
    for (const button of this.at.ownerDocument.querySelectorAll(".panel .choices button, .actions button")) {
      const advised = button instanceof HTMLElement && button.dataset.key === key;
      setAttribute(button, "data-hint", advised);
      setAttribute(button, "aria-description", advised && t("hint.advised"));
    }
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

/** @param {TableView} table */
function positionKey({ number, match }) {
  return JSON.stringify([number, match?.number, match?.awaited, match?.hand, match?.table, match?.tricks.length]);
}
