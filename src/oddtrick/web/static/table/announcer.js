// Announces events to screen readers, shows errors and plays sounds.

import { findElement, element, setText } from "../ui/dom.js";
import { isOwnTurn } from "../wire/state.js";
import { playSound } from "./sounds.js";
import { handLine, lastTrickSummary, scoreSummary, trumpLine, turnSummary } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./animation-events.js").AnimationEvent} AnimationEvent */

const ERROR_DURATION = 8000;
/** Number of announcements that stay available for rereading. */
const MAX_LINES = 30;

/** Summaries that shortcuts repeat. */
const SUMMARIES = { turn: turnSummary, last: lastTrickSummary, score: scoreSummary, trumps: trumpLine, hand: handLine };

/** Announces what happens at the table. */
export class Announcer {
  #errorTimer = 0;
  /** True if it was already the player's turn. */
  #wasOwnTurn = false;
  #wasOver = false;

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
   * Repeats a summary.
   * @param {keyof typeof SUMMARIES} what
   * @param {TableView} table
   */
  summarise(what, table) {
    this.announce(SUMMARIES[what](table));
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
    playSound("card");
  }

  /** @param {AnimationEvent} event */
  playSound({ kind, table, seat }) {
    if (kind === "card" && seat !== table.match?.seat) playSound("card");
    if (kind === "taken") playSound("trick");
    const turn = isOwnTurn(table);
    if (turn && !this.#wasOwnTurn) playSound("turn");
    this.#wasOwnTurn = turn;
    if (table.stage === "over" && !this.#wasOver) playSound("end");
    this.#wasOver = table.stage === "over";
  }
}
