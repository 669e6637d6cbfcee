// Deals as text: hands in the notation of PBN, and the boards of a PBN file.

/**
 * @typedef {object} WrittenDeal
 * @property {string[][]} hands Cards of each seat.
 * @property {string | null} trump `S`, `H`, `D`, `C`, `N`; null: not given.
 * @property {number | null} leader Null: not given.
 */

/** Seats of a table of four, clockwise. */
export const COMPASS = "NESW";
const SUITS = "SHDC";
const RANKS = "AKQJT98765432";

/** An error in a written deal, with the key of its message. */
export class NotationError extends Error {
  /**
   * @param {"card" | "twice" | "hands" | "suits" | "empty"} kind
   * @param {Record<string, string | number>} values
   */
  constructor(kind, values = {}) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

/**
 * Reads a deal: `N:AK.Q.J.T … … …` with the first seat's name or number, hands clockwise, each as spades, hearts,
 * diamonds and clubs; or PBN with a `Deal` tag.
 * @param {string} text
 * @param {number} players
 * @returns {WrittenDeal}
 */
export function parseDeal(text, players) {
  const [board] = parseBoards(text);
  if (board) return board.read(players);
  const hands = parseHands(text.trim(), players);
  return { hands, trump: null, leader: null };
}

/**
 * Finds the boards of a PBN file.
 * @param {string} text
 * @returns {{name: string, read: (players: number) => WrittenDeal}[]}
 */
export function parseBoards(text) {
  const tags = [...text.matchAll(/\[\s*(\w+)\s+"([^"]*)"\s*\]/g)].map(([, name = "", value = ""]) => ({ name: name.toLowerCase(), value }));
  /** @type {Record<string, string>[]} */
  const boards = [];
  for (const { name, value } of tags) {
    const board = boards.at(-1);
    // A board begins with its first tag; one of these repeated begins the next.
    if (!board || (["event", "board", "deal"].includes(name) && name in board)) boards.push({ [name]: value });
    else board[name] = value;
  }
  return boards.flatMap((board, at) =>
    board.deal === undefined ? [] : [{ name: board.board || String(at + 1), read: (players) => readBoard(board, players) }],
  );
}

/**
 * @param {Record<string, string>} board
 * @param {number} players
 * @returns {WrittenDeal}
 */
function readBoard(board, players) {
  const contract = /^\d\s*([CDHSN])/i.exec(board.contract ?? "")?.[1] ?? /^([CDHSN])/i.exec(board.oddtricktrump ?? "")?.[1];
  const declarer = COMPASS.indexOf((board.declarer ?? "").replace("^", "").toUpperCase() || "?");
  return {
    hands: parseHands(board.deal ?? "", players),
    trump: contract?.toUpperCase() ?? null,
    leader: declarer < 0 ? null : (declarer + 1) % COMPASS.length,
  };
}

/**
 * @param {string} text
 * @param {number} players
 */
function parseHands(text, players) {
  const [, start = "", rest = ""] = /^(?:([NESW\d])\s*:)?([^]*)$/i.exec(text) ?? [];
  const first = start === "" ? 0 : /\d/.test(start) ? Number(start) : COMPASS.indexOf(start.toUpperCase());
  const words = rest.split(/[\s|]+/).filter(Boolean);
  if (!words.length) throw new NotationError("empty");
  if (words.length !== players || first >= players) throw new NotationError("hands", { n: words.length, all: players });
  const hands = words.map(parseHand);
  const seen = new Set();
  for (const card of hands.flat()) {
    if (seen.has(card)) throw new NotationError("twice", { card });
    seen.add(card);
  }
  return hands.map((_, seat) => hands[(seat - first + players) % players] ?? []);
}

/** @param {string} word */
function parseHand(word) {
  if (/^-+$/.test(word)) return [];
  const suits = word.split(".");
  if (suits.length !== SUITS.length) throw new NotationError("suits", { text: word });
  return suits.flatMap((ranks, at) =>
    [...ranks.replaceAll("10", "T").replaceAll("-", "").toUpperCase()].map((rank) => {
      if (!RANKS.includes(rank)) throw new NotationError("card", { text: rank });
      return rank + SUITS[at];
    }),
  );
}

/**
 * Writes hands as `N:AK.Q.J.T …`.
 * @param {readonly (readonly string[])[]} hands
 */
export function formatDeal(hands) {
  const words = hands.map((hand) =>
    hand.length ? [...SUITS].map((suit) => [...RANKS].filter((rank) => hand.includes(rank + suit)).join("")).join(".") : "-",
  );
  return `${hands.length === COMPASS.length ? COMPASS[0] : 0}:${words.join(" ")}`;
}
