// Messages about what went wrong: a table that cannot be shown, and a connection that is lost. Their texts load only then.

import { findElement, setAttribute, setText } from "../ui/dom.js";
import { errorText, t } from "../i18n/translate.js";

/** @import {ServerError} from "../i18n/translate.js" */
/** @import {ConnectionState} from "../wire/socket.js" */

/**
 * Replaces the page with a message.
 * @param {string} why
 */
export async function replacePage(why) {
  (await import("../shell/not-found-page.js")).showNotFound(why);
}

// Says on the page whether the connection to the table is open, lost or ended.

/** Consecutive failures after which the page says that something may block the connection. */
const STUCK_AFTER_FAILURES = 6;

/** The state of the connection, for people. */
export class ConnectionStatus {
  #failures = 0;

  /**
   * @param {HTMLElement} page
   * @param {import("./announcer.js").Announcer} announcer
   * @param {() => boolean} isTableShown Returns whether there is a table that stays on the screen.
   */
  constructor(page, announcer, isTableShown) {
    this.page = page;
    this.announcer = announcer;
    this.isTableShown = isTableShown;
  }

  /**
   * Shows a change of the connection.
   * @param {ConnectionState} state
   * @param {ServerError} serverError Why it ended, if it has.
   */
  show(state, serverError) {
    const before = this.page.dataset.connection;
    if (state === "ended") void this.#showEnd(serverError);
    if (state === "ended" && !this.isTableShown()) return;
    this.#failures = state === "open" ? 0 : this.#failures + Number(state === "lost");
    setAttribute(this.page, "data-connection", state);
    setText(findElement(this.page, ".connection"), state === "open" ? "" : t(`connection.${state}`));
    if (state === "lost" && before !== "lost") this.announcer.announce(t("connection.lost-message"));
    if (state === "open" && before === "lost") this.announcer.announce(t("connection.restored-message"));
    if (state === "lost" && this.#failures === STUCK_AFTER_FAILURES) this.announcer.showError(t("connection.stuck"));
    if (state === "open") this.announcer.showError("");
  }

  /**
   * Handles a connection that won't be reopened.
   * @param {ServerError} serverError
   */
  async #showEnd(serverError) {
    const why = serverError.message && (await errorText(serverError));
    if (this.isTableShown()) this.announcer.showError(why || t("connection.ended-message"));
    else void replacePage(why);
  }
}
