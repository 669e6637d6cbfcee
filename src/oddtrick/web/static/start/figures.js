// How one did, game by game.

import { element } from "../page/element.js";
import { attempt, get } from "../page/http.js";
import { currentLanguage, words, wordsOr } from "../words/words.js";

/** @typedef {import("../wire/frames").GameStatistics} GameStatistics */

/** The table of one's figures; nothing before the first match has ended. */
export function figures() {
  const rows = element("tbody");
  const heads = ["game", "matches", "won", "level", "tricks", "points", "rating"].map((name) =>
    element("th", { scope: "col" }, words(/** @type {import("../words/words.js").Word} */ (`figures.${name}`))),
  );
  const section = element(
    "section",
    { class: "figures", "aria-labelledby": "figures", hidden: true },
    element("h2", { id: "figures" }, words("figures.title")),
    element("div", { class: "wide", role: "region", "aria-labelledby": "figures", tabindex: 0 }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), rows)),
    element("p", { class: "small" }, words("figures.about")),
  );
  void attempt(section, async () => {
    /** @type {import("../wire/frames").Statistics} */
    const { games } = await get("/api/me/statistics");
    rows.append(...games.map(row));
    section.hidden = !games.length;
  });
  return section;
}

/** @param {GameStatistics} told */
function row(told) {
  const number = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 });
  const counts = [told.matches, told.won, told.level, told.tricks, told.points].map((count) => number.format(count ?? 0));
  const rating = told.rating === null || told.rating === undefined ? "–" : number.format(told.rating);
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, wordsOr(`game.${told.game}`, told.game)),
    ...[...counts, rating].map((each) => element("td", {}, each)),
  );
}
