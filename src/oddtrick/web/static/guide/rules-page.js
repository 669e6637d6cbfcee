// The rules pages: one per game, plus the rules all games share.

import { element } from "../ui/dom.js";
import { renderPage } from "../ui/page-header.js";
import { showNotFound } from "../ui/not-found-page.js";
import { cardFan, ILLUSTRATIONS } from "../start/game-illustrations.js";
import { loadMessages, currentLanguage, t } from "../i18n/translate.js";
import { renderText } from "./rich-text.js";

/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */

/** Games with a rules page. */
const GAMES = Object.keys(ILLUSTRATIONS);

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
  const [text] = await Promise.all([loadRules(game ?? SHARED_RULES), loadMessages("guide")]);
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
  return (await import(`../i18n/${currentLanguage()}/rules/${name}.js`)).default;
}

function gameList() {
  const games = GAMES.map((game) =>
    element(
      "li",
      {},
      cardFan(ILLUSTRATIONS[game] ?? []),
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
  const learn = game === "whist" && element("a", { class: "button", href: "/learn" }, t("start.learn"));
  return [
    element(
      "p",
      { class: "buttons noprint" },
      element("a", { class: "button primary", href: "/" }, t("rules.play")),
      learn,
    ),
    element(
      "nav",
      { class: "others noprint", "aria-label": t("rules.others") },
      element("h2", {}, t("rules.others")),
      element("ul", {}, ...others),
    ),
  ];
}

/** @param {string} game */
function gameName(game) {
  return t(/** @type {MessageKey} */ (`game.${game}`));
}
