// The games with their options and rules as data. The module itself is made by src/oddtrick/web/match_rules.py.

export interface GameOptions {
  id: string;
  title: string;
  /** Every option with its default. */
  defaults: Record<string, any>;
  /** The options as JSON Schema, as `GET /api/games` has them. */
  options_schema: any;
  /** The options that a record has only where they differ from their default. */
  customs: string[];
  /** What the game calls the jack (C1). */
  jack: "jack" | "knave";
  /** The fields of its rules as trees of options; null: only the server can play it. */
  rules: Record<string, any> | null;
}

declare const games: GameOptions[];
export default games;

/** Levels of the bots, weakest first: the last one only where the kernel was built for the page. */
export declare const levels: ("novice" | "strong")[];
