// The player's statistics, by game.

import { element } from "../ui/dom.js";
import { runAction, get } from "../ui/http-client.js";
import { currentLanguage, t, tOr } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").GameStatistics} GameStatistics */

/** Metrics in display order. */
const METRICS = /** @type {const} */ (["matches", "won", "level", "tricks", "points", "rating"]);

/** The statistics section; hidden before the first finished match. */
export function playerStats() {
  const games = element("ul", { class: "counted" });
  const section = element(
    "section",
    { class: "figures", "aria-labelledby": "figures", hidden: true },
    element("h2", { id: "figures" }, t("stats.title")),
    games,
    element("p", { class: "small" }, t("stats.about")),
  );
  void runAction(section, async () => {
    /** @type {import("../wire/protocol").Statistics} */
    const told = await get("/api/me/statistics");
    games.append(...told.games.map(gameStats));
    section.hidden = !told.games.length;
  });
  return section;
}

/** @param {GameStatistics} told */
function gameStats(told) {
  const form = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 });
  const pairs = METRICS.map((name) => {
    const value = name === "rating" ? told.rating : (told[name] ?? 0);
    const shown = value === null || value === undefined ? "–" : form.format(value);
    return element("div", {}, element("dt", {}, t(`stats.${name}`)), element("dd", {}, shown));
  });
  return element("li", {}, element("h3", {}, tOr(`game.${told.game}`, told.game)), element("dl", {}, ...pairs));
}
