// The start page: games to play at once, play with friends, and tables to join.

import "../i18n/en/start.js"; // preloaded with the page
import { renderPage } from "../shell/page-header.js";
import { element } from "../ui/dom.js";
import { acceptDroppedFile } from "../ui/form-fields.js";
import { runAction, get, RequestError } from "../ui/http-client.js";
import { gameName, loadMessages, t, tOr } from "../i18n/translate.js";
import { hasFinishedOffline } from "../ui/storage-keys.js";
import { activeTables, joinForm, publicTables } from "./lobby.js";
import { openTableSetup } from "./table-setup.js";
import { playAgainstBots } from "./open-table.js";
import { cardFan, ILLUSTRATIONS } from "./game-illustrations.js";

/** @import {GameInfo} from "../wire/protocol" */

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
  const links = element(
    "div",
    { class: "buttons" },
    element("a", { class: "button", href: "/ratings" }, t("leaderboard.title")),
    element("a", { class: "button", href: "/replay" }, t("games.import")),
    element("a", { class: "button", href: "/drive" }, t("start.drive")),
    element("a", { class: "button", href: "/offline/play" }, t("offline.play")),
  );
  const main = element(
    "main",
    { class: "start" },
    hero(() => games),
    problem,
    activeTables(),
    gamesNow,
    publicTables(),
    joinForm(),
    links,
  );
  renderPage(page, "home", "Oddtrick", main);
  void offerInstallation(links);
  if (hasFinishedOffline()) void uploadWaiting().catch(() => null); // My games tries again, and says what is wrong
  acceptDroppedFile(main, (file) => void runAction(main, () => importDropped(file)));
  void runAction(main, async () => {
    games = (await get("/api/games")).games;
    tiles.append(...games.map((game) => gameTile(game, games, problem)));
    for (const waiting of main.querySelectorAll("[data-waits]"))
      /** @type {HTMLButtonElement} */ (waiting).disabled = false;
    if (window.location.hash === "#rated") openTableSetup(games, "whist", true, true);
  });
}

/**
 * Offers to install the page as an app, where the browser allows it.
 * @param {HTMLElement} links Where the button is added.
 */
async function offerInstallation(links) {
  // Browsers install from HTTPS and from the own computer only.
  if (!window.isSecureContext) return;
  const { prepareInstallation } = await import("./installation.js");
  const button = prepareInstallation();
  if (button) links.append(button);
}

/** Uploads matches that were finished without a network; a first visit doesn't load this. */
async function uploadWaiting() {
  const { uploadFinishedMatches } = await import("../offline/host/match-store.js");
  await uploadFinishedMatches();
}

/**
 * Opens a dropped file on the import page.
 * @param {File} file
 */
async function importDropped(file) {
  const { OPEN_STORED, readGameFile, storeGameFile } = await import("../replay/game-file.js");
  await loadMessages("replay");
  if (!storeGameFile(await readGameFile(file), null)) throw new Error(t("import.too-large"));
  window.location.assign(`/replay${OPEN_STORED}`);
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
      element("a", { class: "button", href: "/daily" }, t("start.daily")),
      element("a", { class: "button", href: "/learn" }, t("start.learn")),
    ),
  );
}

// A game's tile on the start page, with its play button.

/** The game whose button is highlighted. */
const PRIMARY_GAME = "whist";

/**
 * The tile of a game.
 * @param {GameInfo} game
 * @param {GameInfo[]} games All games, for the setup form.
 * @param {HTMLElement} problem Element for error messages.
 */
function gameTile(game, games, problem) {
  const name = gameName(game.id, game.title);
  const play = element(
    "button",
    {
      type: "button",
      class: game.id === PRIMARY_GAME ? "play chief" : "play",
      "aria-label": t("start.play.name", { game: name }),
    },
    t("start.play"),
  );
  play.addEventListener("click", () => void startGame(play, game, problem));
  return element(
    "li",
    { class: "tile cloth", "data-game": game.id },
    cardFan(ILLUSTRATIONS[game.id] ?? ["AS"]),
    element(
      "div",
      { class: "details" },
      element("h3", {}, name),
      element("p", {}, tOr(`start.${game.id}`, game.objective)),
      element("p", { class: "players small" }, playerCount(game)),
    ),
    element(
      "div",
      { class: "tile-actions" },
      play,
      element(
        "button",
        {
          type: "button",
          class: "options",
          "aria-label": t("start.options.name", { game: name }),
          click: () => openTableSetup(games, game.id, false),
        },
        t("start.options"),
      ),
      element(
        "a",
        { class: "button", href: `/rules/${game.id}`, "aria-label": t("start.rules.name", { game: name }) },
        t("start.rules"),
      ),
    ),
  );
}

/** @param {GameInfo} game */
function playerCount({ players: { least, most } }) {
  return least === most ? t("start.players", { n: least }) : t("start.players.range", { least, most });
}

/**
 * @param {HTMLButtonElement} play
 * @param {GameInfo} game
 * @param {HTMLElement} problem
 */
async function startGame(play, game, problem) {
  problem.textContent = "";
  play.disabled = true;
  play.textContent = t("start.opening");
  try {
    await playAgainstBots({ game: game.id });
  } catch (error) {
    problem.textContent = error instanceof RequestError ? error.message : String(error);
    play.textContent = t("start.play");
    play.disabled = false;
    play.focus();
  }
}
