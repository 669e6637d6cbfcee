// How others did: the number of people by tricks, the own rank and match points.

import { element } from "../ui/dom.js";
import { currentLanguage, t } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Comparison} Comparison */

/** Tricks of a side that don't score. */
const BOOK = 6;

/**
 * The comparison of all results.
 * @param {Comparison} comparison
 * @param {number | null} own The player's tricks.
 */
export function resultsSection(comparison, own) {
  const { results, people } = comparison;
  return element(
    "div",
    { class: "results" },
    element("h3", {}, t("daily.results")),
    rankLine(comparison),
    people > 0 && resultsTable(results, people, own),
  );
}

/** @param {Comparison} comparison */
function rankLine({ people, rank, match_points: points }) {
  if (!people) return element("p", {}, t("daily.results.none"));
  if (rank === null) return element("p", {}, t("daily.results.people", { n: people }));
  if (points === null) return element("p", {}, t("daily.results.first"));
  const percent = new Intl.NumberFormat(currentLanguage(), { style: "percent", maximumFractionDigits: 0 }).format(points / 100);
  return element("p", {}, element("strong", {}, t("daily.results.rank", { rank, n: people })), " ", t("daily.results.points", { percent }));
}

/**
 * @param {Comparison["results"]} results
 * @param {number} people
 * @param {number | null} own
 */
function resultsTable(results, people, own) {
  const most = Math.max(...results.map((each) => each.people));
  const rows = results.map(({ tricks, people: n }) => {
    const bar = element("meter", { min: 0, max: most, value: n, "aria-hidden": "true" });
    return element(
      "tr",
      { "data-own": tricks === own },
      element("th", { scope: "row" }, t("daily.day.tricks", { n: tricks }), tricks === own && element("span", { class: "own-result" }, t("who.you"))),
      element("td", {}, t("daily.points", { n: Math.max(0, tricks - BOOK) })),
      element("td", { class: "bar" }, bar),
      element("td", {}, t("daily.people", { n })),
    );
  });
  const head = /** @type {const} */ (["tricks", "score"]).map((name) => element("th", { scope: "col" }, t(`daily.column.${name}`)));
  return element(
    "table",
    { "aria-label": t("daily.results"), "data-people": people },
    element("thead", {}, element("tr", {}, ...head, element("th", { scope: "col", colspan: 2 }, t("daily.column.people")))),
    element("tbody", {}, ...rows),
  );
}
