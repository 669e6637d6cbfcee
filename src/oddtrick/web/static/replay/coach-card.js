// The parts of the card that a review shows under the board.

import { callName } from "../cards/call-names.js";
import { face, suitSymbol } from "../cards/card-face.js";
import { suitName } from "../cards/card-names.js";
import { element } from "../ui/dom.js";
import { numberText, t } from "../i18n/translate.js";
import { cardText } from "./captions-and-lists.js";
import { actionName, costTexts, percentText, placeText, unitOf, wayOf } from "./coach-texts.js";
import { parseCall } from "../wire/calls.js";
import { seatName } from "./replay-names.js";

/** @import {MatchSteps, DealSteps, Decision} from "../wire/protocol" */
/** @import {Suit} from "../cards/card-names.js" */
/** @import {Unit} from "./coach-texts.js" */

/** The number of choices whose values are shown. */
const MOST_CHOICES = 6;

/**
 * What was done beside what was better, and what it cost.
 * @param {Decision} decision
 * @param {string} verdict
 * @param {string[]} costs
 */
export function decisionParts(decision, verdict, costs) {
  const lost = decision.loss.real;
  const made = t(`coach.now.${wayOf(decision)}`);
  return [
    lost && element("div", { class: "pair", "aria-hidden": "true" }, figure(decision, decision.played, made), figure(decision, decision.best, t("coach.best"), true)),
    element("p", { class: "verdict-line" }, verdict),
    lost && element("p", { class: "costs" }, ...costs.map((cost) => element("span", { class: "chip" }, cost))),
  ];
}

/**
 * @param {Decision} decision
 * @param {string} action
 * @param {string} caption
 * @param {boolean} [best]
 */
function figure({ kind }, action, caption, best = false) {
  return element("figure", { "data-best": best }, picture(kind, action), element("figcaption", {}, caption));
}

/**
 * @param {Decision["kind"]} kind
 * @param {string} action
 */
function picture(kind, action) {
  if (kind === "card") return element("span", { class: "card" }, face(action));
  if (kind === "trumps") return element("span", { class: "chosen" }, suitSymbol(/** @type {Suit} */ (action)));
  const name = callName(action);
  return element("span", { class: "chosen", "data-long": name.length > 2 }, name);
}

/**
 * A card to look at and to hear, or the name of a suit or bid.
 * @param {Decision} decision
 * @param {string} action
 * @returns {(Node | string)[]}
 */
function actionParts({ kind }, action) {
  if (kind === "call") return [callName(action)];
  return kind === "card" ? cardText(action) : [suitName(/** @type {Suit} */ (action))];
}

/**
 * A text with elements in the places of its placeholders, in whatever order a language has them.
 * @param {string} text
 * @param {Record<string, (Node | string)[]>} parts
 */
function textWith(text, parts) {
  return text.split(/\{(\w+)\}/).flatMap((piece, at) => (at % 2 ? (parts[piece] ?? []) : [piece]));
}

/**
 * The value of the choices, the best first, and the one made among them.
 * @param {Decision} decision
 * @param {Unit} unit
 */
export function choiceList(decision, unit) {
  const { choices, played, best } = decision;
  const told = unitOf(decision, unit);
  const ordered = [...choices].sort((one, other) => other.utility - one.utility || Number(other.action === best) - Number(one.action === best));
  const shown = ordered.filter(({ action }, at) => at < MOST_CHOICES || action === played);
  return element(
    "ul",
    { class: "values", "aria-label": t(`coach.choices.${told}`) },
    ...shown.map((choice) =>
      element(
        "li",
        { "data-best": choice.action === best, "data-chosen": choice.action === played },
        ...actionParts(decision, choice.action),
        element("span", { class: "value" }, ` ${numberText(choice[told])}`),
        typeof choice.kept === "number" && element("span", { class: "small" }, ` ${t("coach.kept", { n: percentText(choice.kept) })}`),
      ),
    ),
  );
}

/**
 * The decisions that mattered; each leads to its position.
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {Decision[]} moments
 * @param {Unit} unit
 * @param {number | null} subject The seat whose decisions they all are.
 * @param {(decision: Decision) => void} go
 */
export function momentParts(match, deal, moments, unit, subject, go) {
  if (!moments.length) return [];
  const items = moments.map((decision) => {
    const { seat, played, best } = decision;
    const place = subject === null ? `${placeText(deal, decision)}, ${seatName(match, seat)}` : placeText(deal, decision);
    const what = textWith(t("coach.item", { place: "{place}", better: "{better}", played: "{played}" }), { place: [place], better: actionParts(decision, best), played: actionParts(decision, played) });
    const cost = element("span", { class: "chip" }, costTexts(decision, unit)[0]);
    const button = element("button", { type: "button", "data-key": `moment-${decision.number}`, click: () => go(decision) }, element("span", {}, ...what), cost);
    return element("li", {}, button);
  });
  return [element("ol", { class: "moments" }, ...items)];
}

/**
 * How the deal would have gone with the better choice.
 * @param {Decision} decision
 * @param {Unit} unit
 * @param {string} made By the side of the seat, on the other line.
 * @param {string} played In the deal.
 * @param {() => void} back
 */
export function lineParts(decision, unit, made, played, back) {
  const isCard = decision.kind === "card" || parseCall(decision.best).card;
  const about = t(isCard ? "coach.line.about" : "coach.line.about.call", { better: actionName(decision, decision.best) });
  const result = made === played ? t(`coach.line.same.${unit}`, { n: made }) : t(`coach.line.${unit}`, { n: made, played });
  return [
    element("p", { class: "verdict-line" }, about, " ", result),
    element("p", { class: "choices" }, element("button", { type: "button", class: "primary", "data-key": "back", click: back }, t("coach.line.back"))),
  ];
}
