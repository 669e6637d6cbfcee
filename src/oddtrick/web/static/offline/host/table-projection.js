// The table as the player may see it, in the frames of the server.

import { isTurnUpShown, matchView } from "../../match/view-builder.js";

/** @import {TableView, PlaceView} from "../../wire/protocol" */
/** @import {OfflineTable} from "./offline-table.js" */

/** Place of the player; bots sit at all others. */
export const OWN_PLACE = 0;

/** Stands where a table of the server has its code. */
export const CODE = "offline";

/** Settings of the table: nobody else can come, and nothing is timed. */
const SETTINGS = {
  public: false, spectators: false, rated: false, move_seconds: null, deal_seconds: null, grace_seconds: 60, pause_seconds: 600,
  bot_delay_ms: 0, undo: true, chat: false, late_join: false,
};

/**
 * Projects the whole table for the player.
 * @param {OfflineTable} table
 * @returns {TableView}
 */
export function projectTable(table) {
  const { rules, state, names, seats, turn } = table;
  return {
    code: CODE,
    game: rules.game,
    options: rules.options,
    sides: rules.sides,
    book: rules.scoring.book,
    eliminates: rules.match.eliminates,
    jack: rules.jack,
    settings: SETTINGS,
    stage: state.stage,
    number: state.number,
    places: names.map((name, place) => placeView(table, name, place)),
    host: state.name,
    you: OWN_PLACE,
    you_host: true,
    match: ownMatchView(table, seats[OWN_PLACE] ?? 0),
    turn,
    deadline: null,
    pause_until: null,
    draw: null,
    chat: [],
    drive: null,
    sealed: null,
  };
}

/**
 * @param {OfflineTable} table
 * @param {number} seat
 */
function ownMatchView({ match, turn }, seat) {
  if (!match) return null;
  const view = matchView(match, seat);
  // The choice of trumps for the next deal may be pending while the score is still shown.
  return turn === null ? { ...view, to_act: null, legal: [] } : view;
}

/**
 * @param {OfflineTable} table
 * @param {string} name
 * @param {number} place
 * @returns {PlaceView}
 */
function placeView({ seats, state }, name, place) {
  const own = place === OWN_PLACE;
  return {
    kind: own ? "person" : "bot",
    name,
    level: own ? null : (state.steppedDown?.[place] ?? state.level),
    style: null,
    program: false,
    connected: own,
    stand_in: null,
    stand_in_from: null,
    stand_in_at: null,
    seat: seats[place] ?? place,
    ready: false,
    spent_ms: 0,
  };
}

/**
 * The turn that follows a card in the middle of a hand.
 * @param {import("../../match/match-state.js").Match} match
 * @param {number} own Seat of the player.
 * @returns {import("../../wire/protocol").Turn}
 */
export function turnAfterCard(match, own) {
  const { phase, toAct, rules } = match;
  return {
    seat: toAct ?? 0,
    deadline: null,
    legal: toAct === own ? match.legal : null,
    turn_up_shown: isTurnUpShown(match),
    broken: !rules.breakTrumps || (phase.kind === "card" && phase.broken),
  };
}
