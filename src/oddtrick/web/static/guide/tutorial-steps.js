// Tutorial steps: the cards of each position and the correct answers. Texts are in the catalogues.

/** @typedef {"S" | "W" | "N" | "E"} Seat You, the player on your left, your partner, the one on your right. */
/** @typedef {{seat: Seat, card: string}} Played */

/**
 * @typedef {object} Step
 * @property {string} name Name in the message keys `learn.NAME.title`, `.text`, `.right` and `.wrong`; an answer
 *   with its own message has `.wrong.ANSWER`.
 * @property {"seat" | "card" | "won" | "suit" | "number" | "end"} asks Kind of answer: a seat, a card of the
 *   hand, the winning card of the trick, a suit, a number; none at the end.
 * @property {string[]} right Correct answers.
 * @property {Played[]} [trick] Cards on the table.
 * @property {string[]} [hand]
 * @property {Played[]} [then] The other players' replies to your card.
 * @property {string} [turnUp] Turn-up of the dealer, on your right.
 * @property {"S" | "H" | "D" | "C"} [trumps]
 * @property {string[]} [numbers] Numbers to choose from.
 * @property {[number, number]} [tricks] Tricks of your side and of the others.
 */

/** @type {Step[]} */
export const STEPS = [
  { name: "partner", asks: "seat", right: ["N"] },
  { name: "highest", asks: "card", right: ["AH"], trick: parsePlays("W5H N9H EKH"), hand: ["AH", "TH", "3H"] },
  { name: "winner", asks: "won", right: ["QC"], trick: parsePlays("W9C NJC EQC S4C") },
  { name: "follow", asks: "card", right: ["6D"], trick: parsePlays("W8D NJD E3D"), hand: ["AS", "KH", "6D", "2C"] },
  { name: "discard", asks: "card", right: ["5H", "3D"], trick: parsePlays("WKC NAC E7C"), hand: ["QH", "5H", "3D"] },
  { name: "turnup", asks: "suit", right: ["S"], turnUp: "7S" },
  { name: "trump", asks: "card", right: ["2S"], trick: parsePlays("WAC N4C E9C"), hand: ["KH", "TD", "2S"], trumps: "S" },
  { name: "trumps", asks: "won", right: ["JS"], trick: parsePlays("WAD N3S EJS S5D"), trumps: "S" },
  { name: "together", asks: "card", right: ["4H"], trick: parsePlays("W6H NAH E3H"), hand: ["KH", "4H"], trumps: "S" },
  { name: "odd", asks: "number", right: ["2"], numbers: ["1", "2", "5", "8"], tricks: [8, 5] },
  {
    name: "draw",
    asks: "card",
    right: ["AS"],
    hand: ["AS", "QD", "3D"],
    then: parsePlays("WKS N5C E6C"),
    trumps: "S",
    tricks: [6, 4],
  },
  {
    name: "low",
    asks: "card",
    right: ["3D"],
    hand: ["QD", "3D"],
    then: parsePlays("WJD NAD E4D"),
    trumps: "S",
    tricks: [7, 4],
  },
  {
    name: "last",
    asks: "card",
    right: ["QD"],
    trick: parsePlays("N9H ETD"),
    hand: ["QD"],
    then: parsePlays("W8C"),
    trumps: "S",
    tricks: [8, 4],
  },
  { name: "score", asks: "number", right: ["3"], numbers: ["1", "3", "6", "9"], tricks: [9, 4] },
  { name: "end", asks: "end", right: [] },
];

/**
 * @param {string} text Seat and card, as in "W5H".
 * @returns {Played[]}
 */
function parsePlays(text) {
  return text.split(" ").map((each) => ({ seat: /** @type {Seat} */ (each[0]), card: each.slice(1) }));
}
