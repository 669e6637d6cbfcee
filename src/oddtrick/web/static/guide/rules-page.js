// The rules pages: one per game, plus the rules all games share.

import "../i18n/en/start.js"; // preloaded with the page
import { element } from "../ui/dom.js";
import { renderPage } from "../ui/page-header.js";
import { showNotFound } from "../ui/not-found-page.js";
import { cardFan, ILLUSTRATIONS } from "../start/game-illustrations.js";
import { addedGames, loadMessages, currentLanguage, t } from "../i18n/translate.js";
import { COURSES } from "./tutorial-steps.js";
import { fromMarkdown, renderText } from "./rich-text.js";

/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */

/** Games with a rules page. */
const GAMES = [...Object.keys(ILLUSTRATIONS), ...addedGames()];

/** Rules shared by all games, shown on the index page. */
const SHARED_RULES = "trick-play";

/**
 * Shows the rules of a game, or the list of games.
 * @param {HTMLElement} page
 * @param {string} [game]
 */
export async function show(page, game) {
  if (game && !GAMES.includes(game)) {
    showNotFound("");
    return;
  }
  const [text] = await Promise.all([loadRules(game ?? SHARED_RULES), loadMessages("rules-page")]);
  const title = game ? gameName(game) : t("page.rules");
  const main = element(
    "main",
    { class: "guide" },
    element("h1", {}, title),
    ...(game ? [] : [gameList(), element("h2", {}, t("rules.shared"))]),
    ...renderText(text),
    ...(game ? furtherLinks(game) : []),
  );
  renderPage(page, "rules", game ? t("rules.of", { game: title }) : title, main);
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView({ block: "center" });
}

/**
 * Loads the text of one rules page.
 * @param {string} name
 * @returns {Promise<string>}
 */
async function loadRules(name) {
  if (addedGames().includes(name)) {
    const answer = await fetch(`/api/games/${name}/rules?language=${currentLanguage()}`);
    return answer.ok ? fromMarkdown(await answer.text()) : "";
  }
  return (await import(`../i18n/${currentLanguage()}/rules/${name}.js`)).default;
}

function gameList() {
  const games = GAMES.map((game) =>
    element(
      "li",
      {},
      cardFan(ILLUSTRATIONS[game] ?? ["AS"]),
      element(
        "div",
        {},
        element("a", { href: `/rules/${game}` }, gameName(game)),
        element("p", { class: "small" }, t(/** @type {MessageKey} */ (`start.${game}`))),
      ),
    ),
  );
  return element("ul", { class: "chapters" }, ...games);
}

/** @param {string} game */
function furtherLinks(game) {
  const others = GAMES.filter((each) => each !== game).map((each) =>
    element("li", {}, element("a", { href: `/rules/${each}` }, gameName(each))),
  );
  const learn =
    game === "whist"
      ? element("a", { class: "button", href: "/learn" }, t("start.learn"))
      : game in COURSES && element("a", { class: "button", href: `/learn/${game}` }, t("rules.learn"));
  return [
    element(
      "p",
      { class: "buttons noprint" },
      element("a", { class: "button primary", href: "/" }, t("rules.play")),
      learn,
    ),
    element(
      "nav",
      { class: "other-games noprint", "aria-label": t("rules.others") },
      element("h2", {}, t("rules.others")),
      element("ul", {}, ...others),
    ),
  ];
}

/** @param {string} game */
function gameName(game) {
  return t(/** @type {MessageKey} */ (`game.${game}`));
}
