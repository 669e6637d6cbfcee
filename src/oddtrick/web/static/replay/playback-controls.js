// Playback controls: buttons, slider, deal list, keyboard and autoplay.

import { icon, element, setAttribute } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { t } from "../i18n/translate.js";
import { moveByDeal, moveByTrick, moveByTurn, tricksOf, turnCount } from "./replay-states.js";

/** @import {MatchSteps, DealSteps} from "../wire/protocol" */
/** @import {ReplayPosition} from "./replay-states.js" */
/** @typedef {"first" | "trick-back" | "back" | "play" | "on" | "trick-on" | "last"} Command */

/** Delay between two cards during playback (ms). */
const DELAYS = { slow: 1700, normal: 1000, fast: 450, instant: 450 };
/** Factor by which a complete trick stays longer. */
const TRICK_PAUSE = 1.7;

/** @type {[Exclude<Command, "first" | "last">, string][]} */
const BUTTONS = [
  ["trick-back", "M11 6l-6 6 6 6M19 6l-6 6 6 6"],
  ["back", "M15 6l-6 6 6 6"],
  ["play", "M8 5.5v13l10.5-6.5z"],
  ["on", "M9 6l6 6-6 6"],
  ["trick-on", "M13 6l6 6-6 6M5 6l6 6-6 6"],
];
const PAUSE_ICON = "M8.5 6v12M15.5 6v12";
const PLAY_ICON = BUTTONS[2]?.[1] ?? "";

/** @type {Record<string, Command>} */
const KEYS = {
  ArrowRight: "on",
  ArrowLeft: "back",
  ArrowDown: "trick-on",
  ArrowUp: "trick-back",
  Home: "first",
  End: "last",
  " ": "play",
};

/** Playback controls of one match. */
export class PlaybackControls {
  /** Timer of the next card; 0 when paused. */
  #timer = 0;

  /**
   * @param {MatchSteps} match
   * @param {() => ReplayPosition} currentPlace
   * @param {(place: ReplayPosition) => void} go
   */
  constructor(match, currentPlace, go) {
    this.match = match;
    this.now = currentPlace;
    this.go = go;
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": t("replay.slider"), input: () => this.#onSlide() });
    this.deals = element("select", { "aria-label": t("replay.deal.choose"), change: () => this.#onChooseDeal() }, ...match.deals.map((_, at) =>
      element("option", { value: at }, t("replay.deal.of", { n: at + 1, all: match.deals.length })),
    ));
    this.buttons = BUTTONS.map(([command, path]) =>
      element("button", { type: "button", "data-command": command, "aria-label": t(`replay.do.${command}`), title: t(`replay.do.${command}`), click: () => this.run(command) }, icon(path)),
    );
    /** The slider, and what is drawn behind it. */
    this.track = element("div", { class: "track" }, this.slider);
    this.at = element(
      "div",
      { class: "controls", role: "group", "aria-label": t("replay.controls") },
      this.track,
      element("div", { class: "moves" }, ...this.buttons),
    );
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /**
   * Shows the current position.
   * @param {ReplayPosition} place
   * @param {string} caption Caption of the position.
   */
  render(place, caption) {
    const length = turnCount(/** @type {DealSteps} */ (this.match.deals[place.deal]));
    setAttribute(this.slider, "max", length);
    this.slider.value = String(place.card);
    setAttribute(this.slider, "aria-valuetext", caption);
    this.slider.style.setProperty("--done", length ? `${(100 * place.card) / length}%` : "0%");
    this.deals.value = String(place.deal);
    const first = place.deal === 0 && place.card === 0;
    const last = place.deal === this.match.deals.length - 1 && place.card === length;
    if (last) this.stop();
    for (const button of this.buttons) {
      const back = button.dataset.command?.endsWith("back");
      setAttribute(button, "aria-disabled", (back ? first : last && button.dataset.command !== "play") ? "true" : null);
    }
  }

  /** @param {Command} command */
  run(command) {
    if (command === "play") {
      this.#playing ? this.stop() : this.#start();
      return;
    }
    this.stop();
    const { match } = this;
    const place = this.now();
    if (command === "on" || command === "back") this.go(moveByTurn(match, place, command === "on" ? 1 : -1));
    else if (command === "first") this.go({ deal: place.deal, card: 0 });
    else if (command === "last") this.go({ deal: place.deal, card: turnCount(/** @type {DealSteps} */ (match.deals[place.deal])) });
    else this.go(moveByTrick(match, place, command === "trick-on" ? 1 : -1));
  }

  /** Stops playback. */
  stop() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#renderPlayButton();
  }

  get #playing() {
    return this.#timer > 0;
  }

  #start() {
    const place = this.now();
    const end = moveByTurn(this.match, place, 1);
    // At the end of the match, start over.
    if (end.deal === place.deal && end.card === place.card) this.go({ deal: 0, card: 0 });
    else this.go(end);
    this.#schedule();
  }

  #schedule() {
    const place = this.now();
    const next = moveByTurn(this.match, place, 1);
    if (next.deal === place.deal && next.card === place.card) return this.stop();
    const deal = /** @type {DealSteps} */ (this.match.deals[place.deal]);
    const rests = place.card === 0 || tricksOf(deal).some(({ end }) => end === place.card);
    this.#timer = window.setTimeout(() => {
      this.go(next);
      if (this.#timer) this.#schedule();
    }, DELAYS[preference("speed")] * (rests ? TRICK_PAUSE : 1));
    this.#renderPlayButton();
  }

  #renderPlayButton() {
    const button = /** @type {HTMLElement} */ (this.buttons[2]);
    const name = t(this.#playing ? "replay.do.pause" : "replay.do.play");
    if (button.getAttribute("aria-label") === name) return;
    setAttribute(button, "aria-label", name);
    setAttribute(button, "title", name);
    button.replaceChildren(icon(this.#playing ? PAUSE_ICON : PLAY_ICON));
  }

  #onSlide() {
    this.stop();
    this.go({ deal: this.now().deal, card: Number(this.slider.value) });
  }

  #onChooseDeal() {
    this.stop();
    this.go({ deal: Number(this.deals.value), card: 0 });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const at = /** @type {Element | null} */ (event.target);
    if (at?.closest("select, textarea, input:not([type=range], [type=checkbox])")) return;
    if (event.key === " " && at?.closest("button, a, summary, [type=checkbox]")) return;
    // Outside the table, leave scrolling keys alone.
    if (at?.closest("aside, footer") && !/^Arrow(Left|Right)$/.test(event.key)) return;
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      this.stop();
      this.go(moveByDeal(this.match, this.now(), event.key === "PageDown" ? 1 : -1));
      return;
    }
    const command = KEYS[event.key];
    if (!command) return;
    event.preventDefault();
    this.run(command);
  }
}
