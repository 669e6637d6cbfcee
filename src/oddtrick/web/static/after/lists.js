// The tricks of a deal and the score of a match, as lists that lead to their moments.

import { element, fill, mark } from "../page/element.js";
import { sign } from "../cards/face.js";
import { cardName, suitOf } from "../cards/names.js";
import { words } from "../words/words.js";
import { seatName, seatNames } from "./names.js";
import { trickTitle } from "./sentences.js";
import { tricksOf } from "./story.js";

/** @typedef {import("../wire/frames").MatchSteps} MatchSteps */
/** @typedef {import("../wire/frames").DealSteps} DealSteps */
/** @typedef {import("./story.js").Place} Place */
/** @typedef {import("./story.js").Placed} Placed */
/** @typedef {(place: Place) => void} Go */

/**
 * Shows the tricks of the deal; the one on the table is marked.
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {Place} place
 * @param {Go} go
 */
export function drawTricks(at, match, place, go) {
  const deal = /** @type {DealSteps} */ (match.deals[place.deal]);
  fill(at, place.deal, () => [trickTable(match, deal, place.deal, go)]);
  for (const row of at.querySelectorAll("tbody tr")) {
    const [first, end] = /** @type {[number, number]} */ ((row.getAttribute("data-cards") ?? "").split(" ").map(Number));
    const now = first < place.card && place.card <= end;
    mark(row, "data-now", now);
    mark(row, "data-coming", place.card <= first);
    mark(/** @type {HTMLElement} */ (row.querySelector("button")), "aria-current", now ? "step" : null);
  }
}

/**
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {number} number
 * @param {Go} go
 */
function trickTable(match, deal, number, go) {
  const heads = deal.seats.map((seat) => element("th", { scope: "col" }, seatName(match, seat)));
  return element(
    "table",
    { class: "tricks" },
    element("caption", { class: "unseen" }, words("replay.tricks.title")),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, element("span", { class: "unseen" }, words("replay.tricks.one"))), ...heads)),
    element("tbody", {}, ...tricksOf(deal).map((placed) => trickRow(deal, placed, number, go))),
  );
}

/**
 * @param {DealSteps} deal
 * @param {Placed} placed
 * @param {number} number
 * @param {Go} go
 */
function trickRow(deal, { hand, number: trick, trick: { plays, winner }, first, end }, number, go) {
  const title = trickTitle(deal, hand, trick);
  const label = deal.hands.length > 1 ? `${hand + 1}.${trick + 1}` : String(trick + 1);
  const cells = deal.seats.map((seat) => {
    const card = plays.find(([who]) => who === seat)?.[1];
    const leads = plays[0]?.[0] === seat;
    return element("td", { "data-wins": winner === seat, "data-leads": leads }, ...(card ? cardParts(card, winner === seat) : []));
  });
  return element(
    "tr",
    { "data-cards": `${first} ${end}` },
    element("th", { scope: "row" }, element("button", { type: "button", "aria-label": title, click: () => go({ deal: number, card: end }) }, label)),
    ...cells,
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
  at.querySelectorAll("tbody tr").forEach((row, number) => {
    mark(row, "data-now", number === now);
    mark(/** @type {HTMLElement} */ (row.querySelector("button")), "aria-current", number === now ? "step" : null);
  });
}

/**
 * @param {MatchSteps} match
 * @param {Go} go
 */
function scoreTable(match, go) {
  const heads = match.sides.map((side) => element("th", { scope: "col" }, seatNames(match, side)));
  const rows = match.deals.map((_, number) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        element("button", { type: "button", "aria-label": words("replay.deal", { n: number + 1 }), click: () => go({ deal: number, card: 0 }) }, String(number + 1)),
      ),
      ...match.sides.map((_side, side) => element("td", {}, ...scoreCell(match, number, side))),
    ),
  );
  return element(
    "table",
    { class: "scores" },
    element("caption", { class: "unseen" }, words("replay.score.title")),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, element("span", { class: "unseen" }, words("replay.deal.one"))), ...heads)),
    element("tbody", {}, ...rows),
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
  if (match.game === "knockout-whist") {
    return scored ? [words("replay.tricks", { n: scored })] : [element("span", { class: "lost" }, words("replay.out"))];
  }
  const before = match.deals[number - 1]?.games?.[side] ?? 0;
  const won = (games[side] ?? 0) > before && match.options.match === "rubber";
  const parts = [element("strong", {}, String(score[side] ?? 0)), " ", element("span", { class: "small" }, scored ? `+${scored}` : "±0")];
  return won ? [...parts, " ", element("span", { class: "game-won" }, words("replay.game.won"))] : parts;
}
