// The buttons below the hand, and the list behind “More”.

import { element, fill, find } from "../ui/dom.js";
import { words } from "../i18n/translate.js";
import { isOwnTurn, mayHint, mayUndo } from "../wire/state.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {import("../i18n/translate.js").Word} Word */

/**
 * @typedef {object} Doing What the buttons of the table ask for.
 * @property {(command: PlayerCommand) => void} act Asks something of the table.
 * @property {(what: Opening) => void} open Shows something beside the table.
 * @property {() => void} hint
 * @property {() => void} last Shows the last trick again.
 */
/** @typedef {"more" | "sheet" | "talk" | "keys" | "settings" | "arrange"} Opening */

/**
 * A button that asks something of the table.
 * @param {string} text
 * @param {string} key
 * @param {() => void} click
 * @param {Part} [sign]
 */
export function deed(text, key, click, sign) {
  return element("button", { type: "button", "data-key": key, click }, sign, text);
}

/**
 * The buttons below the hand.
 * @param {HTMLElement} page
 * @param {TableView} table
 * @param {Doing} doing
 */
export function drawDeeds(page, table, doing) {
  const { you, stage, match } = table;
  const place = you === null ? undefined : table.places[you];
  const played = stage === "playing" || stage === "pause" || stage === "over";
  const state = {
    back: Boolean(place?.stand_in),
    hint: mayHint(table) && stage === "playing",
    can: isOwnTurn(table),
    undo: stage === "playing" && mayUndo(table) && match !== null,
    last: played && Boolean(match?.last_trick),
    sheet: match !== null,
  };
  fill(find(page, ".deeds"), state, () => [
    state.back && element("strong", { class: "stand-in" }, words("deed.stand-in")),
    state.back && chief(deed(words("deed.back"), "back", () => doing.act({ type: "back" }))),
    state.hint && enabled(deed(words("deed.hint"), "hint", doing.hint), state.can),
    state.undo && deed(words("deed.undo"), "undo", () => doing.act({ type: "undo" })),
    state.last && deed(words("deed.last"), "last", doing.last),
    state.sheet && deed(words("deed.sheet"), "sheet", () => doing.open("sheet")),
    deed(words("deed.more"), "more", () => doing.open("more")),
  ]);
}

/**
 * What is behind “More”.
 * @param {TableView} table
 * @param {Doing} doing
 * @returns {Part[]}
 */
export function moreDeeds(table, doing) {
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
  const act = (/** @type {Word} */ name, /** @type {PlayerCommand} */ command) =>
    deed(words(name), command.type, () => doing.act(command));
  const open = (/** @type {Word} */ name, /** @type {Opening} */ what) => deed(words(name), what, () => doing.open(what));
  return [
    may.claim && act("deed.claim", { type: "claim" }),
    may.away && act("deed.away", { type: "away" }),
    table.settings.chat && open("deed.talk", "talk"),
    open("deed.keys", "keys"),
    open("deed.settings", "settings"),
    table.you_host && before && open("deed.arrange", "arrange"),
    may.leave && sure(words("deed.leave"), "leave", () => doing.act({ type: "leave" }), underWay),
    may.abandon && sure(words("deed.abandon"), "abandon", () => doing.act({ type: "abandon" }), true),
    element("a", { class: "button", href: "/" }, words("deed.home")),
  ];
}

/**
 * A button that asks back at the first press.
 * @param {string} text
 * @param {string} key
 * @param {() => void} click
 * @param {boolean} asks Whether it does.
 */
function sure(text, key, click, asks) {
  let asked = !asks;
  const button = deed(text, key, () => {
    if (asked) return click();
    asked = true;
    button.textContent = `${text}: ${words("deed.sure")}`;
  });
  button.dataset.stays = "";
  return button;
}

/** @param {HTMLButtonElement} button */
export function chief(button) {
  button.classList.add("chief");
  return button;
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} may
 */
function enabled(button, may) {
  button.disabled = !may;
  return button;
}
