// The games for the solver page. The module itself is made by src/oddtrick/web/solver_rules.py.

import type { SolverRules } from "../wire/protocol";

export interface SolverGame {
  id: string;
  players: number;
  /** Cards of each hand. */
  size: number;
  /** Cards of the game, ascending. */
  pack: string[];
  rules: SolverRules;
}

declare const games: SolverGame[];
export default games;
