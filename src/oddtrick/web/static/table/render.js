// Renders the table. Elements that haven't changed are left alone.

import { updateContent, findElement, setAttribute, setText, element, updateList } from "../ui/dom.js";
import { gameName, t } from "../i18n/translate.js";
import { preference } from "../ui/preferences.js";
import { isOwnTurn, withCardPlayed, tricksWonBy } from "../wire/state.js";
import { face } from "../cards/card-face.js";
import { callJack, cardName, sortHand } from "../cards/card-names.js";
import { renderActions } from "./action-buttons.js";
import { pulse } from "./table-animations.js";
import { gamesOf, playsIndividually, sideLabel, scoreOf, statusText, wonLine } from "./table-texts.js";
import { renderPanel } from "./middle-panel.js";
import { calls, renderSeats } from "./seats.js";
import { renderContract, renderTrick, renderTrumps, renderTurnUp } from "./trick-area.js";

/** @import {TableView} from "../wire/protocol" */

/**
 * @typedef {object} ViewState Input of a render.
 * @property {TableView} table
 * @property {number | null} winner Winner of the complete trick on the table.
 * @property {string} banner Large text on the table.
 * @property {string[]} shown Cards that a player has laid open with a claim.
 * @property {import("./animation-queue.js").CutResult | null} settled Result of the cut on the table.
 * @property {boolean} peek Show the last trick instead.
 * @property {string | null} sent Own card sent to the server but not confirmed.
 * @property {string | null} ready Own card that the next tap plays.
 * @property {import("./hand.js").HandState["ahead"]} ahead
 * @property {string | null} hint
 * @property {number | null} requested Index of the place that the viewer takes when the deal is over.
 * @property {number} claim Tricks that the viewer can claim.
 * @property {import("./visitors.js").Visitors | null} visitors Others who are about to take a place.
 * @property {import("../wire/protocol").BestCardFrame | null} bestCard The best card of the last deal, once it is known.
 */

/**
 * @param {HTMLElement} page
 * @param {import("./hand.js").HandView} hand
 * @param {ViewState} view
 * @param {import("./action-buttons.js").TableKind} kind
 */
export function renderTable(page, hand, view, kind) {
  const table = withPendingCard(view);
  callJack(table.jack);
  const { winner, banner, settled, ready, peek } = view;
  const game = gameName(table.game);
  // Within a part of the title, lines break at no number.
  const link = findElement(page, ".game > a");
  setAttribute(link, "href", `/rules/${table.game}`);
  setText(link, [game, ...dealTitle(table).map((part) => part.replaceAll(" ", "\u00a0"))].join(" · "));
  const title = isOwnTurn(table) ? t("title.turn", { game }) : t("title.table", { game });
  if (document.title !== title) document.title = title; // setting it is slow even if unchanged
  setAttribute(page, "data-stage", table.stage);
  setAttribute(page, "data-own-turn", isOwnTurn(table));
  const layout = findElement(page, ".table-layout");
  setAttribute(layout, "data-places", table.places.length);
  setAttribute(layout, "data-calling", table.stage === "playing" && table.match?.awaited === "call");
  setAttribute(findElement(page, ".felt"), "data-crowded", table.places.length > 4);
  setAttribute(layout, "data-contract", table.stage === "playing" && table.match?.contract !== undefined);
  setAttribute(layout, "data-stock", table.stage === "playing" && Boolean(table.match?.stock));
  renderTrumps(findElement(page, ".trumps"), table);
  renderContract(findElement(page, ".contract"), table);
  renderScore(page, findElement(page, ".score"), table);
  renderSeats(findElement(page, ".seats"), table, view, kind.practice !== null);
  renderTrick(findElement(page, ".trick"), table, { winner, settled, peek });
  renderTurnUp(findElement(page, ".turn-up"), table);
  updateContent(findElement(page, ".banner"), [banner, view.shown], () => [banner, view.shown.length > 0 && shownCards(view.shown)]);
  renderPanel(page, table, kind, view);
  const won = winner === null ? null : wonLine(table, winner);
  const comes = table.stage === "gathering" && view.visitors?.line;
  const waits = view.ahead.picked === null ? "" : ` · ${t("turn.picked", { card: cardName(view.ahead.picked) })}`;
  const again = ready !== null && isOwnTurn(table);
  const asks = again && t(preference("confirm") ? "turn.confirm" : "turn.asked", { card: cardName(ready) });
  const status = asks || (won ?? (comes || calls.loaded?.discardText(table) || statusText(table))) + waits;
  setText(findElement(page, ".turn-status"), peek ? t("last-trick.title") : status);
  hand.render(view.table, view);
  renderActions(page, table, view.claim);
}

/** @param {string[]} cards */
function shownCards(cards) {
  return element("span", { class: "shown-cards" }, ...sortHand(cards).map((card) => element("span", { class: "card" }, face(card))));
}

/**
 * Shows the player's card on the table before the server confirms it.
 * @param {ViewState} view
 * @returns {TableView}
 */
function withPendingCard({ table, sent }) {
  const { match } = table;
  if (sent === null || !match || match.seat === null || !match.hand.includes(sent)) return table;
  return { ...table, turn: null, match: withCardPlayed(match, match.seat, sent) };
}

/** @param {TableView} table */
function dealTitle({ match, stage, drive }) {
  if (drive) return [t("drive-table.place", { round: drive.round, table: drive.table })];
  if (!match || stage === "gathering" || stage === "over") return [];
  const deal = [t("deal.number", { n: match.number + (stage === "pause" ? 0 : 1) })];
  if (match.hand_count > 1) deal.push(t("deal.hand", { n: match.hand_number + 1, count: match.hand_count }));
  return deal;
}

/**
 * Renders tricks and score of each side. Individual scores are shown at the seats instead.
 * @param {HTMLElement} page
 * @param {HTMLElement} at
 * @param {TableView} table
 */
function renderScore(page, at, table) {
  const { match, sides } = table;
  const lines = match && !playsIndividually(table) && table.stage !== "gathering" ? sides.map((side, index) => scoreEntry(table, side, index)) : [];
  setAttribute(at, "hidden", !lines.length);
  setAttribute(at, "data-many", lines.length > 2);
  setAttribute(findElement(page, ".table-layout"), "data-scored", lines.length || null);
  updateList(
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
      setAttribute(item, "data-own", line.own);
      setAttribute(item, "data-side", line.side);
      setText(findElement(item, ".name"), line.name);
      updateContent(findElement(item, ".tricks"), line.tricks, () => figureAndUnit(line.tricks));
      renderCount(findElement(item, ".points"), line.score);
      setText(findElement(item, ".games"), line.games ? t("games", { n: line.games }) : "");
    },
  );
}

/**
 * A number in words of which small windows show the figure only.
 * @param {string} text
 */
function figureAndUnit(text) {
  return text.split(/(\d+)/).filter(Boolean).map((part) => element("span", { class: /\d/.test(part) ? "figure" : "unit" }, part));
}

/**
 * @param {TableView} table
 * @param {number[]} side
 * @param {number} at
 */
function scoreEntry(table, side, at) {
  const match = table.match;
  const own = match !== null && match.seat !== null && side.includes(match.seat);
  const n = match ? tricksWonBy(match, side) : 0;
  return {
    side: at,
    own,
    name: sideLabel(table, side),
    tricks: table.stage === "playing" ? (calls.loaded?.tricksNeeded(table, side, n) ?? t("tricks", { n })) : "",
    score: scoreOf(table, at),
    games: gamesOf(table)[at] ?? 0,
  };
}

/**
 * Renders a number that pulses when it changes.
 * @param {HTMLElement} at
 * @param {number} score
 */
function renderCount(at, score) {
  const before = at.dataset.score;
  setAttribute(at, "data-score", score);
  if (before === String(score)) return;
  updateContent(at, score, () => [
    element("span", { class: "number", "aria-hidden": "true" }, String(score)),
    element("span", { class: "visually-hidden" }, t("table.score-of", { score })),
  ]);
  if (before !== undefined) pulse(at);
}

// Countdowns at the table: turn clocks and the start of the next deal.

/** Remaining time from which a countdown is urgent (s). */
const URGENT = 5;

/**
 * Updates every countdown, an element with the end of its time in `data-until`, shows what appears later,
 * an element with its time in `data-from`, and hides what holds until its time in `data-to`.
 * @param {HTMLElement} page
 * @param {number} now The server's clock (ms since the epoch).
 */
export function updateCountdowns(page, now) {
  for (const clock of page.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(clock.getAttribute("data-until")) - now) / 1000));
    setText(clock, t("clock.left", { n: left }));
    setAttribute(clock, "data-short", left <= URGENT);
  }
  for (const later of page.querySelectorAll("[data-from][hidden]")) {
    if (now >= Number(later.getAttribute("data-from"))) later.removeAttribute("hidden");
  }
  for (const past of page.querySelectorAll("[data-to]")) setAttribute(past, "hidden", now >= Number(past.getAttribute("data-to")));
}
