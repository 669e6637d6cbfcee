// What lies beside the table on a large screen and over it on a small one: the score sheet and the talk; and the dialogs.

import { element, find, mark, say } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { openSettings } from "../ui/settings-dialog.js";
import { wished } from "../ui/preferences.js";
import { words } from "../i18n/translate.js";
import { moreDeeds } from "./actions.js";
import { arrangeForm } from "./waiting-room.js";
import { keysList } from "./keyboard-shortcuts.js";
import { drawLastTrick } from "./trick-area.js";
import { drawSheet } from "./score-sheet.js";
import { drawTalk, talkPart } from "./chat.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./actions.js").Doing} Doing */
/** @typedef {import("./actions.js").Opening} Opening */

/** Where there is room beside the table, as in the style sheet. */
const ROOM = "(min-width: 60rem)";

/** What is beside the table. */
export class Beside {
  /** So many lines of talk were heard; null: not yet known. @type {number | null} */
  #heard = null;
  #unread = 0;
  /** @type {HTMLElement | null} */
  #from = null;

  /**
   * @param {HTMLElement} page
   * @param {Doing} doing
   * @param {() => TableView | null} table
   */
  constructor(page, doing, table) {
    this.page = page;
    this.doing = doing;
    this.table = table;
    this.at = find(page, ".beside");
    this.sheet = element("section", { class: "deals" });
    this.last = element("section", { class: "last" });
    this.talk = talkPart(doing.act);
    const close = element("button", { type: "button", class: "close", "aria-label": words("deed.close"), click: () => this.close() }, "✕");
    this.at.append(close, this.last, this.sheet, this.talk);
  }

  /** @param {TableView} table */
  draw(table) {
    // Eight cards more are drawn only where they can be seen.
    if (window.matchMedia(ROOM).matches) drawLastTrick(this.last, table);
    drawSheet(this.sheet, table);
    drawTalk(this.talk, table);
    const open = this.at.dataset.open === "talk" || window.matchMedia(ROOM).matches;
    const lines = table.chat.filter((talk) => talk.place !== table.you).length;
    const fresh = this.#heard === null ? 0 : Math.max(0, lines - this.#heard);
    this.#unread = open || wished("quiet") ? 0 : this.#unread + fresh;
    this.#heard = lines;
    const more = this.page.querySelector(".deeds [data-key=more]");
    mark(this.page, "data-unread", this.#unread > 0);
    if (more) mark(more, "aria-label", this.#unread ? `${words("deed.more")}: ${words("talk.unread", { n: this.#unread })}` : null);
  }

  /** @param {Opening} what */
  open(what) {
    const table = this.table();
    this.closeDialogs();
    if (!table) return;
    if (what === "sheet" || what === "talk") return this.#reveal(what);
    this.close();
    if (what === "settings") return openSettings();
    if (what === "keys") return void openDialog(words("keys.title"), ...keysList());
    if (what === "arrange") return void openDialog(words("arrange.title"), arrangeForm(table, this.doing));
    const dialog = openDialog(words("deed.more"), element("div", { class: "more" }, ...moreDeeds(table, this.doing)));
    const talk = dialog.querySelector("[data-key=talk]");
    if (talk && this.#unread) say(talk, words("talk.unread", { n: this.#unread }));
  }

  /** @param {"sheet" | "talk"} what */
  #reveal(what) {
    const shut = this.at.dataset.open === what;
    if (shut && !window.matchMedia(ROOM).matches) return void this.close();
    this.#from ??= /** @type {HTMLElement | null} */ (document.activeElement);
    this.at.dataset.open = what;
    const table = this.table();
    if (table) this.draw(table);
    const part = what === "talk" ? this.talk : this.sheet;
    const to = what === "talk" ? part.querySelector("input:not([disabled])") : null;
    /** @type {HTMLElement} */ (to ?? find(part, "h2")).focus();
  }

  /**
   * Closes what lies over the table.
   * @returns {boolean} Whether anything did.
   */
  close() {
    if (!this.at.dataset.open) return false;
    delete this.at.dataset.open;
    const from = this.#from;
    this.#from = null;
    if (from?.isConnected) from.focus();
    else /** @type {HTMLElement | null} */ (this.page.querySelector(".deeds [data-key=sheet]"))?.focus();
    return true;
  }

  /** Closes whatever stands over the page. */
  closeDialogs() {
    for (const open of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (open).close();
  }
}
