// Style sheets of the parts of the table page that load later.

import { element } from "../ui/dom.js";

/**
 * Adds style sheets of this folder to the page, and waits until each is loaded or has failed.
 * @param {string[]} names
 */
export async function addStyles(...names) {
  await Promise.all(names.map((name) => new Promise((done) => {
    const href = new URL(`./${name}`, import.meta.url).href;
    document.head.append(element("link", { rel: "stylesheet", href, load: done, error: done }));
  })));
}
