// A table against bots in place of a connection to the server: the table page speaks to both in the same way.

import { secureRandom } from "../../match/dealing.js";
import { newId } from "../../wire/socket.js";
import { addFinishedMatch, isTableOutdated, storeTable } from "./match-store.js";
import { OWN_PLACE } from "./table-projection.js";
import { OfflineTable, Refusal } from "./offline-table.js";

/** @typedef {import("../../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {import("../../wire/protocol").RefusedFrame} RefusedFrame */
/** @typedef {import("../../wire/protocol").Update} Update */
/** @typedef {import("../../wire/socket.js").TableHandlers} TableHandlers */
/** @typedef {import("./novice.js").BotView} BotView */
/** @typedef {(view: BotView) => string | Promise<string>} BotPlayer Returns the action of a bot. */
/** @typedef {(view: BotView, held: string[][]) => Promise<string[] | null>} ClaimJudge Returns cards that complete the hand, or null. */

/** Runs a table in the page. */
export class HostConnection {
  /** True while a bot thinks, or waits for its turn to think. */
  #botsBusy = false;
  /** True once another page plays the table. */
  #stopped = false;
  /** Settled once a claim has been judged; other commands wait for it. @type {Promise<unknown> | null} */
  #pending = null;

  /**
   * @param {import("../../match/game-rules.js").Rules} rules
   * @param {import("./offline-table.js").TableState} state
   * @param {BotPlayer} bot
   * @param {ClaimJudge} judge
   * @param {TableHandlers} handlers
   * @param {() => void} onOutdated Called when another page has played on.
   */
  constructor(rules, state, bot, judge, handlers, onOutdated) {
    this.table = new OfflineTable(rules, state, secureRandom, newId);
    this.bot = bot;
    this.judge = judge;
    this.handlers = handlers;
    this.onOutdated = onOutdated;
    queueMicrotask(() => this.reconnect()); // as from a socket: not before the page knows its connection
  }

  /**
   * @param {PlayerCommand} command
   * @returns {Promise<RefusedFrame | null>}
   */
  async request(command) {
    while (this.#pending) await this.#pending;
    try {
      if (command.type === "claim") await this.#claim();
      else this.#publish(this.table.handle(command));
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { type: "refused", re: null, code: error.code, message: error.message, rule: error.rule };
    }
  }

  /** Judges a claim of the player and settles it. Commands that come meanwhile wait. */
  async #claim() {
    const { view, held } = this.table.checkClaim();
    const judging = this.judge(view, held);
    this.#pending = judging.catch(() => null);
    const cards = await judging.finally(() => (this.#pending = null));
    this.#publish(this.table.settleClaim(cards));
  }

  /** Stores and shows nothing more: another page plays the table. */
  stop() {
    this.#stopped = true;
  }

  /** Sends the whole table. */
  reconnect() {
    this.handlers.onStateChange("open", "");
    this.handlers.onFrame(this.table.welcome());
    void this.#letBotsAct();
  }

  /**
   * Stores the table, then shows what has happened: what was shown is never lost.
   * @param {Update} update
   */
  #publish(update) {
    if (this.#stopped) return;
    if (isTableOutdated()) {
      this.stop();
      this.onOutdated();
      return;
    }
    const { table } = this;
    const { stage, id } = table.state;
    if (stage === "over" && update.table && table.record) {
      addFinishedMatch({ id, record: table.record, seat: table.seats[OWN_PLACE] ?? 0 });
    }
    storeTable(stage === "closed" ? null : table.state);
    this.handlers.onFrame(update);
    void this.#letBotsAct();
  }

  /** Lets bots act until it is the player's turn. */
  async #letBotsAct() {
    if (this.#botsBusy) return;
    this.#botsBusy = true;
    while (this.table.awaitsBot && !this.#stopped) {
      const { match } = this.table;
      const before = match?.actions.length;
      const action = await this.bot(this.table.botView);
      // The player may have taken a card back meanwhile.
      if (match === this.table.match && before === match?.actions.length) this.#publish(this.table.act(action));
    }
    this.#botsBusy = false;
  }
}
