// The states of a match, turn by turn. Pure; the server has already applied the rules.

/** @import {MatchSteps, DealSteps, TrickSteps} from "../wire/protocol" */
/** @typedef {[number, string | null]} Turn Seat and card; no card where the seat passed (X5). */
/** @typedef {[number, string | null]} CallTurn Seat and call; null is one that stays secret. */

/**
 * @typedef {object} ReplayState A deal after a number of turns.
 * @property {number} hand Index of the separate hand.
 * @property {number} trick Index of the trick in that hand; -1 before the first card.
 * @property {CallTurn[]} calls Calls so far.
 * @property {Turn[]} table Turns of the trick so far.
 * @property {number | null} winner Winner of the trick; null while it is incomplete.
 * @property {number | null} next Seat that plays next, or null.
 * @property {string[][]} held Cards of each seat: those with which its play begins, or before it, those it has then; with those drawn so far.
 * @property {ReadonlySet<string>} played Cards played in this hand, including those on the table.
 * @property {[number, string][]} drawn Cards drawn from the stock so far, by seat.
 * @property {number[]} won Tricks of each seat so far, of those that count.
 */

/**
 * @typedef {object} ReplayPosition A position in a match.
 * @property {number} deal Index of the deal.
 * @property {number} card Number of turns taken in it: calls, cards played, and passes.
 */

/**
 * A trick with its place in the deal.
 * @typedef {object} PlacedTrick
 * @property {number} hand
 * @property {number} number Index in its hand.
 * @property {TrickSteps} trick
 * @property {Turn[]} turns In order.
 * @property {[number, string][]} draws The cards drawn from the stock after it, by seat, that of the winner first.
 * @property {number} first Number of turns before it.
 * @property {number} end Number of turns up to its end.
 */

/**
 * The calls of a deal, in order: its first turns.
 * @param {DealSteps} deal
 * @returns {CallTurn[]}
 */
export function callsOf({ calls = [] }) {
  return calls.flatMap(([, made]) => made);
}

/**
 * Returns whether a call of a deal names trumps, and is no bid.
 * @param {DealSteps} deal
 * @param {number} number
 */
export function namesTrumps({ calls = [] }, number) {
  return calls.flatMap(([name, made]) => made.map(() => name === "trumps"))[number] ?? false;
}

/**
 * Every trick of a deal, in order.
 * @param {DealSteps} deal
 * @returns {PlacedTrick[]}
 */
export function tricksOf(deal) {
  let end = callsOf(deal).length;
  return deal.hands.flatMap(({ tricks }, hand) =>
    tricks.map((trick, number) => {
      const first = end;
      const turns = turnsOf(trick, tricks[number - 1]?.winner ?? deal.dealer + 1, deal.tricks.length);
      end += turns.length;
      return { hand, number, trick, turns, draws: drawsAfter(deal, trick.winner, number), first, end };
    }),
  );
}

/**
 * @param {DealSteps} deal
 * @param {number | null} winner
 * @param {number} trick
 * @returns {[number, string][]}
 */
function drawsAfter({ seats, stock = [] }, winner, trick) {
  if (winner === null) return [];
  const first = seats.indexOf(winner);
  const cards = stock.slice(trick * seats.length, (trick + 1) * seats.length);
  return cards.map((card, at) => [/** @type {number} */ (seats[(first + at) % seats.length]), card]);
}

/**
 * The cards and passes of a trick, in order. A trick without passes tells its order itself.
 * @param {TrickSteps} trick
 * @param {number} from The seat, in it or not, from which on the seats have their turns.
 * @param {number} players
 * @returns {Turn[]}
 */
function turnsOf({ plays, passed = [] }, from, players) {
  const turns = /** @type {Turn[]} */ ([...plays]);
  if (!passed.length) return turns;
  turns.push(...passed.map((seat) => /** @type {Turn} */ ([seat, null])));
  const place = (/** @type {number} */ seat) => (seat - from + players) % players;
  return turns.sort(([one], [other]) => place(one) - place(other));
}

/**
 * Counts the turns of a deal: calls, cards and passes.
 * @param {DealSteps} deal
 */
export function turnCount(deal) {
  return tricksOf(deal).at(-1)?.end ?? callsOf(deal).length;
}

/**
 * Counts the turns before a decision.
 * @param {DealSteps} deal
 * @param {import("../wire/protocol").Decision} decision
 */
export function turnOf(deal, { kind, hand, trick, place }) {
  if (kind === "trumps") return 0;
  if (kind === "call") return place;
  return (tricksOf(deal).find((each) => each.hand === hand && each.number === trick)?.first ?? 0) + place;
}

const RANKS = "23456789TJQKA";

/**
 * The cards of a seat after a number of turns, ascending in each suit; those played in the hand are among them. Before
 * the play it has what it was dealt, and once it is to lay down cards, what it has taken up, without those laid down.
 * @param {DealSteps} deal
 * @param {number} hand
 * @param {number} seat
 * @param {number} card
 * @param {[number, string][]} drawn
 */
function heldBy(deal, hand, seat, card, drawn) {
  const { cards = [], dealt = cards } = deal.hands[hand] ?? {};
  const own = cards[seat] ?? [];
  if (card >= callsOf(deal).length) return ascending([...own, ...drawn.flatMap(([who, each]) => (who === seat ? [each] : []))]);
  const laid = laidBy(deal, seat);
  const gone = laid.filter(({ call, at, end }) => at < card && (card < end || !returns(call, at, own, laid)));
  const others = dealt.filter((_, who) => who !== seat).flat();
  const taken = laid.some(({ at }) => at <= card) ? [...own, ...laid.map(({ call }) => call)].filter((each) => !others.includes(each)) : [];
  const held = new Set([...(dealt[seat] ?? []), ...taken]);
  for (const { call } of gone) held.delete(call);
  return ascending([...held]);
}

/** @typedef {{call: string, at: number, end: number}} Laid A card laid down, the turns before it, and those up to the end of its phase. */

/**
 * The cards that a seat lays down before the play.
 * @param {DealSteps} deal
 * @param {number} seat
 */
function laidBy({ calls = [] }, seat) {
  /** @type {Laid[]} */
  const laid = [];
  let first = 0;
  for (const [, made] of calls) {
    const end = first + made.length;
    made.forEach(([who, call], at) => {
      if (who === seat && call !== null && isCard(call)) laid.push({ call, at: first + at, end });
    });
    first = end;
  }
  return laid;
}

/**
 * Returns whether a card that was laid down goes back to the hand: it is played, or laid down again.
 * @param {string} call
 * @param {number} at
 * @param {readonly string[]} own
 * @param {Laid[]} laid
 */
function returns(call, at, own, laid) {
  return own.includes(call) || laid.some((later) => later.call === call && later.at > at);
}

/** @param {string} call */
function isCard(call) {
  return /^[2-9TJQKA][CDHS]$/.test(call);
}

/** @param {string[]} cards */
function ascending(cards) {
  return cards.sort((one, other) => RANKS.indexOf(one.charAt(0)) - RANKS.indexOf(other.charAt(0)));
}

/**
 * @param {DealSteps} deal
 * @param {number} card Number of turns taken.
 * @returns {ReplayState}
 */
export function stateAt(deal, card) {
  const tricks = tricksOf(deal);
  const at = tricks.findIndex(({ first, end }) => first < card && card <= end);
  const now = tricks[at];
  const hand = now?.hand ?? 0;
  const table = now?.turns.slice(0, card - now.first) ?? [];
  const complete = tricks.filter(({ end }) => end <= card);
  // Where only the last tricks count (G4), the result has no others.
  const counted = complete.slice(Math.max(0, tricks.length - deal.tricks.reduce((sum, n) => sum + n, 0)));
  const won = deal.tricks.map((_, seat) => counted.filter(({ trick }) => trick.winner === seat).length);
  const calls = callsOf(deal);
  const drawn = complete.flatMap(({ draws }) => draws);
  const before = complete.filter((each) => each.hand === hand && each !== now).flatMap(({ turns }) => turns);
  return {
    hand,
    trick: now?.number ?? -1,
    calls: calls.slice(0, card),
    held: deal.tricks.map((_, seat) => heldBy(deal, hand, seat, card, drawn)),
    table,
    winner: now?.end === card ? now.trick.winner : null,
    next: (calls[card] ?? turnAt(tricks, card))?.[0] ?? null,
    played: new Set([...before, ...table].flatMap(([, played]) => played ?? [])),
    drawn,
    won,
  };
}

/**
 * Returns the turn after a number of turns.
 * @param {PlacedTrick[]} tricks
 * @param {number} card
 * @returns {Turn | undefined}
 */
function turnAt(tricks, card) {
  const now = tricks.find(({ end }) => card < end);
  return now?.turns[card - now.first];
}

/**
 * Moves one turn forward or back, across deals.
 * @param {MatchSteps} match
 * @param {ReplayPosition} place
 * @param {1 | -1} step
 * @returns {ReplayPosition}
 */
export function moveByTurn(match, place, step) {
  return clampPosition(match, { deal: place.deal, card: place.card + step });
}

/**
 * Moves to the end of the calls, of the current or next trick, or back to the end of the previous one or the start of the deal.
 * @param {MatchSteps} match
 * @param {ReplayPosition} place
 * @param {1 | -1} step
 * @returns {ReplayPosition}
 */
export function moveByTrick(match, place, step) {
  const deal = match.deals[place.deal];
  const ends = deal ? [0, callsOf(deal).length, ...tricksOf(deal).map(({ end }) => end)] : [0];
  const further = step > 0 ? ends.find((end) => end > place.card) : ends.filter((end) => end < place.card).at(-1);
  return clampPosition(match, { deal: place.deal, card: further ?? place.card + step });
}

/**
 * Moves to the start of another deal.
 * @param {MatchSteps} match
 * @param {ReplayPosition} place
 * @param {number} by
 * @returns {ReplayPosition}
 */
export function moveByDeal(match, place, by) {
  const deal = Math.min(Math.max(place.deal + by, 0), match.deals.length - 1);
  return { deal, card: 0 };
}

/**
 * Clamps a position to the match.
 * @param {MatchSteps} match
 * @param {ReplayPosition} place
 * @returns {ReplayPosition}
 */
function clampPosition(match, { deal, card }) {
  const last = match.deals.length - 1;
  if (deal > last) return clampPosition(match, { deal: last, card: Infinity });
  if (deal < 0) return { deal: 0, card: 0 };
  const length = turnCount(/** @type {DealSteps} */ (match.deals[deal]));
  if (card > length) return deal < last && card === length + 1 ? { deal: deal + 1, card: 0 } : { deal, card: length };
  if (card >= 0) return { deal, card };
  if (!deal) return { deal, card: 0 };
  return clampPosition(match, { deal: deal - 1, card: Infinity });
}

/**
 * Parses the position from an address, as in `#deal=2&card=17&seat=1`; deals count from 1 there.
 * @param {string} hash
 * @param {MatchSteps} match
 * @returns {ReplayPosition & {seat: number | null}} `seat` is the seat at the bottom, or null if not given.
 */
export function positionFromHash(hash, match) {
  const params = new URLSearchParams(hash.replace("#", ""));
  const number = (/** @type {string} */ name, /** @type {number} */ fallback) => {
    const text = params.get(name) ?? "";
    return /^\d{1,6}$/.test(text) ? Number(text) : fallback;
  };
  const seat = number("seat", -1);
  const deal = Math.min(Math.max(number("deal", 1), 1), match.deals.length) - 1;
  const length = turnCount(/** @type {DealSteps} */ (match.deals[deal]));
  const card = Math.min(number("card", 0), length);
  return { deal, card, seat: seat >= 0 && seat < match.players ? seat : null };
}

/**
 * Whether an address asks for the review of its deal: `#deal=2&review` for its overview, with a card for the decision there.
 * @param {string} hash
 * @returns {"overview" | "decision" | null}
 */
export function reviewAskedFor(hash) {
  const params = new URLSearchParams(hash.replace("#", ""));
  if (!params.has("review")) return null;
  return params.has("card") ? "decision" : "overview";
}

/**
 * Formats the address fragment of a position.
 * @param {{deal: number, card: number | null}} place Without a card, the overview of a review.
 * @param {number | null} seat Seat at the bottom; null for the default.
 * @param {boolean} [review] Whether the deal is being reviewed.
 */
export function positionHash({ deal, card }, seat, review = false) {
  return `#deal=${deal + 1}${card === null ? "" : `&card=${card}`}${seat === null ? "" : `&seat=${seat}`}${review ? "&review" : ""}`;
}
