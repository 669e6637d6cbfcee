// Keys: single ones that do things or say them again, and cards that are typed.

import { element } from "../ui/dom.js";
import { tick } from "../ui/form-fields.js";
import { wish, wished } from "../ui/preferences.js";
import { words } from "../i18n/translate.js";

/** @typedef {import("../i18n/translate.js").Word} Word */

/** A card is typed within this time (ms). */
const TYPED_WITHIN = 2500;

/** @type {Record<string, string>} */
const RANKS = { 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 0: "T", j: "J", q: "Q", k: "K", a: "A" };
const SUITS = "cdhs";

/**
 * @typedef {object} Keyed What keys do.
 * @property {(what: "turn" | "last" | "score" | "trumps" | "hand") => void} again Says something again.
 * @property {(card: string) => void} play A card was typed.
 * @property {() => void} skip
 * @property {() => void} escape
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {(what: import("./actions.js").Opening) => void} open
 */

/**
 * Listens to the keys of the whole page, but where somebody writes or a dialog is open.
 * @param {Keyed} keyed
 */
export function listenKeys(keyed) {
  const typing = new Typing();
  /** @type {Record<string, () => void>} */
  const deeds = {
    t: () => keyed.again("turn"),
    l: () => keyed.again("last"),
    s: () => keyed.again("score"),
    u: () => keyed.again("trumps"),
    m: () => keyed.again("hand"),
    h: keyed.hint,
    i: keyed.hint,
    z: keyed.undo,
    g: () => keyed.open("sheet"),
    y: () => keyed.open("talk"),
    "?": () => keyed.open("keys"),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("dialog")) return;
    if (event.key === "Escape") return keyed.escape();
    if (target.closest("input, textarea, select")) return;
    if (event.key === " " && !target.closest("button, a, summary")) {
      event.preventDefault();
      return keyed.skip();
    }
    if (!wished("keys") || event.key.length > 1) return;
    const typed = typing.key(event.key.toLowerCase());
    if (typed === true) return;
    if (typed) return keyed.play(typed);
    deeds[event.key.toLowerCase()]?.();
  });
}

/** A card that is being typed: its rank, then its suit. */
export class Typing {
  #rank = "";
  #at = 0;

  /**
   * @param {string} key
   * @param {number} [now]
   * @returns {string | boolean} The card that is complete; true: half of one; false: this is none.
   */
  key(key, now = Date.now()) {
    const rank = now - this.#at < TYPED_WITHIN ? this.#rank : "";
    this.#rank = "";
    if (rank && rank !== "1" && SUITS.includes(key)) return rank + key.toUpperCase();
    if (key === "1") return this.#half("1", now);
    const found = RANKS[key];
    return found ? this.#half(found, now) : false;
  }

  /**
   * @param {string} rank
   * @param {number} now
   */
  #half(rank, now) {
    this.#rank = rank;
    this.#at = now;
    return true;
  }
}

/** What each key does. @type {[string[], Word][]} */
const HELP = [
  [["key.arrows"], "keys.move"],
  [["key.enter"], "keys.play"],
  [["Q", "H"], "keys.type"],
  [["key.space"], "keys.skip"],
  [["T"], "keys.turn"],
  [["L"], "keys.last"],
  [["S"], "keys.score"],
  [["U"], "keys.trumps"],
  [["M"], "keys.hand"],
  [["H"], "keys.hint"],
  [["Z"], "keys.undo"],
  [["G"], "keys.sheet"],
  [["Y"], "keys.talk"],
  [["?"], "keys.help"],
];

/** The list of the keys. */
export function keysList() {
  return [
    tick(words("keys.on"), wished("keys"), (on) => wish("keys", on)),
    element(
      "dl",
      { class: "keys" },
      ...HELP.map(([keys, text]) =>
        element("div", {}, element("dt", {}, ...keys.map((key) => element("kbd", {}, keyName(key)))), element("dd", {}, words(text))),
      ),
    ),
  ];
}

/** @param {string} key */
function keyName(key) {
  return key.length > 1 ? words(/** @type {Word} */ (key)) : key;
}
