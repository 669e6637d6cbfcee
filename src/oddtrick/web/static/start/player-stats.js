// The player's statistics, by game.

import { element } from "../ui/dom.js";
import { runAction, get } from "../ui/http-client.js";
import { currentLanguage, t, tOr } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").GameStatistics} GameStatistics */

/** Metrics in display order. */
const METRICS = /** @type {const} */ (["matches", "won", "level", "tricks", "points", "rating"]);

/** The statistics section; hidden before the first finished match. */
export function playerStats() {
  const games = element("ul", { class: "stats-list" });
  const section = element(
    "section",
    { class: "figures", "aria-labelledby": "figures", hidden: true },
    element("h2", { id: "figures" }, t("stats.title")),
    games,
    element("p", { class: "small" }, t("stats.about")),
  );
  void runAction(section, async () => {
    /** @type {import("../wire/protocol").Statistics} */
    const statistics = await get("/api/me/statistics");
    games.append(...statistics.games.map(gameStats));
    section.hidden = !statistics.games.length;
  });
  return section;
}

/** @param {GameStatistics} statistics */
function gameStats(statistics) {
  const format = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 });
  const pairs = METRICS.map((name) => {
    const value = name === "rating" ? statistics.rating : (statistics[name] ?? 0);
    const text = value === null || value === undefined ? "–" : format.format(value);
    return element("div", {}, element("dt", {}, t(`stats.${name}`)), element("dd", {}, text));
  });
  return element("li", {}, element("h3", {}, tOr(`game.${statistics.game}`, statistics.game)), element("dl", {}, ...pairs));
}
