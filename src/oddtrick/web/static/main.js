// Entry point: picks the page for the current address and shows it in the user's language.

import { applyPreferences, preference } from "./ui/preferences.js";
import { resolveLanguage, setLanguage } from "./i18n/translate.js";

/** @typedef {(page: HTMLElement, ...parameters: string[]) => void | Promise<void>} Show */

/** Address patterns and the page module for each; modules load on demand. @type {[RegExp, () => Promise<{show: Show}>][]} */
const PAGES = [
  [/^\/$/, () => import("./start/start-page.js")],
  [/^\/games$/, () => import("./start/my-games-page.js")],
  [/^\/ratings(?:\/([^/]+))?$/, () => import("./start/leaderboard-page.js")],
  [/^\/learn$/, () => import("./guide/tutorial-page.js")],
  [/^\/rules(?:\/([^/]+))?$/, () => import("./guide/rules-page.js")],
  [/^\/t\/([^/]+)\/?$/, () => import("./table/controller.js")],
  [/^\/(?:t\/([^/]+)\/)?replay(?:\/([^/]+))?$/, () => import("./replay/replay-page.js")],
];

applyPreferences();
const [show] = await Promise.all([findPage(window.location.pathname), setLanguage(resolveLanguage(preference("language")))]);
show(document.body);

/**
 * @param {string} path
 * @returns {Promise<(page: HTMLElement) => void>}
 */
async function findPage(path) {
  for (const [pattern, load] of PAGES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { show } = await load();
    return (page) => void show(page, ...match.slice(1).map((part) => part && decodeURIComponent(part)));
  }
  const { showNotFound } = await import("./ui/not-found-page.js");
  return () => showNotFound("");
}
