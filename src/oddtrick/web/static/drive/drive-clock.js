// The clock of a round: the time left, shown in place and ended by the bell.

import { setAttribute, setText } from "../ui/dom.js";
import { ringBell } from "./bell.js";

/** @typedef {import("./drive-types").Clock} Clock */

const TICK = 250;

/** Time left (ms) from which the display warns. */
const SHORT = 60_000;

/** A bell that was due longer ago than this (ms) is not rung any more: the page was asleep. */
const LATE = 5_000;

/**
 * Returns the time left of a round in ms: 0 when it is up, null without a clock.
 * @param {Clock | undefined} clock
 * @param {number} now By the server's clock.
 */
export function timeLeft(clock, now) {
  if (!clock?.length) return null;
  if (clock.state === "running" && clock.ends_at !== null) return Math.max(0, clock.ends_at - now);
  return clock.left ?? clock.length;
}

/**
 * Formats a time left as minutes and seconds; the second under way counts.
 * @param {number} left In ms.
 */
export function formatTimeLeft(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Keeps an element at the time left, and rings. */
export class ClockDisplay {
  /** @type {Clock | undefined} */
  #clock;
  /** Time left at the last tick, to notice when it is up. @type {number | null} */
  #before = null;

  /**
   * @param {HTMLElement} at
   * @param {() => number} now The time by the server's clock.
   * @param {{onBell?: () => void, idle?: boolean}} [options] What rings; and whether a clock that has not been started is
   *   shown with its whole time.
   */
  constructor(at, now, { onBell = ringBell, idle = false } = {}) {
    this.at = at;
    this.now = now;
    this.onBell = onBell;
    this.idle = idle;
    window.setInterval(() => this.#tick(), TICK);
  }

  /** @param {Clock | undefined} clock */
  update(clock) {
    if (clock && this.#clock && clock.rings > this.#clock.rings) this.onBell();
    if (clock?.ends_at !== this.#clock?.ends_at) this.#before = null;
    this.#clock = clock;
    this.#tick();
  }

  #tick() {
    const shown = this.idle || this.#clock?.state !== "off";
    const left = shown ? timeLeft(this.#clock, this.now()) : null;
    const running = this.#clock?.state === "running";
    setText(this.at, left === null ? "" : formatTimeLeft(left));
    setAttribute(this.at, "data-clock", left === null ? null : clockState(left, running));
    this.at.hidden = left === null;
    const late = this.now() - (this.#clock?.ends_at ?? 0);
    if (running && left === 0 && this.#before !== 0 && this.#before !== null && late < LATE) this.onBell();
    this.#before = left;
  }
}

/**
 * @param {number} left
 * @param {boolean} running
 */
function clockState(left, running) {
  if (left === 0) return "over";
  if (!running) return "paused";
  return left < SHORT ? "short" : "running";
}
