// The games in the order in which they are listed. The module itself is made by src/oddtrick/web/static_files.py.

declare const games: {
  /** The cards that illustrate each game, by id. */
  pictures: Record<string, string[]>;
  /** The games that call the jack the knave (C1). */
  knaves: string[];
};
export default games;
