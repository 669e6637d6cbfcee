// The “More” menu, and the link back to a review.

import { element } from "../ui/dom.js";
import { languageQuery, t } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { actionButton, OFFLINE_SETUP } from "./action-buttons.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */
/** @typedef {import("./action-buttons.js").TableActions} TableActions */
/** @typedef {import("./action-buttons.js").Practice} Practice */
/** @typedef {import("./action-buttons.js").PanelId} PanelId */

/**
 * The content of the “More” menu.
 * @param {TableView} table
 * @param {TableActions} actions
 * @returns {Part[]}
 */
export function moreActions(table, actions) {
  const { you, stage, match } = table;
  const place = you === null ? undefined : table.places[you];
  const { practice, offline } = actions;
  const alone = practice || offline;
  const once = Boolean(table.sealed?.once);
  const underWay = stage === "playing" || stage === "drawing" || stage === "pause";
  const before = stage === "gathering" || stage === "over";
  const may = {
    claim: !practice && isOwnTurn(table) && match?.awaited === "card",
    away: !alone && !once && place !== undefined && !place.stand_in && underWay,
    leave: !alone && !once && !table.drive && place !== undefined && stage !== "closed",
    abandon: table.you_host && !once && stage !== "closed" && !(table.settings.rated && underWay),
  };
  const act = (/** @type {MessageKey} */ name, /** @type {PlayerCommand} */ command) =>
    actionButton(t(name), command.type, () => actions.act(command));
  const open = (/** @type {MessageKey} */ name, /** @type {PanelId} */ what) => actionButton(t(name), what, () => actions.open(what));
  return [
    may.claim && act("action.claim", { type: "claim" }),
    may.away && act("action.away", { type: "away" }),
    table.settings.chat && open("action.chat", "chat"),
    practice && reviewLink(practice),
    open("action.players", "players"),
    open("action.keys", "keys"),
    open("action.settings", "settings"),
    table.you_host && before && !offline && !once && open("action.arrange", "arrange"),
    may.leave && confirmButton(t("action.leave"), "leave", () => actions.act({ type: "leave" }), underWay),
    may.abandon && confirmButton(t("action.abandon"), "abandon", () => actions.act({ type: "abandon" }), true),
    offline && element("a", { class: "button", href: OFFLINE_SETUP }, t("action.offline-setup")),
    table.drive && element("a", { class: "button", href: `/drive/${table.drive.code}`, "data-key": "drive" }, t("drive-table.back")),
    element("a", { class: "button", href: "/" }, t("action.home")),
  ];
}

/** @param {Practice} practice */
export function reviewLink({ review }) {
  return element("a", { class: "button", href: review + languageQuery(), "data-key": "review" }, t("action.back-to-review"));
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
