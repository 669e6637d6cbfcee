// What a review says in words: decisions, their costs, and where they stand in the deal.

import { callPhrase } from "../cards/call-names.js";
import { cardName, suitName } from "../cards/card-names.js";
import { capitalise, numberText, t } from "../i18n/translate.js";
import { parseCall } from "../wire/calls.js";
import { balanceAt } from "./fortune-line.js";
import { sentenceAbout } from "./replay-names.js";

/** @import {MatchSteps, DealSteps, Decision} from "../wire/protocol" */
/** @import {Suit} from "../cards/card-names.js" */
/** @typedef {"tricks" | "points"} Unit */
/** @typedef {"card" | "trumps" | "call" | "pass" | "laid"} Way What a decision was: a card played, trumps, a bid, a pass, or a card put down or away. */

/** Smaller amounts are shown as nothing. */
const SMALL = 0.05;

/** Smaller chances of winning are shown as nothing. */
const SMALL_CHANCE = 0.0005;

/**
 * A number with its sign.
 * @param {number} value
 */
export function signedText(value) {
  return numberText(value, { minimumFractionDigits: 1, signDisplay: "exceptZero" });
}

/** @param {Pick<Decision, "kind" | "phase" | "played">} decision @returns {Way} */
export function wayOf({ kind, phase, played }) {
  if (phase === "trumps") return "trumps";
  return kind !== "call" ? "card" : parseCall(played).card ? "laid" : played === "pass" ? "pass" : "call";
}

/**
 * The name of a card, a suit or a bid within a sentence.
 * @param {Decision} decision
 * @param {string} action
 */
export function actionName({ kind }, action) {
  if (kind === "call") return callPhrase(action);
  return kind === "card" ? cardName(action) : suitName(/** @type {Suit} */ (action));
}

/**
 * "Trick 3", "Hand 2, trick 3", "Choice of trumps" or "The bids".
 * @param {DealSteps} deal
 * @param {Decision} decision
 */
export function placeText(deal, { kind, phase, hand, trick }) {
  if (kind !== "card") return t(phase === "trumps" ? "coach.place.trumps" : "coach.place.calls");
  return t(deal.hands.length > 1 ? "coach.place.hand" : "coach.place", { hand: hand + 1, n: trick + 1 });
}

/** The name of the sentence about a mistake of each kind. */
const MISTAKES = /** @type {const} */ ({ trumps: "coach.chose", call: "coach.called", pass: "coach.passed", laid: "coach.laid" });

/**
 * What was done, and whether something was better.
 * @param {MatchSteps} match
 * @param {Decision} decision
 */
export function verdictText(match, decision) {
  const { seat, place, forced, loss } = decision;
  const way = wayOf(decision);
  const values = { played: actionName(decision, decision.played), better: actionName(decision, decision.best) };
  const say = (/** @type {Parameters<typeof sentenceAbout>[0]} */ name) =>
    sentenceAbout(name, match, seat, values).replace(`. ${values.better}`, `. ${capitalise(values.better)}`);
  if (loss.real) return say(way !== "card" ? MISTAKES[way] : place === 0 ? "coach.led" : "coach.played");
  const near = loss.utility > 0 && decision.best !== decision.played;
  const how = forced ? "coach.forced" : near ? "coach.near" : "coach.sound";
  return say(way === "card" ? how : `${how}.${way}`);
}

/**
 * What a mistake cost, the plainest figure first.
 * @param {Decision} decision
 * @param {Unit} unit
 * @returns {[string, ...string[]]}
 */
export function costTexts(decision, unit) {
  const { loss, double_dummy_loss: open } = decision;
  const told = unitOf(decision, unit);
  const amount = loss[told];
  const costs = amount >= SMALL ? [t(`coach.${told}`, { n: numberText(amount) })] : [];
  const chance = decision.kind === "call" ? null : loss.win_chance;
  if (chance !== null && chance >= SMALL_CHANCE) costs.push(t("coach.chance", { n: percentText(chance) }));
  const [first = t("coach.utility"), ...more] = costs;
  const lay = open === null ? [] : [open ? t("coach.open", { amount: t(unit === "tricks" ? "coach.tricks" : "coach.card-points", { n: open }) }) : t("coach.open.none")];
  return [t("coach.cost", { amount: first }), ...more, ...lay];
}

/**
 * The mistakes in the order in which the reader has them before the eyes, with their newest values; others follow.
 * @param {Decision[]} worst The costliest first, as far as is known now.
 * @param {Decision[]} seen
 */
export function keptOrder(worst, seen) {
  const place = (/** @type {Decision} */ { number }) => seen.findIndex((each) => each.number === number) >>> 0; // one not seen: last
  return [...worst].sort((one, other) => place(one) - place(other));
}

/**
 * The unit in which a decision, its cost and all its alternatives are told: calls settle what tricks are worth, so theirs
 * are points, whatever the deal is told in.
 * @param {Pick<Decision, "kind">} decision
 * @param {Unit} unit That of the deal.
 * @returns {Unit}
 */
export function unitOf({ kind }, unit) {
  return kind === "call" ? "points" : unit;
}

/** @param {number} share */
export function percentText(share) {
  return numberText(share, { style: "percent", maximumFractionDigits: share < 0.02 ? 1 : 0 });
}

/**
 * A deal in one sentence: what a seat could expect, what was made, and why; empty while that is unknown.
 * @param {import("./fortune-line.js").Course | null} course
 * @param {Unit} unit
 */
export function storyOf(course, unit) {
  if (!course || course.end === null) return "";
  const { expected, fortune, skill } = balanceAt(course, course.turns);
  const start = expected - fortune - skill;
  return t(`coach.story.${unit}`, { start: numberText(start), end: numberText(expected), fortune: signedText(fortune), skill: signedText(skill) });
}
