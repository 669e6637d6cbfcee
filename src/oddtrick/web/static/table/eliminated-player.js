// What a player who is out of a match can do: play the rest of it at once, or leave for a new one.

import { OFFLINE_SETUP } from "./action-buttons.js";
import { isEliminated } from "./table-texts.js";

/** @import {TableView} from "../wire/protocol" */

/** The viewer, once they are out of a match against bots. */
export class EliminatedPlayer {
  /**
   * @param {import("./animation-queue.js").AnimationQueue} queue
   * @param {Pick<import("../wire/socket.js").TableConnection, "request">} connection
   * @param {boolean} offline The table is in the page itself.
   */
  constructor(queue, connection, offline) {
    this.queue = queue;
    this.connection = connection;
    this.offline = offline;
  }

  /**
   * Plays the rest of the match at once.
   * @param {TableView} table
   */
  finish(table) {
    this.queue.hurry = true;
    this.hurryOn(table);
  }

  /**
   * Goes on to the next deal while the rest of the match is played at once.
   * @param {TableView} table
   */
  hurryOn(table) {
    if (!this.queue.hurry || table.you === null) return;
    if (!isEliminated(table)) this.queue.hurry = false;
    else if (table.stage === "pause" && !table.places[table.you]?.ready) void this.connection.request({ type: "ready" });
  }

  /**
   * Leaves the match for a new one with the same rules.
   * @param {TableView} table
   */
  async playAgain(table) {
    if (table.you_host) await this.connection.request({ type: "abandon" });
    window.location.assign(this.offline ? OFFLINE_SETUP : newMatchAddress(table));
  }
}

/**
 * Returns the address that opens a table against bots with the rules of this one.
 * @param {TableView} table
 */
function newMatchAddress({ game, options }) {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value ?? "none")]));
  return `/play/${game}?${query}`;
}
