// The tricks of a deal and the score of a match, as lists that lead to their moments.

import { element, fill, mark } from "../ui/dom.js";
import { sign } from "../cards/card-face.js";
import { cardName, suitOf } from "../cards/card-names.js";
import { words } from "../i18n/translate.js";
import { seatName, seatNames } from "./seat-names.js";
import { trickTitle } from "./step-captions.js";
import { tricksOf } from "./replay-states.js";

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./replay-states.js").Place} Place */
/** @typedef {import("./replay-states.js").Placed} Placed */
/** @typedef {(place: Place) => void} Go */

/** So many columns of names fit on a phone; where more play, names stand in rows. */
const NAMES_ABREAST = 4;

/**
 * Shows the tricks of the deal; the one on the table is marked.
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {Place} place
 * @param {Go} go
 */
export function drawTricks(at, match, place, go) {
  const deal = /** @type {DealSteps} */ (match.deals[place.deal]);
  const tricks = tricksOf(deal);
  fill(at, place.deal, () => [trickTable(match, deal, tricks, place.deal, go)]);
  const now = tricks.findIndex(({ first, end }) => first < place.card && place.card <= end);
  markSteps(at, now);
  for (const cell of at.querySelectorAll("[data-step]")) {
    mark(cell, "data-coming", place.card <= (tricks[Number(cell.getAttribute("data-step"))]?.first ?? 0));
  }
}

/**
 * @param {HTMLElement} at
 * @param {number} now The step that is shown.
 */
function markSteps(at, now) {
  for (const cell of at.querySelectorAll("[data-step]")) {
    const here = Number(cell.getAttribute("data-step")) === now;
    mark(cell, "data-now", here);
    const button = cell.querySelector("button");
    if (button) mark(button, "aria-current", here ? "step" : null);
  }
}

/**
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {Placed[]} tricks
 * @param {number} number
 * @param {Go} go
 */
function trickTable(match, deal, tricks, number, go) {
  const names = deal.seats.map((seat) => seatName(match, seat));
  const steps = tricks.map(({ hand, number: trick, end }) => ({
    title: trickTitle(deal, hand, trick),
    short: deal.hands.length > 1 ? `${hand + 1}.${trick + 1}` : String(trick + 1),
    go: () => go({ deal: number, card: end }),
  }));
  return table("tricks", words("replay.tricks.title"), words("replay.tricks.one"), names, steps, (step, name) => {
    const { plays, winner } = /** @type {Placed} */ (tricks[step]).trick;
    const seat = deal.seats[name];
    const card = plays.find(([who]) => who === seat)?.[1];
    return element("td", { "data-wins": winner === seat, "data-leads": plays[0]?.[0] === seat }, ...(card ? cardParts(card, winner === seat) : []));
  });
}

/**
 * A table of names and steps; each step has a button that leads there.
 * @param {string} kind
 * @param {string} title
 * @param {string} step What one step is called.
 * @param {string[]} names
 * @param {{title: string, short: string, go: () => void}[]} steps
 * @param {(step: number, name: number) => HTMLElement} cell
 */
function table(kind, title, step, names, steps, cell) {
  const corner = element("td", {}, element("span", { class: "unseen" }, step));
  /** @type {(scope: "row" | "col", at: number) => HTMLElement} */
  const nameHead = (scope, at) => element("th", { scope, class: "name" }, names[at] ?? "");
  /** @type {(scope: "row" | "col", at: number) => HTMLElement} */
  const stepHead = (scope, at) => {
    const { title, short, go } = /** @type {{title: string, short: string, go: () => void}} */ (steps[at]);
    return element("th", { scope, "data-step": at }, element("button", { type: "button", "aria-label": title, click: go }, short));
  };
  const cells = (/** @type {number} */ at, /** @type {number} */ name) => {
    const made = cell(at, name);
    made.dataset.step = String(at);
    return made;
  };
  const turned = names.length > NAMES_ABREAST;
  const [rows, columns] = turned ? [names, steps] : [steps, names];
  const [rowHead, columnHead] = turned ? [nameHead, stepHead] : [stepHead, nameHead];
  return element(
    "table",
    { class: `${kind} ${turned ? "turned" : ""}` },
    element("caption", { class: "unseen" }, title),
    element("thead", {}, element("tr", {}, corner, ...columns.map((_, at) => columnHead("col", at)))),
    element(
      "tbody",
      {},
      ...rows.map((_, row) => element("tr", {}, rowHead("row", row), ...columns.map((_each, column) => (turned ? cells(column, row) : cells(row, column))))),
    ),
  );
}

/**
 * A card in text: what it is called, and as it looks.
 * @param {string} card
 * @param {boolean} wins
 */
function cardParts(card, wins) {
  const name = wins ? `${cardName(card)}, ${words("replay.laid.wins")}` : cardName(card);
  const suit = sign(suitOf(card));
  suit.setAttribute("aria-hidden", "true");
  return [
    element("span", { class: "unseen" }, name),
    element("span", { "aria-hidden": "true", class: "short" }, card[0] === "T" ? "10" : (card[0] ?? ""), suit),
  ];
}

/**
 * Shows the score after each deal; the deal on the table is marked.
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {number} now
 * @param {Go} go
 */
export function drawScore(at, match, now, go) {
  fill(at, match.deals.length, () => [scoreTable(match, go)]);
  markSteps(at, now);
}

/**
 * @param {MatchSteps} match
 * @param {Go} go
 */
function scoreTable(match, go) {
  const names = match.sides.map((side) => seatNames(match, side));
  const steps = match.deals.map((_, deal) => ({
    title: words("replay.deal", { n: deal + 1 }),
    short: String(deal + 1),
    go: () => go({ deal, card: 0 }),
  }));
  return table("scores", words("replay.score.title"), words("replay.deal.one"), names, steps, (deal, side) =>
    element("td", {}, ...scoreCell(match, deal, side)),
  );
}

/**
 * What a side has after a deal; in knock-out whist its tricks, and whether it is out.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {number} side
 * @returns {(Node | string)[]}
 */
function scoreCell(match, number, side) {
  const deal = /** @type {DealSteps} */ (match.deals[number]);
  const playing = match.sides[side]?.some((seat) => deal.seats.includes(seat));
  const { points, score, games } = deal;
  if (!playing) return ["–"];
  if (!points || !score || !games) return ["…"];
  const scored = points[side] ?? 0;
  if (match.rules.eliminates) {
    return scored ? [String(scored)] : [element("span", { class: "lost" }, words("replay.out"))];
  }
  const before = match.deals[number - 1]?.games?.[side] ?? 0;
  const won = (games[side] ?? 0) > before && match.options.match === "rubber";
  const parts = [element("strong", {}, String(score[side] ?? 0)), scored ? element("span", { class: "small" }, ` +${scored}`) : ""];
  return won ? [...parts, " ", element("span", { class: "game-won" }, words("replay.game.won"))] : parts;
}
