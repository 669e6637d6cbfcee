// The page of the player's own games: account, games in progress, history and statistics.

import "../i18n/en/start.js"; // preloaded with the page
import { element, updateContent } from "../ui/dom.js";
import { renderPage } from "../ui/page-header.js";
import { get } from "../ui/http-client.js";
import { t } from "../i18n/translate.js";
import { accountSection } from "./account-section.js";
import { playerStats } from "./player-stats.js";
import { isActive, updateTableList, fetchMyTables, describeStage } from "./lobby.js";
import { matchHistory } from "./match-history.js";
import { metPeopleSection } from "../people/met-people.js";
import { uploadOfflineMatches } from "./offline-uploads.js";

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
    const waiting = await uploadOfflineMatches();
    if (waiting) main.append(element("p", { class: "error", role: "alert" }, t("offline.waiting", waiting)));
    me = await get("/api/me");
  } catch (error) {
    main.append(
      element("p", { class: "error", role: "alert" }, error instanceof Error ? error.message : String(error)),
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
