// The cards that illustrate each game.

import { face } from "../cards/card-face.js";
import { element } from "../ui/dom.js";

/** @type {Record<string, string[]>} */
export const ILLUSTRATIONS = {
  whist: ["TC", "QD", "KS", "AH"],
  "colonial-whist": ["AD", "KD", "QD", "JD"],
  "colonial-scotch-whist": ["9C", "TH", "AH"],
  "scotch-whist": ["AS", "TS", "JS"],
  "knockout-whist": ["7D", "2S", "KC"],
};

/**
 * A decorative fan of cards, hidden from screen readers.
 * @param {string[]} cards
 */
export function cardFan(cards) {
  const spread = element("div", { class: "spread", "aria-hidden": "true" });
  cards.forEach((card, at) => {
    const item = element("span", { class: "card" }, face(card));
    item.style.setProperty("--at", String(at - (cards.length - 1) / 2));
    spread.append(item);
  });
  return spread;
}
