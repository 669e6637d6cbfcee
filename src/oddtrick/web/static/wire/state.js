// The table as it is known here: a fold of what the server tells. Pure, and without any rules.

/** @typedef {import("./protocol").TableSeen} TableSeen */
/** @typedef {import("./protocol").MatchSeen} MatchSeen */
/** @typedef {import("./protocol").Played} Played */
/** @typedef {import("./protocol").Turn} Turn */
/** @typedef {import("./protocol").Update} Update */
/** @typedef {import("./protocol").Welcome} Welcome */

/**
 * @typedef {object} Known What is known of a table.
 * @property {number} seq The last entry.
 * @property {TableSeen} table The table after it.
 * @property {string | null} person Who one is; null: nobody in particular.
 * @property {string} name What one is called.
 * @property {number} ahead How far the server's clock is ahead of ours (ms).
 */

/** So many lines of talk are kept, as the server keeps them. */
const TALK_KEPT = 50;

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
 * @param {TableSeen} table
 * @param {Update} update
 * @returns {TableSeen}
 */
function changed(table, update) {
  let { match, talk } = table;
  for (const told of update.told) {
    if (told.type === "talk") talk = [...talk, told.talk].slice(-TALK_KEPT);
    if (told.type === "played" && match) match = played(match, told);
  }
  const { draw = table.draw, turn } = update;
  if (!turn || !match) return { ...table, draw, match, talk };
  return {
    ...table,
    talk,
    match: awaiting(match, turn),
    turn: placeAt(table, turn.seat),
    deadline: turn.deadline,
    places: clocked(table.places, turn.spent_ms),
  };
}

/**
 * @param {import("./protocol").PlaceSeen[]} places
 * @param {number[] | undefined} spent What each has used of its time (ms); not told without clocks.
 */
function clocked(places, spent) {
  if (!spent?.length) return places;
  return places.map((place, at) => ({ ...place, spent_ms: spent[at] ?? place.spent_ms }));
}

/**
 * @param {MatchSeen} match
 * @param {Played} told
 * @returns {MatchSeen}
 */
function played(match, { seat, card, winner }) {
  const after = laid(match, seat, card);
  return winner === null ? after : taken(after, winner);
}

/**
 * A card lies on the table; who plays next is not known from that.
 * @param {MatchSeen} match
 * @param {number} seat
 * @param {string} card
 * @returns {MatchSeen}
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
 * @param {MatchSeen} match
 * @param {number} winner
 * @returns {MatchSeen}
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
 * @param {MatchSeen} match
 * @param {Turn} turn
 * @returns {MatchSeen}
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
 * @param {TableSeen} table
 * @param {number} seat
 */
export function placeAt(table, seat) {
  return table.places.findIndex((place) => place.seat === seat);
}

/**
 * One's own seat, or null.
 * @param {TableSeen} table
 */
export function ownSeat(table) {
  return table.you === null ? null : (table.places[table.you]?.seat ?? null);
}

/**
 * The tricks that a side has won in this deal.
 * @param {MatchSeen} match
 * @param {readonly number[]} side
 */
export function tricksOf(match, side) {
  return side.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0);
}

/**
 * Whether the viewer is to act now.
 * @param {TableSeen} table
 */
export function isOwnTurn(table) {
  return table.you !== null && table.turn === table.you && table.stage === "playing";
}

/**
 * Whether all the others are bots, and nothing counts.
 * @param {TableSeen} table
 */
export function mayHint(table) {
  const alone = table.places.every((place, at) => at === table.you || place.kind === "bot");
  return alone && table.you !== null && !table.settings.rated;
}

/**
 * Whether the viewer may take something back here.
 * @param {TableSeen} table
 */
export function mayUndo(table) {
  return mayHint(table) && Boolean(table.settings.undo);
}
