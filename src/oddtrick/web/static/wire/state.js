// The table as it is known here: a fold of what the server tells. Pure, and without any rules.

/** @typedef {import("./protocol").TableView} TableView */
/** @typedef {import("./protocol").MatchView} MatchView */
/** @typedef {import("./protocol").CardPlayed} CardPlayed */
/** @typedef {import("./protocol").Turn} Turn */
/** @typedef {import("./protocol").Update} Update */
/** @typedef {import("./protocol").Welcome} Welcome */

/**
 * @typedef {object} Known What is known of a table.
 * @property {number} seq The last entry.
 * @property {TableView} table The table after it.
 * @property {string | null} person Who one is; null: nobody in particular.
 * @property {string} name What one is called.
 * @property {number} ahead How far the server's clock is ahead of ours (ms).
 */

/** The number of chat lines kept, the same as on the server. */
const CHAT_HISTORY = 50;

/**
 * What is known after the server's welcome; null if the table it rests on is not there.
 * @param {Known | null} known
 * @param {Welcome} welcome
 * @param {number} now Our clock (ms since 1970).
 * @returns {Known | null}
 */
export function welcomed(known, welcome, now) {
  const table = welcome.table ?? known?.table;
  if (!table) return null;
  return {
    seq: welcome.seq,
    table,
    person: welcome.person,
    name: welcome.name,
    ahead: welcome.now - now,
  };
}

/**
 * What is known after an update.
 * @param {Known} known
 * @param {Update} update
 * @returns {Known | null} Null where an entry is missing in between: ask for what was missed.
 */
export function updated(known, update) {
  if (update.seq <= known.seq) return known;
  if (update.seq > known.seq + 1) return null;
  const table = update.table ?? changed(known.table, update);
  return { ...known, seq: update.seq, table };
}

/**
 * @param {TableView} table
 * @param {Update} update
 * @returns {TableView}
 */
function changed(table, update) {
  let { match, chat } = table;
  for (const told of update.events) {
    if (told.type === "chat") chat = [...chat, told.message].slice(-CHAT_HISTORY);
    if (told.type === "played" && match) match = played(match, told);
  }
  const { draw = table.draw, turn } = update;
  if (!turn || !match) return { ...table, draw, match, chat };
  return {
    ...table,
    chat,
    match: awaiting(match, turn),
    turn: placeAt(table, turn.seat),
    deadline: turn.deadline,
    places: clocked(table.places, turn.spent_ms),
  };
}

/**
 * @param {import("./protocol").PlaceView[]} places
 * @param {number[] | undefined} spent What each has used of its time (ms); not told without clocks.
 */
function clocked(places, spent) {
  if (!spent?.length) return places;
  return places.map((place, at) => ({ ...place, spent_ms: spent[at] ?? place.spent_ms }));
}

/**
 * @param {MatchView} match
 * @param {CardPlayed} told
 * @returns {MatchView}
 */
function played(match, { seat, card, winner }) {
  const after = laid(match, seat, card);
  return winner === null ? after : taken(after, winner);
}

/**
 * A card lies on the table; who plays next is not known from that.
 * @param {MatchView} match
 * @param {number} seat
 * @param {string} card
 * @returns {MatchView}
 */
export function laid(match, seat, card) {
  return {
    ...match,
    to_act: null,
    legal: [],
    hand: seat === match.seat ? match.hand.filter((held) => held !== card) : match.hand,
    counts: match.counts.map((count, at) => (at === seat ? count - 1 : count)),
    table: [...match.table, card],
    turn_up_seat: card === match.turn_up ? null : match.turn_up_seat,
  };
}

/**
 * The trick is complete: its winner takes it, and leads to the next.
 * @param {MatchView} match
 * @param {number} winner
 * @returns {MatchView}
 */
export function taken(match, winner) {
  const seats = match.table_seats;
  const trick = { seats, cards: match.table, winner };
  const first = seats.indexOf(winner);
  return {
    ...match,
    won: match.won.map((count, at) => (at === winner ? count + 1 : count)),
    tricks: [...match.tricks, trick],
    last_trick: trick,
    table: [],
    table_seats: [...seats.slice(first), ...seats.slice(0, first)],
  };
}

/**
 * @param {MatchView} match
 * @param {Turn} turn
 * @returns {MatchView}
 */
function awaiting(match, turn) {
  return {
    ...match,
    to_act: turn.seat,
    legal: turn.legal ?? [],
    turn_up_shown: turn.turn_up_shown,
    broken: turn.broken,
  };
}

/**
 * The place that has a seat.
 * @param {TableView} table
 * @param {number} seat
 */
export function placeAt(table, seat) {
  return table.places.findIndex((place) => place.seat === seat);
}

/**
 * One's own seat, or null.
 * @param {TableView} table
 */
export function ownSeat(table) {
  return table.you === null ? null : (table.places[table.you]?.seat ?? null);
}

/**
 * The tricks that a side has won in this deal.
 * @param {MatchView} match
 * @param {readonly number[]} side
 */
export function tricksOf(match, side) {
  return side.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0);
}

/**
 * Whether the viewer is to act now.
 * @param {TableView} table
 */
export function isOwnTurn(table) {
  return table.you !== null && table.turn === table.you && table.stage === "playing";
}

/**
 * Whether all the others are bots, and nothing counts.
 * @param {TableView} table
 */
export function mayHint(table) {
  const alone = table.places.every((place, at) => at === table.you || place.kind === "bot");
  return alone && table.you !== null && !table.settings.rated;
}

/**
 * Whether the viewer may take something back here.
 * @param {TableView} table
 */
export function mayUndo(table) {
  return mayHint(table) && Boolean(table.settings.undo);
}
