// Entry point: picks the page for the current address and shows it in the user's language.

import { applyPreferences, preference } from "./ui/preferences.js";
import { resolveLanguage, setLanguage } from "./i18n/translate.js";

/** @typedef {(page: HTMLElement, ...parameters: string[]) => void | Promise<void>} Show */
/** @import {CataloguePart} from "./i18n/translate.js" */

/** Address patterns, the page module for each, and its texts; all load on demand. @type {[RegExp, () => Promise<{show: Show}>, CataloguePart][]} */
const PAGES = [
  [/^\/$/, () => import("./start/start-page.js"), "start"],
  [/^\/play\/([^/]+)$/, () => import("./start/game-link-page.js"), "start"],
  [/^\/games$/, () => import("./start/my-games-page.js"), "start"],
  [/^\/ratings(?:\/([^/]+))?$/, () => import("./start/leaderboard-page.js"), "start"],
  [/^\/daily(?:\/([^/]+))?$/, () => import("./daily/daily-page.js"), "daily"],
  [/^\/learn(?:\/([^/]+))?$/, () => import("./guide/tutorial-page.js"), "tutorial"],
  [/^\/rules(?:\/([^/]+))?$/, () => import("./guide/rules-page.js"), "start"],
  [/^\/solve$/, () => import("./solve/solve-page.js"), "solve"],
  [/^\/t\/([^/]+)\/?$/, () => import("./table/controller.js"), "table"],
  [/^\/(?:t\/([^/]+)|review\/([^/]+))\/retry\/(?:([1-9]\d*)\/)?([1-9]\d*)\/([1-9]\d*)$/, () => import("./table/decision-practice-page.js"), "table"],
  [/^\/offline\/play$/, () => import("./start/offline-setup-page.js"), "start"],
  [/^\/offline\/table$/, () => import("./offline/table-page.js"), "table"],
  [/^\/drive\/?$/, () => import("./drive/drives-page.js"), "drive"],
  [/^\/drive\/new$/, () => import("./drive/setup/new-drive-page.js"), "drive"],
  [/^\/drive\/season$/, () => import("./drive/season/season-page.js"), "drive"],
  [/^\/drive\/([^/]+)\/desk$/, () => import("./drive/desk/desk-page.js"), "drive"],
  [/^\/drive\/([^/]+)\/screen$/, () => import("./drive/screen/screen-page.js"), "drive"],
  [/^\/drive\/([^/]+)\/?$/, () => import("./drive/phone/phone-page.js"), "drive"],
  [/^\/(?:t\/([^/]+)\/)?replay(?:\/([^/]+))?$/, () => import("./replay/replay-page.js"), "replay"],
];

/** Time until a page does what can wait: its own content comes first (ms). */
const LATER_AFTER = 1500;

applyPreferences();
const { load, part, parameters } = findPage(window.location.pathname);
const language = resolveLanguage(preference("language"));
const [{ show }] = await Promise.all([load(), setLanguage(language, ...part)]);
void show(document.body, ...parameters);
// A whist drive is left in peace, and a match without the server asks it nothing.
if (!/^\/(drive|offline)\b/.test(window.location.pathname)) setTimeout(whenIdle, LATER_AFTER);

/**
 * @param {string} path
 * @returns {{load: () => Promise<{show: Show}>, part: CataloguePart[], parameters: string[]}}
 */
function findPage(path) {
  for (const [pattern, load, part] of PAGES) {
    const match = pattern.exec(path);
    if (!match) continue;
    return { load, part: [part], parameters: match.slice(1).map((text) => text && decodeURIComponent(text)) };
  }
  return { load: loadNotFound, part: [], parameters: [] };
}

/** @returns {Promise<{show: Show}>} */
async function loadNotFound() {
  const { showNotFound } = await import("./shell/not-found-page.js");
  return { show: () => showNotFound("") };
}

function whenIdle() {
  if ("requestIdleCallback" in window) window.requestIdleCallback(loadLater, { timeout: LATER_AFTER });
  else loadLater(); // Safari has none
}

function loadLater() {
  import("./shell/after-page.js").catch(() => window.addEventListener("online", loadLater, { once: true }));
}
