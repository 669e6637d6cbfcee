// The client's table state: a fold of the server's updates. Pure; it knows no rules.

import { parseCall } from "./calls.js";

/** @import {TableView, MatchView, CardPlayed, Turn, Update, Welcome} from "./protocol" */

/**
 * @typedef {object} TableState The client's copy of a table.
 * @property {number} seq Sequence number of the last entry applied.
 * @property {TableView} table The table after that entry.
 * @property {string | null} principalId Own principal, or null if anonymous.
 * @property {string} playerName Own name.
 * @property {number} clockOffset Server clock minus local clock (ms).
 */

/** Number of chat lines kept; the server keeps as many. */
const MAX_CHAT_LINES = 50;

/**
 * Builds the state from a welcome. A welcome without a table resumes the state one; returns null if there is none.
 * @param {TableState | null} state
 * @param {Welcome} welcome
 * @param {number} now Local clock (ms since the epoch).
 * @returns {TableState | null}
 */
export function stateFromWelcome(state, welcome, now) {
  const table = welcome.table ?? state?.table;
  if (!table) return null;
  return {
    seq: welcome.seq,
    table,
    principalId: welcome.person,
    playerName: welcome.name,
    clockOffset: welcome.now - now,
  };
}

/**
 * Applies an update to the state.
 * @param {TableState} state
 * @param {Update} update
 * @returns {TableState | null} The same state for an old entry; null if entries are missing in between, in which case the client reconnects to fetch them.
 */
export function applyUpdate(state, update) {
  if (update.seq <= state.seq) return state;
  if (update.seq > state.seq + 1) return null;
  const table = update.table ?? applyFacts(state.table, update);
  return { ...state, seq: update.seq, table };
}

/**
 * @param {TableView} table
 * @param {Update} update
 * @returns {TableView}
 */
function applyFacts(table, update) {
  let { match, chat } = table;
  for (const fact of update.events) {
    if (fact.type === "chat") chat = [...chat, fact.message].slice(-MAX_CHAT_LINES);
    if (fact.type === "played" && match) match = applyPlay(match, fact);
  }
  const { draw = table.draw, turn } = update;
  if (!turn || !match) return { ...table, draw, match, chat };
  return {
    ...table,
    chat,
    match: withTurn(match, turn),
    turn: placeAt(table, turn.seat),
    settled: turn.settled,
    deadline: turn.deadline,
    places: withClocks(table.places, turn.spent_ms),
  };
}

/**
 * @param {import("./protocol").PlaceView[]} places
 * @param {number[] | undefined} spent Time used by each player (ms); absent without clocks.
 */
function withClocks(places, spent) {
  if (!spent?.length) return places;
  return places.map((place, at) => ({ ...place, spent_ms: spent[at] ?? place.spent_ms }));
}

/**
 * @param {MatchView} match
 * @param {CardPlayed} fact
 * @returns {MatchView}
 */
function applyPlay(match, { seat, card, winner }) {
  const after = withCardPlayed(match, seat, card);
  return winner === null ? after : withTrickTaken(after, winner);
}

/**
 * Moves a card to the table. The next player is unknown until the server names them.
 * @param {MatchView} match
 * @param {number} seat
 * @param {string} card
 * @returns {MatchView}
 */
export function withCardPlayed(match, seat, card) {
  return {
    ...match,
    to_act: null,
    legal: [],
    hand: seat === match.seat ? match.hand.filter((each) => each !== card) : match.hand,
    counts: match.counts.map((count, at) => (at === seat ? count - 1 : count)),
    table: [...match.table, card],
    turn_up_seat: card === match.turn_up ? null : match.turn_up_seat,
    ...(match.places && { places: withoutCard(match.places, card) }),
  };
}

/**
 * Takes a card out of the places where it may have been; none is left empty.
 * @param {[number[], string[]][]} places
 * @param {string} card
 * @returns {[number[], string[]][] | undefined}
 */
function withoutCard(places, card) {
  /** @type {[number[], string[]][]} */
  const left = places.map(([seats, cards]) => [seats, cards.filter((each) => each !== card)]);
  const known = left.filter(([, cards]) => cards.length);
  return known.length ? known : undefined;
}

/**
 * Gives the complete trick to its winner, who leads to the next.
 * @param {MatchView} match
 * @param {number} winner
 * @returns {MatchView}
 */
export function withTrickTaken(match, winner) {
  const { table_seats: seats, passed } = match;
  const trick = { seats, cards: match.table, winner, passed };
  const first = seats.indexOf(winner);
  return {
    ...match,
    won: match.won.map((count, at) => (at === winner ? count + 1 : count)),
    tricks: [...match.tricks, trick],
    last_trick: trick,
    table: [],
    table_seats: [...seats.slice(first), ...seats.slice(0, first)],
    passed: [],
  };
}

/**
 * Takes a seat that has passed out of the trick (X5). The next player is unknown until the server names them.
 * @param {MatchView} match
 * @param {number} seat
 * @returns {MatchView}
 */
export function withSeatPassed(match, seat) {
  const seats = match.table_seats.filter((each) => each !== seat);
  return { ...match, to_act: null, legal: [], table_seats: seats, passed: [...match.passed, seat] };
}

/** Returns whether the viewer may pass instead of playing a card. @param {TableView} table */
export function canPass(table) {
  return isOwnTurn(table) && table.match?.awaited === "card" && table.match.legal.includes("pass");
}

/**
 * @param {MatchView} match
 * @param {Turn} turn
 * @returns {MatchView}
 */
function withTurn(match, turn) {
  return {
    ...match,
    to_act: turn.seat,
    legal: turn.legal ?? [],
    turn_up_shown: turn.turn_up_shown,
    broken: turn.broken,
  };
}

/**
 * Returns the place index of a seat.
 * @param {TableView} table
 * @param {number} seat
 */
export function placeAt(table, seat) {
  return table.places.findIndex((place) => place.seat === seat);
}

/**
 * Returns the viewer's seat, or null.
 * @param {TableView} table
 */
export function ownSeat(table) {
  return table.you === null ? null : (table.places[table.you]?.seat ?? null);
}

/**
 * Counts the tricks a side has won in this deal.
 * @param {MatchView} match
 * @param {readonly number[]} side
 */
export function tricksWonBy(match, side) {
  return side.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0);
}

/**
 * Returns whether it is the viewer's turn.
 * @param {TableView} table
 */
export function isOwnTurn(table) {
  return table.you !== null && table.turn === table.you && table.stage === "playing";
}

/** Returns whether the calls to be made name trumps, and are no bids. @param {MatchView | null} match */
export function namesTrumps(match) {
  return match?.awaited === "call" && match.calls?.at(-1)?.[0] === "trumps";
}

/** Returns whether the viewer calls by putting down a card. @param {TableView} table */
export function mayCallCards(table) {
  return isOwnTurn(table) && table.match?.awaited === "call" && table.match.legal.some((call) => parseCall(call).card);
}

/**
 * Returns whether the viewer is to act, and has more than one card, call or choice: a hint says which.
 * @param {TableView} table
 */
export function hasChoice(table) {
  return isOwnTurn(table) && (table.match?.legal.length ?? 0) > 1;
}

/**
 * Returns whether hints are available: all opponents are bots, the match is unrated, and no first attempt counts.
 * @param {TableView} table
 */
export function canHint(table) {
  const alone = table.places.every((place, at) => at === table.you || place.kind === "bot");
  return alone && table.you !== null && !table.settings.rated && !table.drive && !table.sealed?.once;
}

/**
 * Returns whether the viewer may undo at this table.
 * @param {TableView} table
 */
export function canUndo(table) {
  return canHint(table) && Boolean(table.settings.undo);
}

/**
 * Returns whether a frame about a deal is about the last one that has ended.
 * @param {TableView} table
 * @param {{match: number, deal: number}} frame
 */
export function isOfLastDeal(table, { match, deal }) {
  return match === table.number && deal + 1 === table.match?.deals.length;
}
