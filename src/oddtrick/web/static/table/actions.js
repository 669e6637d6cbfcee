// The buttons below the hand and the "More" menu.

import { element, updateContent, findElement } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { isOwnTurn, canHint, canUndo } from "../wire/state.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */

/**
 * @typedef {object} TableActions Actions of the table's buttons.
 * @property {(command: PlayerCommand) => void} act Sends a command.
 * @property {(what: PanelId) => void} open Opens a panel or dialog.
 * @property {() => void} hint
 * @property {() => void} showLastTrick Shows the last trick.
 */
/** @typedef {"more" | "sheet" | "chat" | "keys" | "settings" | "arrange"} PanelId */

/**
 * A button that triggers an action.
 * @param {string} text
 * @param {string} key
 * @param {() => void} click
 * @param {Part} [sign]
 */
export function actionButton(text, key, click, sign) {
  return element("button", { type: "button", "data-key": key, click }, sign, text);
}

/**
 * The buttons below the hand.
 * @param {HTMLElement} page
 * @param {TableView} table
 * @param {TableActions} actions
 */
export function renderActions(page, table, actions) {
  const { you, stage, match } = table;
  const place = you === null ? undefined : table.places[you];
  const played = stage === "playing" || stage === "pause" || stage === "over";
  const state = {
    back: Boolean(place?.stand_in),
    hint: canHint(table) && stage === "playing",
    can: isOwnTurn(table),
    undo: stage === "playing" && canUndo(table) && match !== null,
    last: played && Boolean(match?.last_trick),
    sheet: match !== null,
  };
  updateContent(findElement(page, ".actions"), state, () => [
    state.back && element("strong", { class: "stand-in" }, t("action.stand-in")),
    state.back && primary(actionButton(t("action.back"), "back", () => actions.act({ type: "back" }))),
    state.hint && setEnabled(actionButton(t("action.hint"), "hint", actions.hint), state.can),
    state.undo && actionButton(t("action.undo"), "undo", () => actions.act({ type: "undo" })),
    state.last && actionButton(t("action.last"), "last", actions.showLastTrick),
    state.sheet && actionButton(t("action.sheet"), "sheet", () => actions.open("sheet")),
    actionButton(t("action.more"), "more", () => actions.open("more")),
  ]);
}

/**
 * The content of the “More” menu.
 * @param {TableView} table
 * @param {TableActions} actions
 * @returns {Part[]}
 */
export function moreActions(table, actions) {
  const { you, stage, match } = table;
  const place = you === null ? undefined : table.places[you];
  const underWay = stage === "playing" || stage === "drawing" || stage === "pause";
  const before = stage === "gathering" || stage === "over";
  const may = {
    claim: isOwnTurn(table) && match?.awaited === "card",
    away: place !== undefined && !place.stand_in && underWay,
    leave: place !== undefined && stage !== "closed",
    abandon: table.you_host && stage !== "closed" && !(table.settings.rated && underWay),
  };
  const act = (/** @type {MessageKey} */ name, /** @type {PlayerCommand} */ command) =>
    actionButton(t(name), command.type, () => actions.act(command));
  const open = (/** @type {MessageKey} */ name, /** @type {PanelId} */ what) => actionButton(t(name), what, () => actions.open(what));
  return [
    may.claim && act("action.claim", { type: "claim" }),
    may.away && act("action.away", { type: "away" }),
    table.settings.chat && open("action.chat", "chat"),
    open("action.keys", "keys"),
    open("action.settings", "settings"),
    table.you_host && before && open("action.arrange", "arrange"),
    may.leave && confirmButton(t("action.leave"), "leave", () => actions.act({ type: "leave" }), underWay),
    may.abandon && confirmButton(t("action.abandon"), "abandon", () => actions.act({ type: "abandon" }), true),
    element("a", { class: "button", href: "/" }, t("action.home")),
  ];
}

/**
 * A button that asks for confirmation at the first press.
 * @param {string} text
 * @param {string} key
 * @param {() => void} click
 * @param {boolean} needsConfirmation
 */
function confirmButton(text, key, click, needsConfirmation) {
  let confirmed = !needsConfirmation;
  const button = actionButton(text, key, () => {
    if (confirmed) return click();
    confirmed = true;
    button.textContent = `${text}: ${t("action.sure")}`;
  });
  button.dataset.stays = "";
  return button;
}

/** @param {HTMLButtonElement} button */
export function primary(button) {
  button.classList.add("primary");
  return button;
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} may
 */
function setEnabled(button, may) {
  button.disabled = !may;
  return button;
}
