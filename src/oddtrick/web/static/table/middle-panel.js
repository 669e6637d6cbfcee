// The panel in the middle of the table: waiting room, draw, results and decisions.

import { cardBack } from "../cards/card-backs.js";
import { suitSymbol } from "../cards/card-face.js";
import { suitName } from "../cards/card-names.js";
import { AUTO_START_TABLE } from "../ui/storage-keys.js";
import { element, updateContent, findElement, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { actionButton } from "./action-buttons.js";
import { LazyPart } from "./lazy-part.js";
import { calls } from "./seats.js";
import { drawLine, packOf, throwName } from "./table-texts.js";

/** @import {Part} from "../ui/dom.js" */
/** @import {TableView} from "../wire/protocol" */
/** @import {TableKind} from "./action-buttons.js" */
/** @typedef {{name: string, from: unknown, make: () => Part[], update?: (panel: HTMLElement) => void}} Panel What the panel shows: made again when `from` changes, and updated in place each time. */
/** @typedef {Pick<import("./render.js").ViewState, "visitors" | "bestCard">} Notices What the server says besides the table. */

/** The panels that the first card does not need. */
export const panels = new LazyPart(async () => {
  const [waiting, absence, results, drive] = await Promise.all([
    import("./waiting-room.js"), import("./absence-panel.js"), import("./result-panels.js"), import("./drive-deal-panels.js"),
  ]);
  return { ...waiting, ...absence, ...results, ...drive };
});

/**
 * @param {HTMLElement} page
 * @param {TableView} table
 * @param {TableKind} kind
 * @param {Notices} notices
 */
export function renderPanel(page, table, kind, notices) {
  const at = findElement(page, ".panel");
  const panel = selectPanel(table, kind, notices);
  const opens = panel !== null && (at.hidden || at.dataset.panel !== panel.name);
  const focused = at.contains(document.activeElement);
  at.hidden = panel === null;
  at.dataset.panel = panel?.name ?? "";
  setAttribute(findElement(page, ".felt"), "data-absent", panel?.name === "absent");
  updateContent(at, panel && [panel.name, panel.from], () => panel?.make() ?? []);
  panel?.update?.(at);
  setAttribute(at, "data-result", at.querySelector(".result") !== null);
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
 * Returns the panel to show; null if there is none, or while its script loads.
 * @param {TableView} table
 * @param {TableKind} kind
 * @param {Notices} notices
 * @returns {Panel | null}
 */
function selectPanel(table, kind, { visitors, bestCard }) {
  const { stage, draw, drive } = table;
  if (drive && (stage === "gathering" || stage === "over" || stage === "closed")) return panels.want()?.drivePanel(table, drive, bestCard) ?? null;
  if (stage === "gathering" && window.sessionStorage.getItem(AUTO_START_TABLE) === table.code) return null;
  if (stage === "gathering") return panels.want()?.waitingRoom(table, visitors?.awaited ?? "") ?? null;
  if (stage === "drawing") return { name: stage, from: draw?.number, make: () => drawingPanel(table) };
  if (stage === "playing") return choicePanel(table);
  return panels.want()?.resultPanel(table, kind, bestCard) ?? null;
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
    element("p", {}, purpose === "deal" ? drawLine(table) : t(`draw.${purpose}`)),
    element("p", { class: "small" }, t("draw.sealed")),
  ];
}

/**
 * @param {TableView} table
 * @returns {Panel | null}
 */
function choicePanel(table) {
  const { match } = table;
  if (!match) return null;
  if (match.awaited === "throw" && match.own_throw !== null) {
    const thrown = match.own_throw;
    return { name: "thrown", from: thrown, make: () => [element("p", {}, t("throw.waiting", { throw: throwName(thrown) }))] };
  }
  if (!isOwnTurn(table)) return isAwaited(table) ? (panels.want()?.absencePanel(table) ?? null) : null;
  if (match.awaited === "choice") {
    return { name: "choice", from: match.legal, make: () => suitChoice(match.legal) };
  }
  if (match.awaited === "throw") {
    return { name: "throw", from: [match.legal, match.contest], make: () => throwChoice(match.legal) };
  }
  if (match.awaited === "call") return calls.want()?.callPanel(table) ?? null;
  return null;
}

/** Returns whether the table waits for a player who is disconnected. @param {TableView} table */
function isAwaited({ turn, places }) {
  return typeof places[turn ?? -1]?.stand_in_at === "number";
}

/**
 * @param {string[]} legal
 * @returns {Part[]}
 */
function suitChoice(legal) {
  const buttons = legal.map((letter) => {
    const suit = /** @type {import("../cards/card-names.js").Suit} */ (letter);
    const symbol = suitSymbol(suit);
    setAttribute(symbol, "aria-hidden", "true"); // its name stands beside it
    return actionButton(suitName(suit), letter, { type: "choose", suit }, symbol);
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
 * @returns {Part[]}
 */
function throwChoice(legal) {
  const buttons = legal.map((letter) => {
    const hand = /** @type {import("../wire/protocol").ThrowHand["throw"]} */ (letter);
    const sign = element("span", { class: "thrown", "aria-hidden": "true" }, THROW_SIGNS[letter]);
    return actionButton(throwName(letter), letter, { type: "throw", throw: hand }, sign);
  });
  return [
    element("h2", {}, t("throw.title")),
    element("p", { class: "small" }, t("throw.why")),
    element("div", { class: "choices" }, ...buttons),
  ];
}
