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
 * @property {string[]} [hand] Your cards: to choose from, or to look at; with a number, trumps that your side took.
 * @property {Played[]} [then] The other players' replies to your card.
 * @property {string} [turnUp] Turn-up of the dealer, on your right.
 * @property {"S" | "H" | "D" | "C"} [trumps]
 * @property {string[]} [numbers] Numbers to choose from.
 * @property {[number, number]} [tricks] Tricks of your side and of the others.
 */

/** The course of Whist. @type {Step[]} */
const STEPS = [
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

/** The course of Scotch Whist, for those who can play Whist. @type {Step[]} */
const SCOTCH = [
  { name: "scotch-jack", asks: "won", right: ["JH"], trick: parsePlays("WAH N9H EJH SKH"), trumps: "H" },
  { name: "scotch-plain", asks: "won", right: ["QS"], trick: parsePlays("WJS NQS E9S S7S"), trumps: "H" },
  { name: "scotch-points", asks: "number", right: ["14"], numbers: ["2", "7", "14", "21"] },
  { name: "scotch-catch", asks: "card", right: ["KD"], trick: parsePlays("WTD N8D EQD"), hand: ["KD", "7D", "AS"], trumps: "D" },
  { name: "scotch-save", asks: "card", right: ["TC"], trick: parsePlays("WAS N9S EKS"), hand: ["TC", "8H"], trumps: "C" },
  { name: "scotch-keep", asks: "card", right: ["6C"], trick: parsePlays("WKC NJC E7C"), hand: ["TC", "6C"], trumps: "C" },
  { name: "scotch-cards", asks: "number", right: ["7"], numbers: ["0", "4", "7", "16"] },
  { name: "scotch-end", asks: "end", right: [] },
];

/** The course of Knock-out Whist, for those who can play Whist. @type {Step[]} */
const KNOCKOUT = [
  { name: "knockout-stay", asks: "number", right: ["1"], numbers: ["1", "2", "4", "7"] },
  { name: "knockout-turnup", asks: "suit", right: ["H"], turnUp: "9H" },
  { name: "knockout-save", asks: "card", right: ["4H"], trick: parsePlays("WKC NAC E3C"), hand: ["4H", "9S"], trumps: "H" },
  { name: "knockout-fewer", asks: "number", right: ["5"], numbers: ["4", "5", "6", "7"] },
  { name: "knockout-choose", asks: "suit", right: ["S"], hand: ["AS", "KS", "QS", "7S", "4H", "3D"] },
  { name: "knockout-last", asks: "number", right: ["1"], numbers: ["0", "1", "2", "3"] },
  { name: "knockout-end", asks: "end", right: [] },
];

/** The course of Colonial Whist, for those who can play Whist. @type {Step[]} */
const COLONIAL = [
  { name: "colonial-cut", asks: "seat", right: ["E"], trick: parsePlays("W9C NAD E4H SKS") },
  { name: "colonial-capture", asks: "card", right: ["KH"], trick: parsePlays("WJH N5H E8H"), hand: ["KH", "6H", "AC"], trumps: "H" },
  { name: "colonial-give", asks: "card", right: ["JC"], trick: parsePlays("W7C NAC E4C"), hand: ["JC", "3C"], trumps: "C" },
  { name: "colonial-three", asks: "number", right: ["2"], numbers: ["0", "2", "3", "4"], hand: ["AS", "QS", "JS"] },
  { name: "colonial-score", asks: "number", right: ["6"], numbers: ["2", "4", "6", "12"], tricks: [8, 5], hand: ["AS", "KS", "QS", "JS"] },
  { name: "colonial-losers", asks: "number", right: ["0"], numbers: ["0", "1", "2", "3"], tricks: [6, 7], hand: ["AS", "KS", "QS"] },
  { name: "colonial-end", asks: "end", right: [] },
];

/** The course of Colonial Scotch Whist, for those who can play Whist. @type {Step[]} */
const COLONIAL_SCOTCH = [
  { name: "catch-win", asks: "card", right: ["TH"], trick: parsePlays("W4C N7C EKC"), hand: ["TH", "9D", "5S"], trumps: "H" },
  { name: "catch-partner", asks: "card", right: ["3D"], trick: parsePlays("W5D NTD E7D"), hand: ["AD", "3D"], trumps: "D" },
  { name: "catch-stop", asks: "card", right: ["QC"], trick: parsePlays("W4C N6C ETC"), hand: ["QC", "2C"], trumps: "C" },
  { name: "catch-count", asks: "number", right: ["13"], numbers: ["3", "11", "13", "17"], tricks: [7, 6], hand: ["AS", "KS", "QS", "TS"] },
  { name: "catch-book", asks: "number", right: ["0"], numbers: ["0", "5", "10", "15"], tricks: [5, 8], hand: ["TS"] },
  { name: "catch-difference", asks: "number", right: ["5"], numbers: ["5", "10", "11", "15"], tricks: [6, 7], hand: ["TS"] },
  { name: "catch-end", asks: "end", right: [] },
];

/** The steps of each course by game. @type {Record<string, Step[]>} */
export const COURSES = {
  whist: STEPS,
  "colonial-whist": COLONIAL,
  "colonial-scotch-whist": COLONIAL_SCOTCH,
  "scotch-whist": SCOTCH,
  "knockout-whist": KNOCKOUT,
};

/**
 * @param {string} text Seat and card, as in "W5H".
 * @returns {Played[]}
 */
function parsePlays(text) {
  return text.split(" ").map((each) => ({ seat: /** @type {Seat} */ (each[0]), card: each.slice(1) }));
}
