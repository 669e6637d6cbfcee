// The side panel (score sheet, last trick, chat), the “More” menu, and the dialogs that it opens.

import { element, icon, findElement, setAttribute, setText, findInput, updateContent } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { preference, onPreferenceChange, setPreference } from "../ui/preferences.js";
import { t } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { addStyles } from "./lazy-part.js";
import { closeDialogs, isChatInSight, isPinned, isWide } from "./page-skeleton.js";
import { renderLastTrick } from "./last-trick.js";
import { renderScoreSheet } from "./score-sheet.js";
import { PHRASES, chatText } from "./table-texts.js";
import { act, actionButton, OFFLINE_SETUP, reviewLink } from "./action-buttons.js";

/** @import {TableView, PlayerCommand} from "../wire/protocol" */
/** @import {PanelId, TableAction, TableKind} from "./action-buttons.js" */
/** @import {Part} from "../ui/dom.js" */
/** @import {MessageKey} from "../i18n/translate.js" */

await addStyles("side-panel.css");

const PIN = "M9 3h6l-1 6 3 4H7l3-4zM12 13v8";

/** Manages the side panel and the table's dialogs. */
export class SidePanel {
  /** Number of chat lines seen; null before the first render. @type {number | null} */
  #chatCount = null;
  #unread = 0;
  /** @type {HTMLElement | null} */
  #focusBefore = null;

  /**
   * @param {HTMLElement} page
   * @param {TableKind} kind
   */
  constructor(page, kind) {
    this.page = page;
    this.kind = kind;
    this.at = findElement(page, ".side-panel");
    this.sheet = element("section", { class: "deals" });
    this.last = element("section", { class: "last" });
    this.chat = chatPanel();
    const close = element("button", { type: "button", class: "close", "aria-label": t("action.close"), click: () => this.close() }, "✕");
    this.at.append(element("p", { class: "controls" }, pinButton(), close), this.last, this.sheet, this.chat);
  }

  /** @param {TableView} table */
  render(table) {
    const inSight = isPinned() || this.at.dataset.open !== undefined;
    // Skip the last trick where it is hidden: up to eight cards to draw.
    if (isWide() && inSight) renderLastTrick(this.last, table);
    renderScoreSheet(this.sheet, table);
    renderChat(this.chat, table);
    const open = isChatInSight(this.page);
    const lines = table.chat.filter((message) => message.place !== table.you).length;
    const fresh = this.#chatCount === null ? 0 : Math.max(0, lines - this.#chatCount);
    this.#unread = open || preference("muteChat") ? 0 : this.#unread + fresh;
    this.#chatCount = lines;
    const talk = this.page.querySelector(".actions [data-key=talk]");
    setAttribute(this.page, "data-unread", this.#unread > 0);
    if (talk) setAttribute(talk, "aria-label", this.#unread ? t("chat.unread", { n: this.#unread }) : null);
  }

  /**
   * @param {PanelId} what
   * @param {TableView} table
   */
  open(what, table) {
    closeDialogs();
    if (what === "sheet" || what === "chat") return this.#reveal(what, table);
    this.close();
    if (what !== "more") return void this.#openRareDialog(what, table);
    const dialog = openDialog(t("action.more"), element("div", { class: "more" }, ...moreActions(table, this.kind)));
    const chat = dialog.querySelector("[data-key=chat]");
    if (chat && this.#unread) setText(chat, t("chat.unread", { n: this.#unread }));
  }

  /**
   * Opens a dialog whose script is loaded only now.
   * @param {"players" | "settings" | "keys" | "arrange" | "rules"} what
   * @param {TableView} table
   */
  async #openRareDialog(what, table) {
    if (what === "settings") return (await import("../shell/settings-dialog.js")).openSettings();
    const { openPlayers, openRules, openShortcuts, openTableSettings } = await import("./menu-dialogs.js");
    ({ keys: openShortcuts, players: openPlayers, arrange: openTableSettings, rules: openRules })[what](table);
  }

  /**
   * @param {"sheet" | "chat"} what
   * @param {TableView} table
   */
  #reveal(what, table) {
    const wasOpen = this.at.dataset.open === what;
    if (wasOpen && !isPinned()) return void this.close();
    this.#focusBefore ??= /** @type {HTMLElement | null} */ (document.activeElement);
    this.at.dataset.open = what;
    setAttribute(this.page, "data-beside", true);
    this.render(table);
    const part = what === "chat" ? this.chat : this.sheet;
    const deals = part.querySelector(".scrolls");
    if (deals) deals.scrollTop = deals.scrollHeight;
    const to = what === "chat" ? part.querySelector("input:not([disabled])") : null;
    /** @type {HTMLElement} */ (to ?? findElement(part, "h2")).focus();
  }

  /**
   * Closes the panel over the felt.
   * @returns {boolean} Whether it was open.
   */
  close() {
    if (!this.at.dataset.open) return false;
    delete this.at.dataset.open;
    setAttribute(this.page, "data-beside", null);
    const from = this.#focusBefore;
    this.#focusBefore = null;
    if (from?.isConnected) from.focus();
    else /** @type {HTMLElement | null} */ (this.page.querySelector(".actions [data-key=sheet]"))?.focus();
    return true;
  }
}

/** The button that keeps the panel beside the felt in a wide window. */
function pinButton() {
  const button = element("button", { type: "button", class: "pin", "data-key": "pin", click: () => setPreference("pinned", !preference("pinned")) }, icon(PIN));
  const render = () => {
    const label = t(preference("pinned") ? "side-panel.unpin" : "side-panel.pin");
    setAttribute(button, "aria-label", label);
    setAttribute(button, "title", label);
    setAttribute(button, "aria-pressed", String(preference("pinned")));
  };
  onPreferenceChange(render);
  render();
  return button;
}

// Chat at the table.

/** Creates the chat panel. */
function chatPanel() {
  const phrase = element(
    "select",
    { name: "phrase", "aria-label": t("chat.phrase") },
    element("option", { value: "" }, "…"),
    ...PHRASES.map((name) => element("option", { value: name }, chatText({ place: null, name: "", phrase: name, text: null }))),
  );
  const text = element("input", {
    name: "text", maxlength: 200, autocomplete: "off", "aria-label": t("chat.text"), placeholder: t("chat.text"),
  });
  const form = element("form", {}, phrase, text, element("button", { type: "submit" }, t("chat.send")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) act(form, { type: "say", text: text.value });
    else if (phrase.value) act(form, { type: "say", phrase: phrase.value });
    text.value = phrase.value = "";
  });
  return element(
    "section",
    { class: "chat" },
    element("h2", { tabindex: -1 }, t("chat.title")),
    element("p", { class: "muted small" }, t("chat.muted")),
    element("p", { class: "none small" }, t("chat.none")),
    element("ol", { class: "messages", "aria-label": t("chat.messages"), tabindex: 0 }),
    form,
    element("p", { class: "watching small" }, t("chat.players")),
  );
}

/**
 * @param {HTMLElement} at
 * @param {TableView} table
 */
function renderChat(at, table) {
  const muted = preference("muteChat");
  at.hidden = !table.settings.chat;
  findElement(at, ".muted").hidden = !muted;
  const mayWrite = table.you !== null || table.you_host;
  findElement(at, "form").hidden = !mayWrite;
  findElement(at, ".watching").hidden = mayWrite;
  setAttribute(findInput(at, "[name=text]"), "disabled", table.stage === "closed");
  const list = findElement(at, ".messages");
  const messages = table.chat.filter((message) => !muted || message.place === table.you);
  list.hidden = !messages.length;
  findElement(at, ".none").hidden = muted || messages.length > 0;
  const lines = messages.map((message) => [message.name, chatText(message)]);
  updateContent(list, lines, () => {
    window.requestAnimationFrame(() => (list.scrollTop = list.scrollHeight));
    return lines.map(([name = "", text]) => element("li", {}, element("b", {}, name), ` ${text}`));
  });
}

// The “More” menu.

/**
 * The content of the “More” menu.
 * @param {TableView} table
 * @param {TableKind} kind
 * @returns {Part[]}
 */
function moreActions(table, { practice, offline }) {
  const { you, stage, match } = table;
  const place = you === null ? undefined : table.places[you];
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
  const send = (/** @type {MessageKey} */ name, /** @type {PlayerCommand} */ command) => actionButton(t(name), command.type, command);
  const open = (/** @type {MessageKey} */ name, /** @type {PanelId} */ what) => actionButton(t(name), what, { type: "show-panel", what });
  return [
    may.claim && send("action.claim", { type: "claim" }),
    may.away && send("action.away", { type: "away" }),
    table.settings.chat && open("action.chat", "chat"),
    practice && reviewLink(practice),
    open("action.players", "players"),
    open("action.keys", "keys"),
    open("action.settings", "settings"),
    table.you_host && before && !offline && !once && open("action.arrange", "arrange"),
    may.leave && confirmButton(t("action.leave"), "leave", { type: "leave" }, underWay),
    may.abandon && confirmButton(t("action.abandon"), "abandon", { type: "abandon" }, true),
    offline && element("a", { class: "button", href: OFFLINE_SETUP }, t("action.offline-setup")),
    table.drive && element("a", { class: "button", href: `/drive/${table.drive.code}`, "data-key": "drive" }, t("drive-table.back")),
    element("a", { class: "button", href: "/" }, t("action.home")),
  ];
}

/**
 * A button that asks for confirmation at the first press.
 * @param {string} text
 * @param {string} key
 * @param {TableAction} action
 * @param {boolean} needsConfirmation
 */
function confirmButton(text, key, action, needsConfirmation) {
  let confirmed = !needsConfirmation;
  const button = actionButton(text, key, () => {
    if (confirmed) return act(button, action);
    confirmed = true;
    button.textContent = `${text}: ${t("action.sure")}`;
  });
  button.dataset.stays = "";
  return button;
}
