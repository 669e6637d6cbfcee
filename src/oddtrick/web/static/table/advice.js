// What a hint advises, in words, and which card or button does it.

import { cardName, suitName } from "../cards/card-names.js";
import { t } from "../i18n/translate.js";
import { parseCall } from "../wire/calls.js";
import { cardsTooMany } from "../wire/contract.js";
import { namesTrumps } from "../wire/state.js";
import { throwName } from "./table-texts.js";

/** @import {TableView, HintResponse} from "../wire/protocol" */

/**
 * Returns the key of the card or button that makes what is suggested.
 * @param {HintResponse} hint
 */
export function adviceKey({ card, suit, throw: thrown, pass, call }) {
  return card ?? call ?? suit ?? thrown ?? (pass ? "knock" : null);
}

/**
 * @param {HintResponse} hint
 * @param {TableView} table
 */
export async function adviceText({ card, suit, throw: thrown, pass, call }, table) {
  if (pass) return t("hint.knock");
  if (call) return callAdvice(call, table);
  if (card) return t("hint.card", { card: cardName(card) });
  if (suit) return t("hint.suit", { suit: suitName(/** @type {import("../cards/card-names.js").Suit} */ (suit)) });
  return t("hint.throw", { throw: throwName(thrown ?? "") });
}

/**
 * Says which call to make: a bid, trumps, or a card to put down or away.
 * @param {string} call
 * @param {TableView} table
 */
async function callAdvice(call, { match }) {
  const { callPhrase } = await import("../cards/call-names.js");
  const what = callPhrase(call);
  if (call === "pass") return t("hint.pass");
  if (parseCall(call).card) return t(match && cardsTooMany(match) > 0 ? "hint.put-away" : "hint.put-down", { card: what });
  return namesTrumps(match) ? t("hint.suit", { suit: what }) : t("hint.call", { call: what });
}
