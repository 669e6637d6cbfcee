// Style sheets of the parts of the table page that load later.

import { element } from "../ui/dom.js";

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
