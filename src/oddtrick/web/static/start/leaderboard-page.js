// The leaderboard of each game, and the player's own rank.

import "../i18n/en/start.js"; // preloaded with the page
import { element } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { runAction, get } from "../ui/http-client.js";
import { gameName, numberText, t } from "../i18n/translate.js";

/** @import {Leaderboard, LeaderboardEntry, Me} from "../wire/protocol" */

/** Number of entries to fetch. */
const LIMIT = 100;
const DEFAULT_GAME = "whist";
/** Ratings are written with one decimal. */
const RATING = { minimumFractionDigits: 1 };

/**
 * Shows the page.
 * @param {HTMLElement} page
 * @param {string} [game]
 */
export function show(page, game = DEFAULT_GAME) {
  const problem = element("p", { class: "error", role: "alert" });
  const main = element("main", { class: "my-games ratings" }, element("h1", {}, t("leaderboard.title")), element("p", { class: "motto" }, t("leaderboard.about")), problem);
  renderPage(page, "", t("leaderboard.title"), main);
  void runAction(main, async () => {
    const [board, me, games] = await Promise.all([
      /** @type {Promise<Leaderboard>} */ (get(`/api/ratings/${encodeURIComponent(game)}?limit=${LIMIT}`)),
      /** @type {Promise<Me>} */ (get("/api/me")),
      /** @type {Promise<{games: {id: string}[]}>} */ (get("/api/games")),
    ]);
    main.append(gameLinks(games.games, board.game), await leaderboard(board, me));
  });
}

/**
 * Links to the leaderboards of all games.
 * @param {{id: string}[]} games
 * @param {string} here
 */
function gameLinks(games, here) {
  const links = games.map(({ id }) =>
    element("li", {}, element("a", { class: "button", href: `/ratings/${id}`, "aria-current": id === here ? "page" : null }, gameName(id))),
  );
  return element("nav", { "aria-label": t("leaderboard.games") }, element("ul", { class: "buttons" }, ...links));
}

/**
 * The ranking; below it the player's own rating if they are not listed.
 * @param {Leaderboard} board
 * @param {Me} me
 */
async function leaderboard(board, me) {
  const title = gameName(board.game);
  const listed = board.leaders.some(({ id }) => id === me.id);
  const parts = board.leaders.length ? [rankingTable(title, board.leaders, me)] : [element("p", { class: "none" }, t("leaderboard.none"))];
  return element(
    "section",
    { "aria-labelledby": "ladder" },
    element("h2", { id: "ladder" }, title),
    ...parts,
    element("p", { class: "begin" }, element("a", { class: "button", href: "/#rated" }, t("leaderboard.begin"))),
    !listed && element("p", { class: "own" }, await ownRanking(board, me)),
  );
}

/**
 * @param {string} title
 * @param {LeaderboardEntry[]} leaders
 * @param {Me} me
 */
function rankingTable(title, leaders, me) {
  const head = /** @type {const} */ (["place", "name", "rating", "matches"]);
  const rows = leaders.map(({ place, id, name, kind, rating, matches }) =>
    element(
      "tr",
      { "data-own": id === me.id },
      element("td", {}, String(place)),
      element(
        "th",
        { scope: "row" },
        name,
        id === me.id && element("span", { class: "outcome" }, t("who.you")),
        kind === "bot" && element("span", { class: "outcome" }, t("seat.bot")),
      ),
      element("td", {}, numberText(rating, RATING)),
      element("td", {}, String(matches)),
    ),
  );
  return element(
    "table",
    { class: "ranking", "aria-label": title },
    element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, t(`leaderboard.${name}`))))),
    element("tbody", {}, ...rows),
  );
}

/**
 * The rating of a player who is not listed.
 * @param {Leaderboard} board
 * @param {Me} me
 */
async function ownRanking(board, me) {
  if (me.kind !== "account") return t("leaderboard.guest");
  /** @type {import("../wire/protocol").Statistics} */
  const statistics = await get("/api/me/statistics");
  const own = statistics.games.find(({ game }) => game === board.game);
  if (own?.rating === null || own?.rating === undefined) return t("leaderboard.unrated");
  return t("leaderboard.below", { rating: numberText(own.rating, RATING), n: LIMIT });
}
