// The rules of a table's game, for what the page works out by itself.

import { rulesOf } from "../match/game-rules.js";

/** @import {TableView} from "../wire/protocol" */
/** @import {Rules} from "../match/game-rules.js" */

/**
 * Returns the rules of a table; null for a game that only the server knows.
 * @param {TableView} table
 * @returns {Rules | null}
 */
export function rulesOfTable({ game, options }) {
  try {
    return rulesOf(game, options);
  } catch {
    return null; // a server of a later version has games and options that this page does not know
  }
}
