// The start page: games to play at once, play with friends, and tables to join.

import { renderPage } from "../ui/page-header.js";
import { element } from "../ui/dom.js";
import { runAction, get } from "../ui/http-client.js";
import { t } from "../i18n/translate.js";
import { activeTables, joinForm, publicTables } from "./lobby.js";
import { openTableSetup } from "./table-setup.js";
import { gameTile } from "./game-tiles.js";

/** @typedef {import("../wire/protocol").GameInfo} GameInfo */

/**
 * Shows the start page.
 * @param {HTMLElement} page
 */
export function show(page) {
  const tiles = element("ul", { class: "tiles" });
  const problem = element("p", { class: "error", role: "alert" });
  const gamesNow = element(
    "section",
    { "aria-labelledby": "games" },
    element("h2", { id: "games" }, t("start.games")),
    tiles,
  );
  /** @type {GameInfo[]} */
  let games = [];
  const main = element(
    "main",
    { class: "start" },
    hero(() => games),
    problem,
    activeTables(),
    gamesNow,
    publicTables(),
    joinForm(),
    element("p", {}, element("a", { class: "button", href: "/ratings" }, t("leaderboard.title"))),
  );
  renderPage(page, "home", "Oddtrick", main);
  void runAction(main, async () => {
    games = (await get("/api/games")).games;
    tiles.append(...games.map((game) => gameTile(game, games, problem)));
    for (const waiting of main.querySelectorAll("[data-waits]"))
      /** @type {HTMLButtonElement} */ (waiting).disabled = false;
  });
}

/** @param {() => GameInfo[]} games */
function hero(games) {
  const friends = element(
    "button",
    { type: "button", "data-waits": true, click: () => openTableSetup(games(), "whist", true) },
    t("start.friends"),
  );
  friends.disabled = true;
  return element(
    "section",
    { class: "hero" },
    element("h1", {}, t("start.title")),
    element("p", { class: "motto" }, t("start.motto")),
    element(
      "div",
      { class: "buttons" },
      friends,
      element("a", { class: "button", href: "/learn" }, t("start.learn")),
    ),
  );
}
