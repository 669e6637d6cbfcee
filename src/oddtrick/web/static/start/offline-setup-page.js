// The page that begins a match against bots without the server.

import "../i18n/en/start.js"; // preloaded with the page
import { isPlayable, optionProblem, rulesOf } from "../match/game-rules.js";
import games, { levels } from "../match/game-options.js";
import { optionFields } from "./options-form.js";
import { AUTO_START_TABLE } from "../ui/storage-keys.js";
import { element } from "../ui/dom.js";
import { radioGroup, selectField } from "../ui/form-fields.js";
import { renderPage } from "../shell/page-header.js";
import { gameName, t, tOr } from "../i18n/translate.js";
import { keepForOffline } from "../ui/worker-scripts.js";
import { storedTable, storeTable } from "../offline/host/match-store.js";
import { CODE } from "../offline/host/table-projection.js";

/** @import {GameOptions} from "../match/game-options.js" */
/** @import {TableState} from "../offline/host/offline-table.js" */
/** @typedef {Pick<TableState, "game" | "options" | "level">} Request */

const TABLE_PAGE = "/offline/table";

/**
 * Shows the page.
 * @param {HTMLElement} page
 */
export function show(page) {
  const stored = storedTable();
  const underWay = stored?.stage === "over" ? null : stored;
  const main = element(
    "main",
    { class: "start" },
    element("h1", {}, t("offline.play")),
    element("p", {}, t("offline.play.about")),
    !levels.includes("strong") && element("p", { class: "small" }, t("offline.no-search")),
    underWay && continueSection(underWay),
    newMatchForm(stored, underWay !== null),
  );
  renderPage(page, "", t("offline.play"), main);
  void keepForOffline();
}

/** @param {TableState} state */
function continueSection({ game }) {
  const name = gameName(game, games.find((each) => each.id === game)?.title);
  return element(
    "section",
    { "aria-labelledby": "under-way" },
    element("h2", { id: "under-way" }, t("games.active")),
    element("p", {}, element("a", { class: "button primary", href: TABLE_PAGE }, t("offline.continue", { game: name }))),
  );
}

/**
 * @param {TableState | null} last The table played last.
 * @param {boolean} replaces Its match is still under way, and a new one takes its place.
 */
function newMatchForm(last, replaces) {
  /** @type {Request} */
  const request = { game: last?.game ?? games[0]?.id ?? "", options: {}, level: levels.find((level) => level === last?.level) ?? levels.at(-1) ?? "" };
  const options = element("div", { class: "options part" });
  const level = element("div", {});
  const problem = element("p", { class: "error", role: "alert" });
  const choose = (/** @type {string} */ id) => {
    Object.assign(request, { game: id, options: {} });
    options.replaceChildren(...optionFields(id, gameWithId(id).options_schema, request.options));
    problem.textContent = isPlayable(id) ? "" : t("offline.needs-server");
    const offered = isPlayable(id) ? levelsFor(id) : [];
    level.replaceChildren(...(offered.length > 1 ? [levelField(request, offered)] : []));
  };
  const offers = games.map((each) => ({ value: each.id, text: gameName(each.id, each.title) }));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isPlayable(request.game)) return;
    const clash = optionProblem(request.game, request.options);
    if (clash) problem.textContent = tOr(`refused.${request.game}.${clash[0]}`, clash[1]);
    else begin({ ...request, level: levelsFor(request.game).find((each) => each === request.level) ?? "novice" }, problem);
  };
  const form = element(
    "form",
    { class: "setup", submit },
    selectField(t("setup.game"), offers, request.game, choose),
    level,
    element("details", {}, element("summary", {}, t("setup.title")), options),
    problem,
    replaces && element("p", { class: "small" }, t("offline.replaces")),
    element("div", { class: "buttons" }, element("button", { class: replaces ? "" : "primary" }, t(replaces ? "offline.new" : "start.play"))),
  );
  choose(request.game);
  return form;
}

/** @param {string} id @returns {GameOptions} */
function gameWithId(id) {
  const found = games.find((each) => each.id === id);
  if (!found) throw new Error(`no such game: ${id}`);
  return found;
}

/** The levels that play a game: none searches while cards are drawn from a stock (G3). @param {string} game */
function levelsFor(game) {
  return rulesOf(game, {}).plan.stock ? levels.filter((level) => level === "novice") : levels;
}

/**
 * @param {Request} request
 * @param {string[]} offered
 */
function levelField(request, offered) {
  const about = element("p", { class: "small", role: "status" });
  const choose = (/** @type {string} */ level) => {
    request.level = level;
    about.textContent = tOr(`level.${level}.about`, "");
  };
  choose(request.level);
  const offers = offered.map((value) => ({ value, text: tOr(`level.${value}`, value) }));
  return element("div", { class: "levels" }, radioGroup(t("setup.level"), offers, request.level, choose), about);
}

/**
 * Stores a new table and opens its page, which begins the match.
 * @param {Request} request
 * @param {HTMLElement} problem
 */
function begin(request, problem) {
  try {
    storeTable({ ...request, id: "", name: t("who.guest"), stage: "gathering", number: 0, seq: 0, actions: [] });
  } catch {
    problem.textContent = t("offline.no-room");
    return;
  }
  window.sessionStorage.setItem(AUTO_START_TABLE, CODE);
  window.location.assign(TABLE_PAGE);
}
