// Asks the solver's worker about one position at a time; a newer question replaces an older one.

import { trustedScript } from "../ui/worker-scripts.js";

/** @import {OpenDeal, Progress, Answer} from "./solver-worker.js" */

/**
 * @typedef {object} Listener
 * @property {(progress: Progress) => void} [onProgress] Called as soon as the cards have been played.
 * @property {(values: Record<string, number>) => void} onValues Called with the value of each legal card.
 * @property {() => void} [onSlow] Called if the values take long.
 * @property {(message: string) => void} onError Called with a message, or with none if the solver can't be loaded.
 */

/** How long a question may delay the next one before its worker is replaced (ms). */
const PATIENCE = 150;
/** Time after which the listener hears that its values take long (ms). */
const LONG = 3000;

/** A worker with a solver. */
export class SolverClient {
  /** @type {Worker | null} */
  #worker = null;
  #lastId = 0;
  /** Number of the question under way; 0: none. */
  #working = 0;
  /** @type {Listener | null} */
  #listener = null;
  /** Replaces a worker that is still busy with an old question. */
  #timer = 0;
  #slowTimer = 0;
  /** Sends the question that waits for the worker. @type {(() => void) | null} */
  #waiting = null;

  /**
   * Asks about a deal after some cards.
   * @param {OpenDeal} deal
   * @param {readonly string[]} plays
   * @param {Listener} listener
   */
  ask(deal, plays, listener) {
    const id = ++this.#lastId;
    this.#listener = listener;
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#slowTimer);
    this.#slowTimer = window.setTimeout(() => listener.onSlow?.(), LONG);
    const post = () => {
      this.#working = id;
      this.#post({ id, deal, plays: [...plays] });
    };
    if (!this.#working) return post();
    this.#waiting = post;
    this.#timer = window.setTimeout(() => this.#restart(), PATIENCE);
  }

  /** Forgets the question under way. */
  cancel() {
    this.#listener = null;
    this.#waiting = null;
    this.#lastId++;
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#slowTimer);
    if (this.#working) this.#restart();
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#next();
  }

  /** Turns to the question that waits. */
  #next() {
    window.clearTimeout(this.#timer);
    this.#working = 0;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.();
  }

  /** @param {object} message */
  #post(message) {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start() {
    const worker = createWorker();
    worker.addEventListener("message", (/** @type {MessageEvent<Answer>} */ { data }) => this.#onAnswer(data));
    worker.addEventListener("error", () => {
      const listener = this.#listener;
      this.#worker = null;
      this.#next();
      listener?.onError("");
    });
    return worker;
  }

  /** @param {Answer} answer */
  #onAnswer(answer) {
    const listener = answer.id === this.#lastId ? this.#listener : null;
    if ("progress" in answer) {
      listener?.onProgress?.(answer.progress);
      return;
    }
    this.#next();
    if (listener) window.clearTimeout(this.#slowTimer);
    if ("values" in answer) listener?.onValues(answer.values);
    else listener?.onError(answer.error);
  }
}

/** Creates the worker. */
function createWorker() {
  const address = new URL("./solver-worker.js", import.meta.url).href;
  return new Worker(trustedScript("oddtrick-solver", address), { type: "module", name: "solver" });
}
