// Messages of other players as speech bubbles at their seats.

import { element } from "../ui/dom.js";
import { chatText } from "./event-text.js";
import { addStyles } from "./late-styles.js";
import { moveToSeat } from "./seats.js";

await addStyles("bubbles.css");

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").ChatMessage} ChatMessage */

/** Time that a bubble stays, and more for each character (ms). */
const DURATION = 4000;
const READING_TIME = 50;

/** Shows the bubbles of one table. The log announces the messages, so that bubbles are for the eye alone. */
export class ChatBubbles {
  /** @type {Map<number, {bubble: HTMLElement, timer: number}>} */
  #shown = new Map();

  /**
   * @param {HTMLElement} felt
   * @param {() => void} openChat
   */
  constructor(felt, openChat) {
    this.at = element("div", { class: "bubbles", "aria-hidden": "true" });
    this.openChat = openChat;
    felt.append(this.at);
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
    const attributes = { type: "button", class: "bubble", tabindex: -1, click: () => this.openChat() };
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
