// The buttons below the hand.

import { element, updateContent, findElement, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { isEliminated } from "./table-texts.js";
import { isOwnTurn, canHint, canPass, canUndo } from "../wire/state.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */

/**
 * @typedef {object} TableActions Actions of the table's buttons.
 * @property {(command: PlayerCommand) => void} act Sends a command.
 * @property {(what: PanelId) => void} open Opens a panel or dialog.
 * @property {() => void} hint
 * @property {Practice | null} practice Null at a real table.
 * @property {boolean} offline The table is in the page itself: what needs the server is not offered.
 * @property {() => void} showLastTrick Shows the last trick.
 * @property {() => void} finish Plays the rest of the match at once, for a player who is out.
 * @property {() => void} playAgain Leaves the match for a new one with the same rules.
 * @property {() => void} cancelSeat Withdraws the request for a seat after this deal.
 */
/**
 * @typedef {object} Practice A decision of a deal taken again.
 * @property {string} review Address of the review of that deal.
 * @property {import("../wire/protocol").DealView | null} played The result of the deal in the match.
 */
/** Address of the page that begins a match without the server. */
export const OFFLINE_SETUP = "/offline/play";

/** @typedef {"more" | "sheet" | "chat" | "players" | "keys" | "settings" | "arrange"} PanelId */

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
    back: Boolean(place?.stand_in) && !(table.drive && stage === "over"),
    hint: canHint(table) && stage === "playing",
    can: isOwnTurn(table),
    pass: canPass(table),
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
    state.back && primary(actionButton(t("action.back"), "back", () => actions.act({ type: "back" }))),
    state.pass && primary(actionButton(t("action.knock"), "knock", () => actions.act({ type: "pass" }))),
    state.out && primary(actionButton(t("action.finish"), "finish", actions.finish)),
    state.out && actionButton(t("action.play-again"), "play-again", actions.playAgain),
    state.hint && !state.out && setEnabled(actionButton(t("action.hint"), "hint", actions.hint), state.can),
    state.undo && !state.out && actionButton(t("action.undo"), "undo", () => actions.act({ type: "undo" })),
    state.last && setEnabled(actionButton(t("action.last"), "last", actions.showLastTrick), state.trick),
    state.sheet && actionButton(t("action.sheet"), "sheet", () => actions.open("sheet")),
    state.chat && actionButton(t("action.chat"), "talk", () => actions.open("chat")),
    actionButton(t("action.more"), "more", () => actions.open("more")),
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
