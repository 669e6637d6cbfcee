// Speech bubbles at the table: messages of people where the chat is not in sight, and remarks of bots.

import { findElement } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { loadMessages } from "../i18n/translate.js";
import { LazyPart, loadWhenIdle } from "./lazy-part.js";
import { isWide } from "./page-skeleton.js";
import { portraits } from "./seats.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").ChatMessage} ChatMessage */
/** @typedef {import("./animation-events.js").AnimationEvent} AnimationEvent */

/** Shows what is said at one table. */
export class TableSpeech {
  /**
   * @param {HTMLElement} page
   * @param {() => void} openChat
   */
  constructor(page, openChat) {
    this.bubbles = new LazyPart(async () => {
      const { ChatBubbles } = await import("./chat-bubbles.js");
      return new ChatBubbles(findElement(page, ".felt"), openChat);
    });
    this.talk = new LazyPart(async () => {
      const [talk] = await Promise.all([import("./bot-remarks.js"), loadMessages("bot-remarks")]);
      return talk;
    });
    loadWhenIdle([this.bubbles, this.talk]);
  }

  /**
   * Shows a message of another player at their seat, unless the chat is in sight.
   * @param {TableView} table
   * @param {ChatMessage} message
   */
  show(table, message) {
    if (message.place === table.you || preference("muteChat") || isWide()) return;
    void this.bubbles.load().then((bubbles) => bubbles.show(table, message));
  }

  /**
   * Lets a bot remark on an event, if remarks are wanted and loaded.
   * @param {AnimationEvent} event
   */
  remark({ kind, table, seat }) {
    const [bubbles, talk] = [this.bubbles.loaded, this.talk.loaded];
    if (preference("muteChat") || !bubbles || !talk) return;
    const opening = kind === "deal" && table.match?.number === 0 && table.match.hand_number === 0;
    const said = kind === "trick-won" && seat !== null ? talk.remarkOnTrick(table, seat) : opening ? talk.greeting(table) : null;
    const name = table.places[said?.place ?? -1]?.name;
    if (said && name) bubbles.show(table, { ...said, name, phrase: null }, portraits.loaded?.portrait(name));
  }
}
