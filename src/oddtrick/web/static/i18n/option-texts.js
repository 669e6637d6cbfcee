// The texts of the options of games.

import { tOr } from "./translate.js";

/**
 * A text about an option: of this game, if its package brings one, or of all games with this option.
 * @param {string} game
 * @param {string} name
 * @param {string} part Empty for its label; ".about", or "." and a value.
 * @param {string} fallback
 */
export function optionText(game, name, part, fallback) {
  return tOr(`option.${game}.${name}${part}`, tOr(`option.${name}${part}`, fallback));
}
