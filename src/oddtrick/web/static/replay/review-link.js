// The way into the review of a deal, which the server works out on request.

import { element, setAttribute, setText } from "../ui/dom.js";
import { ensureGuest, errorMessage, post } from "../ui/http-client.js";
import { t } from "../i18n/translate.js";
import { positionHash } from "./replay-states.js";

/** @import {Replay, DealSteps} from "../wire/protocol" */
/** @import {Addresses} from "./coach.js" */

/** The links to the review of the deal on screen and to the same on paper. A game from a file is first saved under My games. */
export class ReviewLink {
  /** Index of the deal on screen. */
  #deal = 0;

  /**
   * @param {Addresses | null} addresses Null if the match isn't saved.
   * @param {unknown} imported The record of a match that isn't saved.
   */
  constructor(addresses, imported) {
    this.addresses = addresses;
    this.imported = imported;
    this.link = element("a", { class: "button primary review", click: (event) => this.#onClick(event) }, t("review.open"));
    this.print = element("a", { class: "button" }, t("review.print"));
    /** Why there is no review of the deal on screen. */
    this.reason = element("p", { class: "small" });
    this.status = element("p", { class: "small review-status", role: "status" });
  }

  /**
   * @param {DealSteps} deal
   * @param {number} number Index of the deal.
   * @param {boolean} open Whether the review is open.
   */
  render(deal, number, open) {
    this.#deal = number;
    const played = deal.hands.some((hand) => hand.tricks.length > 0);
    const offered = played && (this.addresses !== null || Boolean(this.imported));
    const passes = Boolean(deal.dogs?.length);
    setAttribute(this.link, "hidden", !offered || passes || open);
    setAttribute(this.print, "hidden", !this.addresses || !offered || passes);
    setText(this.reason, offered && passes ? t("review.dogs") : "");
    setAttribute(this.link, "href", this.#hash);
    setAttribute(this.print, "href", this.addresses && `${this.addresses.print}?print=${number + 1}`);
  }

  get #hash() {
    return positionHash({ deal: this.#deal, card: null }, null, true);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    if (this.addresses) return; // The link leads to the review.
    event.preventDefault();
    void this.#saveAndOpen();
  }

  /** Saves the game under My games, where the server can review it. */
  async #saveAndOpen() {
    if (this.link.getAttribute("aria-disabled")) return;
    this.link.setAttribute("aria-disabled", "true");
    setText(this.status, t("review.saving"));
    try {
      await ensureGuest();
      const { id } = await post("/api/records", this.imported);
      this.addresses = recordAddresses(id);
      // Back leads to the saved game, whatever session storage holds by then.
      window.history.replaceState(null, "", `/replay/${id}${window.location.hash}`);
      setText(this.status, "");
      window.location.hash = this.#hash;
    } catch (error) {
      setText(this.status, errorMessage(error));
    }
    this.link.removeAttribute("aria-disabled");
  }
}

/**
 * Returns where the reviews of a match are, or null if the server doesn't store the match.
 * @param {Replay} replay
 * @param {string | null} record Address of its record.
 * @returns {Addresses | null}
 */
export function reviewAddresses({ table, number }, record) {
  if (table) return { data: `/api/tables/${table}/matches/${number}/review`, print: `/t/${table}/replay/${number}`, retry: `/t/${table}/retry/${number}` };
  const id = record?.split("/").at(-1);
  return id ? recordAddresses(id) : null;
}

/**
 * @param {string} id
 * @returns {Addresses}
 */
function recordAddresses(id) {
  return { data: `/api/records/${id}/review`, print: `/replay/${id}`, retry: `/review/${id}/retry` };
}
