// Speech bubbles at the table: messages of people where the chat is not in sight, and remarks of bots.

import { element } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { loadMessages, t } from "../i18n/translate.js";
import { act } from "./action-buttons.js";
import { addStyles } from "./lazy-part.js";
import { isWide } from "./page-skeleton.js";
import { portraits, moveToSeat } from "./seats.js";
import { chatText, isPartner } from "./table-texts.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").ChatMessage} ChatMessage */
/** @typedef {import("./animation-queue.js").AnimationEvent} AnimationEvent */

await Promise.all([addStyles("bubbles.css"), loadMessages("bot-remarks")]);

/** Time that a bubble stays, and more for each character (ms). */
const DURATION = 4000;
const READING_TIME = 50;

/** Shows what is said at one table. The log announces the messages, so that bubbles are for the eye alone. */
export class SpeechBubbles {
  /** @type {Map<number, {bubble: HTMLElement, timer: number}>} */
  #shown = new Map();

  /** @param {HTMLElement} felt */
  constructor(felt) {
    this.at = element("div", { class: "bubbles", "aria-hidden": "true" });
    felt.append(this.at);
  }

  /**
   * Shows a message of another player, unless the chat is in sight.
   * @param {TableView} table
   * @param {ChatMessage} message
   */
  hear(table, message) {
    if (message.place !== table.you && !preference("muteChat") && !isWide()) this.show(table, message);
  }

  /**
   * Lets a bot remark on an event, if remarks are wanted.
   * @param {AnimationEvent} event
   */
  remark({ kind, table, seat }) {
    if (preference("muteChat")) return;
    const opening = kind === "deal" && table.match?.number === 0 && table.match.hand_number === 0;
    const said = kind === "trick-won" && seat !== null ? remarkOnTrick(table, seat) : opening ? greeting(table) : null;
    const name = table.places[said?.place ?? -1]?.name;
    if (said && name) this.show(table, { ...said, name, phrase: null }, portraits.loaded?.portrait(name));
  }

  /**
   * Shows a message at its sender's seat, in place of the sender's last one.
   * @param {TableView} table
   * @param {ChatMessage} message
   * @param {Element | null} [picture] Of the sender.
   */
  show(table, message, picture = null) {
    const place = message.place ?? -1;
    const text = chatText(message);
    const attributes = { type: "button", class: "bubble", tabindex: -1, click: () => act(bubble, { type: "show-panel", what: "chat" }) };
    const bubble = element("button", attributes, picture, element("b", {}, message.name), ` ${text}`);
    const seat = table.places[place]?.seat;
    if (seat !== undefined) moveToSeat(bubble, table, seat);
    this.#remove(place);
    this.at.append(bubble);
    const timer = window.setTimeout(() => this.#remove(place), DURATION + READING_TIME * text.length);
    this.#shown.set(place, { bubble, timer });
  }

  /** @param {number} place */
  #remove(place) {
    const old = this.#shown.get(place);
    if (!old) return;
    window.clearTimeout(old.timer);
    old.bubble.remove();
    this.#shown.delete(place);
  }
}

/** @typedef {"greeting" | "trumped" | "lost-ace" | "praise"} Occasion */

// What the built-in bots say at the table. Each has a manner of speaking; none of it says anything about their cards.

/** The manner of each bot, by name; as the server names its bots. @type {Record<string, string>} */
const MANNERS = {
  Ann: "courteous", Bob: "boastful", Cal: "dry", Dot: "cheerful", Eve: "dry", Fay: "cheerful", Gus: "boastful", Hal: "courteous", Ida: "dry",
};

/** One occasion in so many is commented on. */
const SELDOM = 3;

/**
 * Returns who says what about a complete trick; mostly nobody.
 * @param {TableView} table The table with the trick on it.
 * @param {number} winner Seat of the winner.
 * @returns {{place: number, text: string} | null}
 */
export function remarkOnTrick(table, winner) {
  const { match } = table;
  if (!match) return null;
  const trick = match.tricks.length;
  if ((trick * 7 + match.number * 5 + winner) % SELDOM) return null;
  const [suit] = match.table.map((card) => card[1]);
  const winning = match.table[match.table_seats.indexOf(winner)] ?? "";
  const trumped = match.trump !== null && winning[1] === match.trump && suit !== match.trump;
  const ace = match.table_seats[match.table.indexOf(`A${suit}`)];
  if (trumped && winner === match.seat) return remark(table, match.table_seats.find((seat) => isPartner(table, seat)), "praise");
  if (trumped) return remark(table, winner, "trumped");
  return ace !== undefined && ace !== winner ? remark(table, ace, "lost-ace") : null;
}

/**
 * Returns the greeting of the first bot to the left.
 * @param {TableView} table
 */
export function greeting(table) {
  const place = table.places.findIndex((each) => each.kind === "bot" && each.name in MANNERS);
  return remark(table, table.places[place]?.seat, "greeting");
}

/**
 * @param {TableView} table
 * @param {number | undefined} seat
 * @param {Occasion} occasion
 */
function remark(table, seat, occasion) {
  const place = table.places.findIndex((each) => each.seat === seat);
  const { kind, name = "" } = table.places[place] ?? {};
  const manner = MANNERS[name];
  if (kind !== "bot" || !manner) return null;
  return { place, text: t(/** @type {import("../i18n/translate.js").MessageKey} */ (`talk.${occasion}.${manner}`)) };
}
