// What can be done at a table: the actions, the buttons that trigger them, and those below the hand.

import { element, updateContent, findElement, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { isEliminated } from "./table-texts.js";
import { canHint, canPass, canUndo, hasChoice } from "../wire/state.js";

/** @import {Part} from "../ui/dom.js" */
/** @import {TableView, PlayerCommand} from "../wire/protocol" */

/** @typedef {"more" | "sheet" | "chat" | "players" | "keys" | "settings" | "arrange" | "rules"} PanelId */

/**
 * @typedef {{type: "pick", card: string, confirmed: boolean} | {type: "show-panel", what: PanelId}
 *   | {type: "repeat", what: "turn" | "last" | "score" | "trumps" | "hand"}
 *   | {type: "hint"} | {type: "last-trick"} | {type: "skip"} | {type: "escape"} | {type: "finish"} | {type: "play-again"} | {type: "cancel-seat"}} PageAction What a press does on the page alone.
 */
/** @typedef {PlayerCommand | PageAction} TableAction What a press does: sends a command, or something on the page. */

/**
 * @typedef {object} Practice A decision of a deal taken again.
 * @property {string} review Address of the review of that deal.
 * @property {import("../wire/protocol").DealView | null} played The result of the deal in the match.
 */
/**
 * @typedef {object} TableKind
 * @property {Practice | null} practice Null at a real table.
 * @property {boolean} offline The table is in the page itself: what needs the server is not offered.
 */

/** Address of the page that begins a match without the server. */
export const OFFLINE_SETUP = "/offline/play";

/**
 * Does something at the table: the action bubbles up to the page, where the controller performs it.
 * @param {EventTarget | null} from The element that was pressed.
 * @param {TableAction} action
 */
export function act(from, action) {
  from?.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true }));
}

/**
 * A button that triggers an action.
 * @param {string} text
 * @param {string} key
 * @param {TableAction | ((event: MouseEvent) => void)} does
 * @param {Part} [sign]
 */
export function actionButton(text, key, does, sign) {
  const click = typeof does === "function" ? does : (/** @type {MouseEvent} */ event) => act(event.currentTarget, does);
  return element("button", { type: "button", "data-key": key, click }, sign, text);
}

/**
 * The buttons below the hand.
 * @param {HTMLElement} page
 * @param {TableView} table
 * @param {number} claim Tricks that the viewer can claim; -1: the deal is decided.
 */
export function renderActions(page, table, claim) {
  const { you, stage, match } = table;
  const place = you === null ? undefined : table.places[you];
  const played = stage === "playing" || stage === "pause" || stage === "over";
  const state = {
    back: Boolean(place?.stand_in) && !(table.drive && stage === "over"),
    hint: canHint(table) && stage === "playing",
    can: hasChoice(table),
    pass: canPass(table),
    claim,
    undo: stage === "playing" && canUndo(table) && match !== null,
    last: played && match !== null,
    trick: Boolean(match?.last_trick),
    sheet: match !== null,
    out: isEliminated(table) && canHint(table) && stage !== "over",
    chat: table.settings.chat && table.places.some((place, at) => at !== you && place.kind === "person"),
  };
  setAttribute(findElement(page, ".own-area"), "data-out", state.out);
  updateContent(findElement(page, ".actions"), state, () => [
    state.back && element("strong", { class: "stand-in" }, t("action.stand-in")),
    state.back && primary(actionButton(t("action.back"), "back", { type: "back" })),
    state.pass && primary(actionButton(t("action.knock"), "knock", { type: "pass" })),
    state.claim !== 0 && primary(actionButton(state.claim < 0 ? t("action.settle") : t("action.claim-all", { n: state.claim }), "claim-all", { type: "claim" })),
    state.out && primary(actionButton(t("action.finish"), "finish", { type: "finish" })),
    state.out && actionButton(t("action.play-again"), "play-again", { type: "play-again" }),
    state.hint && !state.out && setEnabled(actionButton(t("action.hint"), "hint", { type: "hint" }), state.can),
    state.undo && !state.out && actionButton(t("action.undo"), "undo", { type: "undo" }),
    state.last && setEnabled(actionButton(t("action.last"), "last", { type: "last-trick" }), state.trick),
    state.sheet && actionButton(t("action.sheet"), "sheet", { type: "show-panel", what: "sheet" }),
    state.chat && actionButton(t("action.chat"), "talk", { type: "show-panel", what: "chat" }),
    actionButton(t("action.more"), "more", { type: "show-panel", what: "more" }),
  ]);
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

/** @param {Practice} practice */
export function reviewLink({ review }) {
  return element("a", { class: "button", href: review, "data-key": "review" }, t("action.back-to-review"));
}
