// The link from a replay to the review of a deal, which the server computes on request.

import { element, setAttribute, setText } from "../ui/dom.js";
import { ensureGuest, post } from "../ui/http-client.js";
import { languageQuery, t } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */

/** A link to the review of the deal on screen. A game from a file is first saved under My games. */
export class ReviewLink {
  /** Index of the deal on screen. */
  #deal = 0;

  /**
   * @param {string | null} base Address of the match's reviews, without the deal; null if it isn't saved.
   * @param {unknown} imported The record of a match that isn't saved.
   */
  constructor(base, imported) {
    this.base = base;
    this.imported = imported;
    this.link = element("a", { class: "button primary review", click: (event) => this.#onClick(event) }, t("review.open"));
    /** Why there is no review of the deal on screen. */
    this.reason = element("p", { class: "small" });
    this.status = element("p", { class: "small review-status", role: "status" });
    // Clear the status when the user comes back to this page.
    window.addEventListener("pageshow", () => setText(this.status, ""));
  }

  /**
   * @param {DealSteps} deal
   * @param {number} number Index of the deal.
   */
  render(deal, number) {
    this.#deal = number;
    const played = deal.hands.some((hand) => hand.tricks.length > 0);
    const offered = played && (this.base !== null || Boolean(this.imported));
    const passes = Boolean(deal.dogs?.length);
    setAttribute(this.link, "hidden", !offered || passes);
    setText(this.reason, offered && passes ? t("review.dogs") : "");
    setAttribute(this.link, "href", this.#address());
  }

  /** The address of the review; while the game isn't saved, that of this page. */
  #address() {
    return this.base === null ? window.location.pathname : `${this.base}/${this.#deal + 1}${languageQuery()}`;
  }

  /**
   * Shows a status while the server computes the review.
   * @param {MouseEvent} event
   */
  #onClick(event) {
    if (this.base === null) {
      event.preventDefault();
      void this.#saveAndOpen();
    } else if (!(event.ctrlKey || event.metaKey || event.shiftKey)) setText(this.status, t("review.making"));
  }

  /** Saves the game under My games, where the server can review it. */
  async #saveAndOpen() {
    if (this.link.getAttribute("aria-disabled")) return;
    this.link.setAttribute("aria-disabled", "true");
    setText(this.status, t("review.making"));
    try {
      await ensureGuest();
      const { id } = await post("/api/records", this.imported);
      this.base = `/review/${id}`;
      // Back leads to the saved game, whatever session storage holds by then.
      window.history.replaceState(null, "", `/replay/${id}${window.location.hash}`);
      window.location.assign(this.#address());
    } catch (error) {
      setText(this.status, error instanceof Error ? error.message : String(error));
    }
    this.link.removeAttribute("aria-disabled");
  }
}

/**
 * Returns the base address of a match's reviews, or null if the server doesn't store the match.
 * @param {Replay} replay
 * @param {string | null} record Address of its record.
 */
export function reviewBase(replay, record) {
  if (replay.table) return `/t/${replay.table}/review/${replay.number}`;
  const id = record?.split("/").at(-1);
  return id ? `/review/${id}` : null;
}
