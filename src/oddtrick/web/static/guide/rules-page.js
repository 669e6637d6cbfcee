// The rules: of each game on a page of its own, and what all of them share.

import { element } from "../ui/dom.js";
import { frame } from "../ui/page-header.js";
import { showNowhere } from "../ui/not-found-page.js";
import { fan, PICTURES } from "../start/game-illustrations.js";
import { alsoWords, currentLanguage, words } from "../i18n/translate.js";
import { drawText } from "./rich-text.js";

/** @typedef {import("../i18n/translate.js").Word} Word */

const GAMES = Object.keys(PICTURES);

/** What all games share is told on the page that lists them. */
const SHARED = "trick-play";

/**
 * Shows the rules of a game, or the list of games.
 * @param {HTMLElement} page
 * @param {string} [game]
 */
export async function show(page, game) {
  if (game && !GAMES.includes(game)) {
    showNowhere("");
    return;
  }
  const [text] = await Promise.all([rulesOf(game ?? SHARED), alsoWords("guide")]);
  const title = game ? nameOf(game) : words("page.rules");
  const main = element(
    "main",
    { class: "guide" },
    element("h1", {}, title),
    ...(game ? [] : [list(), element("h2", {}, words("rules.shared"))]),
    ...drawText(text),
    ...(game ? after(game) : []),
  );
  frame(page, "rules", game ? words("rules.of", { game: title }) : title, main);
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView({ block: "center" });
}

/**
 * The text of a page of rules. Only the one that is shown comes over the wire.
 * @param {string} name
 * @returns {Promise<string>}
 */
async function rulesOf(name) {
  return (await import(`../i18n/${currentLanguage()}/rules/${name}.js`)).default;
}

function list() {
  const games = GAMES.map((game) =>
    element(
      "li",
      {},
      fan(PICTURES[game] ?? []),
      element(
        "div",
        {},
        element("a", { href: `/rules/${game}` }, nameOf(game)),
        element("p", { class: "small" }, words(/** @type {Word} */ (`start.${game}`))),
      ),
    ),
  );
  return element("ul", { class: "chapters" }, ...games);
}

/** @param {string} game */
function after(game) {
  const others = GAMES.filter((each) => each !== game).map((each) =>
    element("li", {}, element("a", { href: `/rules/${each}` }, nameOf(each))),
  );
  const learn = game === "whist" && element("a", { class: "button", href: "/learn" }, words("start.learn"));
  return [
    element(
      "p",
      { class: "buttons noprint" },
      element("a", { class: "button chief", href: "/" }, words("rules.play")),
      learn,
    ),
    element(
      "nav",
      { class: "others noprint", "aria-label": words("rules.others") },
      element("h2", {}, words("rules.others")),
      element("ul", {}, ...others),
    ),
  ];
}

/** @param {string} game */
function nameOf(game) {
  return words(/** @type {Word} */ (`game.${game}`));
}
