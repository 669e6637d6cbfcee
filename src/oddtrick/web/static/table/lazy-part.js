// Parts of the table page that the first card doesn't need. They load when first used or when the page is idle.

import { element } from "../ui/dom.js";

/** Time after which an idle part loads on browsers without idle callbacks (ms). */
const IDLE_FALLBACK = 600;

/**
 * A part whose script loads later.
 * @template Part
 */
export class LazyPart {
  /** @type {Part | null} */
  #part = null;
  /** @type {Promise<Part> | null} */
  #loading = null;

  /**
   * @param {() => Promise<Part>} start Imports the script and creates the part.
   * @param {() => void} [onLoad] Called once the part is there.
   */
  constructor(start, onLoad = () => {}) {
    this.start = start;
    this.onLoad = onLoad;
  }

  /** The part if it is loaded, or null. */
  get loaded() {
    return this.#part;
  }

  /** Returns the part if it is loaded; otherwise null, and it begins to load. */
  want() {
    if (!this.#part) this.load().catch(() => null); // tried again at the next use
    return this.#part;
  }

  /**
   * Returns the part, loaded now if it must be.
   * @returns {Promise<Part>}
   */
  load() {
    this.#loading ??= this.start().then(
      (part) => {
        this.#part = part;
        this.onLoad();
        return part;
      },
      (error) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }
}

/**
 * Loads parts one after the other while the page has nothing else to do.
 * @param {LazyPart<unknown>[]} parts
 */
export function loadWhenIdle(parts) {
  const [next, ...rest] = parts;
  if (!next) return;
  const load = () => void next.load().catch(() => null).then(() => loadWhenIdle(rest));
  if ("requestIdleCallback" in window) window.requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, IDLE_FALLBACK);
}

// Style sheets of the parts of the table page that load later.

/** The style sheets that were added; each is ready once it is loaded or has failed. @type {Map<string, Promise<unknown>>} */
const added = new Map();

/**
 * Adds style sheets of this folder to the page, each once, and waits until they are loaded or have failed.
 * @param {string[]} names
 */
export async function addStyles(...names) {
  await Promise.all(names.map((name) => {
    const ready = added.get(name) ?? addStyle(name);
    added.set(name, ready);
    return ready;
  }));
}

/** @param {string} name */
function addStyle(name) {
  const href = new URL(`./${name}`, import.meta.url).href;
  return new Promise((done) => document.head.append(element("link", { rel: "stylesheet", href, load: done, error: done })));
}
