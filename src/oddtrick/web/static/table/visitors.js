// Others who are about to take a place: what is said of them, and a start that waits for those who are sitting down.

import { joinNames, loadMessages, t } from "../i18n/translate.js";

/** @import {Visitor, TableView} from "../wire/protocol" */
/** @typedef {import("../wire/protocol").Begin & {type: "begin"}} Begin */

await loadMessages("table-menus");

/** Time without anybody sitting down after which a start waits no longer: a guest who gets a name reconnects meanwhile (ms). */
const PATIENCE = 6000;

/** The visitors of a table. */
export class Visitors {
  /** @type {Visitor[]} */
  list = [];
  /** A start that was pressed while somebody was sitting down. @type {Begin | null} */
  #start = null;
  /** The places of those whom the start waits for; null: not said. @type {(number | null)[]} */
  #awaitedAt = [];
  /** @type {TableView["places"]} */
  #places = [];
  #timer = 0;

  /** @param {(start: Begin) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** Those who are sitting down. Who has taken the place is not, even while the notice of it still stands. */
  get #sitting() {
    return this.list.filter(({ doing, place }) => doing === "sitting-down" && !this.#isTaken(place));
  }

  /** @param {number | null} place */
  #isTaken(place) {
    return this.#places[place ?? -1]?.kind === "person";
  }

  /** Says who is sitting down; empty if nobody is. */
  get line() {
    const names = this.#sitting.map(({ name }) => name || t("who.somebody"));
    return names.length ? t("visitor.sitting", { n: names.length, names: joinNames(names) }) : "";
  }

  /** Says what the start waits for; empty if it doesn't wait. */
  get awaited() {
    return this.#start ? `${this.line} ${t("waiting.then")}`.trim() : "";
  }

  /**
   * Takes a press of the start button: the first waits for those who are sitting down, the second doesn't.
   * @param {Begin} start
   * @returns {boolean} Whether it waits now.
   */
  holdBack(start) {
    const waits = !this.#start && this.line !== "";
    this.#start = waits ? start : null;
    this.#awaitedAt = this.#sitting.map(({ place }) => place);
    return waits;
  }

  /**
   * Starts as soon as nobody is awaited.
   * @param {TableView} table
   */
  follow(table) {
    window.clearTimeout(this.#timer);
    this.#places = table.places;
    const start = this.#start;
    if (!start) return;
    if (table.stage !== "gathering" || !table.you_host) this.#start = null;
    else if (!table.places.some(({ kind }) => kind === "open")) this.#go(start);
    else if (this.line) return;
    else if (this.#awaitedAt.every((place) => this.#isTaken(place))) this.#go(start);
    else this.#timer = window.setTimeout(() => this.#go(start), PATIENCE);
  }

  /** @param {Begin} start */
  #go(start) {
    this.#start = null;
    this.send(start);
  }
}
