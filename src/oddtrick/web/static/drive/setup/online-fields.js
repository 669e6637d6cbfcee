// The fields for tables that are played on the server.

import { element } from "../../ui/dom.js";
import { selectField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";

/** @typedef {import("../drive-types").Online} Online */

const PAUSES = [15, 30, 60, 120];
const MOVES = [0, 20, 30, 60, 120];
const LEVELS = /** @type {const} */ (["novice", "casual", "club", "expert"]);

/** @returns {Online} */
export function usualOnline() {
  return { tables: "none", start_seconds: 15, move_seconds: 60, absence_seconds: 45, pause_seconds: 30, bots: "club", bot_delay_ms: 700 };
}

/**
 * The fields; each change makes new settings.
 * @param {Online} online
 * @param {(changed: Online) => void} change
 */
export function onlineFields(online, change) {
  const set = (/** @type {Partial<Online>} */ fields) => {
    online = { ...online, ...fields };
    change(online);
    more.hidden = online.tables === "none";
  };
  const tables = (["none", "some", "all"]).map((value) => ({ value, text: t(/** @type {import("../../i18n/translate.js").MessageKey} */ (`new.online.${value}`)) }));
  const pauses = [{ value: "", text: t("new.online.pause.none") }, ...withCurrent(PAUSES, online.pause_seconds).map((n) => ({ value: String(n), text: t("new.online.pause.after", { n }) }))];
  const moves = withCurrent(MOVES, online.move_seconds).map((n) => ({ value: String(n), text: n ? t("new.online.seconds", { n }) : t("new.online.move.none") }));
  const levels = LEVELS.map((value) => ({ value, text: t(`level.${value}`) }));
  const more = element(
    "div",
    { class: "part", hidden: online.tables === "none" },
    selectField(t("new.online.pause"), pauses, String(online.pause_seconds ?? ""), (value) => set({ pause_seconds: value === "" ? null : Number(value) }), t("new.online.pause.about")),
    selectField(t("new.online.move"), moves, String(online.move_seconds), (value) => set({ move_seconds: Number(value) }), t("new.online.move.about")),
    selectField(t("new.online.bots"), levels, online.bots, (value) => set({ bots: value })),
  );
  return [
    selectField(t("new.online"), tables, online.tables, (value) => set({ tables: /** @type {Online["tables"]} */ (value) }), t("new.online.about")),
    more,
  ];
}

/**
 * @param {number[]} offered
 * @param {number | null} current
 */
function withCurrent(offered, current) {
  return [...new Set(current === null ? offered : [...offered, current])].sort((one, other) => one - other);
}
