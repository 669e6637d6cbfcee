// The link from a replay to the review of a deal, which the server computes on request.

import { element, setAttribute, setText } from "../ui/dom.js";
import { t } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */

/** A link to the review of the deal on screen. */
export class ReviewLink {
  /** @param {string} base Address of the match's reviews, without the deal. */
  constructor(base) {
    this.base = base;
    this.link = element("a", { class: "button primary review", click: (event) => this.#onClick(event) }, t("review.open"));
    this.status = element("p", { class: "small waits", role: "status" });
    // Clear the status when the user comes back to this page.
    window.addEventListener("pageshow", () => setText(this.status, ""));
  }

  /**
   * @param {DealSteps} deal
   * @param {number} number Index of the deal.
   */
  render(deal, number) {
    const played = deal.hands.some((hand) => hand.tricks.length > 0);
    setAttribute(this.link, "hidden", !played);
    setAttribute(this.link, "href", `${this.base}/${number + 1}`);
  }

  /**
   * Shows a status while the server computes the review.
   * @param {MouseEvent} event
   */
  #onClick(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    setText(this.status, t("review.making"));
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
