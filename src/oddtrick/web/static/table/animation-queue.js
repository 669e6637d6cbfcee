// What was told, shown one moment after another, as a person can follow it.

import { wished } from "../ui/preferences.js";

/** @typedef {import("./animation-events.js").Moment} Moment */

/** How long a moment is looked at (ms), at each speed that can be wished for. @type {Record<string, Record<Moment["kind"], number>>} */
const HELD = {
  slow: { card: 950, won: 1500, taken: 120, cut: 3800, word: 3200, drawing: 1600, dealt: 1100, still: 0 },
  normal: { card: 480, won: 850, taken: 60, cut: 2600, word: 2000, drawing: 900, dealt: 700, still: 0 },
  fast: { card: 160, won: 380, taken: 20, cut: 1300, word: 1100, drawing: 350, dealt: 350, still: 0 },
  instant: { card: 0, won: 0, taken: 0, cut: 0, word: 0, drawing: 0, dealt: 0, still: 0 },
};

/** With so many moments to come, each is shorter: nobody waits long for their turn. */
const MANY = 10;

/** Shows moments, one at a time, each for its while. */
export class Pace {
  /** @type {Moment[]} */
  #coming = [];
  #busy = false;
  /** Ends the present wait. @type {() => void} */
  #wake = () => {};
  /** Counts what was thrown over, so that what waited in the meantime knows. */
  #turn = 0;

  /** @param {(moment: Moment, moving: boolean) => void | Promise<void>} show Shows one; resolves when it has come to rest. */
  constructor(show) {
    this.show = show;
    document.addEventListener("visibilitychange", () => document.hidden && this.hurry());
  }

  /** Whether something that was told is still to be seen. */
  get behind() {
    return this.#busy;
  }

  /** @param {Moment[]} moments */
  add(moments) {
    this.#coming.push(...moments);
    if (!this.#busy) void this.#run();
  }

  /** Shows at once how things stand. */
  hurry() {
    const last = this.#coming.at(-1);
    const passed = this.#coming.slice(0, -1).map((moment) => moment.said);
    this.#coming = [];
    this.#turn++;
    this.#busy = false;
    this.#wake();
    if (last) void this.show({ ...last, kind: "still", word: "", said: [...passed, last.said].filter(Boolean).join(" ") }, false);
  }

  /** Forgets what was still to be shown: the table has become another. */
  drop() {
    this.#coming = [];
    this.#turn++;
    this.#busy = false;
    this.#wake();
  }

  async #run() {
    this.#busy = true;
    const turn = this.#turn;
    for (let moment = this.#coming.shift(); moment; moment = this.#coming.shift()) {
      const held = heldFor(moment, this.#coming.length);
      const begun = performance.now();
      await this.show(moment, held > 0);
      if (turn !== this.#turn) return;
      const left = held - (performance.now() - begun);
      if (left > 0) await this.#wait(left);
      if (turn !== this.#turn) return;
    }
    this.#busy = false;
  }

  /** @param {number} time */
  #wait(time) {
    return new Promise((/** @type {(value?: void) => void} */ done) => {
      const timer = window.setTimeout(done, time);
      this.#wake = () => {
        window.clearTimeout(timer);
        done();
      };
    });
  }
}

/**
 * How long to look at a moment (ms); nobody looks at a page that is hidden.
 * @param {Moment} moment
 * @param {number} behind So many are to come.
 */
function heldFor(moment, behind) {
  if (document.hidden) return 0;
  const usual = (HELD[wished("speed")] ?? HELD.normal)?.[moment.kind] ?? 0;
  return behind > MANY ? usual / 3 : usual;
}
