// The line of a deal: what a seat could expect at each of its decisions, fortune and skill apart.
// Skill is what its clear mistakes changed, from the best choice to the one made; fortune is everything between them.

import { svgElement } from "../ui/dom.js";

/** @import {DealSteps, Decision} from "../wire/protocol" */

/**
 * @typedef {object} Point One decision of the seat.
 * @property {number} turn Turns before it.
 * @property {number} before What the best choice is worth, as far as the seat can know; unless it is clearly better, the one made.
 * @property {number} after What the choice made is worth.
 * @property {boolean} mistake
 */
/**
 * @typedef {object} Course
 * @property {Point[]} points At least one.
 * @property {number} turns Of the deal.
 * @property {number | null} end What was made; null while decisions are missing.
 */
/**
 * @typedef {object} Balance
 * @property {number} expected
 * @property {number} fortune Since the first decision.
 * @property {number} skill Likewise.
 */

/** The least height of the line, in tricks or points, so that a small change looks small. */
const LEAST_RANGE = 2;

/** Height of the drawing; it is stretched to its box. */
const HIGH = 100;

/**
 * The course of a seat through the decisions known.
 * @param {Decision[]} decisions Of the seat, in order.
 * @param {(decision: Decision) => number} turnOf Turns before a decision.
 * @param {number} turns
 * @param {"tricks" | "points"} unit
 * @param {number | null} end
 * @returns {Course | null}
 */
export function courseOf(decisions, turnOf, turns, unit, end) {
  const worth = (/** @type {Decision} */ { choices }, /** @type {string} */ action) => choices.find((each) => each.action === action)?.[unit] ?? 0;
  const points = decisions.map((each) => {
    const mistake = each.loss.real;
    return { turn: turnOf(each), before: worth(each, mistake ? each.best : each.played), after: worth(each, each.played), mistake };
  });
  return points.length ? { points, turns, end } : null;
}

/**
 * What was made by a seat's side, in the unit of its expectations: points count less the mean of the others.
 * @param {DealSteps} deal
 * @param {readonly (readonly number[])[]} sides Of the match.
 * @param {number} seat
 * @param {"tricks" | "points"} unit
 */
export function madeBy(deal, sides, seat, unit) {
  const ofDeal = deal.contract?.sides ?? sides;
  const own = ofDeal.find((side) => side.includes(seat)) ?? [];
  if (unit === "tricks") return own.reduce((sum, each) => sum + (deal.tricks[each] ?? 0), 0);
  // Each side of the match has the points of its side of the deal.
  const points = (/** @type {readonly number[]} */ side) => deal.points?.[sides.findIndex((each) => each.includes(side[0] ?? -1))] ?? 0;
  const others = ofDeal.filter((side) => side !== own && side.some((each) => deal.seats.includes(each)));
  return points(own) - others.reduce((sum, side) => sum + points(side), 0) / others.length;
}

/**
 * What could be expected after a number of turns, and where it came from.
 * @param {Course} course
 * @param {number} card
 * @returns {Balance}
 */
export function balanceAt({ points, turns, end }, card) {
  const done = points.filter(({ turn }) => turn < card);
  const now = points.find(({ turn }) => turn === card);
  const start = points[0]?.before ?? 0;
  const expected = card === turns && end !== null ? end : now?.before ?? done.at(-1)?.after ?? start;
  const skill = done.reduce((sum, { before, after }) => sum + after - before, 0);
  return { expected, fortune: expected - start - skill, skill };
}

/** An empty drawing, to be stretched behind a slider over the turns of a deal. */
export function createLine() {
  return svgElement("svg", { class: "fortune", viewBox: `0 0 100 ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
}

/**
 * The line as shapes: what fortune did slopes, what a choice cost drops.
 * @param {Course | null} course
 * @param {number[]} others Turns of the others' mistakes.
 */
export function courseShapes(course, others) {
  return course ? shapesOf(course, others) : [];
}

/**
 * @param {Course} course
 * @param {number[]} others
 */
function shapesOf({ points, turns, end }, others) {
  const values = [...points.flatMap(({ before, after }) => [before, after]), ...(end === null ? [] : [end])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(high - low, LEAST_RANGE);
  const top = (high + low + range) / 2;
  const x = (/** @type {number} */ turn) => rounded((100 * turn) / turns);
  const y = (/** @type {number} */ value) => rounded(12 + ((top - value) / range) * (HIGH - 24));
  const [first] = /** @type {[Point, ...Point[]]} */ (points);
  const run = points.map(({ turn, before, after }) => `L${x(turn)} ${y(before)}L${x(turn)} ${y(after)}`).join("");
  const last = end === null ? "" : `L${x(turns)} ${y(end)}`;
  const drops = points.filter(({ before, after }) => before !== after).map(({ turn, before, after }) => `M${x(turn)} ${y(before)}V${y(after)}`);
  // A line of no length with round ends is a dot, however the drawing is stretched.
  const dots = points.filter(({ mistake }) => mistake).map(({ turn, after }) => `M${x(turn)} ${y(after)}h0`);
  const marks = others.map((turn) => `M${x(turn)} ${HIGH - 3}h0`);
  return [
    path("level", `M0 ${y(first.before)}H100`),
    path("course", `M0 ${y(first.before)}${run}${last}`),
    path("drop", drops.join("")),
    path("other", marks.join("")),
    path("mistake", dots.join("")),
  ];
}

/**
 * @param {string} kind
 * @param {string} d
 */
function path(kind, d) {
  return svgElement("path", { class: kind, d, "vector-effect": "non-scaling-stroke" });
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 100) / 100;
}
