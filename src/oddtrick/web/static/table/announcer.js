// Announces events to screen readers, shows errors and plays sounds.

import { findElement, element, setText } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { isOwnTurn } from "../wire/state.js";
import { cardName } from "../cards/card-names.js";
import { t } from "../i18n/translate.js";
import { LazyPart } from "./lazy-part.js";
import { handLine, scoreOf, statusText, trumpLine, sideName, youOrName } from "./table-texts.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./animation-queue.js").AnimationEvent} AnimationEvent */

export const sounds = new LazyPart(() => import("./sounds.js"));

const ERROR_DURATION = 8000;
/** Number of announcements that stay available for rereading. */
const MAX_LINES = 30;

/** Announces what happens at the table. */
export class Announcer {
  #errorTimer = 0;
  /** True if it was already the player's turn. */
  #wasOwnTurn = false;
  #wasOver = false;
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

// Summaries of the table that keyboard shortcuts read out.

/** Describes the last trick. @param {TableView} table */
function lastTrickSummary(table) {
  const last = table.match?.last_trick;
  if (!last) return t("summary.no-trick");
  const cards = last.cards.map((card, at) => {
    const seat = last.seats[at] ?? 0;
    const values = { name: youOrName(table, seat), card: cardName(card) };
    return t(seat === last.winner ? "summary.won" : "summary.card", values);
  });
  const knocks = (last.passed ?? []).map((seat) => t("summary.knock", { name: youOrName(table, seat) }));
  return t("summary.trick", { cards: [...cards, ...knocks].join(", ") });
}

/** Describes whose turn it is and the cards on the table. @param {TableView} table */
function turnSummary(table) {
  const match = table.match;
  const lying = (match?.table ?? []).map((card, at) =>
    t("summary.card", { name: youOrName(table, match?.table_seats[at] ?? 0), card: cardName(card) }),
  );
  const cards = lying.length ? t("summary.table", { cards: lying.join(", ") }) : t("summary.nothing");
  return table.stage === "playing" ? `${statusText(table)}. ${cards}` : statusText(table);
}

/** Describes tricks and score of each side. @param {TableView} table */
export function scoreSummary(table) {
  const match = table.match;
  if (!match) return t("summary.deal");
  const sides = table.sides.map((side, at) => {
    const n = side.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0);
    const values = { name: sideName(table, side), tricks: t("tricks", { n }), score: scoreOf(table, at) };
    return t(table.eliminates ? "summary.side.tricks" : "summary.side", values);
  });
  return `${sides.join("; ")}.`;
}

/** The summary of each shortcut. */
const SUMMARIES = { turn: turnSummary, last: lastTrickSummary, score: scoreSummary, trumps: trumpLine, hand: handLine };
