// The cards that illustrate each game.

import { face } from "../cards/card-face.js";
import games from "../match/game-list.js";
import { element } from "../ui/dom.js";

/** The cards by game, in the order of the games. */
export const ILLUSTRATIONS = games.pictures;

/** The games that call the jack the knave (C1). */
export const WITH_KNAVE = games.knaves;

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
