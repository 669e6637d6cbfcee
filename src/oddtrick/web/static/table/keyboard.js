// The keyboard: shortcuts, cards typed as rank and suit, and where the focus goes.

import { preference } from "../ui/preferences.js";
import { act } from "./action-buttons.js";
import { calls } from "./seats.js";

/** Maximum time between rank and suit of a typed card (ms). */
const TYPING_TIMEOUT = 2500;

/** @type {Record<string, string>} */
const RANKS = { 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 0: "T", j: "J", b: "J", q: "Q", d: "Q", k: "K", a: "A" };
const SUITS = "cdhs";

/** What the letters do. @type {Record<string, import("./action-buttons.js").TableAction>} */
const SHORTCUTS = {
  t: { type: "repeat", what: "turn" },
  l: { type: "repeat", what: "last" },
  s: { type: "repeat", what: "score" },
  u: { type: "repeat", what: "trumps" },
  m: { type: "repeat", what: "hand" },
  p: { type: "pass" },
  h: { type: "hint" },
  i: { type: "hint" },
  z: { type: "undo" },
  g: { type: "show-panel", what: "sheet" },
  y: { type: "show-panel", what: "chat" },
  "?": { type: "show-panel", what: "keys" },
};

/**
 * Listens for shortcuts on the whole page, except in text fields and dialogs.
 * @param {HTMLElement} page
 */
export function listenForShortcuts(page) {
  const typing = new CardTyping();
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : page;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("dialog")) return;
    if (event.key === "Escape") return act(page, { type: "escape" });
    if (target.closest("input, textarea, select")) return;
    if (event.key === " " && !target.closest("button, a, summary")) {
      event.preventDefault();
      return event.repeat ? undefined : act(page, { type: "skip" });
    }
    if (event.repeat) return; // a held key acts once
    if (!preference("shortcuts") || event.key.length > 1) return;
    const key = event.key.toLowerCase();
    if (calls.loaded?.focusTyped(page, key)) return;
    const typed = typing.press(key);
    if (typed === true) return;
    if (typed) return pickTyped(page, typed);
    const action = SHORTCUTS[key];
    if (action) act(page, action);
  });
}

/**
 * Picks a card that was typed, as a tap on it does.
 * @param {HTMLElement} page
 * @param {string} card
 */
function pickTyped(page, card) {
  /** @type {HTMLElement | null} */ (page.querySelector(`.hand [data-key="${card}"]`))?.focus();
  act(page, { type: "pick", card, confirmed: false });
}

/** Parses a card typed as rank and suit. */
class CardTyping {
  #rank = "";
  #typedAt = 0;

  /**
   * @param {string} key
   * @param {number} [now]
   * @returns {string | boolean} A complete card; true for a rank so far; false for any other key.
   */
  press(key, now = Date.now()) {
    const rank = now - this.#typedAt < TYPING_TIMEOUT ? this.#rank : "";
    this.#rank = "";
    if (rank && rank !== "1" && SUITS.includes(key)) return rank + key.toUpperCase();
    if (key === "1") return this.#startCard("1", now);
    const newRank = RANKS[key];
    return newRank ? this.#startCard(newRank, now) : false;
  }

  /**
   * @param {string} rank
   * @param {number} now
   */
  #startCard(rank, now) {
    this.#rank = rank;
    this.#typedAt = now;
    return true;
  }
}

// Keeps keyboard focus on the next action when the focused element disappears.

/** Selectors of possible next actions, most urgent first. */
const FOCUS_TARGETS = [".panel:not([hidden]) :is(.primary, .choices button)", ".hand:not([hidden]) [tabindex='0']", ".actions .primary"];

/**
 * Focuses the next action. If there is none yet, the hand takes the focus when it is dealt.
 * @param {HTMLElement} page
 */
export function focusNextAction(page) {
  for (const selector of FOCUS_TARGETS) {
    const found = /** @type {HTMLElement | null} */ (page.querySelector(selector));
    if (found) return found.focus({ preventScroll: true });
  }
  page.dataset.focusPending = "";
}

/**
 * Runs a change; if it removes the focused element, the focus moves to the next action.
 * @param {HTMLElement} page
 * @param {() => void} change
 */
export function preserveFocus(page, change) {
  const before = document.activeElement;
  change();
  const lost = before && before !== page && !before.isConnected;
  if (lost && document.activeElement === page) focusNextAction(page);
}
