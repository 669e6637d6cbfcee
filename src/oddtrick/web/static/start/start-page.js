// The start page: games to play at once, play with friends, and tables to join.

import "../i18n/en/start.js"; // preloaded with the page
import { renderPage } from "../ui/page-header.js";
import { element } from "../ui/dom.js";
import { acceptDroppedFile } from "../ui/file-drop.js";
import { runAction, get } from "../ui/http-client.js";
import { loadMessages, t } from "../i18n/translate.js";
import { activeTables, joinForm, publicTables } from "./lobby.js";
import { openTableSetup } from "./table-setup.js";
import { gameTile } from "./game-tiles.js";
import { hasFinishedOffline } from "../ui/storage-keys.js";

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
  const { prepareInstallation } = await import("../offline/installation.js");
  const button = prepareInstallation();
  if (button) links.append(button);
}

/** Uploads matches that were finished without a network; a first visit doesn't load this. */
async function uploadWaiting() {
  const { uploadOfflineMatches } = await import("./offline-uploads.js");
  await uploadOfflineMatches();
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
