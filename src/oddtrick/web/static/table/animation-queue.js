// What an update of the table becomes for the eye: animation events, shown one at a time at a pace a person can follow.

import { preference } from "../ui/preferences.js";
import { newCalls } from "../wire/calls.js";
import { withCardPlayed, placeAt, withSeatPassed, withTrickTaken } from "../wire/state.js";
import { calls, stock } from "./seats.js";
import { briefPlay, trumpChoiceLine, cutLines, dealLine, handLine, noteLine, passedLine, playedLine, resultLines, chatLine, throwLines, turnLine, wonLine } from "./table-texts.js";

/** @import {TableView, Update, CardPlayed, Passed, CardsCut} from "../wire/protocol" */

/** Duration of each event (ms), by speed setting. @type {Record<string, Record<AnimationEvent["kind"], number>>} */
const DURATIONS = {
  slow: { play: 950, pass: 950, call: 1100, drawn: 1300, "calls-shown": 2400, "trick-won": 1500, "trick-cleared": 120, cut: 3800, claim: 4500, banner: 3200, draw: 1600, deal: 1100, update: 0 },
  normal: { play: 480, pass: 480, call: 650, drawn: 800, "calls-shown": 1700, "trick-won": 850, "trick-cleared": 60, cut: 2600, claim: 3000, banner: 2000, draw: 900, deal: 700, update: 0 },
  fast: { play: 160, pass: 160, call: 250, drawn: 300, "calls-shown": 800, "trick-won": 380, "trick-cleared": 20, cut: 1300, claim: 1600, banner: 1100, draw: 350, deal: 350, update: 0 },
  instant: { play: 0, pass: 0, call: 0, drawn: 0, "calls-shown": 0, "trick-won": 0, "trick-cleared": 0, cut: 0, claim: 0, banner: 0, draw: 0, deal: 0, update: 0 },
};

/** The opening of a match takes this long at most once it has been seen (ms each). @type {Partial<Record<AnimationEvent["kind"], number>>} */
const KNOWN_OPENING = { cut: 650, draw: 200, deal: 450 };
const OPENING_SEEN = "oddtrick-opening-seen";

/** Queue length from which events are shortened, so that nobody waits long for their turn. */
const BACKLOG = 10;

/** Shows events in order, each for its duration. */
export class AnimationQueue {
  /** @type {AnimationEvent[]} */
  #queue = [];
  #running = false;
  /** Show every event at once. */
  hurry = false;
  /** Ends the current wait. @type {() => void} */
  #cancelWait = () => {};
  /** Incremented when the queue is cleared; a running loop that sees another generation stops. */
  #generation = 0;

  /**
   * @param {(event: AnimationEvent, moving: boolean) => void | Promise<void>} show Shows one event; resolves when its animation is over.
   * @param {(pending: boolean) => void} onPending Called when events begin or cease to be shown.
   */
  constructor(show, onPending) {
    this.show = show;
    this.onPending = onPending;
    document.addEventListener("visibilitychange", () => document.hidden && this.finishNow());
  }

  /** True while events are being shown. */
  get isPending() {
    return this.#running;
  }

  /** @param {AnimationEvent[]} events */
  add(events) {
    this.#queue.push(...events);
    if (!this.#running) void this.#run();
  }

  /** Skips all queued events and shows the final table. */
  finishNow() {
    const last = this.#queue.at(-1);
    const all = this.#queue;
    const joined = (/** @type {"announcement" | "brief"} */ text) => all.map((event) => event[text]).filter(Boolean).join(" ");
    this.#queue = [];
    this.#generation++;
    this.#setRunning(false);
    this.#cancelWait();
    if (last) void this.show({ ...last, kind: "update", banner: "", announcement: joined("announcement"), brief: joined("brief") }, false);
  }

  /** Clears the queue: a new table state replaces it. */
  clear() {
    this.#queue = [];
    this.#generation++;
    this.#setRunning(false);
    this.#cancelWait();
  }

  async #run() {
    this.#setRunning(true);
    const generation = this.#generation;
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      const duration = this.hurry ? 0 : durationOf(event, this.#queue.length);
      const start = performance.now();
      await this.show(event, duration > 0);
      if (generation !== this.#generation) return;
      const left = duration - (performance.now() - start);
      if (left > 0) await this.#wait(left);
      if (generation !== this.#generation) return;
    }
    this.#setRunning(false);
  }

  /** @param {boolean} running */
  #setRunning(running) {
    if (this.#running !== running) this.onPending(running);
    this.#running = running;
  }

  /** @param {number} time */
  #wait(time) {
    return new Promise((/** @type {(value?: void) => void} */ resolve) => {
      const timer = window.setTimeout(resolve, time);
      this.#cancelWait = () => {
        window.clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * Returns the duration of an event (ms); 0 on a hidden page.
 * @param {AnimationEvent} event
 * @param {number} queued Number of queued events.
 */
export function durationOf(event, queued) {
  if (document.hidden) return 0;
  const usual = (DURATIONS[preference("speed")] ?? DURATIONS.normal)?.[event.kind] ?? 0;
  const opening = event.table.match?.number === 0 && preference("speed") !== "slow" && openingSeen(event);
  const duration = opening ? Math.min(usual, KNOWN_OPENING[event.kind] ?? usual) : usual;
  return queued > BACKLOG ? duration / 3 : duration;
}

/**
 * Returns whether this browser has shown the opening of a match before; its end, the first deal, is remembered.
 * @param {AnimationEvent} event
 */
function openingSeen({ kind }) {
  try {
    const seen = window.localStorage.getItem(OPENING_SEEN) !== null;
    if (kind === "deal" && !seen) window.localStorage.setItem(OPENING_SEEN, "");
    return seen;
  } catch {
    return false; // storage is blocked
  }
}

/**
 * @typedef {object} AnimationEvent A step that stays on screen for a while.
 * @property {"play" | "pass" | "call" | "calls-shown" | "drawn" | "trick-won" | "trick-cleared" | "cut" | "claim" | "banner" | "draw" | "deal" | "update"} kind
 * @property {TableView} table The table from this event on.
 * @property {number | null} seat Seat that played or won.
 * @property {string | null} card
 * @property {string} announcement Text for screen readers.
 * @property {string} brief The same for those who want few words.
 * @property {string} banner Large text on the table; usually empty.
 * @property {CutResult | null} cutResult Result of a cut.
 * @property {string[]} shown Cards that a player has laid open with a claim.
 */

/**
 * @typedef {object} CutResult Result of a cut, by seat.
 * @property {number | null} firstSeat Seat that deals first or chooses trumps.
 * @property {Record<number, number>} sides Side of each seat, if partners were cut.
 */

// Splits an update into a sequence of animation events: a card, a trick won, a trick taken, a deal. Pure.

/**
 * @param {TableView} before
 * @param {Update} update
 * @param {TableView} after
 * @param {boolean} muted Skip messages from other players.
 * @returns {AnimationEvent[]}
 */
export function animationEvents(before, update, after, muted) {
  /** @type {AnimationEvent[]} */
  const events = [];
  let table = before;
  const lines = [];
  for (const fact of update.events) {
    if (fact.type === "played" || fact.type === "passed") {
      const steps = turnEvents(table, fact);
      events.push(...steps);
      table = steps.at(-1)?.table ?? table;
    } else if (fact.type === "cut") events.push(cutEvent(before, fact, after, update));
    else if (fact.type === "chat") lines.push(muted && fact.message.place !== after.you ? "" : chatLine(fact.message));
    else lines.push(noteLine(fact, before, after));
  }
  return [...events, ...remainingEvents(table, after, lines.filter(Boolean), update)];
}

/**
 * Events of a played card or a pass; if it completes the trick, also winning and taking it.
 * @param {TableView} table
 * @param {CardPlayed | Passed} fact
 * @returns {AnimationEvent[]}
 */
function turnEvents(table, fact) {
  if (!table.match) return [];
  const { seat, winner } = fact;
  const after = fact.type === "played" ? withCardPlayed(table.match, seat, fact.card) : withSeatPassed(table.match, seat);
  const view = withNextPlayer({ ...table, match: after, turn: null }, winner === null);
  const event =
    fact.type === "played"
      ? createEvent("play", view, { seat, card: fact.card, announcement: playedLine(table, fact), brief: briefPlay(table, fact) })
      : createEvent("pass", view, { seat, announcement: passedLine(table, seat), brief: seat === table.match.seat ? "" : passedLine(table, seat) });
  if (winner === null) return [event];
  const cleared = { ...view, match: withTrickTaken(after, winner) };
  return [
    event,
    createEvent("trick-won", view, { seat: winner, announcement: wonLine(table, winner) }),
    createEvent("trick-cleared", cleared, { seat: winner }),
  ];
}

/**
 * The event of a cut: everyone's card is shown. After a cut for partners, seats are already rearranged.
 * When some players cut again, the others' cards stay.
 * @param {TableView} before
 * @param {CardsCut} fact
 * @param {TableView} after
 * @param {Update} update The update that contains the cut.
 * @returns {AnimationEvent}
 */
function cutEvent(before, fact, after, update) {
  const { match } = after;
  const again = isTied(update, fact, after);
  const turned = new Map([...earlierCuts(before, fact, update), ...fact.cards]);
  const cut = [...turned].map(([place, card]) => /** @type {[number, string]} */ ([after.places[place]?.seat ?? 0, card]));
  const counts = match?.counts.map(() => 0) ?? [];
  const hidden = { contest: [], table: [], hand: [], counts, to_act: null, trump_known: false, turn_up_shown: false };
  const view = { ...after, turn: null, draw: null, stage: /** @type {const} */ ("playing"), match: match && { ...match, ...hidden, cut, dealer: again ? -1 : match.dealer } };
  const lines = cutLines(after, fact, again);
  return createEvent("cut", view, { announcement: `${lines.cards} ${lines.settled}`, banner: lines.settled, cutResult: again ? null : cutResult(fact.purpose, cut, after) });
}

/**
 * Cards cut earlier for the same purpose, in this update or a previous one.
 * @param {TableView} before
 * @param {CardsCut} fact
 * @param {Update} update
 * @returns {[number, string][]} Places and cards.
 */
function earlierCuts(before, fact, update) {
  const onTable = before.draw?.purpose === fact.purpose ? (before.match?.cut ?? []) : [];
  const earlier = onTable.map(([seat, card]) => /** @type {[number, string]} */ ([placeAt(before, seat), card]));
  for (const each of update.events.slice(0, update.events.indexOf(fact)))
    if (each.type === "cut" && each.purpose === fact.purpose) earlier.push(...each.cards);
  return earlier;
}

/**
 * Returns whether tied players cut again.
 * @param {Update} update
 * @param {CardsCut} fact
 * @param {TableView} after
 */
function isTied(update, fact, after) {
  const last = update.events.filter((each) => each.type === "cut" && each.purpose === fact.purpose).at(-1) === fact;
  return !last || after.draw?.purpose === fact.purpose || after.match?.awaited === "cut" || after.match?.awaited === "throw";
}

/**
 * @param {string} purpose
 * @param {[number, string][]} cut
 * @param {TableView} after
 * @returns {CutResult}
 */
function cutResult(purpose, cut, { match, sides }) {
  const first = (purpose === "trumps" ? match?.chooser : match?.dealer) ?? null;
  if (purpose !== "partners") return { firstSeat: first, sides: {} };
  return { firstSeat: first, sides: Object.fromEntries(cut.map(([seat]) => [seat, sides.findIndex((side) => side.includes(seat))])) };
}

/**
 * Marks the next player at once, except the viewer, whose turn is shown after all events.
 * @param {TableView} table
 * @param {boolean} incomplete Whether the trick is still incomplete.
 * @returns {TableView}
 */
function withNextPlayer(table, incomplete) {
  const match = table.match;
  const next = match?.table_seats[match.table.length];
  if (!match || !incomplete || next === undefined || next === match.seat) return table;
  return { ...table, turn: placeAt(table, next), match: { ...match, to_act: next } };
}

/**
 * The table while cards are still being dealt: a press would only skip to the end, so it isn't the viewer's turn yet.
 * @param {TableView} table
 * @returns {TableView}
 */
function withoutOwnTurn(table) {
  const { match, turn, you } = table;
  return match && turn !== null && turn === you ? { ...table, turn: null, match: { ...match, to_act: null } } : table;
}

/**
 * Events for everything in an update besides played cards.
 * @param {TableView} table The table after the played cards.
 * @param {TableView} after
 * @param {string[]} lines
 * @param {Update} update
 * @returns {AnimationEvent[]}
 */
function remainingEvents(table, after, lines, update) {
  const events = [];
  const called = callEvent(table, after);
  if (called) events.push(called);
  if (hasDrawn(table, after)) events.push(spoken(createEvent("drawn", { ...after, turn: null }), () => stock.loaded?.drawnLine(after)));
  const claim = update.events.find((fact) => fact.type === "note" && (fact.kind === "claimed" || fact.kind === "settled"));
  if (claim?.type === "note") events.push(claimEvent(claim, table, after));
  const banner = bannerTexts(table, after, update);
  if (banner.length) events.push(createEvent("banner", tableUnderBanner(table, after), { banner: banner.join(" "), announcement: banner.join(" ") }));
  const announcements = lines.filter((line) => !banner.includes(line));
  if (after.stage !== table.stage) announcements.push(...resultLines(after));
  if (after.stage === "drawing" && after.draw?.number !== table.draw?.number) {
    return [...events, createEvent("draw", after, { announcement: announcements.join(" ") })];
  }
  if (isNewDeal(table, after)) {
    events.push(createEvent("deal", withoutOwnTurn(after), { announcement: [...announcements, dealLine(after), handLine(after)].join(" ") }));
    announcements.length = 0;
  }
  const turn = update.turn || update.table ? turnLine(after) : "";
  return [...events, createEvent("update", after, { announcement: [...announcements, turn].filter(Boolean).join(" ") })];
}

/**
 * A call: the calls stay on the table for a moment, also after the last one, which may show them all.
 * @param {TableView} table
 * @param {TableView} after
 * @returns {AnimationEvent | null}
 */
function callEvent(table, after) {
  if (table.number !== after.number || !table.match || !after.match) return null;
  const { match } = after;
  const { made, shown, calls: all } = newCalls(table.match, match);
  if (!made.length) return null;
  const ended = match.deals.length > table.match.deals.length;
  const view = { ...after, stage: table.stage, turn: null, match: { ...(ended ? table.match : match), calls: all, awaited: "call", to_act: null, legal: [] } };
  return spoken(createEvent(shown.length ? "calls-shown" : "call", view, { seat: made.at(-1)?.seat ?? null }), () => calls.loaded?.newCallsLine(table, after));
}

/**
 * An event whose words are asked for when it is shown: they may load only then.
 * @param {AnimationEvent} event
 * @param {() => string | undefined} say
 * @returns {AnimationEvent}
 */
function spoken(event, say) {
  return { ...event, get announcement() { return say() ?? ""; }, get brief() { return say() ?? ""; } };
}

/** Returns whether cards were drawn from the stock after the last trick. @param {TableView} table @param {TableView} after */
function hasDrawn({ number, match }, after) {
  return number === after.number && match?.number === after.match?.number && (after.match?.drawn?.length ?? 0) > (match?.drawn?.length ?? 0);
}

/**
 * A claim that is upheld: the claimer's cards lie open before the deal goes on.
 * @param {import("../wire/protocol").Note} note
 * @param {TableView} table
 * @param {TableView} after
 * @returns {AnimationEvent}
 */
function claimEvent(note, table, after) {
  const text = noteLine(note, table, after);
  const { match } = table;
  const own = note.place === table.you;
  const view = { ...table, turn: null, match: match && { ...match, to_act: null, legal: [], hand: own ? [] : match.hand } };
  return createEvent("claim", view, { banner: text, announcement: text, shown: note.cards ?? [] });
}

/**
 * Texts shown as a banner on the table.
 * @param {TableView} table
 * @param {TableView} after
 * @param {Update} update
 * @returns {string[]}
 */
function bannerTexts(table, after, update) {
  const large = update.events.flatMap((fact) =>
    fact.type === "note" && ["claim-denied", "bot-failed"].includes(fact.kind) ? [noteLine(fact, table, after)] : [],
  );
  return [...large, ...throwLines(table, after), ...trumpChoiceLine(table, after)].filter(Boolean);
}

/**
 * The table under a banner: cut cards or throws still lie there, and no hand is shown yet.
 * @param {TableView} table
 * @param {TableView} after
 * @returns {TableView}
 */
function tableUnderBanner(table, after) {
  if (!table.match || !after.match || !isNewDeal(table, after)) return { ...after, turn: null };
  const counts = after.match.counts.map(() => 0);
  const match = { ...after.match, hand: [], counts, to_act: null, trump_known: after.match.awaited === "card" && after.match.chooser !== null };
  return { ...after, turn: null, match };
}

/**
 * Returns whether the update starts a new deal or hand.
 * @param {TableView} table
 * @param {TableView} after
 */
function isNewDeal(table, after) {
  const [was, now] = [table.match, after.match];
  if (!now || after.stage !== "playing" || !now.counts.some(Boolean)) return false;
  if (!was || table.number !== after.number) return true;
  const other = was.number !== now.number || was.hand_number !== now.hand_number;
  return other || !was.counts.some(Boolean);
}

/**
 * @param {AnimationEvent["kind"]} kind
 * @param {TableView} table
 * @param {Partial<AnimationEvent>} [more]
 * @returns {AnimationEvent}
 */
function createEvent(kind, table, more) {
  return { kind, table, seat: null, card: null, announcement: "", brief: more?.announcement ?? "", banner: "", cutResult: null, shown: [], ...more };
}
