// The line below the board: what is missing, who is to play, and what best play gives.

import { joinNames } from "../replay/replay-names.js";
import { sideOf, worthText } from "../solver/worth-texts.js";
import { t } from "../i18n/translate.js";
import { seatName } from "./deal-as-replay-steps.js";

/** @typedef {import("./solve-state.js").SolveState} SolveState */
/** @typedef {import("./solve-state.js").DealProblem} DealProblem */
/** @typedef {import("../solver/wasm-solver.js").Progress} Progress */

/**
 * @param {SolveState} state
 * @param {DealProblem | null} problem
 * @param {Progress | null} progress
 * @param {Record<string, number> | null} values
 * @param {boolean} slow Whether the values have been awaited for long.
 */
export function resultLine(state, problem, progress, values, slow) {
  const { players, rules } = state.game;
  const name = (/** @type {number} */ seat) => seatName(seat, players);
  if (problem?.kind === "none") return t("solve.none");
  if (problem?.kind === "leader") return t("solve.error.leader", { who: name(state.leader) });
  if (problem) {
    const { size, most } = problem;
    return t("solve.error.uneven", { who: name(problem.seat), size, other: name(problem.other), most });
  }
  if (!progress) return t("solve.working");
  if (progress.next === null) return finalLine(state, progress);
  const next = name(progress.next);
  if (!values) return `${t("solve.turn", { who: next })} ${t(slow ? "solve.slow" : "solve.working")}`;
  const side = sideOf(rules, progress.next);
  const best = Math.max(...Object.values(values));
  const worth = worthText(rules, state.trump, best);
  return `${t("solve.turn", { who: next })} ${t("solve.best", { who: joinNames(side.map(name)), worth })}`;
}

/**
 * @param {SolveState} state
 * @param {Progress} progress
 */
function finalLine({ game, trump }, progress) {
  const sides = game.rules.sides.map((side) => {
    const points = side.reduce((sum, seat) => sum + (progress.points[seat] ?? 0), 0);
    const who = joinNames(side.map((seat) => seatName(seat, game.players)));
    return t("replay.shows", { who, what: worthText(game.rules, trump, points) });
  });
  return t("solve.over", { list: joinNames(sides) });
}
