// The panel in the middle of the table: waiting room, draw, results and decisions.

import { cardBack } from "../cards/card-backs.js";
import { suitSymbol } from "../cards/card-face.js";
import { suitName } from "../cards/card-names.js";
import { element, updateContent, findElement, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { primary, actionButton } from "./actions.js";
import { waitingRoomPanel } from "./waiting-room.js";
import { nameAt } from "./player-names.js";
import { resultTable } from "./score-sheet.js";
import { eliminationLines, packOf, resultLine, throwName } from "./event-text.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./actions.js").TableActions} TableActions */
/** @typedef {{name: string, from: unknown, make: () => Part[]}} Panel */

/**
 * @param {HTMLElement} page
 * @param {TableView} table
 * @param {TableActions} actions
 */
export function renderPanel(page, table, actions) {
  const at = findElement(page, ".panel");
  const panel = selectPanel(table, actions);
  const opens = panel !== null && (at.hidden || at.dataset.panel !== panel.name);
  const focused = at.contains(document.activeElement);
  at.hidden = panel === null;
  at.dataset.panel = panel?.name ?? "";
  updateContent(at, panel && [panel.name, panel.from], () => panel?.make() ?? []);
  keepFocus(page, at, { opens: opens && table.stage !== "gathering", focused });
}

/**
 * Moves the focus to a new panel for keyboard users, unless they are typing elsewhere.
 * @param {HTMLElement} page
 * @param {HTMLElement} at
 * @param {{opens: boolean, focused: boolean}} how Whether the panel is new, and whether it had the focus.
 */
function keepFocus(page, at, { opens, focused }) {
  if (at.contains(document.activeElement)) return;
  const idle = document.activeElement === document.body || document.activeElement?.closest(".hand, .actions");
  const first = /** @type {HTMLElement | null} */ (at.hidden ? null : at.querySelector(".primary, .choices button"));
  if (first && (focused || (opens && idle))) first.focus({ preventScroll: true });
  // The hand takes the focus when it is dealt.
  else if (focused) page.dataset.focusPending = "";
}

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @returns {Panel | null}
 */
function selectPanel(table, actions) {
  const { stage, you, match, draw } = table;
  const ready = you !== null && Boolean(table.places[you]?.ready);
  switch (stage) {
    case "gathering": {
      const open = table.places.filter((place) => place.kind === "open").length;
      return { name: stage, from: [you, table.you_host, open > 0], make: () => waitingRoomPanel(table, actions, open > 0) };
    }
    case "drawing":
      return { name: stage, from: draw?.number, make: () => drawingPanel(table) };
    case "pause":
      return { name: stage, from: [ready, match?.deals.length, table.pause_until], make: () => pausePanel(table, actions, ready) };
    case "over": {
      const open = table.places.some((place) => place.kind === "open");
      return { name: stage, from: [ready, you, open, table.number], make: () => matchOverPanel(table, actions, ready, open) };
    }
    case "closed":
      return { name: stage, from: stage, make: () => [element("h2", {}, t("turn.closed")), homeLink()] };
    default:
      return choicePanel(table, actions);
  }
}

/**
 * The shuffle or a cut: who takes part.
 * @param {TableView} table
 * @returns {Part[]}
 */
function drawingPanel(table) {
  const purpose = table.draw?.purpose ?? "deal";
  return [
    element("div", { class: "pack", "aria-hidden": "true" }, ...[1, 2, 3, 4, 5].map(() => cardBack(packOf(table)))),
    element("h2", {}, t(`draw.title.${purpose}`)),
    element("p", {}, purpose === "deal" ? dealDescription(table) : t(`draw.${purpose}`)),
    element("p", { class: "small" }, t("draw.sealed")),
  ];
}

/**
 * Names shuffler, cutter and dealer (W3): the players left and right of the dealer.
 * @param {TableView} table
 */
function dealDescription(table) {
  const match = table.match;
  const seats = match?.seats ?? [];
  const at = seats.indexOf(match?.dealer ?? -1);
  if (at < 0 || seats.length < 2) return t("draw.house");
  const [shuffler = 0, cutter = 0] = [seats[(at + 1) % seats.length], seats[(at + seats.length - 1) % seats.length]];
  return t("draw.deal", {
    shuffler: nameAt(table, shuffler), cutter: nameAt(table, cutter), dealer: nameAt(table, match?.dealer ?? 0),
  });
}

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @param {boolean} ready
 * @returns {Part[]}
 */
function pausePanel(table, actions, ready) {
  const next = primary(actionButton(t("action.next"), "next", () => actions.act({ type: "ready" })));
  return [
    element("h2", {}, t("result.title", { n: table.match?.deals.length ?? 0 })),
    ...eliminationLines(table).map((line) => element("p", {}, line)),
    resultTable(table),
    table.you !== null && !ready && next,
    ready && element("p", {}, t("result.waiting")),
    table.pause_until !== null &&
      element("p", { class: "small" }, `${t("result.goes-on")} `, element("span", { "data-until": table.pause_until })),
  ];
}

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @param {boolean} ready
 * @param {boolean} open
 * @returns {Part[]}
 */
function matchOverPanel(table, actions, ready, open) {
  const rematch = primary(actionButton(t("action.rematch"), "rematch", () => actions.act({ type: "rematch" })));
  return [
    element("h2", {}, resultLine(table)),
    resultTable(table),
    table.you !== null && !ready && !open && rematch,
    ready && element("p", {}, t("result.waiting")),
    open && element("p", {}, t("result.open")),
    element("p", { class: "choices" }, replayLink(table), reviewLink(table), homeLink()),
  ];
}

/**
 * A link to the review of the last finished deal.
 * @param {TableView} table
 */
function reviewLink(table) {
  const deals = table.match?.deals.length ?? 0;
  if (!deals) return null;
  const href = `/t/${table.code}/review/${table.number}/${deals}`;
  return element("a", { class: "button", href, "data-key": "review" }, t("action.review"));
}

/** @param {TableView} table */
function replayLink(table) {
  return element("a", { class: "button", href: `/t/${table.code}/replay/${table.number}`, "data-key": "replay" }, t("action.replay"));
}

function homeLink() {
  return element("a", { class: "button", href: "/", "data-key": "home" }, t("action.home"));
}

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @returns {Panel | null}
 */
function choicePanel(table, actions) {
  const { match } = table;
  if (!match) return null;
  if (match.awaited === "throw" && match.own_throw !== null) {
    const thrown = match.own_throw;
    return { name: "thrown", from: thrown, make: () => [element("p", {}, t("throw.waiting", { throw: throwName(thrown) }))] };
  }
  if (!isOwnTurn(table)) return null;
  if (match.awaited === "choice") {
    return { name: "choice", from: match.legal, make: () => suitChoice(match.legal, actions) };
  }
  if (match.awaited === "throw") {
    return { name: "throw", from: [match.legal, match.contest], make: () => throwChoice(match.legal, actions) };
  }
  return null;
}

/**
 * @param {string[]} legal
 * @param {TableActions} actions
 * @returns {Part[]}
 */
function suitChoice(legal, actions) {
  const buttons = legal.map((letter) => {
    const suit = /** @type {import("../cards/card-names.js").Suit} */ (letter);
    const symbol = suitSymbol(suit);
    setAttribute(symbol, "aria-hidden", "true"); // its name stands beside it
    return actionButton(suitName(suit), letter, () => actions.act({ type: "choose", suit }), symbol);
  });
  return [
    element("h2", {}, t("choose.title")),
    element("div", { class: "choices" }, ...buttons),
  ];
}

/** @type {Record<string, string>} */
const THROW_SIGNS = { rock: "✊", paper: "✋", scissors: "✌" };

/**
 * @param {string[]} legal
 * @param {TableActions} actions
 * @returns {Part[]}
 */
function throwChoice(legal, actions) {
  const buttons = legal.map((letter) => {
    const hand = /** @type {import("../wire/protocol").ThrowHand["throw"]} */ (letter);
    const sign = element("span", { class: "thrown", "aria-hidden": "true" }, THROW_SIGNS[letter]);
    return actionButton(throwName(letter), letter, () => actions.act({ type: "throw", throw: hand }), sign);
  });
  return [
    element("h2", {}, t("throw.title")),
    element("p", { class: "small" }, t("throw.why")),
    element("div", { class: "choices" }, ...buttons),
  ];
}
