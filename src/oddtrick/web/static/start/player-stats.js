// How one did, game by game.

import { element } from "../ui/dom.js";
import { attempt, get } from "../ui/http-client.js";
import { currentLanguage, words, wordsOr } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").GameStatistics} GameStatistics */

/** What is counted, in the order in which it is shown. */
const COUNTED = /** @type {const} */ (["matches", "won", "level", "tricks", "points", "rating"]);

/** One's figures; nothing before the first match has ended. */
export function figures() {
  const games = element("ul", { class: "counted" });
  const section = element(
    "section",
    { class: "figures", "aria-labelledby": "figures", hidden: true },
    element("h2", { id: "figures" }, words("figures.title")),
    games,
    element("p", { class: "small" }, words("figures.about")),
  );
  void attempt(section, async () => {
    /** @type {import("../wire/protocol").Statistics} */
    const told = await get("/api/me/statistics");
    games.append(...told.games.map(counted));
    section.hidden = !told.games.length;
  });
  return section;
}

/** @param {GameStatistics} told */
function counted(told) {
  const form = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 });
  const pairs = COUNTED.map((name) => {
    const value = name === "rating" ? told.rating : (told[name] ?? 0);
    const shown = value === null || value === undefined ? "–" : form.format(value);
    return element("div", {}, element("dt", {}, words(`figures.${name}`)), element("dd", {}, shown));
  });
  return element("li", {}, element("h3", {}, wordsOr(`game.${told.game}`, told.game)), element("dl", {}, ...pairs));
}
