// Countdowns at the table: turn clocks and the start of the next deal.

import { setAttribute, setText } from "../ui/dom.js";
import { t } from "../i18n/translate.js";

/** Remaining time from which a countdown is urgent (s). */
const URGENT = 5;

/**
 * Updates every countdown, an element with the end of its time in `data-until`, and shows what appears later,
 * an element with its time in `data-from`.
 * @param {HTMLElement} page
 * @param {number} now The server's clock (ms since the epoch).
 */
export function updateCountdowns(page, now) {
  for (const clock of page.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(clock.getAttribute("data-until")) - now) / 1000));
    setText(clock, t("clock.left", { n: left }));
    setAttribute(clock, "data-short", left <= URGENT);
  }
  for (const later of page.querySelectorAll("[data-from][hidden]")) {
    if (now >= Number(later.getAttribute("data-from"))) later.removeAttribute("hidden");
  }
}
