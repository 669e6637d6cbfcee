// What a replay says in words: the caption of each step, the list of tricks, and the scores.

import { element, updateContent, setAttribute } from "../ui/dom.js";
import { suitSymbol } from "../cards/card-face.js";
import { callName, callPhrase } from "../cards/call-names.js";
import { cardName, rankLabel, suitOf, suitName } from "../cards/card-names.js";
import { joinNames, numberText, t } from "../i18n/translate.js";
import { seatName, seatNames, sentenceAbout, cutOrThrowName, trumpName } from "./replay-names.js";
import { parseCall } from "../wire/calls.js";
import { callsOf, namesTrumps, tricksOf } from "./replay-states.js";

/** @import {MatchSteps, DealSteps} from "../wire/protocol" */
/** @import {ReplayPosition, PlacedTrick, ReplayState} from "./replay-states.js" */

/** @typedef {(place: ReplayPosition) => void} Go */

/** Number of name columns that fit on a phone; with more players, names become rows. */
const MAX_NAME_COLUMNS = 4;

/**
 * Renders the tricks of a deal and marks the current one.
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {ReplayPosition} place
 * @param {Go} go
 */
export function renderTrickList(at, match, place, go) {
  const deal = /** @type {DealSteps} */ (match.deals[place.deal]);
  const steps = [...callSteps(deal), ...trickSteps(deal)];
  updateContent(at, place.deal, () => [trickTable(match, deal, steps, place.deal, go)]);
  const now = steps.findIndex(({ first, end }) => first < place.card && place.card <= end);
  markCurrent(at, now);
  for (const cell of at.querySelectorAll("[data-step]")) {
    setAttribute(cell, "data-coming", place.card <= (steps[Number(cell.getAttribute("data-step"))]?.first ?? 0));
  }
}

/**
 * @param {HTMLElement} at
 * @param {number} now Index of the current step.
 */
function markCurrent(at, now) {
  for (const cell of at.querySelectorAll("[data-step]")) {
    const here = Number(cell.getAttribute("data-step")) === now;
    setAttribute(cell, "data-now", here);
    const button = cell.querySelector("button");
    if (button) setAttribute(button, "aria-current", here ? "step" : null);
  }
}

/**
 * @typedef {object} ListStep A row or column of the list: all calls, or a trick.
 * @property {number} first Number of turns before it.
 * @property {number} end Number of turns up to its end.
 * @property {string} title
 * @property {string} short
 * @property {(seat: number) => HTMLElement} cell
 */

/** A call in few words. @param {string | null} call */
function calledText(call) {
  return call === null ? t("call.secret") : callName(call);
}

/** @param {DealSteps} deal @returns {ListStep[]} */
function callSteps(deal) {
  const calls = callsOf(deal);
  const cell = (/** @type {number} */ seat) => element("td", { class: "small" }, calls.filter(([who]) => who === seat).map(([, call]) => calledText(call)).join(", "));
  return calls.length ? [{ first: 0, end: calls.length, title: t("replay.calls"), short: t("replay.calls.short"), cell }] : [];
}

/** @param {DealSteps} deal @returns {ListStep[]} */
function trickSteps(deal) {
  return tricksOf(deal).map(({ hand, number, trick, turns, first, end }) => ({
    first,
    end,
    title: trickTitle(deal, hand, number),
    short: deal.hands.length > 1 ? `${hand + 1}.${number + 1}` : String(number + 1),
    cell: (seat) => {
      const { plays, winner } = trick;
      const card = turns.find(([who]) => who === seat)?.[1];
      if (card === null) return element("td", { class: "knock" }, t("replay.knocks.short"));
      return element("td", { "data-wins": winner === seat, "data-leads": plays[0]?.[0] === seat }, ...(card ? cardText(card, winner === seat) : []));
    },
  }));
}

/**
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {ListStep[]} steps
 * @param {number} number
 * @param {Go} go
 */
function trickTable(match, deal, steps, number, go) {
  const names = deal.seats.map((seat) => seatName(match, seat));
  const buttons = steps.map(({ title, short, end }) => ({ title, short, go: () => go({ deal: number, card: end }) }));
  return stepTable("tricks", t("replay.tricks.title"), t("replay.tricks.one"), names, buttons, (step, name) =>
    /** @type {ListStep} */ (steps[step]).cell(/** @type {number} */ (deal.seats[name])),
  );
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
function stepTable(kind, title, step, names, steps, cell) {
  const corner = element("td", {}, element("span", { class: "visually-hidden" }, step));
  /** @type {(scope: "row" | "col", at: number) => HTMLElement} */
  const nameHead = (scope, at) => element("th", { scope, class: "name" }, names[at] ?? "");
  /** @type {(scope: "row" | "col", at: number) => HTMLElement} */
  const stepHead = (scope, at) => {
    const { title, short, go } = /** @type {{title: string, short: string, go: () => void}} */ (steps[at]);
    return element("th", { scope, "data-step": at }, element("button", { type: "button", "aria-label": title, click: go }, short));
  };
  const cells = (/** @type {number} */ at, /** @type {number} */ name) => {
    const stepCell = cell(at, name);
    stepCell.dataset.step = String(at);
    return stepCell;
  };
  const turned = names.length > MAX_NAME_COLUMNS;
  const [rows, columns] = turned ? [names, steps] : [steps, names];
  const [rowHead, columnHead] = turned ? [nameHead, stepHead] : [stepHead, nameHead];
  return element(
    "table",
    { class: `${kind} ${turned ? "turned" : ""}` },
    element("caption", { class: "visually-hidden" }, title),
    element("thead", {}, element("tr", {}, corner, ...columns.map((_, at) => columnHead("col", at)))),
    element(
      "tbody",
      {},
      ...rows.map((_, row) => element("tr", {}, rowHead("row", row), ...columns.map((_each, column) => (turned ? cells(column, row) : cells(row, column))))),
    ),
  );
}

/**
 * A card in text: its name for screen readers, and rank and suit to look at.
 * @param {string} card
 * @param {boolean} [wins]
 */
export function cardText(card, wins = false) {
  const name = wins ? `${cardName(card)}, ${t("replay.laid.wins")}` : cardName(card);
  const suit = suitSymbol(suitOf(card));
  suit.setAttribute("aria-hidden", "true");
  return [
    element("span", { class: "visually-hidden" }, name),
    element("span", { "aria-hidden": "true", class: "short" }, rankLabel(card), suit),
  ];
}

/**
 * Renders the score after each deal and marks the current one.
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {number} now
 * @param {Go} go
 */
export function renderScoreList(at, match, now, go) {
  updateContent(at, match.deals.length, () => [scoreTable(match, go)]);
  markCurrent(at, now);
}

/**
 * @param {MatchSteps} match
 * @param {Go} go
 */
function scoreTable(match, go) {
  const names = match.sides.map((side) => seatNames(match, side));
  const steps = match.deals.map((_, deal) => ({
    title: t("replay.deal", { n: deal + 1 }),
    short: String(deal + 1),
    go: () => go({ deal, card: 0 }),
  }));
  return stepTable("scores", t("replay.score.title"), t("replay.deal.one"), names, steps, (deal, side) =>
    element("td", {}, ...scoreCell(match, deal, side)),
  );
}

/**
 * The score of a side after a deal; in knock-out whist its tricks, or that it is out.
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
    return score[side] ? [String(scored)] : [element("span", { class: "lost" }, t("replay.out"))];
  }
  const before = match.deals[number - 1]?.games?.[side] ?? 0;
  const won = (games[side] ?? 0) > before && match.options.match === "rubber";
  const parts = [element("strong", {}, numberText(score[side] ?? 0)), scored ? element("span", { class: "small" }, ` ${numberText(scored, { signDisplay: "always" })}`) : ""];
  return won ? [...parts, " ", element("span", { class: "game-won" }, t("replay.game.won"))] : parts;
}

// The caption of each replay step, shown below the table and read out.

/**
 * Returns the caption of a position.
 * @param {MatchSteps} match
 * @param {number} number Index of the deal.
 * @param {ReplayState} state
 */
export function captionOf(match, number, state) {
  const deal = /** @type {DealSteps} */ (match.deals[number]);
  if (!state.table.length) return state.calls.length ? callCaption(match, number, deal, state) : openingCaption(match, number, deal);
  const played = turnSentence(match, state.table);
  const parts = state.table.length === 1 ? [trickTitle(deal, state.hand, state.trick), played] : [played];
  if (state.winner !== null) {
    parts.push(sentenceAbout("replay.takes", match, state.winner));
    const { draws } = /** @type {PlacedTrick} */ (tricksOf(deal).find(({ hand, number: at }) => hand === state.hand && at === state.trick));
    parts.push(...draws.map(([seat, card]) => sentenceAbout("replay.draws", match, seat, { card: cardName(card) })));
    if (state.next === null) parts.push(...outcomeSentences(match, number, deal));
  }
  return parts.join(" ");
}

/**
 * "Ann leads the king of hearts.", "Ann plays …" or "Ann knocks."
 * @param {MatchSteps} match
 * @param {readonly import("./replay-states.js").Turn[]} turns Of the trick so far; the last is described.
 */
function turnSentence(match, turns) {
  const [seat, card] = /** @type {import("./replay-states.js").Turn} */ (turns.at(-1));
  if (card === null) return sentenceAbout("replay.knocks", match, seat);
  const leads = turns.filter(([, played]) => played !== null).length === 1;
  return sentenceAbout(leads ? "replay.leads" : "replay.plays", match, seat, { card: cardName(card) });
}

/**
 * "Trick 3." or "Hand 2, trick 3."
 * @param {DealSteps} deal
 * @param {number} hand
 * @param {number} trick
 */
function trickTitle(deal, hand, trick) {
  const several = deal.hands.length > 1;
  return t(several ? "replay.trick.of-hand" : "replay.trick", { n: trick + 1, hand: hand + 1 });
}

/**
 * The caption at the start of a deal: dealer and trumps.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {DealSteps} deal
 */
function openingCaption(match, number, deal) {
  const parts = number === 0 ? cutSentences(match) : [];
  parts.push(sentenceAbout("replay.deals", match, deal.dealer, { n: number + 1 }));
  if (deal.rounds.length) {
    const rounds = deal.rounds.map((shown) =>
      joinNames(shown.map(([seat, what]) => t("replay.shows", { who: seatName(match, seat), what: cutOrThrowName(what) }))),
    );
    parts.push(t("replay.contest", { list: rounds.join("; ") }));
  }
  if (deal.turn_up) parts.push(t("replay.turned", { card: cardName(deal.turn_up) }));
  if (deal.chooser !== null && deal.trump) {
    const suit = suitName(/** @type {import("../cards/card-names.js").Suit} */ (deal.trump));
    parts.push(sentenceAbout("replay.chooses", match, deal.chooser, { suit }));
  } else if (!deal.contract) parts.push(`${trumpName(deal.trump)}.`);
  return parts.join(" ");
}

/**
 * The last call, and after the last of all what it settles: the contract, and the result of a deal without play.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {DealSteps} deal
 * @param {ReplayState} state
 */
function callCaption(match, number, deal, { calls, next }) {
  const [seat, call] = /** @type {import("./replay-states.js").CallTurn} */ (calls.at(-1));
  const parts = [callSentence(match, seat, call, namesTrumps(deal, calls.length - 1))];
  if (calls.length < callsOf(deal).length) return parts.join(" ");
  parts.push(...contractSentences(match, deal));
  if (next === null) parts.push(...outcomeSentences(match, number, deal));
  return parts.join(" ");
}

/**
 * What the calls of a deal settled: "Contract: 4 no trumps, Ann. No trumps."
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 */
export function contractSentences(match, { contract, trump }) {
  if (!contract) return [];
  const bid = callName(contract.bid);
  return [contract.declarer === null ? t("replay.contract.nobody", { bid }) : t("replay.contract", { who: seatName(match, contract.declarer), bid }), `${trumpName(trump)}.`];
}

/**
 * "Ann bids 3.", "Ann passes.", "Ann chooses hearts." or "Ann lays down the ten of hearts."
 * @param {MatchSteps} match
 * @param {number} seat
 * @param {string | null} call
 * @param {boolean} trumps The call names trumps.
 */
function callSentence(match, seat, call, trumps) {
  if (call === null) return sentenceAbout("replay.calls.secret", match, seat);
  const bids = trumps ? "replay.names" : call === "pass" ? "replay.passes" : "replay.bids";
  return sentenceAbout(parseCall(call).card ? "replay.lays" : bids, match, seat, { call: callPhrase(call) });
}

/** @param {MatchSteps} match */
function cutSentences(match) {
  const last = match.cuts.at(-1);
  if (!last) return [];
  const first = /** @type {[number, string][]} */ (match.cuts[0]);
  const items = first.map(([seat, card]) => t("replay.shows", { who: seatName(match, seat), what: cardName(card) }));
  const again = match.cuts.length > 1 ? [t("replay.cut.again", { n: match.cuts.length })] : [];
  return [t("replay.cut", { list: joinNames(items) }), ...again];
}

/**
 * The result of a deal, and of the match after its last deal.
 * @param {MatchSteps} match
 * @param {number} number
 * @param {DealSteps} deal
 * @returns {string[]}
 */
export function outcomeSentences(match, number, deal) {
  const { points } = deal;
  if (!points) return [];
  const sides = match.sides.flatMap((side, at) => {
    if (!side.some((seat) => deal.seats.includes(seat))) return [];
    const name = match.rules.eliminates ? "replay.outcome.tricks" : "replay.outcome";
    return [t(name, { who: seatNames(match, side), n: points[at] ?? 0 })];
  });
  const parts = [t("replay.over.deal", { n: number + 1, list: joinNames(sides) })];
  if (match.over && number === match.deals.length - 1) parts.push(winnerLine(match));
  return parts;
}

/** @param {MatchSteps} match */
function winnerLine(match) {
  if (match.winner === null) return t("replay.level");
  const side = /** @type {number[]} */ (match.sides[match.winner]);
  const who = seatNames(match, side);
  return who === t("who.you") ? t("replay.wins.you") : t("replay.wins", { who, n: side.length });
}
