// Shows animation events one at a time, at a pace a person can follow.

import { preference } from "../ui/preferences.js";

/** @typedef {import("./animation-events.js").AnimationEvent} AnimationEvent */

/** Duration of each event (ms), by speed setting. @type {Record<string, Record<AnimationEvent["kind"], number>>} */
const DURATIONS = {
  slow: { play: 950, pass: 950, "trick-won": 1500, "trick-cleared": 120, cut: 3800, banner: 3200, draw: 1600, deal: 1100, update: 0 },
  normal: { play: 480, pass: 480, "trick-won": 850, "trick-cleared": 60, cut: 2600, banner: 2000, draw: 900, deal: 700, update: 0 },
  fast: { play: 160, pass: 160, "trick-won": 380, "trick-cleared": 20, cut: 1300, banner: 1100, draw: 350, deal: 350, update: 0 },
  instant: { play: 0, pass: 0, "trick-won": 0, "trick-cleared": 0, cut: 0, banner: 0, draw: 0, deal: 0, update: 0 },
};

/** The opening of a match takes this long at most once it has been seen (ms each). @type {Partial<Record<AnimationEvent["kind"], number>>} */
const KNOWN_OPENING = { cut: 650, draw: 200, deal: 450 };
const OPENING_SEEN = "oddtrick-opening-seen";

/** Queue length from which events are shortened, so that nobody waits long for their turn. */
const BACKLOG = 10;

/** Shows events in order, each for its duration. */
export class AnimationQueue {
  /** @type {AnimationEvent[]} */
  #queue = [];
  #running = false;
  /** Show every event at once. */
  hurry = false;
  /** Ends the current wait. @type {() => void} */
  #cancelWait = () => {};
  /** Incremented when the queue is cleared; a running loop that sees another generation stops. */
  #generation = 0;

  /**
   * @param {(event: AnimationEvent, moving: boolean) => void | Promise<void>} show Shows one event; resolves when its animation is over.
   * @param {(pending: boolean) => void} onPending Called when events begin or cease to be shown.
   */
  constructor(show, onPending) {
    this.show = show;
    this.onPending = onPending;
    document.addEventListener("visibilitychange", () => document.hidden && this.finishNow());
  }

  /** True while events are being shown. */
  get isPending() {
    return this.#running;
  }

  /** @param {AnimationEvent[]} events */
  add(events) {
    this.#queue.push(...events);
    if (!this.#running) void this.#run();
  }

  /** Skips all queued events and shows the final table. */
  finishNow() {
    const last = this.#queue.at(-1);
    const all = this.#queue;
    const joined = (/** @type {"announcement" | "brief"} */ text) => all.map((event) => event[text]).filter(Boolean).join(" ");
    this.#queue = [];
    this.#generation++;
    this.#setRunning(false);
    this.#cancelWait();
    if (last) void this.show({ ...last, kind: "update", banner: "", announcement: joined("announcement"), brief: joined("brief") }, false);
  }

  /** Clears the queue: a new table state replaces it. */
  clear() {
    this.#queue = [];
    this.#generation++;
    this.#setRunning(false);
    this.#cancelWait();
  }

  async #run() {
    this.#setRunning(true);
    const generation = this.#generation;
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      const duration = this.hurry ? 0 : durationOf(event, this.#queue.length);
      const start = performance.now();
      await this.show(event, duration > 0);
      if (generation !== this.#generation) return;
      const left = duration - (performance.now() - start);
      if (left > 0) await this.#wait(left);
      if (generation !== this.#generation) return;
    }
    this.#setRunning(false);
  }

  /** @param {boolean} running */
  #setRunning(running) {
    if (this.#running !== running) this.onPending(running);
    this.#running = running;
  }

  /** @param {number} time */
  #wait(time) {
    return new Promise((/** @type {(value?: void) => void} */ resolve) => {
      const timer = window.setTimeout(resolve, time);
      this.#cancelWait = () => {
        window.clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * Returns the duration of an event (ms); 0 on a hidden page.
 * @param {AnimationEvent} event
 * @param {number} queued Number of queued events.
 */
export function durationOf(event, queued) {
  if (document.hidden) return 0;
  const usual = (DURATIONS[preference("speed")] ?? DURATIONS.normal)?.[event.kind] ?? 0;
  const opening = event.table.match?.number === 0 && preference("speed") !== "slow" && openingSeen(event);
  const duration = opening ? Math.min(usual, KNOWN_OPENING[event.kind] ?? usual) : usual;
  return queued > BACKLOG ? duration / 3 : duration;
}

/**
 * Returns whether this browser has shown the opening of a match before; its end, the first deal, is remembered.
 * @param {AnimationEvent} event
 */
function openingSeen({ kind }) {
  try {
    const seen = window.localStorage.getItem(OPENING_SEEN) !== null;
    if (kind === "deal" && !seen) window.localStorage.setItem(OPENING_SEEN, "");
    return seen;
  } catch {
    return false; // storage is blocked
  }
}
