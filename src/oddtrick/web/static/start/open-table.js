// Creates a table and goes there.

import { AUTO_START_TABLE } from "../ui/storage-keys.js";
import { ensureGuest, post } from "../ui/http-client.js";
import { preference } from "../ui/preferences.js";
import { currentLanguage } from "../i18n/translate.js";

/** @import {NewTable} from "../wire/protocol" */

/** Delay of a bot before each card, by speed setting (ms). */
const BOT_DELAYS = { slow: 1200, normal: 700, fast: 300, instant: 0 };

/** The bot level that every server offers. */
const DEFAULT_LEVEL = "casual";

/**
 * Opens a table against bots and starts the match. The table page sends the start command, because
 * only players who are connected contribute to the first draw.
 * @param {Record<string, unknown>} rules `game` and its options.
 * @param {Partial<NewTable["settings"]>} [settings]
 * @param {(url: string) => void} [go] Opens the page of the table.
 */
export async function playAgainstBots(rules, settings = {}, go = (url) => window.location.assign(url)) {
  const level = preference("level") || DEFAULT_LEVEL;
  await createTable({ rules, settings, sit: 0, fill: level }, go).catch((error) => {
    // The preferred level may no longer exist on this server.
    if (error.code === "no-such-bot" && level !== DEFAULT_LEVEL) return createTable({ rules, settings, sit: 0, fill: DEFAULT_LEVEL }, go);
    throw error;
  });
}

/**
 * Opens a table for friends.
 * @param {Record<string, unknown>} rules
 * @param {Partial<NewTable["settings"]>} settings
 */
export function openTableForFriends(rules, settings) {
  return createTable({ rules, settings, sit: 0 }, null);
}

/**
 * @param {{rules: Record<string, unknown>, settings: Partial<NewTable["settings"]>, sit: number, fill?: string}} request
 * @param {((url: string) => void) | null} go Opens the page of a table whose match begins at once; null: of one that waits.
 */
async function createTable(request, go) {
  // Against bots alone, the table page paces the cards itself and lets the player skip.
  const settings = { bot_delay_ms: go ? 0 : BOT_DELAYS[preference("speed")], ...request.settings };
  // The server's default name for a guest is English.
  if (currentLanguage() !== "en") await ensureGuest();
  /** @type {import("../wire/protocol").OpenedTable} */
  const opened = await post("/api/tables", { ...request, settings });
  if (go) window.sessionStorage.setItem(AUTO_START_TABLE, opened.code);
  if (go) go(opened.url);
  else window.location.assign(opened.url);
}
