// A hint from the server, with its reason.

import { cardName, suitName } from "../cards/card-names.js";
import { element, setAttribute, updateContent } from "../ui/dom.js";
import { errorMessage, get } from "../ui/http-client.js";
import { capitalise, currentLanguage, interpolate, loadOptionalMessages, t } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { focusNextAction } from "./keyboard.js";
import { throwName } from "./table-texts.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").HintResponse} HintResponse */
/** @typedef {{tag?: string, reason: string, params?: Record<string, string>}} Reason A hint's reason: the tag of a heuristic or fact, and its parameters. */

/** Parameters of a reason that are cards. */
const CARD_PARAMS = new Set(["card", "higher", "guarded"]);

/** Parameters that are several cards or suits, with the parameter of one. */
const LIST_PARAMS = new Map([["cards", "card"], ["suits", "suit"]]);

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
      const sentences = await Promise.all([hint, ...(hint.close ? [hint.close] : [])].map(reasonText));
      const reason = sentences.join(" ");
      const details = await Promise.all((hint.details ?? []).map(reasonText));
      if (requestId !== this.#requestId) return "";
      this.#hint = hint;
      this.#positionKey = key;
      this.#show(adviceText(hint), reason, details.join(" "));
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
function adviceText({ card, suit, throw: thrown, pass }) {
  if (pass) return t("hint.knock");
  if (card) return t("hint.card", { card: cardName(card) });
  if (suit) return t("hint.suit", { suit: suitName(/** @type {import("../cards/card-names.js").Suit} */ (suit)) });
  return t("hint.throw", { throw: throwName(thrown ?? "") });
}

/** @param {TableView} table */
function positionKey({ number, match }) {
  return JSON.stringify([number, match?.number, match?.awaited, match?.hand, match?.table, match?.tricks.length]);
}

/**
 * Translates the reason of a hint.
 * @param {Reason} reason
 * @returns {Promise<string>}
 */
export async function reasonText({ tag = "", reason, params = {} }) {
  const messages = await loadOptionalMessages("hints");
  const form = messages[tag];
  if (!form) return reason;
  const named = Object.entries(params).map(([name, value]) => [name, paramText(name, value, messages)]);
  return capitalise(interpolate(form, Object.fromEntries(named)));
}

/**
 * Returns a parameter of a reason in the user's language.
 * @param {string} name
 * @param {string} value
 * @param {Record<string, string>} messages
 * @returns {string}
 */
function paramText(name, value, messages) {
  const single = LIST_PARAMS.get(name);
  if (single) return listText(value.split(" ").map((one) => paramText(single, one, messages)), messages.or ?? "");
  if (CARD_PARAMS.has(name)) return cardName(value);
  if (name === "amount") return new Intl.NumberFormat(currentLanguage(), { minimumFractionDigits: 2 }).format(Number(value));
  if (name === "number") return messages[`number.${value}`] ?? value;
  return messages[`suit.${value}`] ?? messages[`rank.${value}`] ?? value;
}

/**
 * Joins names in one phrase.
 * @param {string[]} names
 * @param {string} or The word before the last of them.
 */
function listText(names, or) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${or} ${names[names.length - 1]}`;
}
