// Practice: a decision of a finished deal, taken again against bots.

import "../i18n/en/table.js"; // preloaded with the page
import { post, RequestError } from "../ui/http-client.js";
import { openTable } from "./controller.js";
import { replacePage } from "./failure-messages.js";

/** @import {PlayerCommand, RefusedFrame, Practice} from "../wire/protocol" */
/** @import {TableHandlers} from "../wire/socket.js" */

/**
 * Shows the table as it was before a decision: of a match of a table, or of a record of the player.
 * @param {HTMLElement} page
 * @param {string} code Table code; empty for a record.
 * @param {string} id Id of the record.
 * @param {string} match Number of the match at the table.
 * @param {string} deal Number of the deal, from 1.
 * @param {string} decision Number of the decision in the deal, from 1.
 */
export function show(page, code, id, match, deal, decision) {
  const [record, replay] = code
    ? [`/api/tables/${encodeURIComponent(code)}/matches/${match}`, `/t/${code}/replay/${match}`]
    : [`/api/records/${encodeURIComponent(id)}`, `/replay/${id}`];
  // The review names the position from which it leads here.
  const card = /^#(card=\d+)$/.exec(window.location.hash)?.[1];
  const from = { deal: Number(deal), decision: Number(decision) };
  /** @type {import("./action-buttons.js").Practice} */
  const practice = { review: `${replay}#deal=${deal}${card ? `&${card}` : ""}&review`, played: null };
  openTable(page, code || id, { connect: (handlers) => new PracticeConnection(`${record}/practice`, from, practice, handlers), practice });
}

/** Plays a practice over HTTP: each request repeats all moves, and nothing is stored anywhere. */
class PracticeConnection {
  /** @type {string[]} */
  #moves = [];
  /** Number of the last update shown. */
  #seq = 0;

  /**
   * @param {string} address
   * @param {{deal: number, decision: number}} from
   * @param {import("./action-buttons.js").Practice} practice
   * @param {TableHandlers} handlers
   */
  constructor(address, from, practice, handlers) {
    this.address = address;
    this.from = from;
    this.practice = practice;
    this.handlers = handlers;
    void this.#begin();
  }

  /**
   * @param {PlayerCommand} command A card, a choice of trumps or a call.
   * @returns {Promise<RefusedFrame | null>}
   */
  async request(command) {
    const move = command.type === "play" ? command.card : command.type === "choose" ? command.suit : command.type === "call" ? command.call : null;
    if (move === null) return null;
    this.#moves.push(move);
    try {
      this.#tell(await this.#fetch());
      return null;
    } catch (error) {
      this.#moves.pop();
      return { type: "refused", re: null, code: "", message: messageOf(error) };
    }
  }

  /** Fetches the whole practice again. */
  reconnect() {
    void this.#begin();
  }

  async #begin() {
    try {
      const practice = await this.#fetch();
      this.#seq = 0;
      this.practice.played = practice.played;
      this.handlers.onStateChange("open", "");
      this.handlers.onFrame({ type: "welcome", protocol: 1, now: Date.now(), seq: 0, table: practice.table, person: null, name: "" });
      this.#tell(practice);
    } catch (error) {
      void replacePage(messageOf(error));
    }
  }

  /** @returns {Promise<Practice>} */
  #fetch() {
    return post(this.address, { ...this.from, moves: this.#moves });
  }

  /** @param {Practice} practice */
  #tell({ updates }) {
    for (const update of updates) if (update.seq > this.#seq) this.handlers.onFrame({ ...update, type: "update" });
    this.#seq = updates.at(-1)?.seq ?? this.#seq;
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof RequestError ? error.ruleError || error.message : String(error);
}
