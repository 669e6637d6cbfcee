// What is said: to those who listen to the page, as one line to those who look, and as small sounds.

import { find, element, say } from "../ui/dom.js";
import { isOwnTurn } from "../wire/state.js";
import { sound } from "./sounds.js";
import { handLine, lastTrickLine, scoreLine, trumpLine, turnAgainLine } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./animation-events.js").Moment} Moment */

const PROBLEM_SHOWN = 8000;
/** So many lines can be read again by those who go back. */
const LINES_KEPT = 30;

/** What can be said again. */
const AGAIN = { turn: turnAgainLine, last: lastTrickLine, score: scoreLine, trumps: trumpLine, hand: handLine };

/** The voice of the page. */
export class Speaker {
  #shown = 0;
  /** Whether it was one's turn already. */
  #turn = false;
  #over = false;

  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Says something to those who listen; each line is one of its own, so that none covers another.
   * @param {string} text
   */
  say(text) {
    if (!text) return;
    const live = find(this.page, ".live");
    live.append(element("p", {}, text));
    while (live.children.length > LINES_KEPT) live.firstElementChild?.remove();
  }

  /**
   * Says again how something stands.
   * @param {keyof typeof AGAIN} what
   * @param {TableView} table
   */
  again(what, table) {
    this.say(AGAIN[what](table));
  }

  /**
   * What went wrong; it stays for a while.
   * @param {string} message One line; none: all is well.
   */
  problem(message) {
    window.clearTimeout(this.#shown);
    say(find(this.page, ".problem"), message);
    this.say(message);
    if (message) this.#shown = window.setTimeout(() => this.problem(""), PROBLEM_SHOWN);
  }

  /** One's own card falls. */
  card() {
    sound("card");
  }

  /** @param {Moment} moment */
  sound({ kind, table, seat }) {
    if (kind === "card" && seat !== table.match?.seat) sound("card");
    if (kind === "taken") sound("trick");
    const turn = isOwnTurn(table);
    if (turn && !this.#turn) sound("turn");
    this.#turn = turn;
    if (table.stage === "over" && !this.#over) sound("end");
    this.#over = table.stage === "over";
  }
}
