// The layouts of the hidden cards that a view allows, one after another.

/** @typedef {import("./hidden-card-knowledge.js").HiddenCards} HiddenCards */

/**
 * Generates layouts, each once: the cards of every cell, the known ones included.
 * @param {HiddenCards} hidden
 * @param {number} limit The most layouts to generate.
 * @returns {Generator<string[][]>}
 */
export function* layoutsOf({ known, sizes, kinds }, limit) {
  const cards = kinds.flatMap((kind, number) => kind.cards.map((card) => ({ card, number })));
  const left = kinds.map((kind) => kind.cards.length);
  const room = [...sizes];
  const cells = known.map((each) => [...each]);
  let found = 0;

  /** Every subset of the kinds fits into the cells where it may lie: by Hall's theorem the rest can be laid out. */
  const fits = () => {
    for (let set = 1; set < 1 << kinds.length; set++) {
      const some = kinds.filter((_, number) => (set >> number) & 1);
      const need = left.reduce((sum, count, number) => sum + ((set >> number) & 1 ? count : 0), 0);
      const space = room.reduce((sum, size, cell) => sum + (some.some((kind) => kind.cells.includes(cell)) ? size : 0), 0);
      if (need > space) return false;
    }
    return true;
  };

  /** @param {number} at @returns {Generator<string[][]>} */
  function* place(at) {
    const next = cards[at];
    if (!next) {
      found += 1;
      yield cells.map((cell) => [...cell]);
      return;
    }
    const { card, number } = next;
    left[number] = (left[number] ?? 0) - 1;
    for (const cell of kinds[number]?.cells ?? []) {
      if (!room[cell] || found >= limit) continue;
      room[cell] -= 1;
      cells[cell]?.push(card);
      if (fits()) yield* place(at + 1);
      cells[cell]?.pop();
      room[cell] = (room[cell] ?? 0) + 1;
    }
    left[number] = (left[number] ?? 0) + 1;
  }

  yield* place(0);
}
