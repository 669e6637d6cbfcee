// The story of a deal and of a match: its highlights in words, the finishing order, and how the lead went.

import { element, findElement, svgElement, updateContent } from "../ui/dom.js";
import { face } from "../cards/card-face.js";
import { cardName, rankName } from "../cards/card-names.js";
import { joinNames, loadMessages, t } from "../i18n/translate.js";
import { isOfLastDeal, ownSeat } from "../wire/state.js";
import { contractName } from "./contract-name.js";
import { eliminationLines, nameAt, sideName, sideOf, textAbout } from "./table-texts.js";

/** @import {TableView, DealView, PrizeView as Prize, BestCardFrame} from "../wire/protocol" */
/** @typedef {{text: string, card: string | null}} StoryLine A sentence, and the card that it is about. */

await loadMessages("table-menus");

/** Honours of a side from which they score (H1). */
const HONOURS = 3;

/**
 * Returns the story of the last deal; after the match also of its lead.
 * @param {TableView} table
 * @returns {StoryLine[]}
 */
export function storyOf(table) {
  const { match, stage, eliminates } = table;
  const deal = match?.deals.at(-1);
  if (!match || !deal) return [];
  const lines = [...contractLines(table, deal), ...oddTrickLines(table, deal), ...prizeLines(table), ...honourLines(table)];
  const texts = eliminates ? (stage === "over" ? [] : eliminationLines(table)) : stage === "over" ? leadLines(table) : [];
  return [...lines, ...texts.map((text) => ({ text, card: null }))];
}

/**
 * The list of what is worth telling.
 * @param {TableView} table
 */
export function storyList(table) {
  const lines = storyOf(table).map((line) => element("li", {}, ...lineParts(line)));
  return lines.length > 0 && element("ul", { class: "story" }, ...lines);
}

/** @param {StoryLine} line */
function lineParts({ text, card }) {
  return [card !== null && element("span", { class: "card", "aria-hidden": "true" }, face(card)), element("span", {}, text)];
}

/** The line for the best card of the last deal: the last of a panel, whose style keeps its place, so that no button moves. */
export function bestCardLine() {
  return element("p", { class: "best-card" });
}

/**
 * Shows the best card of the last deal in its line. Its review takes a few seconds, and often no card stands out.
 * @param {HTMLElement} panel
 * @param {TableView} table
 * @param {BestCardFrame | null} frame What the server has said last.
 */
export function updateBestCard(panel, table, frame) {
  const best = frame && isOfLastDeal(table, frame) ? frame.best : null;
  const line = best && bestCardText(table, best);
  updateContent(findElement(panel, ".best-card"), line, () => (line ? lineParts(line) : []));
}

/**
 * @param {TableView} table
 * @param {import("../wire/protocol").BestCard} best
 * @returns {StoryLine}
 */
function bestCardText(table, { seat, card, hand, trick, gain, unit }) {
  const place = hand === null ? t("story.place", { n: trick }) : t("story.place.hand", { hand, n: trick });
  return { text: textAbout(table, seat, "story.best", { card: cardName(card), place, gain: t(unit, { n: gain }) }), card };
}

/**
 * The contract and whether it was made, or that the deal was thrown in.
 * @param {TableView} table
 * @param {DealView} deal
 * @returns {StoryLine[]}
 */
function contractLines(table, { contract, tricks }) {
  if (!contract) return tricks.some(Boolean) ? [] : [{ text: t("story.thrown-in"), card: null }];
  const result = table.match?.highlights?.contract;
  const told = contractName(table, contract);
  if (!result) return [{ text: t("story.contract.played", { contract: told }), card: null }];
  const { made, tricks: taken, over } = result;
  return [{ text: t(outcomeKey(result), { contract: told, n: made || over < 0 ? Math.abs(over) : taken }), card: null }];
}

/** @param {import("../wire/protocol").ContractResult} result */
function outcomeKey({ made, tricks, over }) {
  if (!made) return over < 0 ? "story.contract.short" : "story.contract.failed";
  if (over) return "story.contract.over";
  return tricks ? "story.contract.exact" : "story.contract.none";
}

/**
 * Who made the odd trick, or every trick.
 * @param {TableView} table
 * @param {DealView} deal
 * @returns {StoryLine[]}
 */
function oddTrickLines(table, deal) {
  const odd = table.match?.highlights?.odd_trick;
  if (!odd) return [];
  const n = deal.tricks.reduce((sum, won) => sum + won, 0);
  const side = table.sides[sideOf(table, odd.seat)] ?? [];
  if (side.reduce((sum, seat) => sum + (deal.tricks[seat] ?? 0), 0) === n) return [{ text: t("story.slam", { name: sideName(table, side), n }), card: null }];
  return [{ text: textAbout(table, odd.seat, "story.odd", { card: cardName(odd.card), n: odd.number }), card: odd.card }];
}

/** The ten, and who caught it. @param {TableView} table @returns {StoryLine[]} */
function prizeLines(table) {
  const prize = table.match?.highlights?.prize;
  return prize ? [{ text: prizeText(table, prize), card: prize.card }] : [];
}

/**
 * @param {TableView} table
 * @param {Prize} prize
 */
function prizeText(table, { card, holder, taker, winning, scores }) {
  const values = { card: cardName(card), winning: cardName(winning) };
  if (holder === taker) return textAbout(table, taker, "story.prize.won", values);
  const how = !scores ? "lost" : sideOf(table, holder) === sideOf(table, taker) ? "home" : "caught";
  const own = ownSeat(table);
  const who = own === taker ? "taker" : own === holder ? "holder" : "other";
  return t(`story.prize.${how}.${who}`, { ...values, taker: nameAt(table, taker), holder: nameAt(table, holder) });
}

/** The sides with honours enough to score. @param {TableView} table @returns {StoryLine[]} */
function honourLines(table) {
  const found = table.match?.highlights;
  if (!found) return [];
  return found.honours.flatMap((cards, at) => {
    if (cards.length < HONOURS) return [];
    const values = { name: sideName(table, table.sides[at] ?? []), n: cards.length, ranks: joinNames(cards.map(rankName)) };
    return [{ text: t(found.taken ? "story.honours.taken" : "story.honours.dealt", values), card: null }];
  });
}

// The finishing order of a match of elimination.

/**
 * @typedef {object} Survival How far a player came (K4, X5).
 * @property {number} place 1 for the winner; players who fell out in the same deal share a place.
 * @property {number | null} out Number of the deal in which the player fell out, from 1.
 * @property {number | null} dog Number of the deal that the player survived without a trick, from 1.
 */

/**
 * Returns how far each player came, by seat.
 * @param {DealView[]} deals Finished deals of a match of elimination.
 * @returns {Survival[]}
 */
export function survivalOf(deals) {
  const seats = (deals[0]?.score ?? []).map((_, seat) => seat);
  const first = (/** @type {(deal: DealView) => boolean} */ holds) => deals.findIndex(holds) + 1 || null;
  const out = seats.map((seat) => first((deal) => !deal.score[seat]));
  const length = (/** @type {number | null | undefined} */ number) => number ?? deals.length + 1;
  return seats.map((seat) => ({
    place: 1 + out.filter((other) => length(other) > length(out[seat])).length,
    out: out[seat] ?? null,
    dog: first((deal) => Boolean(deal.score[seat]) && !deal.tricks[seat]),
  }));
}

/**
 * Says how far a player came: in which deal they fell out, or that they are the last one in.
 * @param {Survival} survival
 */
export function survivalText({ out, dog }) {
  const came = out === null ? t("story.last-in") : t("story.out", { n: out });
  return dog === null ? came : `${came}, ${t("story.dog")}`;
}

// The lead.

/**
 * Returns the side in the lead after each deal; null while two are level.
 * @param {DealView[]} deals
 */
export function leadersOf(deals) {
  return deals.map(({ score }) => {
    const best = Math.max(...score);
    return score.filter((each) => each === best).length > 1 ? null : score.indexOf(best);
  });
}

/** Whether a game had been won before the last deal: then the score began again. @param {DealView[]} deals */
function hasSeveralGames(deals) {
  return deals.slice(0, -1).some(({ games }) => games.some(Boolean));
}

/** How the winner came to lead. A rubber is told by its games. @param {TableView} table */
function leadLines({ match }) {
  if (!match || match.winner === null || match.deals.length < 2) return [];
  if (hasSeveralGames(match.deals)) return [];
  const leaders = leadersOf(match.deals);
  const since = leaders.length - [...leaders].reverse().findIndex((side) => side !== match.winner);
  if (leaders.every((side) => side === match.winner)) return [t("story.lead.always")];
  if (leaders.at(-1) !== match.winner) return [];
  return [since === leaders.length - 1 ? t("story.lead.last") : t("story.lead.since", { n: since + 1 })];
}

const WIDTH = 240;
const HEIGHT = 56;
const EDGE = 5;

/**
 * Returns a line for each side through the deals, from 0 to 1 across and up; none where the score began again, or of a single deal.
 * @param {TableView} table
 * @returns {[number, number][][]}
 */
export function leadPaths(table) {
  const deals = table.match?.deals ?? [];
  if (table.eliminates || deals.length < 2 || hasSeveralGames(deals)) return [];
  const scores = [table.sides.map(() => 0), ...deals.map(({ score }) => score)];
  const [most, least] = [Math.max(1, ...scores.flat()), Math.min(0, ...scores.flat())];
  return table.sides.map((_, side) => scores.map((score, deal) => [deal / deals.length, ((score[side] ?? 0) - least) / (most - least)]));
}

/**
 * The course of the scores as a small drawing with its caption; null where there is none.
 * @param {TableView} table
 */
export function leadChart(table) {
  const [paths, deals] = [leadPaths(table), table.match?.deals ?? []];
  if (!paths.length) return null;
  const own = table.match?.seat ?? null;
  const lines = paths.map((points, side) => {
    const d = points.map(([x, y], at) => `${at ? "L" : "M"}${(EDGE + x * (WIDTH - 2 * EDGE)).toFixed(1)} ${(HEIGHT - EDGE - y * (HEIGHT - 2 * EDGE)).toFixed(1)}`).join("");
    return svgElement("path", { d, class: own !== null && table.sides[side]?.includes(own) ? "own" : side === table.match?.winner ? "winner" : "other" });
  });
  const chart = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" }, ...lines);
  chart.setAttribute("aria-label", t("story.lead.chart", { scores: deals.map(({ score }) => score.join("–")).join(", ") }));
  return element("figure", { class: "lead" }, chart, element("figcaption", {}, t(own === null ? "story.lead.about" : "story.lead.about.own")));
}
