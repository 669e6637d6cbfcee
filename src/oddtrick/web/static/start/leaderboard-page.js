// Who is strongest: a list for each game, and one's own place in it.

import { element } from "../ui/dom.js";
import { frame } from "../ui/page-header.js";
import { attempt, get } from "../ui/http-client.js";
import { currentLanguage, words, wordsOr } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Board} Board */
/** @typedef {import("../wire/protocol").Ranked} Ranked */
/** @typedef {import("../wire/protocol").Me} Me */

/** So many are asked for. */
const MOST = 100;
const USUAL = "whist";

/**
 * Shows the page.
 * @param {HTMLElement} page
 * @param {string} [game]
 */
export function show(page, game = USUAL) {
  const problem = element("p", { class: "problem", role: "alert" });
  const main = element("main", { class: "mygames ratings" }, element("h1", {}, words("ratings.title")), element("p", { class: "motto" }, words("ratings.about")), problem);
  frame(page, "", words("ratings.title"), main);
  void attempt(main, async () => {
    const [board, me, games] = await Promise.all([
      /** @type {Promise<Board>} */ (get(`/api/ratings/${encodeURIComponent(game)}?limit=${MOST}`)),
      /** @type {Promise<Me>} */ (get("/api/me")),
      /** @type {Promise<{games: {id: string}[]}>} */ (get("/api/games")),
    ]);
    main.append(choice(games.games, board.game), await standing(board, me));
  });
}

/**
 * The games, each with a list of its own.
 * @param {{id: string}[]} games
 * @param {string} here
 */
function choice(games, here) {
  const links = games.map(({ id }) =>
    element("li", {}, element("a", { class: "button", href: `/ratings/${id}`, "aria-current": id === here ? "page" : null }, wordsOr(`game.${id}`, id))),
  );
  return element("nav", { "aria-label": words("ratings.games") }, element("ul", { class: "buttons" }, ...links));
}

/**
 * The list; where one is not in it, one's own figures below.
 * @param {Board} board
 * @param {Me} me
 */
async function standing(board, me) {
  const title = wordsOr(`game.${board.game}`, board.game);
  const listed = board.leaders.some(({ id }) => id === me.id);
  const parts = board.leaders.length ? [ladder(title, board.leaders, me)] : [element("p", { class: "none" }, words("ratings.none"))];
  return element(
    "section",
    { "aria-labelledby": "ladder" },
    element("h2", { id: "ladder" }, title),
    ...parts,
    !listed && element("p", { class: "own" }, await ownLine(board, me)),
  );
}

/**
 * @param {string} title
 * @param {Ranked[]} leaders
 * @param {Me} me
 */
function ladder(title, leaders, me) {
  const form = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
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
        id === me.id && element("span", { class: "outcome" }, words("who.you")),
        kind === "bot" && element("span", { class: "outcome" }, words("seat.bot")),
      ),
      element("td", {}, form.format(rating)),
      element("td", {}, String(matches)),
    ),
  );
  return element(
    "table",
    { class: "ladder", "aria-label": title },
    element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, words(`ratings.${name}`))))),
    element("tbody", {}, ...rows),
  );
}

/**
 * Where one stands who is not in the list.
 * @param {Board} board
 * @param {Me} me
 */
async function ownLine(board, me) {
  if (me.kind !== "account") return words("ratings.guest");
  /** @type {import("../wire/protocol").Statistics} */
  const told = await get("/api/me/statistics");
  const own = told.games.find(({ game }) => game === board.game);
  if (own?.rating === null || own?.rating === undefined) return words("ratings.unrated");
  const form = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return words("ratings.below", { rating: form.format(own.rating), n: MOST });
}
