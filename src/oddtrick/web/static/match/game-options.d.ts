// The games with their options. The module itself is made by src/oddtrick/web/offline_game_options.py.

export interface GameOptions {
  id: string;
  title: string;
  /** Every option with its default. */
  defaults: Record<string, any>;
  /** The options as JSON Schema, as `GET /api/games` has them. */
  options_schema: any;
}

declare const games: GameOptions[];
export default games;

/** Levels of the bots, weakest first: the last one only where the kernel was built for the page. */
export declare const levels: ("novice" | "strong")[];
