// The way from a match to the review of one of its deals, which the server makes while one waits.

import { element, mark, say } from "../ui/dom.js";
import { words } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */

/** A link that goes along with the deal that is shown. */
export class ReviewLink {
  /** @param {string} base The address of the reviews of this match, without the deal. */
  constructor(base) {
    this.base = base;
    this.link = element("a", { class: "button chief review", click: (event) => this.#wait(event) }, words("review.open"));
    this.said = element("p", { class: "small waits", role: "status" });
    // Whoever comes back finds the page as it was left.
    window.addEventListener("pageshow", () => say(this.said, ""));
  }

  /**
   * @param {DealSteps} deal
   * @param {number} number From 0.
   */
  draw(deal, number) {
    const played = deal.hands.some((hand) => hand.tricks.length > 0);
    mark(this.link, "hidden", !played);
    mark(this.link, "href", `${this.base}/${number + 1}`);
  }

  /**
   * The page comes when the review is made; until then it is said what is going on.
   * @param {MouseEvent} event
   */
  #wait(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    say(this.said, words("review.making"));
  }
}

/**
 * The address of the reviews of a match; null: the server doesn't have it.
 * @param {Replay} replay
 * @param {string | null} record Where its record is to be had.
 */
export function reviewsOf(replay, record) {
  if (replay.table) return `/t/${replay.table}/review/${replay.number}`;
  const id = record?.split("/").at(-1);
  return id ? `/review/${id}` : null;
}
