// Announces events to screen readers, shows errors and plays sounds.

import { findElement, element, setText } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { isOwnTurn } from "../wire/state.js";
import { LazyPart } from "./lazy-part.js";

/** @import {TableView} from "../wire/protocol" */
/** @import {AnimationEvent} from "./animation-queue.js" */

export const sounds = new LazyPart(() => import("./sounds.js"));
export const summaries = new LazyPart(() => import("./summaries.js"));

const ERROR_DURATION = 8000;
/** Number of announcements that stay available for rereading. */
const MAX_LINES = 30;

/** Announces what happens at the table. */
export class Announcer {
  #errorTimer = 0;
  /** True if it was already the player's turn. */
  #wasOwnTurn = false;
  #wasOver = false;
  /** The match and deal whose best card was announced. */
  #bestCardOf = "";
  /** Cards played since the last announcement, in brief. @type {string[]} */
  #held = [];

  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Announces a text to screen readers. Each is a new element, so that a later one doesn't cut off an earlier one.
   * @param {string} text
   */
  announce(text) {
    if (!text) return;
    const live = findElement(this.page, ".live");
    live.append(element("p", {}, text));
    while (live.children.length > MAX_LINES) live.firstElementChild?.remove();
  }

  /**
   * Announces an event. With brief announcements, cards wait for the next turn or the end of the trick.
   * @param {AnimationEvent} event
   */
  announceEvent({ kind, announcement, brief }) {
    if (!preference("brief")) return this.announce(announcement);
    if (brief) this.#held.push(brief);
    if (kind === "play" || !brief) return;
    this.announce(this.#held.join(" "));
    this.#held = [];
  }

  /**
   * Announces the best card of a deal once, when it first appears in the panel.
   * @param {TableView} table
   */
  announceBestCard({ number, match }) {
    const text = this.page.querySelector(".panel .best-card > :last-child")?.textContent;
    const deal = `${number}/${match?.deals.length}`;
    if (!text || deal === this.#bestCardOf) return;
    this.#bestCardOf = deal;
    this.announce(text);
  }

  /**
   * Repeats a summary.
   * @param {import("./summaries.js").Summary} what
   * @param {TableView} table
   */
  summarise(what, table) {
    void summaries.load().then(({ summaryOf }) => this.announce(summaryOf(what, table)));
  }

  /**
   * Shows an error for a few seconds.
   * @param {string} message One line; empty to clear.
   */
  showError(message) {
    window.clearTimeout(this.#errorTimer);
    setText(findElement(this.page, ".error"), message);
    this.announce(message);
    if (message) this.#errorTimer = window.setTimeout(() => this.showError(""), ERROR_DURATION);
  }

  /** Plays the sound of the player's own card. */
  playCardSound() {
    play("card");
    vibrate(12);
  }

  /** @param {AnimationEvent} event */
  playSound({ kind, table, seat }) {
    if (kind === "play" && seat !== table.match?.seat) play("card");
    if (kind === "trick-cleared") play("trick");
    const turn = isOwnTurn(table);
    if (turn && !this.#wasOwnTurn) {
      play("turn");
      vibrate([18, 60, 18]);
    }
    this.#wasOwnTurn = turn;
    if (table.stage === "over" && !this.#wasOver) play("end");
    this.#wasOver = table.stage === "over";
  }
}

/** @param {VibratePattern} pattern */
function vibrate(pattern) {
  if (preference("haptics") && isActive()) navigator.vibrate?.(pattern);
}

/** Returns whether the page may make itself heard: only after the first tap or key. */
function isActive() {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/**
 * Plays a sound after the frame in which its animation begins, which would otherwise wait for the audio thread.
 * @param {import("./sounds.js").Sound} sound
 */
function play(sound) {
  if (!preference("sound") || !isActive()) return;
  window.requestAnimationFrame(() => window.setTimeout(() => sounds.want()?.playSound(sound)));
}
