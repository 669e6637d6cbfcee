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
  /** Names of the contracts that have these rules; absent in a game without. */
  contracts?: string[];
}

declare const games: SolverGame[];
export default games;
