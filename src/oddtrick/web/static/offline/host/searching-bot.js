// The bot "strong": plays what the searching player in its worker finds.

import { secureRandom } from "../../match/dealing.js";
import { trustedScript } from "../../ui/worker-scripts.js";
import { noviceAction } from "./novice.js";
import { expectedTricks, nearestBid } from "./trick-bids.js";

/** @import {BotView} from "./novice.js" */
/** @import {Answer} from "./player-worker.js" */

/** A searching player in a worker of its own. */
export class SearchingBot {
  /** @type {Worker | null} */
  #worker = null;
  /** Who waits for an answer, by the id of the question. @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();
  #lastId = 0;

  /**
   * Returns the action of the seat to act. Trumps are chosen by the longest suit, as a novice does, and tricks are bid as
   * the hand lets expect. Where the search can't run, as in a browser that is too old, where a seat may pass (X5) or where
   * cards are drawn (G3), the novice plays the card too, so that the match goes on.
   * @param {BotView} view
   * @returns {Promise<string>}
   */
  async action(view) {
    const { awaited, legal, dogs } = view.match;
    if (awaited === "call") return nearestBid(view, expectedTricks(view));
    if (awaited !== "card" || legal.length === 1 || dogs.length || view.rules.plan.stock) return noviceAction(view, secureRandom);
    const answer = await this.#ask(view);
    const card = "values" in answer ? (answer.values[0]?.card ?? "") : "";
    return legal.includes(card) ? card : noviceAction(view, secureRandom);
  }

  /**
   * Returns the cards of the seat to act with their worth, the best first. Throws where the search can't run.
   * @param {BotView} view
   */
  async evaluate(view) {
    const answer = await this.#ask(view);
    if (!("values" in answer)) throw new Error("error" in answer ? answer.error : "no cards were compared");
    return answer;
  }

  /**
   * Judges a claim of the seat to act (T9), in the page itself where the worker can't run.
   * @param {BotView} view
   * @param {string[][]} held Cards that each seat really holds.
   * @returns {Promise<string[] | null>} Cards that complete the hand, or null.
   */
  async judgeClaim(view, held) {
    const answer = await this.#ask(view, held);
    if ("claim" in answer) return answer.claim;
    const { provableClaim } = await import("./claim-judge.js");
    return provableClaim(view, held);
  }

  /**
   * @param {BotView} view
   * @param {string[][] | null} held Cards that each seat holds, for a claim.
   * @returns {Promise<Answer>}
   */
  #ask({ rules, match, earlier }, held = null) {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    return new Promise((done) => {
      this.#waiting.set(id, done);
      worker.postMessage({ id, game: rules.game, options: rules.options, match, earlier, held });
    });
  }

  #start() {
    const worker = createWorker();
    const waiting = this.#waiting;
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
    worker.onerror = () => {
      this.#worker = null;
      for (const done of waiting.values()) done({ error: "the worker failed" });
      waiting.clear();
    };
    return worker;
  }
}

/** Creates the worker. */
function createWorker() {
  const address = new URL("./player-worker.js", import.meta.url).href;
  return new Worker(trustedScript("oddtrick-player", address), { type: "module", name: "player" });
}
