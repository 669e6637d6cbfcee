// Finds room on the felt: the free place nearest to a seat.

/** @typedef {{left: number, top: number, width: number, height: number}} Box In CSS pixels of the window. */

/** Places are compared in steps of this size (px). */
const CELL = 6;

/** What is free of an area in which some boxes are taken. */
export class FreePlaces {
  /** Taken cells above and to the left of each corner of a cell. @type {Uint32Array} */
  #sums;

  /**
   * @param {Box} area
   * @param {readonly Box[]} taken
   */
  constructor(area, taken) {
    this.area = area;
    this.columns = Math.max(0, Math.floor(area.width / CELL));
    this.rows = Math.max(0, Math.floor(area.height / CELL));
    const cells = new Uint8Array(this.columns * this.rows);
    for (const box of taken) this.#mark(cells, box);
    const wide = this.columns + 1;
    this.#sums = new Uint32Array(wide * (this.rows + 1));
    for (let row = 0; row < this.rows; row++) {
      let sum = 0;
      for (let column = 0; column < this.columns; column++) {
        sum += cells[row * this.columns + column] ?? 0;
        this.#sums[(row + 1) * wide + column + 1] = sum + (this.#sums[row * wide + column + 1] ?? 0);
      }
    }
  }

  /**
   * @param {Uint8Array} cells
   * @param {Box} box
   */
  #mark(cells, { left, top, width, height }) {
    const [x, y] = [left - this.area.left, top - this.area.top];
    const [first, last] = [Math.max(0, Math.floor(x / CELL)), Math.min(this.columns, Math.ceil((x + width) / CELL))];
    for (let row = Math.max(0, Math.floor(y / CELL)); row < Math.min(this.rows, (y + height) / CELL); row++) {
      if (first < last) cells.fill(1, row * this.columns + first, row * this.columns + last);
    }
  }

  /**
   * Returns the free place of a size that is nearest to a box; null if there is none. The distance is the gap between the two
   * and a quarter of the distance of their centres, which decides between places with the same gap.
   * @param {{width: number, height: number}} size
   * @param {Box} from
   * @returns {{left: number, top: number, distance: number} | null}
   */
  nearest({ width, height }, from) {
    const [wide, high] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
    let best = null;
    for (let row = 0; row + high <= this.rows; row++) {
      for (let column = 0; column + wide <= this.columns; column++) {
        if (this.#count(column, row, wide, high)) continue;
        const [left, top] = [this.area.left + column * CELL, this.area.top + row * CELL];
        const x = left + width / 2 - from.left - from.width / 2;
        const y = top + height / 2 - from.top - from.height / 2;
        const apart = Math.hypot(Math.max(0, Math.abs(x) - (width + from.width) / 2), Math.max(0, Math.abs(y) - (height + from.height) / 2));
        const distance = apart + Math.hypot(x, y) / 4;
        if (!best || distance < best.distance) best = { left, top, distance };
      }
    }
    return best;
  }

  /**
   * Taken cells of a rectangle.
   * @param {number} column
   * @param {number} row
   * @param {number} wide
   * @param {number} high
   */
  #count(column, row, wide, high) {
    const line = this.columns + 1;
    const at = (/** @type {number} */ x, /** @type {number} */ y) => this.#sums[y * line + x] ?? 0;
    return at(column + wide, row + high) - at(column, row + high) - at(column + wide, row) + at(column, row);
  }
}
