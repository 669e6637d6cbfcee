// What a player who is out of a match can do: play the rest of it at once, or leave for a new one.

import { OFFLINE_SETUP } from "./action-buttons.js";
import { isEliminated } from "./table-texts.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */

/** The viewer, once they are out of a match against bots. */
export class EliminatedPlayer {
  /**
   * @param {import("./animation-queue.js").AnimationQueue} queue
   * @param {() => TableView | undefined} latest Returns the latest table.
   * @param {(command: PlayerCommand) => Promise<unknown>} request Sends a command.
   * @param {() => void} skip Shows the present.
   * @param {boolean} offline The table is in the page itself.
   */
  constructor(queue, latest, request, skip, offline) {
    this.queue = queue;
    this.latest = latest;
    this.request = request;
    this.skip = skip;
    this.offline = offline;
  }

  /** Plays the rest of the match at once. */
  finish() {
    this.queue.hurry = true;
    this.skip();
    this.hurryOn();
  }

  /** Goes on to the next deal while the rest of the match is played at once. */
  hurryOn() {
    const table = this.latest();
    if (!this.queue.hurry || !table || table.you === null) return;
    if (!isEliminated(table)) this.queue.hurry = false;
    else if (table.stage === "pause" && !table.places[table.you]?.ready) void this.request({ type: "ready" });
  }

  /** Leaves the match for a new one with the same rules. */
  async playAgain() {
    const table = this.latest();
    if (!table) return;
    if (table.you_host) await this.request({ type: "abandon" });
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
