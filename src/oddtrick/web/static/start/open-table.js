// Creates a table and goes there.

import { AUTO_START_TABLE } from "../ui/cross-page-storage.js";
import { get, post } from "../ui/http-client.js";
import { preference } from "../ui/preferences.js";
import { currentLanguage, t } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").NewTable} NewTable */

/** Delay of a bot before each card, by speed setting (ms). */
const BOT_DELAYS = { slow: 1200, normal: 700, fast: 300, instant: 0 };

/** The bot level that every server offers. */
const DEFAULT_LEVEL = "casual";

/**
 * Opens a table against bots and starts the match. The table page sends the start command, because
 * only players who are connected contribute to the first draw.
 * @param {Record<string, unknown>} rules `game` and its options.
 * @param {Partial<NewTable["settings"]>} [settings]
 */
export async function playAgainstBots(rules, settings = {}) {
  const level = preference("level") || DEFAULT_LEVEL;
  await createTable({ rules, settings, sit: 0, fill: level }, true).catch((error) => {
    // The preferred level may no longer exist on this server.
    if (error.code === "no-such-bot" && level !== DEFAULT_LEVEL) return createTable({ rules, settings, sit: 0, fill: DEFAULT_LEVEL }, true);
    throw error;
  });
}

/**
 * Opens a table for friends.
 * @param {Record<string, unknown>} rules
 * @param {Partial<NewTable["settings"]>} settings
 */
export function openTableForFriends(rules, settings) {
  return createTable({ rules, settings, sit: 0 }, false);
}

/** Names an anonymous player "Guest" in their language; the server's default is English. */
async function ensureGuestName() {
  if (currentLanguage() === "en") return;
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  if (!me.id) await post("/api/me", { name: t("setup.guest") });
}

/**
 * @param {{rules: Record<string, unknown>, settings: Partial<NewTable["settings"]>, sit: number, fill?: string}} request
 * @param {boolean} begins
 */
async function createTable(request, begins) {
  // Against bots alone, the table page paces the cards itself and lets the player skip.
  const settings = { bot_delay_ms: begins ? 0 : BOT_DELAYS[preference("speed")], ...request.settings };
  await ensureGuestName();
  /** @type {import("../wire/protocol").OpenedTable} */
  const opened = await post("/api/tables", { ...request, settings });
  if (begins) window.sessionStorage.setItem(AUTO_START_TABLE, opened.code);
  window.location.assign(opened.url);
}
