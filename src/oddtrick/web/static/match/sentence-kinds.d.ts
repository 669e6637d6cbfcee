// What hints ask of sentences, by tag. The module itself is made of src/oddtrick/review/sentence_table.py.

declare const kinds: {
  /** It holds a card to be worth more than those it leaves out. */
  worthMore: string[];
  /** For a card that may lose this trick: not where every one is needed. */
  letsGo: string[];
  /** It holds the cards that win most to be worth most: not where so many tricks are wanted and no more. */
  worthMost: string[];
};
export default kinds;
