// Shows animation events one at a time, at a pace a person can follow.

import { preference } from "../ui/preferences.js";

/** @typedef {import("./animation-events.js").AnimationEvent} AnimationEvent */

/** Duration of each event (ms), by speed setting. @type {Record<string, Record<AnimationEvent["kind"], number>>} */
const DURATIONS = {
  slow: { card: 950, won: 1500, taken: 120, cut: 3800, word: 3200, drawing: 1600, dealt: 1100, still: 0 },
  normal: { card: 480, won: 850, taken: 60, cut: 2600, word: 2000, drawing: 900, dealt: 700, still: 0 },
  fast: { card: 160, won: 380, taken: 20, cut: 1300, word: 1100, drawing: 350, dealt: 350, still: 0 },
  instant: { card: 0, won: 0, taken: 0, cut: 0, word: 0, drawing: 0, dealt: 0, still: 0 },
};

/** Queue length from which events are shortened, so that nobody waits long for their turn. */
const BACKLOG = 10;

/** Shows events in order, each for its duration. */
export class AnimationQueue {
  /** @type {AnimationEvent[]} */
  #queue = [];
  #running = false;
  /** Ends the current wait. @type {() => void} */
  #cancelWait = () => {};
  /** Incremented when the queue is cleared; a running loop that sees another generation stops. */
  #generation = 0;

  /** @param {(event: AnimationEvent, moving: boolean) => void | Promise<void>} show Shows one event; resolves when its animation is over. */
  constructor(show) {
    this.show = show;
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
    const passed = this.#queue.slice(0, -1).map((event) => event.announcement);
    this.#queue = [];
    this.#generation++;
    this.#running = false;
    this.#cancelWait();
    if (last) void this.show({ ...last, kind: "still", banner: "", announcement: [...passed, last.announcement].filter(Boolean).join(" ") }, false);
  }

  /** Clears the queue: a new table state replaces it. */
  clear() {
    this.#queue = [];
    this.#generation++;
    this.#running = false;
    this.#cancelWait();
  }

  async #run() {
    this.#running = true;
    const generation = this.#generation;
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      const duration = durationOf(event, this.#queue.length);
      const start = performance.now();
      await this.show(event, duration > 0);
      if (generation !== this.#generation) return;
      const left = duration - (performance.now() - start);
      if (left > 0) await this.#wait(left);
      if (generation !== this.#generation) return;
    }
    this.#running = false;
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
function durationOf(event, queued) {
  if (document.hidden) return 0;
  const duration = (DURATIONS[preference("speed")] ?? DURATIONS.normal)?.[event.kind] ?? 0;
  return queued > BACKLOG ? duration / 3 : duration;
}
