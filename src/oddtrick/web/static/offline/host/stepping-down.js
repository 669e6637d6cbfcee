// A decision that never fails: where a bot can't decide, one of a lower level takes its seat, as on the server.

import { noviceAction } from "./novice.js";

/** @import {BotView} from "./novice.js" */
/** @import {RandomSource} from "../../match/dealing.js" */

/**
 * @typedef {object} Decision A decision, and the level that made it if it is not the one that was asked.
 * @property {string} action
 * @property {string | null} lower
 */

/**
 * Returns the decision of a bot; where it fails, that of a novice, and after a second error in this seat any legal action.
 * @param {(view: BotView) => string | Promise<string>} bot
 * @param {BotView} view
 * @param {RandomSource} random
 * @param {string | null} steppedDown The level at which this seat is played since a bot has failed in it.
 * @returns {Promise<Decision>}
 */
export async function decide(bot, view, random, steppedDown) {
  const { legal } = view.match;
  const novice = (/** @type {BotView} */ seen) => noviceAction(seen, random);
  const tries = steppedDown === "random" ? [] : steppedDown ? [{ lower: null, choose: novice }] : [{ lower: null, choose: bot }, { lower: "novice", choose: novice }];
  for (const { lower, choose } of tries) {
    try {
      const action = await choose(view);
      if (legal.includes(action)) return { action, lower };
      console.error(`a bot chose ${action}, which is not legal`);
    } catch (error) {
      console.error("a bot failed", error);
    }
  }
  return { action: legal[random(legal.length)] ?? "", lower: steppedDown === "random" ? null : "random" };
}
