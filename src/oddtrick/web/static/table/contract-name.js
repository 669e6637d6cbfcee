// The contract of a deal in words: who plays what.

import { callName } from "../cards/call-names.js";
import { capitalise, t } from "../i18n/translate.js";
import { sideLabel, youOrName } from "./table-texts.js";

/**
 * “Ann: 4 uptown”; where nobody undertakes anything, what is played.
 * @param {import("../wire/protocol").TableView} table
 * @param {import("../wire/protocol").ContractView} contract
 */
export function contractName(table, { bid, declarer, side }) {
  if (!side.length) return capitalise(callName(bid));
  // Partners of the whole match need no naming.
  const alone = declarer !== null && table.sides.some((each) => each.join() === side.join());
  return t("contract.of", { who: capitalise(alone ? youOrName(table, declarer) : sideLabel(table, side)), bid: callName(bid) });
}
