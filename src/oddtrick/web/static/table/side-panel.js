// The side panel (score sheet, last trick, chat) and the dialogs of the table.

import { element, findElement, setAttribute, setText } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { openSettings } from "../ui/settings-dialog.js";
import { preference } from "../ui/preferences.js";
import { t } from "../i18n/translate.js";
import { moreActions } from "./actions.js";
import { tableSettingsForm } from "./waiting-room.js";
import { shortcutList } from "./keyboard-shortcuts.js";
import { renderLastTrick } from "./trick-area.js";
import { renderScoreSheet } from "./score-sheet.js";
import { renderChat, chatPanel } from "./chat.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./actions.js").TableActions} TableActions */
/** @typedef {import("./actions.js").PanelId} PanelId */

/** Screens wide enough for the side panel; same breakpoint as in the style sheet. */
const WIDE_SCREEN = "(min-width: 60rem)";

/** Manages the side panel and the table's dialogs. */
export class SidePanel {
  /** Number of chat lines seen; null before the first render. @type {number | null} */
  #chatCount = null;
  #unread = 0;
  /** @type {HTMLElement | null} */
  #focusBefore = null;

  /**
   * @param {HTMLElement} page
   * @param {TableActions} actions
   * @param {() => TableView | null} table
   */
  constructor(page, actions, table) {
    this.page = page;
    this.actions = actions;
    this.table = table;
    this.at = findElement(page, ".side-panel");
    this.sheet = element("section", { class: "deals" });
    this.last = element("section", { class: "last" });
    this.chat = chatPanel(actions.act);
    const close = element("button", { type: "button", class: "close", "aria-label": t("action.close"), click: () => this.close() }, "✕");
    this.at.append(close, this.last, this.sheet, this.chat);
  }

  /** @param {TableView} table */
  render(table) {
    // Skip the last trick where the panel is hidden: up to eight cards to draw.
    if (window.matchMedia(WIDE_SCREEN).matches) renderLastTrick(this.last, table);
    renderScoreSheet(this.sheet, table);
    renderChat(this.chat, table);
    const open = this.at.dataset.open === "chat" || window.matchMedia(WIDE_SCREEN).matches;
    const lines = table.chat.filter((message) => message.place !== table.you).length;
    const fresh = this.#chatCount === null ? 0 : Math.max(0, lines - this.#chatCount);
    this.#unread = open || preference("muteChat") ? 0 : this.#unread + fresh;
    this.#chatCount = lines;
    const more = this.page.querySelector(".actions [data-key=more]");
    setAttribute(this.page, "data-unread", this.#unread > 0);
    if (more) setAttribute(more, "aria-label", this.#unread ? `${t("action.more")}: ${t("chat.unread", { n: this.#unread })}` : null);
  }

  /** @param {PanelId} what */
  open(what) {
    const table = this.table();
    this.closeDialogs();
    if (!table) return;
    if (what === "sheet" || what === "chat") return this.#reveal(what);
    this.close();
    if (what === "settings") return openSettings();
    if (what === "keys") return void openDialog(t("shortcuts.title"), ...shortcutList());
    if (what === "arrange") return void openDialog(t("table-settings.title"), tableSettingsForm(table, this.actions));
    const dialog = openDialog(t("action.more"), element("div", { class: "more" }, ...moreActions(table, this.actions)));
    const chat = dialog.querySelector("[data-key=chat]");
    if (chat && this.#unread) setText(chat, t("chat.unread", { n: this.#unread }));
  }

  /** @param {"sheet" | "chat"} what */
  #reveal(what) {
    const wasOpen = this.at.dataset.open === what;
    if (wasOpen && !window.matchMedia(WIDE_SCREEN).matches) return void this.close();
    this.#focusBefore ??= /** @type {HTMLElement | null} */ (document.activeElement);
    this.at.dataset.open = what;
    const table = this.table();
    if (table) this.render(table);
    const part = what === "chat" ? this.chat : this.sheet;
    const to = what === "chat" ? part.querySelector("input:not([disabled])") : null;
    /** @type {HTMLElement} */ (to ?? findElement(part, "h2")).focus();
  }

  /**
   * Closes the panel on small screens.
   * @returns {boolean} Whether it was open.
   */
  close() {
    if (!this.at.dataset.open) return false;
    delete this.at.dataset.open;
    const from = this.#focusBefore;
    this.#focusBefore = null;
    if (from?.isConnected) from.focus();
    else /** @type {HTMLElement | null} */ (this.page.querySelector(".actions [data-key=sheet]"))?.focus();
    return true;
  }

  /** Closes all open dialogs. */
  closeDialogs() {
    for (const open of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (open).close();
  }
}
