// A game as it lies on the start page: its cards, what it is about, and one button that plays it.

import { element } from "../ui/dom.js";
import { Refused } from "../ui/http-client.js";
import { words, wordsOr } from "../i18n/translate.js";
import { playNow } from "./open-table.js";
import { gameName } from "./game-names.js";
import { fan, PICTURES } from "./game-illustrations.js";
import { openSetup } from "./table-setup.js";

/** @typedef {import("../wire/protocol").GameTold} GameTold */

/** The game that most people mean. */
const CHIEF = "whist";

/**
 * The tile of a game.
 * @param {GameTold} game
 * @param {GameTold[]} games All of them, for the form.
 * @param {HTMLElement} problem Where it is said if nothing comes of it.
 */
export function tile(game, games, problem) {
  const name = gameName(game);
  const play = element(
    "button",
    {
      type: "button",
      class: game.id === CHIEF ? "play chief" : "play",
      "aria-label": words("start.play.name", { game: name }),
    },
    words("start.play"),
  );
  play.addEventListener("click", () => void begin(play, game, problem));
  return element(
    "li",
    { class: "tile cloth", "data-game": game.id },
    fan(PICTURES[game.id] ?? ["AS"]),
    element(
      "div",
      { class: "told" },
      element("h3", {}, name),
      element("p", {}, wordsOr(`start.${game.id}`, game.objective)),
      element("p", { class: "players small" }, players(game)),
    ),
    element(
      "div",
      { class: "ways" },
      play,
      element(
        "button",
        {
          type: "button",
          class: "options",
          "aria-label": words("start.options.name", { game: name }),
          click: () => openSetup(games, game.id, false),
        },
        words("start.options"),
      ),
      element(
        "a",
        { class: "button", href: `/rules/${game.id}`, "aria-label": words("start.rules.name", { game: name }) },
        words("start.rules"),
      ),
    ),
  );
}

/** @param {GameTold} game */
function players({ players: { least, most } }) {
  return least === most ? words("start.players", { n: least }) : words("start.players.range", { least, most });
}

/**
 * @param {HTMLButtonElement} play
 * @param {GameTold} game
 * @param {HTMLElement} problem
 */
async function begin(play, game, problem) {
  problem.textContent = "";
  play.disabled = true;
  play.textContent = words("start.opening");
  try {
    await playNow({ game: game.id });
  } catch (error) {
    problem.textContent = error instanceof Refused ? error.message : String(error);
    play.textContent = words("start.play");
    play.disabled = false;
    play.focus();
  }
}
