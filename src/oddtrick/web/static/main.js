// Wires: finds out what this address is about, and shows it in the person's language.

import { applyWishes, wished } from "./page/wishes.js";
import { chosenLanguage, useLanguage } from "./words/words.js";

/** @typedef {(page: HTMLElement, ...found: string[]) => void | Promise<void>} Show */

/** The pages: an address, and who shows it. Only what is shown is loaded. @type {[RegExp, () => Promise<{show: Show}>][]} */
const PAGES = [
  [/^\/$/, () => import("./start/start.js")],
  [/^\/games$/, () => import("./start/games.js")],
  [/^\/ratings(?:\/([^/]+))?$/, () => import("./start/ratings.js")],
  [/^\/learn$/, () => import("./guide/learn.js")],
  [/^\/rules(?:\/([^/]+))?$/, () => import("./guide/rules.js")],
  [/^\/t\/([^/]+)\/?$/, () => import("./table/room.js")],
  [/^\/(?:t\/([^/]+)\/)?replay(?:\/([^/]+))?$/, () => import("./after/replay.js")],
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
  const { showNowhere } = await import("./page/nowhere.js");
  return () => showNowhere("");
}
