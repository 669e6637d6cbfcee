// A seat asked for while a deal is being played. The server seats newcomers between deals only, so the page
// keeps the request and asks again by itself when the deal is over.

import { errorText, loadMessages, t } from "../i18n/translate.js";
import { openDialog } from "../ui/dialog.js";
import { element } from "../ui/dom.js";

/** @import {TableView} from "../wire/protocol" */

await loadMessages("table-menus");

/** The seat that a visitor will take when the deal is over. */
export class SeatRequest {
  /** @type {number | null} */
  #place = null;
  /** True while the server has not answered yet. */
  #asking = false;

  /**
   * @param {import("./controller.js").Connection} connection
   * @param {import("./announcer.js").Announcer} announcer
   * @param {() => void} render Renders the table again.
   */
  constructor(connection, announcer, render) {
    this.connection = connection;
    this.announcer = announcer;
    this.render = render;
  }

  /** Index of the place asked for, or null. */
  get place() {
    return this.#place;
  }

  /**
   * Keeps a request that was refused only because a deal is being played.
   * @param {number} place
   * @param {TableView} [table] The latest table, which may have changed since the refusal.
   */
  keep(place, table) {
    this.#place = place;
    this.connection.visit?.({ doing: "waiting", place });
    this.announcer.announce(t("seat.after-deal.about", { n: place + 1 }));
    if (table) void this.follow(table);
  }

  /** Withdraws the request at the visitor's wish. */
  cancel() {
    if (this.#place === null) return;
    this.announcer.announce(t("seat.after-deal.cancelled", { n: this.#place + 1 }));
    this.drop();
    this.render();
  }

  /** Forgets the request. */
  drop() {
    if (this.#place !== null) this.connection.visit?.(null);
    this.#place = null;
  }

  /**
   * Asks for the place as soon as no cards are held.
   * @param {TableView} table The latest table, which animations may not show yet.
   */
  async follow(table) {
    if (this.#place === null || this.#asking) return;
    if (!areCardsHeld(table) && !isSettled(table, this.#place)) await this.#ask(this.#place);
  }

  /**
   * Ends the request once the table shows that it is settled.
   * @param {TableView} table The table on the screen.
   */
  settle(table) {
    const place = this.#place;
    if (place === null || !isSettled(table, place)) return;
    this.drop();
    const chair = table.places[place];
    if (table.you === null && chair?.kind === "person") {
      this.announcer.announce(t("seat.after-deal.taken", { name: chair.name, n: place + 1 }));
    }
  }

  /** @param {number} place */
  async #ask(place) {
    this.#asking = true;
    const refusal = await this.connection.request({ type: "sit", place });
    this.#asking = false;
    // If the next deal has begun before the request arrived, the visitor waits for its end. Who has taken the
    // place is told when the table shows it.
    if (!refusal || refusal.code === "next-deal" || refusal.code === "taken" || this.#place !== place) return;
    this.drop();
    this.announcer.showError(await errorText(refusal));
    this.render();
  }
}

/**
 * Returns whether a deal is being played, from the first card dealt to the last one played.
 * @param {TableView} table
 */
function areCardsHeld({ match }) {
  return match !== null && match.counts.some((count) => count > 0);
}

/**
 * Returns whether a request is settled: the visitor has a seat, somebody else has the place, or the table is closed.
 * @param {TableView} table
 * @param {number} place
 */
function isSettled({ you, stage, places }, place) {
  return you !== null || stage === "closed" || places[place]?.kind === "person";
}

// The dialog that asks a guest for a name before they take a seat.

/** Time without a key after which the others see what was typed (ms). */
const TYPING_PAUSE = 500;

/**
 * Asks for a name in a dialog. Rejects if the dialog is closed.
 * @param {(name: string) => void} onTyping Told the name so far, at first and after each pause.
 * @returns {Promise<string>}
 */
export function askName(onTyping) {
  let timer = 0;
  onTyping("");
  return new Promise((answer, cancel) => {
    const name = element("input", {
      name: "name", maxlength: 24, autocomplete: "nickname", placeholder: t("who.guest"), "aria-label": t("name-dialog.title"),
    });
    const form = element("form", { class: "who" }, name, element("button", { type: "submit", class: "primary" }, t("name-dialog.sit")));
    const dialog = openDialog(t("name-dialog.title"), form);
    name.addEventListener("input", () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => onTyping(name.value), TYPING_PAUSE);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(name.value.trim() || t("who.guest"));
      dialog.close();
    });
    dialog.addEventListener("close", () => window.clearTimeout(timer));
    dialog.addEventListener("close", () => cancel(new Error(t("name-dialog.nobody"))));
    name.focus();
  });
}
