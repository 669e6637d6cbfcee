// Offers a claim of the remaining tricks when the viewer's cards and what has been played prove it (T9). The page judges
// by the viewer's own view, as the server does when the claim is made, so that an offer tells nothing new and costs the
// server nothing.

import { loadMessages } from "../i18n/translate.js";
import { isClaimProved } from "../offline/host/claim-judge.js";
import { isOwnTurn } from "../wire/state.js";
import { rulesOfTable } from "./table-rules.js";

/** @import {TableView} from "../wire/protocol" */

await loadMessages("table-menus");

/** Tricks from which a claim is worth a button: the last is as quick to play. */
const LEAST = 2;

/** Time after which the page judges, so that a card is shown first (ms). */
const DELAY = 60;

/** In place of a number of tricks: the deal is decided, and a claim ends it. */
const SETTLED = -1;

/** The claims of the viewer. */
export class ClaimOffer {
  /** The table that was judged last. @type {TableView | null} */
  #judged = null;
  #proved = false;
  #timer = 0;

  /** @param {() => void} render Renders the table again, once a claim is proved. */
  constructor(render) {
    this.render = render;
  }

  /**
   * Returns the number of tricks that the viewer can claim now; 0 if that is not proved, or not judged yet; -1 where
   * nothing can change the points of the deal, as the server knows.
   * @param {TableView} table
   */
  tricks(table) {
    const { match } = table;
    const n = match?.hand.length ?? 0;
    if (table.settled && isOwnTurn(table)) return SETTLED;
    if (!match || n < LEAST || !isOwnTurn(table) || match.awaited !== "card" || match.dogs.length) return 0;
    if (this.#judged?.match !== match) this.#judgeSoon(table);
    return this.#proved ? n : 0;
  }

  /** @param {TableView} table */
  #judgeSoon(table) {
    this.#judged = table;
    this.#proved = false;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (this.#judged === table && proves(table)) {
        this.#proved = true;
        this.render();
      }
    }, DELAY);
  }
}

/** @param {TableView} table */
function proves(table) {
  const rules = rulesOfTable(table);
  return rules !== null && table.match !== null && isClaimProved({ rules, match: table.match, earlier: [] });
}
