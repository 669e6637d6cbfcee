// The bot "strong": plays what the searching player in its worker finds.

import { secureRandom } from "../../match/dealing.js";
import { noviceAction } from "./novice.js";

/** @typedef {import("./novice.js").BotView} BotView */
/** @typedef {import("./player-worker.js").Answer} Answer */

/** A searching player in a worker of its own. */
export class SearchingBot {
  /** @type {Worker | null} */
  #worker = null;

  /** @param {Record<string, any>} defaults Every option of the game with its default. */
  constructor(defaults) {
    this.defaults = defaults;
  }

  /**
   * Returns the action of the seat to act. Trumps are chosen by the longest suit, as a novice does. Where the
   * search can't run, as in a browser that is too old, the novice plays the card too, so that the match goes on.
   * @param {BotView} view
   * @returns {Promise<string>}
   */
  async action(view) {
    const { awaited, legal } = view.match;
    if (awaited !== "card" || legal.length === 1) return noviceAction(view, secureRandom);
    const answer = await this.#ask(view);
    return "card" in answer && legal.includes(answer.card) ? answer.card : noviceAction(view, secureRandom);
  }

  /**
   * @param {BotView} view
   * @returns {Promise<Answer>}
   */
  #ask({ rules, match, earlier }) {
    const worker = (this.#worker ??= createWorker());
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
    return new Promise((done) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = () => {
        this.#worker = null;
        done({ error: "the worker failed" });
      };
      worker.postMessage({ game: rules.game, defaults: this.defaults, options: rules.options, match, earlier, seed });
    });
  }
}

/** Creates the worker; browsers with trusted types want its address from a policy that the page may have. */
function createWorker() {
  const address = new URL("./player-worker.js", import.meta.url).href;
  const trusted = /** @type {{trustedTypes?: {createPolicy: (name: string, rules: object) => {createScriptURL: (url: string) => string}}}} */ (
    /** @type {unknown} */ (window)
  ).trustedTypes;
  policy ??= trusted?.createPolicy("oddtrick-player", { createScriptURL: () => address });
  return new Worker(policy?.createScriptURL(address) ?? address, { type: "module", name: "player" });
}

/** @type {{createScriptURL: (url: string) => string} | undefined} */
let policy;
