// Deals as text: hands in the notation of PBN, and the boards of a file in PBN, LIN or RBN.

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

/** @typedef {{name: string, read: (players: number) => WrittenDeal}} NamedBoard */

/**
 * Finds the boards of a file in PBN, LIN or RBN; the content tells which it is.
 * @param {string} text
 * @returns {NamedBoard[]}
 */
export function parseBoards(text) {
  if (/(^|\|)\s*md\|/i.test(text)) return parseLin(text);
  if (/^H [NESW][:;]/m.test(text)) return parseRbn(text);
  return parsePbn(text);
}

/** @param {string} text @returns {NamedBoard[]} */
function parsePbn(text) {
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

/** The order of hands in LIN. */
const LIN_SEATS = "SWNE";

/**
 * The boards of LIN, the format of Bridge Base Online: pairs of a key and a value between bars.
 * @param {string} text
 * @returns {NamedBoard[]}
 */
function parseLin(text) {
  /** @type {{name: string, hands: string, calls: string}[]} */
  const boards = [];
  for (const [, key = "", value = ""] of text.matchAll(/(\w\w)\|([^|]*)\|/g)) {
    const board = boards.at(-1);
    if (key.toLowerCase() === "md") boards.push({ name: String(boards.length + 1), hands: value.trim(), calls: "" });
    else if (board && key.toLowerCase() === "mb") board.calls += value;
    else if (board && key.toLowerCase() === "ah") board.name = value.replace(/^Board/i, "").trim() || board.name;
  }
  return boards.map(({ name, hands, calls }) => ({
    name,
    read: (players) => {
      const dealer = Number(hands[0]) - 1;
      const seat = dealer in [...LIN_SEATS] ? COMPASS.indexOf(LIN_SEATS[dealer] ?? "?") : -1;
      return { hands: parseHands(withRest("S", hands.slice(1).split(",").map(linHand)), players), ...auctionResult(calls, seat) };
    },
  }));
}

/** A hand of LIN, such as `SAK4HQD2C3`, as PBN writes it; empty if it is left out. @param {string} text */
function linHand(text) {
  const plain = text.replace(/\s/g, "").toUpperCase();
  if (!/^([SHDC][^SHDC]*)*$/.test(plain)) throw new NotationError("suits", { text });
  const suit = (/** @type {string} */ letter) => [...plain.matchAll(new RegExp(`${letter}([^SHDC]*)`, "g"))].map(([, ranks]) => ranks).join("");
  return plain && [...SUITS].map(suit).join(".");
}

/**
 * Trumps and leader of an auction: the last suit named, and the seat to the left of the one who named it first for its
 * side. Without an auction the dealer's left leads.
 * @param {string} calls
 * @param {number} dealer -1 if unknown.
 */
function auctionResult(calls, dealer) {
  const all = [...calls.matchAll(/[1-7]([SHDCN])T?|P(?:ASS)?|XX|RDBL|R|X|DBL|D/gi)].map(([, suit]) => suit?.toUpperCase() ?? "");
  const last = all.map(Boolean).lastIndexOf(true);
  const declarer = all.findIndex((suit, at) => suit === all[last] && (at - last) % 2 === 0);
  const isPassed = last < 0 && all.length > 0;
  return { trump: all[last] ?? null, leader: isPassed || dealer < 0 ? null : (dealer + Math.max(0, declarer) + 1) % COMPASS.length };
}

/**
 * The boards of RBN, Richard's Bridge Notation: lines that begin with a label, an empty line between deals.
 * @param {string} text
 * @returns {NamedBoard[]}
 */
function parseRbn(text) {
  return text.split(/\n\s*\n/).flatMap((paragraph, at) => {
    const line = (/** @type {string} */ label) => new RegExp(`^${label} (.*)$`, "m").exec(paragraph)?.[1]?.trim() ?? "";
    const [first = "", ...hands] = line("H").split(/[:;]/);
    if (!first) return [];
    const words = hands.map((hand) => {
      const suits = hand.replace(/\s/g, "").split(".");
      return suits.join("") && [...suits, "", "", ""].slice(0, Math.max(SUITS.length, suits.length)).join(".");
    });
    return [{
      name: line("B").split(":")[0] || String(at + 1),
      read: (/** @type {number} */ players) => ({
        hands: parseHands(withRest(first, words), players),
        ...(line("C") ? contractResult(line("C")) : rbnAuction(line("A"))),
      }),
    }];
  });
}

/** Trumps and leader of a contract of RBN, such as `4SX:W`. @param {string} text */
function contractResult(text) {
  const [contract = "", declarer = "", leader = ""] = text.toUpperCase().split(":").map((part) => part.trim());
  const seat = COMPASS.indexOf(leader || declarer || "?");
  return { trump: /^[1-7]?([CDHSN])/.exec(contract)?.[1] ?? null, leader: seat < 0 ? null : (seat + Number(!leader)) % COMPASS.length };
}

/** Trumps and leader of an auction of RBN, such as `WZ:1NP3NA`. @param {string} text */
function rbnAuction(text) {
  const [head = "", ...calls] = text.split(":");
  return auctionResult(calls.join("").replace(/\^\d/g, ""), text ? COMPASS.indexOf(head[0] ?? "W") : -1);
}

/**
 * Hands as PBN writes them; of four, one that is left out has the rest of the pack.
 * @param {string} first Letter of the first seat.
 * @param {string[]} words An empty one is left out.
 */
function withRest(first, words) {
  const four = words.length === COMPASS.length - 1 ? [...words, ""] : words;
  const named = four.filter(Boolean).flatMap(parseHand);
  const isRest = four.filter(Boolean).length === COMPASS.length - 1 && new Set(named).size === SUITS.length * RANKS.length * 3 / 4;
  const rest = [...SUITS].map((suit) => [...RANKS].filter((rank) => !named.includes(rank + suit)).join("")).join(".");
  return `${first}:${four.map((word) => word || (isRest ? rest : "-")).join(" ")}`;
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
