// What moves through a match: buttons, a slider, the deals, keys, and playing by itself.

import { drawing } from "../ui/dialog.js";
import { element, mark } from "../ui/dom.js";
import { wished } from "../ui/preferences.js";
import { words } from "../i18n/translate.js";
import { byCard, byDeal, byTrick, lengthOf } from "./replay-states.js";

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./replay-states.js").Place} Place */
/** @typedef {"first" | "trick-back" | "back" | "play" | "on" | "trick-on" | "last"} Deed */

/** Milliseconds between two cards that are played by themselves. */
const PACE = { slow: 1700, normal: 1000, fast: 450, instant: 450 };
/** A trick that is complete stays a little. */
const PAUSE = 1.7;

/** @type {[Exclude<Deed, "first" | "last">, string][]} */
const BUTTONS = [
  ["trick-back", "M11 6l-6 6 6 6M19 6l-6 6 6 6"],
  ["back", "M15 6l-6 6 6 6"],
  ["play", "M8 5.5v13l10.5-6.5z"],
  ["on", "M9 6l6 6-6 6"],
  ["trick-on", "M13 6l6 6-6 6M5 6l6 6-6 6"],
];
const PAUSE_SIGN = "M8.5 6v12M15.5 6v12";
const PLAY_SIGN = BUTTONS[2]?.[1] ?? "";

/** @type {Record<string, Deed>} */
const KEYS = {
  ArrowRight: "on",
  ArrowLeft: "back",
  ArrowDown: "trick-on",
  ArrowUp: "trick-back",
  Home: "first",
  End: "last",
  " ": "play",
};

/** Moves through one match. */
export class Controls {
  /** Of the next card that plays itself; 0: none does. */
  #timer = 0;

  /**
   * @param {MatchSteps} match
   * @param {() => Place} now
   * @param {(place: Place) => void} go
   */
  constructor(match, now, go) {
    this.match = match;
    this.now = now;
    this.go = go;
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": words("replay.slider"), input: () => this.#slide() });
    this.deals = element("select", { "aria-label": words("replay.deal.choose"), change: () => this.#choose() }, ...match.deals.map((_, at) =>
      element("option", { value: at }, words("replay.deal.of", { n: at + 1, all: match.deals.length })),
    ));
    this.buttons = BUTTONS.map(([deed, path]) =>
      element("button", { type: "button", "data-deed": deed, "aria-label": words(`replay.do.${deed}`), title: words(`replay.do.${deed}`), click: () => this.does(deed) }, drawing(path)),
    );
    this.at = element(
      "div",
      { class: "controls", role: "group", "aria-label": words("replay.controls") },
      this.slider,
      element("div", { class: "moves" }, ...this.buttons),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Shows where one is.
   * @param {Place} place
   * @param {string} told The moment in words.
   */
  draw(place, told) {
    const length = lengthOf(/** @type {DealSteps} */ (this.match.deals[place.deal]));
    mark(this.slider, "max", length);
    this.slider.value = String(place.card);
    mark(this.slider, "aria-valuetext", told);
    this.slider.style.setProperty("--done", length ? `${(100 * place.card) / length}%` : "0%");
    this.deals.value = String(place.deal);
    const first = place.deal === 0 && place.card === 0;
    const last = place.deal === this.match.deals.length - 1 && place.card === length;
    if (last) this.stop();
    for (const button of this.buttons) {
      const back = button.dataset.deed?.endsWith("back");
      mark(button, "aria-disabled", (back ? first : last && button.dataset.deed !== "play") ? "true" : null);
    }
  }

  /** @param {Deed} deed */
  does(deed) {
    if (deed === "play") {
      this.#playing ? this.stop() : this.#start();
      return;
    }
    this.stop();
    const { match } = this;
    const place = this.now();
    if (deed === "on" || deed === "back") this.go(byCard(match, place, deed === "on" ? 1 : -1));
    else if (deed === "first") this.go({ deal: place.deal, card: 0 });
    else if (deed === "last") this.go({ deal: place.deal, card: lengthOf(/** @type {DealSteps} */ (match.deals[place.deal])) });
    else this.go(byTrick(match, place, deed === "trick-on" ? 1 : -1));
  }

  /** Plays no further by itself. */
  stop() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#drawPlay();
  }

  get #playing() {
    return this.#timer > 0;
  }

  #start() {
    const place = this.now();
    const end = byCard(this.match, place, 1);
    // At the very end it begins again.
    if (end.deal === place.deal && end.card === place.card) this.go({ deal: 0, card: 0 });
    else this.go(end);
    this.#wait();
  }

  #wait() {
    const place = this.now();
    const next = byCard(this.match, place, 1);
    if (next.deal === place.deal && next.card === place.card) return this.stop();
    const seats = this.match.deals[place.deal]?.seats.length ?? 1;
    const rests = place.card === 0 || place.card % seats === 0;
    this.#timer = window.setTimeout(() => {
      this.go(next);
      if (this.#timer) this.#wait();
    }, PACE[wished("speed")] * (rests ? PAUSE : 1));
    this.#drawPlay();
  }

  #drawPlay() {
    const button = /** @type {HTMLElement} */ (this.buttons[2]);
    const name = words(this.#playing ? "replay.do.pause" : "replay.do.play");
    if (button.getAttribute("aria-label") === name) return;
    mark(button, "aria-label", name);
    mark(button, "title", name);
    button.replaceChildren(drawing(this.#playing ? PAUSE_SIGN : PLAY_SIGN));
  }

  #slide() {
    this.stop();
    this.go({ deal: this.now().deal, card: Number(this.slider.value) });
  }

  #choose() {
    this.stop();
    this.go({ deal: Number(this.deals.value), card: 0 });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const at = /** @type {Element | null} */ (event.target);
    if (at?.closest("select, textarea, input:not([type=range])")) return;
    if (event.key === " " && at?.closest("button, a, summary")) return;
    // Beside the table, keys that scroll go on scrolling.
    if (at?.closest("aside, footer") && !/^Arrow(Left|Right)$/.test(event.key)) return;
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      this.stop();
      this.go(byDeal(this.match, this.now(), event.key === "PageDown" ? 1 : -1));
      return;
    }
    const deed = KEYS[event.key];
    if (!deed) return;
    event.preventDefault();
    this.does(deed);
  }
}
