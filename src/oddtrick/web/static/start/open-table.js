// Opening a table, and going there.

import { BEGINS } from "../ui/session-keys.js";
import { get, post } from "../ui/http-client.js";
import { wished } from "../ui/preferences.js";
import { currentLanguage, words } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").NewTable} NewTable */

/** How long a bot takes for a card, by the speed that is wished for (ms). */
const PACE = { slow: 1200, normal: 700, fast: 300, instant: 0 };

/** The bots that everybody can play against, whatever else a house offers. */
const USUAL = "casual";

/**
 * Plays against bots at once. The match begins at the table, and not here: whoever is not at the
 * table has no part in the first draw.
 * @param {Record<string, unknown>} rules `game` and its options.
 * @param {Partial<NewTable["settings"]>} [settings]
 */
export async function playNow(rules, settings = {}) {
  const level = wished("level") || USUAL;
  await open({ rules, settings, sit: 0, fill: level }, true).catch((error) => {
    // A house may have given up a level that was wished for once.
    if (error.code === "no-such-bot" && level !== USUAL) return open({ rules, settings, sit: 0, fill: USUAL }, true);
    throw error;
  });
}

/**
 * Opens a table where friends can sit down.
 * @param {Record<string, unknown>} rules
 * @param {Partial<NewTable["settings"]>} settings
 */
export function openForFriends(rules, settings) {
  return open({ rules, settings, sit: 0 }, false);
}

/** Somebody without a name is a guest; the house says so in English, and we in their language. */
async function introduce() {
  if (currentLanguage() === "en") return;
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  if (!me.id) await post("/api/me", { name: words("setup.guest") });
}

/**
 * @param {{rules: Record<string, unknown>, settings: Partial<NewTable["settings"]>, sit: number, fill?: string}} asked
 * @param {boolean} begins
 */
async function open(asked, begins) {
  // Against bots alone the table's page keeps the pace, and lets it be skipped.
  const settings = { bot_delay_ms: begins ? 0 : PACE[wished("speed")], ...asked.settings };
  await introduce();
  /** @type {import("../wire/protocol").Opened} */
  const opened = await post("/api/tables", { ...asked, settings });
  if (begins) window.sessionStorage.setItem(BEGINS, opened.code);
  window.location.assign(opened.url);
}
