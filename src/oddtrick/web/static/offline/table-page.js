// The table of a match against bots without the server.

import "../i18n/en/table.js"; // preloaded with the page
import { secureRandom } from "../match/dealing.js";
import { levels } from "../match/game-options.js";
import { rulesOf } from "../match/game-rules.js";
import { Match } from "../match/match-state.js";
import { OFFLINE_SETUP } from "../table/action-buttons.js";
import { openTable } from "../table/controller.js";
import { t } from "../i18n/translate.js";
import { uploadFinishedMatches, storedTable, storeTable } from "./host/match-store.js";
import { AUTO_START_TABLE } from "../ui/storage-keys.js";
import { HostConnection } from "./host/offline-table.js";
import { noviceAction } from "./host/novice.js";
import { offlineHint } from "./host/offline-hint.js";
import { SearchingBot } from "./host/searching-bot.js";
import { CODE, OWN_PLACE } from "./host/table-projection.js";
import { takeTable } from "./table-lock.js";

/** @import {BotView} from "./host/novice.js" */

/**
 * Shows the stored table; without one, the page that begins a match. While another page plays it, offers to take over.
 * @param {HTMLElement} page
 */
export async function show(page) {
  // A match that was begun just now was begun here, whatever another page still shows.
  await showTable(page, window.sessionStorage.getItem(AUTO_START_TABLE) === CODE);
}

/**
 * @param {HTMLElement} page
 * @param {boolean} takeOver Take the table from another page.
 */
async function showTable(page, takeOver) {
  /** @type {HostConnection | null} */
  let connection = null;
  const leave = () => {
    connection?.stop();
    window.location.reload(); // shows where the match goes on
  };
  if (!(await takeTable(takeOver, leave))) {
    const { showOtherTab } = await import("./table-lock.js");
    return showOtherTab(page, () => {
      page.replaceChildren();
      void showTable(page, true);
    });
  }
  const found = playableTable();
  if (!found) return window.location.replace(OFFLINE_SETUP);
  const { state, rules } = found;
  const searcher = new SearchingBot();
  if (state.stage === "gathering") window.sessionStorage.setItem(AUTO_START_TABLE, CODE);
  openTable(page, CODE, {
    connect: (handlers) => {
      const judge = (/** @type {BotView} */ view, /** @type {string[][]} */ held) => searcher.judgeClaim(view, held);
      return (connection = new HostConnection(rules, state, botOf(state.level, searcher), judge, handlers, leave));
    },
    practice: null,
    offline: true,
    hint: async () => {
      if (!levels.includes("strong")) throw new Error(t("hint.no-search"));
      if (connection?.table.turn !== OWN_PLACE || rules.plan.stock) throw new Error(t("hint.unavailable"));
      return offlineHint(connection.table.botView, (view) => searcher.evaluate(view)).catch(() => {
        throw new Error(t("hint.unavailable")); // the search can't run, as in a browser that is too old
      });
    },
  });
  window.addEventListener("online", () => void uploadFinishedMatches().catch(() => null)); // My games tries again
}

/** The stored table with its rules; null if there is none, or if it can't be played on, and is then forgotten. */
function playableTable() {
  const state = storedTable();
  if (!state) return null;
  try {
    const rules = rulesOf(state.game, state.options);
    Match.after(rules, state.actions);
    return { state, rules };
  } catch {
    storeTable(null); // what is stored was changed, or is of a version with other rules
    return null;
  }
}

/**
 * @param {string} level
 * @param {SearchingBot} searcher
 * @returns {import("./host/offline-table.js").BotPlayer}
 */
function botOf(level, searcher) {
  if (level !== "strong") return (view) => noviceAction(view, secureRandom);
  return (view) => searcher.action(view);
}
