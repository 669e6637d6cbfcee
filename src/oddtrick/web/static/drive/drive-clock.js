// The clock of a drive as people see it, and the bell that rings when its time is over.

import { setAttribute, setText } from "../ui/dom.js";

/** @import {Clock} from "./drive-types" */

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
function timeLeft(clock, now) {
  if (!clock?.length) return null;
  if (clock.state === "running" && clock.ends_at !== null) return Math.max(0, clock.ends_at - now);
  return clock.left ?? clock.length;
}

/**
 * Formats a time left as minutes and seconds; the second under way counts.
 * @param {number} left In ms.
 */
function formatTimeLeft(left) {
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

// The bell that ends the time for a deal, synthesised: it needs no file and no network.

/** Partials of a struck bell: frequency ratio, loudness, seconds until it has faded. */
const PARTIALS = [
  [0.5, 0.25, 2.6],
  [1, 0.5, 2.2],
  [1.19, 0.3, 1.6],
  [1.5, 0.2, 1.2],
  [2, 0.35, 1],
  [2.74, 0.15, 0.6],
];

const PITCH = 587;
const STROKES = 3;
const STROKE_INTERVAL = 0.55;

/** @type {AudioContext | null} */
let audioContext = null;

/** Returns whether the browser lets this page make sounds now. */
function bellReady() {
  return audioContext?.state === "running";
}

/**
 * Prepares the sound. Browsers allow it only after a press or a key on the page, so call it from one.
 * @returns {Promise<boolean>} Whether the bell can ring.
 */
export async function unlockBell() {
  if (typeof AudioContext === "undefined") return false;
  audioContext ??= new AudioContext();
  await audioContext.resume().catch(() => undefined);
  return bellReady();
}

/** Rings three strokes, if the page may make sounds. */
export function ringBell() {
  const to = audioContext;
  if (!to || !bellReady()) return;
  for (let stroke = 0; stroke < STROKES; stroke++) strike(to, to.currentTime + stroke * STROKE_INTERVAL);
}

/**
 * @param {AudioContext} to
 * @param {number} begin Time of the stroke in the context's seconds.
 */
function strike(to, begin) {
  for (const [ratio = 1, loudness = 0, fade = 1] of PARTIALS) {
    const gain = new GainNode(to, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loudness * 0.5, begin + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + fade);
    const from = new OscillatorNode(to, { type: "sine", frequency: PITCH * ratio });
    from.connect(gain).connect(to.destination);
    from.start(begin);
    from.stop(begin + fade);
  }
}
