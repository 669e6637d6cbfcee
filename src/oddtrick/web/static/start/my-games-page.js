// The page of the player's own games: account, games in progress, history and statistics.

import "../i18n/en/start.js"; // preloaded with the page
import { element, updateContent, updateList } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { errorMessage, get, post, runAction } from "../ui/http-client.js";
import { currentLanguage, gameName, loadMessages, numberText, t } from "../i18n/translate.js";
import { metPeopleSection } from "../people/met-people.js";
import { uploadFinishedMatches } from "../offline/host/match-store.js";
import { accountSection } from "./account-section.js";
import { isActive, updateTableList, fetchMyTables, describeStage } from "./lobby.js";

/** @import {GameStatistics, ListedRecord} from "../wire/protocol" */

/**
 * Shows the page.
 * @param {HTMLElement} page
 */
export function show(page) {
  const main = element("main", { class: "my-games" }, element("h1", {}, t("page.games")));
  renderPage(page, "games", t("page.games"), main);
  void loadSections(main);
}

/** @param {HTMLElement} main */
async function loadSections(main) {
  /** @type {import("../wire/protocol").Me} */
  let me;
  try {
    const waiting = await uploadFinishedMatches();
    if (waiting) main.append(element("p", { class: "error", role: "alert" }, t("offline.waiting", waiting)));
    me = await get("/api/me");
  } catch (error) {
    main.append(
      element("p", { class: "error", role: "alert" }, errorMessage(error)),
    );
    return;
  }
  main.append(accountSection(me));
  const ratings = element("p", {}, element("a", { class: "button", href: "/ratings" }, t("leaderboard.title")));
  if (me.id) main.append(activeSection(), metPeopleSection(), matchHistory(), playerStats(), ratings);
  else
    main.append(
      element("p", { class: "none" }, t("games.none"), " ", element("a", { href: "/" }, t("games.begin"))),
      element("p", {}, element("a", { class: "button", href: "/replay" }, t("games.import"))),
      ratings,
    );
}

/** The section with games in progress. */
function activeSection() {
  const tables = element("ul", { class: "tables" });
  const none = element("p", { class: "none" }, t("page.loading"));
  const look = async () => {
    const going = (await fetchMyTables()).filter((each) => each.place !== null && isActive(each.table));
    updateTableList(
      tables,
      going.map((each) => each.table),
      () => "lobby.resume",
      describeStage,
    );
    updateContent(none, going.length, () => (going.length ? [] : [t("games.active.none")]));
  };
  look().catch((error) => (none.textContent = error.message));
  return element(
    "section",
    { "aria-labelledby": "under" },
    element("h2", { id: "under" }, t("games.active")),
    tables,
    none,
  );
}

// The player's statistics, by game.

/** Metrics in display order. */
const METRICS = /** @type {const} */ (["matches", "won", "level", "tricks", "points", "rating"]);

/** The statistics section; hidden before the first finished match. */
function playerStats() {
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
  const pairs = METRICS.map((name) => {
    const value = name === "rating" ? statistics.rating : (statistics[name] ?? 0);
    const text = value === null || value === undefined ? "–" : numberText(value);
    return element("div", {}, element("dt", {}, t(`stats.${name}`)), element("dd", {}, text));
  });
  return element("li", {}, element("h3", {}, gameName(statistics.game)), element("dl", {}, ...pairs));
}

// Finished matches and imported games, with replay and download links.

/** The match history, loaded page by page. */
function matchHistory() {
  const matches = element("ul", { class: "tables matches" });
  const none = element("p", { class: "none", role: "status" }, t("page.loading"));
  const more = element("button", { type: "button", class: "further", hidden: true }, t("games.more"));
  const error = element("p", { class: "error", role: "alert" });
  /** @type {ListedRecord[]} */
  let listed = [];
  const load = async (/** @type {string} */ before) => {
    /** @type {import("../wire/protocol").Records} */
    const { records, next } = await get(`/api/records?before=${encodeURIComponent(before)}`);
    listed = before ? [...listed, ...records] : records;
    updateList(
      matches,
      listed,
      (record) => record.id,
      () => element("li"),
      updateItem,
    );
    none.textContent = listed.length ? "" : t("games.history.none");
    more.hidden = next === null;
    more.onclick = () => void runAction(section, () => load(next ?? ""));
  };
  /** @type {HTMLElement} */
  const section = element(
    "section",
    { class: "played", "aria-labelledby": "played" },
    element("h2", { id: "played" }, t("games.history")),
    matches,
    none,
    error,
    element(
      "div",
      { class: "buttons" },
      more,
      importButton((file) => runAction(section, () => importRecord(file, load))),
    ),
  );
  void runAction(section, () => load(""));
  return section;
}

/**
 * @param {HTMLElement} item
 * @param {ListedRecord} record
 */
function updateItem(item, record) {
  const game = gameName(record.game);
  const at = new Date(record.at);
  const when = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(at);
  updateContent(item, record, () => [
    element("span", { class: "what" }, game, " ", outcome(record)),
    element("span", { class: "small" }, element("time", { datetime: at.toISOString() }, when), ...resultDetails(record)),
    element("span", { class: "links" }, ...recordLinks(record, `${game}, ${when}`)),
  ]);
}

/** @param {ListedRecord} record */
function outcome({ played, offline }) {
  const result = played ?? offline;
  if (!result) return element("span", { class: "outcome" }, t("games.imported"));
  const how = result.won === null ? "level" : result.won ? "won" : "lost";
  return element("span", { class: `outcome ${how}` }, t(`games.${how}`));
}

/** @param {ListedRecord} record */
function resultDetails({ played, offline }) {
  if (offline) return [", ", t("games.offline")];
  return played
    ? [", ", t("games.points", { n: played.points }), played.rated ? `, ${t("games.rated")}` : ""]
    : [];
}

/**
 * @param {ListedRecord} record
 * @param {string} title Game and date, for the accessible names of the links.
 */
function recordLinks(record, title) {
  const file = `/api/records/${encodeURIComponent(record.id)}`;
  const link = (/** @type {import("../i18n/translate.js").MessageKey} */ label, /** @type {Record<string, string>} */ attributes) =>
    element("a", { class: "button", "aria-label": `${t(label)}: ${title}`, ...attributes }, t(label));
  return [
    link("games.replay", { href: `/replay/${encodeURIComponent(record.id)}` }),
    link("games.review", { href: `/replay/${encodeURIComponent(record.id)}#deal=1&review` }),
    link("games.record", { href: file, download: `${record.id}.json` }),
    record.pbn && link("games.pbn", { href: `${file}?format=pbn`, download: `${record.id}.pbn` }),
  ];
}

/** @param {(file: File) => Promise<void>} onFile */
function importButton(onFile) {
  const input = element("input", {
    type: "file",
    class: "visually-hidden",
    accept: ".json,.jsonl,.pbn,.lin,.rbn,.gz,application/json",
    "aria-label": t("games.import"),
    change: async () => {
      const [file] = input.files ?? [];
      if (file) await onFile(file);
      input.value = "";
    },
  });
  return element("label", { class: "button bring" }, t("games.import"), input);
}

/**
 * Imports the game of a file; a file of several opens on the import page, which lists them.
 * @param {File} file
 * @param {(before: string) => Promise<void>} load
 */
async function importRecord(file, load) {
  const { gamesIn, OPEN_STORED, placedError, readGameFile, storeGameFile } = await import("../replay/game-file.js");
  await loadMessages("replay");
  const opened = await readGameFile(file);
  const [game, ...others] = await gamesIn(opened);
  if (others.length && storeGameFile(opened, null)) {
    window.location.assign(`/replay${OPEN_STORED}`);
    return;
  }
  if (game?.error) throw new Error(placedError(opened, game, game.error));
  await post("/api/records", game?.record);
  await load("");
}
