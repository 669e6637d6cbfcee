// One page at a time plays the table of this browser; another page may take it over.

import { element } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { t } from "../i18n/translate.js";

const LOCK = "oddtrick-offline-table";

/** Time for a page that is being left to release the table (ms). */
const RELEASE = 1500;

/**
 * Takes the table for this page, until the page is left or another one takes it over. A browser without locks, as on
 * a page without https, lets every page have it: storing then notices the other one (match-store.js).
 * @param {boolean} takeOver Take it from another page.
 * @param {() => void} onLost Called when another page has taken it over.
 * @returns {Promise<boolean>} False if another page has it.
 */
export function takeTable(takeOver, onLost) {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  return new Promise((answer) => {
    let held = false;
    const hold = () => {
      held = true;
      answer(true);
      return new Promise(() => {}); // never released by this page
    };
    locks
      .request(LOCK, takeOver ? { steal: true } : { signal: AbortSignal.timeout(RELEASE) }, hold)
      .catch(() => (held ? onLost() : answer(false)));
  });
}

// What a page shows while another one plays the table of this browser.

/**
 * Shows the page.
 * @param {HTMLElement} page
 * @param {() => void} takeOver Plays here.
 */
export function showOtherTab(page, takeOver) {
  const here = element("button", { type: "button", class: "primary", click: takeOver }, t("other-tab.here"));
  const main = element(
    "main",
    { class: "not-found" },
    element("h1", {}, t("other-tab.title")),
    element("p", {}, t("other-tab.about")),
    element("div", { class: "buttons" }, here, element("a", { class: "button", href: "/" }, t("action.home"))),
  );
  renderPage(page, "", t("other-tab.title"), main);
}
