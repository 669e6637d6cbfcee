// Computes the layout of a hand: one row or several, slightly fanned, each card with a strip wide enough to tap. Pure.

/** Minimum visible width of a covered card, so that it can be tapped (px). */
const MIN_VISIBLE_STRIP = 45;
const MIN_CARD_WIDTH = 52;
const MAX_CARD_WIDTH = 112;
/** Height of a card divided by its width. */
const ASPECT_RATIO = 1.4;
/** Share of a card's height visible above the next row. */
const ROW_OFFSET = 0.6;
/** Rotation between neighbouring cards, and between the first and the last (degrees). */
const TURN_PER_CARD = 1.6;
const MAX_TOTAL_TURN = 19;
/** Space above the hand for raised cards (px). */
export const RAISED_MARGIN = 16;

/**
 * @typedef {object} HandLayout
 * @property {number} card Width of a card (px).
 * @property {number} height Height of the hand (px).
 * @property {{x: number, y: number, turn: number}[]} spots Top left corner (px) and rotation (degrees) of each card.
 */

/**
 * @param {number} count Number of cards.
 * @param {number} width Available width (px).
 * @param {number} window Window height (px); low windows get smaller cards.
 * @returns {HandLayout}
 */
export function layOutHand(count, width, window) {
  const card = Math.round(Math.max(MIN_CARD_WIDTH, Math.min(MAX_CARD_WIDTH, width / 5.1, window / 6.4)));
  let rows = 1;
  while (rows < 4 && stripWidth(Math.ceil(count / rows), width, card) < MIN_VISIBLE_STRIP) rows++;
  const across = Math.ceil(count / rows);
  const strip = stripWidth(across, width, card);
  const down = Math.max(MIN_VISIBLE_STRIP, card * ASPECT_RATIO * ROW_OFFSET);
  const turn = turnPerCard(across);
  const sag = (/** @type {number} */ off) => (strip * turn * Math.PI * off * off) / 360;
  const deepest = sag((across - 1) / 2);
  const spots = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / across);
    const inRow = Math.min(across, count - row * across);
    const off = (at % across) - (inRow - 1) / 2;
    return {
      x: round(width / 2 + off * strip - card / 2),
      y: round(RAISED_MARGIN + row * down + sag(off)),
      turn: round(off * turn),
    };
  });
  return { card, height: Math.ceil(RAISED_MARGIN + (rows - 1) * down + card * ASPECT_RATIO + deepest + 4), spots };
}

/**
 * Returns the visible width of each card beside the next (px).
 * @param {number} across Cards in a row.
 * @param {number} width
 * @param {number} card
 */
function stripWidth(across, width, card) {
  if (across < 2) return card;
  // The outer cards are rotated, so their upper corners stick out.
  const lean = card * ASPECT_RATIO * Math.sin((turnPerCard(across) * (across - 1) * Math.PI) / 360);
  return Math.min(Math.max(card * 0.66, MIN_VISIBLE_STRIP + 1), (width - card - 8 - 2 * lean) / (across - 1));
}

/**
 * Returns the rotation between neighbouring cards (degrees).
 * @param {number} across Cards in a row.
 */
function turnPerCard(across) {
  return Math.min(TURN_PER_CARD, MAX_TOTAL_TURN / Math.max(1, across));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
