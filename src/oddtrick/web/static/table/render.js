// Draws the table as it is shown, again and again; what has not changed is not touched.

import { fill, find, mark, say, element, keep } from "../ui/dom.js";
import { words } from "../i18n/translate.js";
import { isOwnTurn, laid, tricksOf } from "../wire/state.js";
import { drawDeeds } from "./actions.js";
import { swell } from "./card-flight.js";
import { alone, sideName } from "./player-names.js";
import { drawPanel } from "./decision-panel.js";
import { drawSeats } from "./seats.js";
import { drawTrick, drawTrumps, drawTurnUp } from "./trick-area.js";
import { gameName, scoreOf, situation, wonLine } from "./event-text.js";
import { cardName } from "../cards/card-names.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./actions.js").Doing} Doing */

/**
 * @typedef {object} Shown What is to be seen.
 * @property {TableView} table
 * @property {number | null} winner Of the trick that still lies there.
 * @property {string} word Large on the table.
 * @property {import("./animation-events.js").Settled | null} settled What the cards on the table have settled, where they were cut.
 * @property {boolean} peek The last trick lies there again for a while.
 * @property {string | null} sent One's own card that was asked for and not answered yet.
 * @property {string | null} ready One's own card that the next tap plays.
 * @property {string | null} hint
 */

/**
 * @param {HTMLElement} page
 * @param {import("./hand.js").HandShown} hand
 * @param {Shown} shown
 * @param {Doing} doing
 */
export function draw(page, hand, shown, doing) {
  const table = withSent(shown);
  const { winner, word, settled, ready, peek } = shown;
  const game = gameName(table.game);
  say(find(page, ".game"), [game, ...dealName(table)].join(" · "));
  const title = isOwnTurn(table) ? words("title.turn", { game }) : words("title.table", { game });
  if (document.title !== title) document.title = title; // which the browser takes all the way to its window
  mark(page, "data-stage", table.stage);
  mark(page, "data-own-turn", isOwnTurn(table));
  const felt = find(page, ".felt");
  mark(felt, "data-places", table.places.length);
  mark(felt, "data-crowd", table.places.length > 4);
  drawTrumps(find(page, ".trumps"), table);
  drawScore(find(page, ".score"), table);
  drawSeats(find(page, ".seats"), table, doing.act);
  drawTrick(find(page, ".trick"), table, { winner, settled, peek });
  drawTurnUp(find(page, ".turn-up"), table);
  say(find(page, ".word"), peek ? words("last.title") : word);
  drawPanel(page, table, doing);
  const won = winner === null ? null : wonLine(table, winner);
  const again = ready !== null && isOwnTurn(table);
  say(find(page, ".whose"), again ? words("turn.again", { card: cardName(ready) }) : (won ?? situation(table)));
  hand.draw(shown.table, shown);
  drawDeeds(page, table, doing);
}

/**
 * One's own card lies on the table as soon as it is asked for.
 * @param {Shown} shown
 * @returns {TableView}
 */
export function withSent({ table, sent }) {
  const { match } = table;
  if (sent === null || !match || match.seat === null || !match.hand.includes(sent)) return table;
  return { ...table, turn: null, match: laid(match, match.seat, sent) };
}

/** @param {TableView} table */
function dealName({ match, stage }) {
  if (!match || stage === "gathering" || stage === "over") return [];
  const deal = [words("deal.number", { n: match.number + (stage === "pause" ? 0 : 1) })];
  if (match.hand_count > 1) deal.push(words("deal.hand", { n: match.hand_number + 1, count: match.hand_count }));
  return deal;
}

/**
 * What each side has: tricks of this deal, and the score; where all play alone, it stands at their seats.
 * @param {HTMLElement} at
 * @param {TableView} table
 */
function drawScore(at, table) {
  const { match, sides } = table;
  const lines = match && !alone(table) && table.stage !== "gathering" ? sides.map((side, index) => lineOf(table, side, index)) : [];
  mark(at, "hidden", !lines.length);
  keep(
    at,
    lines,
    ({ side }) => String(side),
    () =>
      element(
        "li",
        {},
        element("span", { class: "name" }),
        element(
          "span",
          { class: "count" },
          element("span", { class: "tricks" }),
          element("span", { class: "points" }),
          element("span", { class: "games" }),
        ),
      ),
    (item, line) => {
      mark(item, "data-own", line.own);
      mark(item, "data-side", line.side);
      say(find(item, ".name"), line.name);
      say(find(item, ".tricks"), line.tricks);
      count(find(item, ".points"), line.score);
      say(find(item, ".games"), line.games ? words("games", { n: line.games }) : "");
    },
  );
}

/**
 * @param {TableView} table
 * @param {number[]} side
 * @param {number} at
 */
function lineOf(table, side, at) {
  const match = table.match;
  const own = match !== null && match.seat !== null && side.includes(match.seat);
  const n = match ? tricksOf(match, side) : 0;
  return {
    side: at,
    own,
    name: sideName(table, side),
    tricks: table.stage === "playing" ? words("tricks", { n }) : "",
    score: scoreOf(table, at),
    games: match?.games.some(Boolean) ? (match.games[at] ?? 0) : 0,
  };
}

/**
 * A number that swells when it changes.
 * @param {HTMLElement} at
 * @param {number} score
 */
function count(at, score) {
  const before = at.dataset.score;
  mark(at, "data-score", score);
  if (before === String(score)) return;
  fill(at, score, () => [
    element("span", { class: "number", "aria-hidden": "true" }, String(score)),
    element("span", { class: "unseen" }, words("table.score-of", { score })),
  ]);
  if (before !== undefined) swell(at);
}
