// Names of games in the player's language.

import { tOr } from "../i18n/translate.js";

/**
 * The name of a game; games without an entry in the catalogue keep the title from the server.
 * @param {{id: string, title: string}} game
 */
export function gameName(game) {
  return tOr(`game.${game.id}`, game.title);
}
