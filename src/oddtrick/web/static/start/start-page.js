// The start page: five games to play at once, friends, and tables to look at.

import { frame } from "../ui/page-header.js";
import { element } from "../ui/dom.js";
import { attempt, get } from "../ui/http-client.js";
import { words } from "../i18n/translate.js";
import { goingOn, joinForm, lobby } from "./lobby.js";
import { openSetup } from "./table-setup.js";
import { tile } from "./game-tiles.js";

/** @typedef {import("../wire/protocol").GameTold} GameTold */

/**
 * Shows the start page.
 * @param {HTMLElement} page
 */
export function show(page) {
  const tiles = element("ul", { class: "tiles" });
  const problem = element("p", { class: "problem", role: "alert" });
  const gamesNow = element(
    "section",
    { "aria-labelledby": "games" },
    element("h2", { id: "games" }, words("start.games")),
    tiles,
  );
  /** @type {GameTold[]} */
  let games = [];
  const main = element(
    "main",
    { class: "start" },
    hero(() => games),
    problem,
    goingOn(),
    gamesNow,
    lobby(),
    joinForm(),
    element("p", {}, element("a", { class: "button", href: "/ratings" }, words("ratings.title"))),
  );
  frame(page, "home", "Oddtrick", main);
  void attempt(main, async () => {
    games = (await get("/api/games")).games;
    tiles.append(...games.map((game) => tile(game, games, problem)));
    for (const waiting of main.querySelectorAll("[data-waits]"))
      /** @type {HTMLButtonElement} */ (waiting).disabled = false;
  });
}

/** @param {() => GameTold[]} games */
function hero(games) {
  const friends = element(
    "button",
    { type: "button", "data-waits": true, click: () => openSetup(games(), "whist", true) },
    words("start.friends"),
  );
  friends.disabled = true;
  return element(
    "section",
    { class: "hero" },
    element("h1", {}, words("start.title")),
    element("p", { class: "motto" }, words("start.motto")),
    element(
      "div",
      { class: "buttons" },
      friends,
      element("a", { class: "button", href: "/learn" }, words("start.learn")),
    ),
  );
}
