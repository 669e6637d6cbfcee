// A game's tile on the start page, with its play button.

import { element } from "../ui/dom.js";
import { RequestError } from "../ui/http-client.js";
import { t, tOr } from "../i18n/translate.js";
import { playAgainstBots } from "./open-table.js";
import { gameName } from "./game-names.js";
import { cardFan, ILLUSTRATIONS } from "./game-illustrations.js";
import { openTableSetup } from "./table-setup.js";

/** @typedef {import("../wire/protocol").GameInfo} GameInfo */

/** The game whose button is highlighted. */
const PRIMARY_GAME = "whist";

/**
 * The tile of a game.
 * @param {GameInfo} game
 * @param {GameInfo[]} games All games, for the setup form.
 * @param {HTMLElement} problem Element for error messages.
 */
export function gameTile(game, games, problem) {
  const name = gameName(game);
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
