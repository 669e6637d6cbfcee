// Wires: finds out what this address is about, and shows it in the person's language.

import { applyWishes, wished } from "./ui/preferences.js";
import { chosenLanguage, useLanguage } from "./i18n/translate.js";

/** @typedef {(page: HTMLElement, ...found: string[]) => void | Promise<void>} Show */

/** The pages: an address, and who shows it. Only what is shown is loaded. @type {[RegExp, () => Promise<{show: Show}>][]} */
const PAGES = [
  [/^\/$/, () => import("./start/start-page.js")],
  [/^\/games$/, () => import("./start/my-games-page.js")],
  [/^\/ratings(?:\/([^/]+))?$/, () => import("./start/leaderboard-page.js")],
  [/^\/learn$/, () => import("./guide/tutorial-page.js")],
  [/^\/rules(?:\/([^/]+))?$/, () => import("./guide/rules-page.js")],
  [/^\/t\/([^/]+)\/?$/, () => import("./table/controller.js")],
  [/^\/(?:t\/([^/]+)\/)?replay(?:\/([^/]+))?$/, () => import("./replay/replay-page.js")],
];

applyWishes();
const [show] = await Promise.all([pageOf(window.location.pathname), useLanguage(chosenLanguage(wished("language")))]);
show(document.body);

/**
 * @param {string} path
 * @returns {Promise<(page: HTMLElement) => void>}
 */
async function pageOf(path) {
  for (const [pattern, load] of PAGES) {
    const found = pattern.exec(path);
    if (!found) continue;
    const { show } = await load();
    return (page) => void show(page, ...found.slice(1).map((part) => part && decodeURIComponent(part)));
  }
  const { showNowhere } = await import("./ui/not-found-page.js");
  return () => showNowhere("");
}
