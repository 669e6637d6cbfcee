// The table of a season: the totals of several drives of this browser.

import { element, updateContent } from "../../ui/dom.js";
import { numberField } from "../../ui/form-fields.js";
import { errorMessage, get } from "../../ui/http-client.js";
import { renderPage } from "../../shell/page-header.js";
import { t } from "../../i18n/translate.js";
import { knownDrives } from "../drive-api.js";
import { scoreText } from "../drive-words.js";

/** @import {Season} from "../drive-types" */

/**
 * Shows the page. The chosen drives stand in the address, which can be shared: with the key that the desk is given,
 * others see the table even where names are shortened for them.
 * @param {HTMLElement} page
 */
export function show(page) {
  const query = new URLSearchParams(window.location.search);
  const own = knownDrives().filter((drive) => drive.desk);
  const chosen = new Set(query.getAll("drive").length ? query.getAll("drive") : own.map((drive) => drive.code));
  const state = { chosen, best: Number(query.get("best")) || 0, key: query.get("key") ?? "" };
  const result = element("section", { "aria-live": "polite", class: "season-result" });
  const update = () => void showTable(result, state);
  const boxes = own.map(({ code, name }) =>
    element(
      "label",
      { class: "check" },
      element("input", { type: "checkbox", checked: chosen.has(code), change: (event) => ((event.target.checked ? chosen.add(code) : chosen.delete(code)), update()) }),
      element("span", {}, name || code),
    ),
  );
  const best = numberField(t("season.best"), { least: 0, most: 99 }, state.best, (value) => ((state.best = value), update()), t("season.best.about"));
  const main = element(
    "main",
    { class: "drive-hub season" },
    element("h1", {}, t("drive.season")),
    element("p", { class: "motto" }, t("season.about")),
    boxes.length > 0 && element("fieldset", { class: "field" }, element("legend", {}, t("season.drives")), ...boxes),
    best,
    result,
  );
  renderPage(page, "", t("drive.season"), main);
  update();
}

/**
 * @param {HTMLElement} at
 * @param {{chosen: Set<string>, best: number, key: string}} state
 */
async function showTable(at, state) {
  const { chosen, best, key } = state;
  const query = new URLSearchParams([...chosen].map((code) => ["drive", code]));
  if (best) query.set("best", String(best));
  if (key) query.set("key", key);
  window.history.replaceState(null, "", `?${query}`);
  try {
    /** @type {Season} */
    const season = chosen.size ? await get(`/api/drives/season?${query}`) : { drives: [], table: [] };
    if (season.key && season.key !== key) {
      state.key = season.key;
      query.set("key", season.key);
      window.history.replaceState(null, "", `?${query}`);
    }
    updateContent(at, season, () => (season.table.length ? [seasonTable(season)] : [element("p", { class: "none" }, t("season.none"))]));
  } catch (error) {
    updateContent(at, String(error), () => [element("p", { class: "error", role: "alert" }, errorMessage(error))]);
  }
}

/** @param {Season} season */
function seasonTable({ drives, table }) {
  const heading = (/** @type {string} */ text) => element("th", { scope: "col" }, text);
  const cell = (/** @type {string | number} */ value) => element("td", {}, String(value));
  const rows = table.map(({ place, name, total, played, scores }) =>
    element("tr", {}, cell(place), element("th", { scope: "row" }, name), cell(scoreText(total)), cell(played), ...scores.map((score) => cell(scoreText(score)))),
  );
  const columns = [t("drive.place"), t("drive.name"), t("drive.total"), t("season.played"), ...drives.map(({ code, name }) => name || code)];
  return element(
    "div",
    { class: "scrolled", tabindex: 0, role: "group", "aria-label": t("drive.season") },
    element(
      "table",
      { class: "standings" },
      element("caption", {}, t("season.caption", { n: drives.length })),
      element("thead", {}, element("tr", {}, ...columns.map(heading))),
      element("tbody", {}, ...rows),
    ),
  );
}
