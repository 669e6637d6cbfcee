// How a hand is spread: in one row or several, slightly bent, each card with a strip that a finger hits. Pure.

/** The least that can be tapped of a card that is partly covered (px). */
const STRIP = 45;
const LEAST = 52;
const MOST = 112;
/** Height of a card by its width. */
const TALL = 1.4;
/** So much of a card shows above the row below it. */
const ABOVE = 0.6;
/** How much further each card is turned than the one before, and the last than the first (degrees). */
const TURN = 1.6;
const BEND = 19;
/** Room above the cards for those that are raised (px). */
export const RAISED = 16;

/**
 * @typedef {object} Fan
 * @property {number} card Width of a card (px).
 * @property {number} height Of the whole hand (px).
 * @property {{x: number, y: number, turn: number}[]} spots Of each card: the left upper corner (px), how it is turned (degrees).
 */

/**
 * @param {number} count Cards.
 * @param {number} width Of what they lie in (px).
 * @param {number} window Height of the window (px): low windows get small cards.
 * @returns {Fan}
 */
export function fanOf(count, width, window) {
  const card = Math.round(Math.max(LEAST, Math.min(MOST, width / 5.1, window / 6.4)));
  let rows = 1;
  while (rows < 4 && stripOf(Math.ceil(count / rows), width, card) < STRIP) rows++;
  const across = Math.ceil(count / rows);
  const strip = stripOf(across, width, card);
  const down = Math.max(STRIP, card * TALL * ABOVE);
  const turn = turnOf(across);
  const sag = (/** @type {number} */ off) => (strip * turn * Math.PI * off * off) / 360;
  const deepest = sag((across - 1) / 2);
  const spots = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / across);
    const inRow = Math.min(across, count - row * across);
    const off = (at % across) - (inRow - 1) / 2;
    return {
      x: round(width / 2 + off * strip - card / 2),
      y: round(RAISED + row * down + sag(off)),
      turn: round(off * turn),
    };
  });
  return { card, height: Math.ceil(RAISED + (rows - 1) * down + card * TALL + deepest + 4), spots };
}

/**
 * How much of each card shows beside the next one (px).
 * @param {number} across Cards in a row.
 * @param {number} width
 * @param {number} card
 */
function stripOf(across, width, card) {
  if (across < 2) return card;
  // The cards at the ends are turned: their upper corners reach further out.
  const lean = card * TALL * Math.sin((turnOf(across) * (across - 1) * Math.PI) / 360);
  return Math.min(Math.max(card * 0.66, STRIP + 1), (width - card - 8 - 2 * lean) / (across - 1));
}

/**
 * How much further each card is turned than the one before (degrees).
 * @param {number} across Cards in a row.
 */
function turnOf(across) {
  return Math.min(TURN, BEND / Math.max(1, across));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
