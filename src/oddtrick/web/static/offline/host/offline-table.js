// A table against bots without a server: commands in, the server's frames out. It draws no card on its own account:
// chance and the bots' choices come from outside.

import { suitOf, PASS } from "../../match/cards-and-tricks.js";
import { drawChance, secureRandom } from "../../match/dealing.js";
import { Match, recordOf } from "../../match/match-state.js";
import { matchView } from "../../match/view-builder.js";
import { newId } from "../../wire/socket.js";
import { CODE, OWN_PLACE, projectTable, turnAfterCard } from "./table-projection.js";
import { decide } from "./stepping-down.js";
import { addFinishedMatch, isTableOutdated, storeTable } from "./match-store.js";

/** @import {PlayerCommand, Update, Welcome, RefusedFrame} from "../../wire/protocol" */
/** @import {Rules} from "../../match/game-rules.js" */
/** @import {Action} from "../../match/match-state.js" */
/** @import {RandomSource} from "../../match/dealing.js" */
/** @import {TableHandlers} from "../../wire/socket.js" */
/** @import {BotView} from "./novice.js" */

/** @typedef {"gathering" | "playing" | "pause" | "over" | "closed"} Stage */

/**
 * @typedef {object} TableState Everything about a table that is stored.
 * @property {string} id Name of the match under way, for its record.
 * @property {string} game
 * @property {Record<string, unknown>} options Options that differ from the defaults.
 * @property {string} level Level of the bots.
 * @property {string} name Name of the player.
 * @property {Stage} stage
 * @property {number} number Number of the match at this table, from 1; 0 before the first.
 * @property {number} seq Number of the last update.
 * @property {Action[]} actions Actions of the match under way.
 * @property {Record<number, string>} [steppedDown] Levels at which bots play since they have failed, by place.
 * @property {number | null} [denied] Number of actions when a claim was last rejected; earlier versions did not store it.
 */

/** Names of the bots, by place; as on the server. */
const BOT_NAMES = ["Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida"];

/** A card of each suit in messages, which are in English as on the server. @type {Record<string, string>} */
const CARD_OF_SUIT = { C: "club", D: "diamond", H: "heart", S: "spade" };

/** A command that the table doesn't accept. */
class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} message One line in English.
   * @param {string | null} rule Id of the broken rule of the game.
   */
  constructor(code, message, rule = null) {
    super(message);
    this.code = code;
    this.rule = rule;
  }
}

/** A table at any moment. */
export class OfflineTable {
  /** @type {Match | null} */
  match;

  /**
   * @param {Rules} rules
   * @param {TableState} state Changed with every command.
   * @param {RandomSource} random
   * @param {() => string} newId Returns a name for the next match.
   */
  constructor(rules, state, random, newId) {
    this.rules = rules;
    this.state = state;
    this.random = random;
    this.newId = newId;
    this.match = state.number ? Match.after(rules, state.actions) : null;
    this.names = [state.name, ...BOT_NAMES.filter((name) => name !== state.name).slice(0, rules.players - 1)];
  }

  /** Seat of each place: a cut for partners rearranges them (C2). */
  get seats() {
    const { seating } = this.match ?? new Match(this.rules);
    return this.names.map((_, place) => seating.indexOf(place));
  }

  /** The place whose turn it is, or null. */
  get turn() {
    const seat = this.state.stage === "playing" ? (this.match?.toAct ?? null) : null;
    return seat === null ? null : this.seats.indexOf(seat);
  }

  /** True if a bot is to act. */
  get awaitsBot() {
    return this.turn !== null && this.turn !== OWN_PLACE;
  }

  /** The level at which the bot whose turn it is plays since one has failed there, or null. */
  get steppedDown() {
    return this.state.steppedDown?.[this.turn ?? OWN_PLACE] ?? null;
  }

  /** What the bot whose turn it is may see. @returns {import("./novice.js").BotView} */
  get botView() {
    const { match, rules } = this;
    if (!match) throw new Error("no match is under way");
    return { rules, match: matchView(match, match.toAct), earlier: match.deal.played.flat().flatMap((trick) => trick.cards) };
  }

  /** The record of the match, as soon as its first cards are dealt. */
  get record() {
    return this.match && recordOf(this.match, this.match.seating.map((place) => this.names[place] ?? ""));
  }

  /** @returns {Welcome} */
  welcome() {
    const { seq, name } = this.state;
    return { type: "welcome", protocol: 1, now: Date.now(), seq, table: projectTable(this), person: CODE, name };
  }

  /**
   * Applies a command of the player. Throws a refusal if the table doesn't accept it.
   * @param {PlayerCommand} command
   * @returns {Update}
   */
  handle(command) {
    switch (command.type) {
      case "play":
        return this.#actAsPlayer("card", command.card);
      case "pass":
        return this.#actAsPlayer("card", PASS);
      case "call":
        return this.#actAsPlayer("call", command.call);
      case "choose":
        return this.#actAsPlayer("choice", command.suit);
      case "throw":
        return this.#actAsPlayer("throw", command.throw);
      case "begin":
        return this.#begin("gathering");
      case "rematch":
        return this.#begin("over");
      case "ready":
        return this.#continue();
      case "undo":
        return this.#undo();
      case "abandon":
        this.state.stage = "closed";
        return this.#update([{ type: "note", kind: "closed", place: null }]);
      default:
        throw new Refusal("not-now", "this is not possible without a network");
    }
  }

  /**
   * Applies the action of the bot whose turn it is.
   * @param {string} action
   * @param {string | null} [lower] The lower level that decided since the bot has failed.
   * @returns {Update}
   */
  act(action, lower = null) {
    const { match, turn: place, state } = this;
    if (!match) throw new Error("no match is under way");
    /** @type {Update["events"]} */
    const failed = lower === null ? [] : [{ type: "note", kind: "bot-failed", place }];
    if (lower !== null && place !== null) state.steppedDown = { ...state.steppedDown, [place]: lower };
    const seat = match.toAct ?? 0;
    const [hand, deals] = [match.phase, match.past.length];
    const [tricks, draws] = hand.kind === "card" ? [hand.tricks.length, hand.drawn.length] : [0, 0];
    match.apply(action);
    const events = failed;
    if (hand.kind === "card") {
      const winner = hand.tricks.length > tricks ? (hand.tricks.at(-1)?.winner ?? null) : null;
      events.push(action === PASS ? { type: "passed", seat, winner } : { type: "played", seat, card: action, winner });
      if (match.phase === hand && !match.deal.dogs.length && hand.drawn.length === draws && lower === null) return this.#update(events, turnAfterCard(match, this.seats[OWN_PLACE] ?? 0));
    } else events.push({ type: "note", kind: "acted", place });
    return this.#updateAfter(events, match, deals);
  }

  /**
   * Checks that the player may claim the remaining tricks now (T9), and returns what the judge needs. Throws a refusal otherwise.
   * @returns {{view: import("./novice.js").BotView, held: string[][]}}
   */
  checkClaim() {
    const { phase, actions } = this.#ownTurn();
    if (phase.kind !== "card") throw new Refusal("not-now", "tricks can be claimed only while a hand is played");
    if (this.state.denied === actions.length) {
      throw new Refusal("rule", "this claim was rejected: play a card before you claim again", "T9");
    }
    return { view: this.botView, held: phase.held };
  }

  /**
   * Completes the hand after a claim of the player, or rejects the claim: it can't be repeated before the next action.
   * @param {string[] | null} cards Cards that complete the hand; null rejects the claim.
   * @returns {Update}
   */
  settleClaim(cards) {
    const match = this.#ownTurn();
    const deals = match.past.length;
    if (!cards) {
      this.state.denied = match.actions.length;
      return this.#update([{ type: "note", kind: "claim-denied", place: OWN_PLACE }]);
    }
    const shown = matchView(match, match.toAct).hand;
    for (const card of cards) match.apply(card);
    return this.#updateAfter([{ type: "note", kind: "claimed", place: OWN_PLACE, cards: shown }], match, deals);
  }

  /**
   * Enters the stage that follows from the last action, and draws what is to be drawn.
   * @param {Update["events"]} events
   * @param {Match} match
   * @param {number} deals Finished deals before the action.
   */
  #updateAfter(events, match, deals) {
    if (match.over) this.state.stage = "over";
    else if (match.past.length > deals) this.state.stage = "pause"; // the score is shown first
    return this.#update([...events, ...this.#resolveChance()]);
  }

  /** The match, while it is the player's turn. Throws a refusal otherwise. */
  #ownTurn() {
    const { match, turn, state, names } = this;
    if (state.stage !== "playing" || !match) throw new Refusal("not-playing", "nothing is being played");
    if (turn === null || turn !== OWN_PLACE) {
      throw new Refusal("not-your-turn", `it is not your turn${turn === null ? "" : `: it is ${names[turn]}’s`}`);
    }
    return match;
  }

  /**
   * @param {"card" | "choice" | "throw" | "call"} kind
   * @param {string} action
   */
  #actAsPlayer(kind, action) {
    const match = this.#ownTurn();
    if (match.phase.kind !== kind) throw new Refusal("not-now", `the table waits for a ${match.phase.kind}, not for a ${kind}`);
    if (!match.legal.includes(action)) throw illegalAction(match, action);
    return this.act(action);
  }

  /**
   * Begins a match.
   * @param {Stage} stage The stage in which that is possible.
   */
  #begin(stage) {
    const { state } = this;
    if (state.stage !== stage) throw new Refusal("under-way", "the match has already begun");
    this.match = new Match(this.rules);
    Object.assign(state, { id: this.newId(), number: state.number + 1, stage: "playing", denied: null });
    return this.#update([{ type: "note", kind: "begun", place: null }, ...this.#resolveChance()]);
  }

  /** Goes on to the next deal. */
  #continue() {
    const { state } = this;
    if (state.stage !== "pause") throw new Refusal("not-now", "you can be ready only in the pause between deals");
    state.stage = "playing";
    /** @type {Update["events"]} */
    const events = [{ type: "note", kind: "readied", place: OWN_PLACE }, { type: "note", kind: "continued", place: null }];
    return this.#update([...events, ...this.#resolveChance()]);
  }

  /** Takes the match back to before the player's last decision in this deal, never past a draw by chance or from the stock. */
  #undo() {
    const { match, state, rules } = this;
    if (state.stage !== "playing" || !match) throw new Refusal("not-now", "there is nothing to undo now");
    const again = new Match(rules);
    const own = this.seats[OWN_PLACE];
    let last = -1;
    match.actions.forEach((action, number) => {
      if (typeof action !== "string" || again.number < match.number) last = -1;
      else if (again.toAct === own) last = number;
      const stock = undrawn(again);
      again.apply(action);
      if (undrawn(again) < stock) last = -1;
    });
    if (last < 0) throw new Refusal("not-now", "you have made no decision since cards were dealt or drawn");
    this.match = Match.after(rules, match.actions.slice(0, last));
    if ((state.denied ?? 0) > last) state.denied = null;
    return this.#update([{ type: "note", kind: "undone", place: OWN_PLACE }]);
  }

  /** Cuts and deals until a player is to act. @returns {Update["events"]} */
  #resolveChance() {
    const { match, state } = this;
    /** @type {Update["events"]} */
    const events = [];
    while (match && state.stage === "playing" && match.awaitsChance) {
      const { seats } = this;
      const purpose = match.phase.kind === "cut" ? match.phase.cutting.purpose : "deal";
      const drawn = drawChance(match, this.random);
      match.apply(drawn);
      if (drawn.type === "deal") events.push({ type: "note", kind: "drawn", place: null });
      else events.push({ type: "cut", purpose, cards: drawn.cards.map(([seat, card]) => [seats.indexOf(seat), card]) });
    }
    return events;
  }

  /**
   * @param {Update["events"]} events
   * @param {import("../../wire/protocol").Turn} [turn] The next turn, in the middle of a hand; otherwise the whole table is sent.
   * @returns {Update}
   */
  #update(events, turn) {
    const { state } = this;
    state.seq += 1;
    state.actions = this.match?.actions ?? [];
    /** @type {Update} */
    const update = { type: "update", seq: state.seq, at: Date.now(), events };
    return turn ? { ...update, turn } : { ...update, table: projectTable(this) };
  }
}

/** Number of cards in the stock while a hand is played. @param {Match} match */
function undrawn({ phase }) {
  return phase.kind === "card" ? phase.stock.length : 0;
}

/**
 * The refusal of an action that isn't legal, with the broken rule.
 * @param {Match} match
 * @param {string} action
 */
function illegalAction({ phase, toAct, legal }, action) {
  if (phase.kind === "call") return new Refusal("rule", `you may not call ${action}, only ${legal.join(", ")}`);
  if (action === PASS) return new Refusal("rule", "you must play a card", "T3");
  if (phase.kind !== "card") return new Refusal("invalid", `${action} is none of ${legal.join(", ")}`);
  if (!phase.held[toAct ?? 0]?.includes(action)) return new Refusal("rule", `you do not hold ${action}`, "T3");
  const led = phase.table[0];
  if (led === undefined) return new Refusal("rule", "trumps may not be led until one has been played: lead another suit", "K7");
  return new Refusal("rule", `you must follow suit: play a ${CARD_OF_SUIT[suitOf(led)]}`, "T3");
}

/** @typedef {(view: BotView) => string | Promise<string>} BotPlayer Returns the action of a bot. */
/** @typedef {(view: BotView, held: string[][]) => Promise<string[] | null>} ClaimJudge Returns cards that complete the hand, or null. */

// A table against bots in place of a connection to the server: the table page speaks to both in the same way.

/** Runs a table in the page. */
export class HostConnection {
  /** True while a bot thinks, or waits for its turn to think. */
  #botsBusy = false;
  /** True once another page plays the table. */
  #stopped = false;
  /** Settled once a claim has been judged; other commands wait for it. @type {Promise<unknown> | null} */
  #pending = null;

  /**
   * @param {import("../../match/game-rules.js").Rules} rules
   * @param {TableState} state
   * @param {BotPlayer} bot
   * @param {ClaimJudge} judge
   * @param {TableHandlers} handlers
   * @param {() => void} onOutdated Called when another page has played on.
   */
  constructor(rules, state, bot, judge, handlers, onOutdated) {
    this.table = new OfflineTable(rules, state, secureRandom, newId);
    this.bot = bot;
    this.judge = judge;
    this.handlers = handlers;
    this.onOutdated = onOutdated;
    queueMicrotask(() => this.reconnect()); // as from a socket: not before the page knows its connection
  }

  /**
   * @param {PlayerCommand} command
   * @returns {Promise<RefusedFrame | null>}
   */
  async request(command) {
    while (this.#pending) await this.#pending;
    try {
      if (command.type === "claim") await this.#claim();
      else this.#publish(this.table.handle(command));
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { type: "refused", re: null, code: error.code, message: error.message, rule: error.rule };
    }
  }

  /** Judges a claim of the player and settles it. Commands that come meanwhile wait. */
  async #claim() {
    const { view, held } = this.table.checkClaim();
    const judging = this.judge(view, held);
    this.#pending = judging.catch(() => null);
    const cards = await judging.finally(() => (this.#pending = null));
    this.#publish(this.table.settleClaim(cards));
  }

  /** Stores and shows nothing more: another page plays the table. */
  stop() {
    this.#stopped = true;
  }

  /** Sends the whole table. */
  reconnect() {
    this.handlers.onStateChange("open", "");
    this.handlers.onFrame(this.table.welcome());
    void this.#letBotsAct();
  }

  /**
   * Stores the table, then shows what has happened: what was shown is never lost.
   * @param {Update} update
   */
  #publish(update) {
    if (this.#stopped) return;
    if (isTableOutdated()) {
      this.stop();
      this.onOutdated();
      return;
    }
    const { table } = this;
    const { stage, id } = table.state;
    if (stage === "over" && update.table && table.record) {
      addFinishedMatch({ id, record: table.record, seat: table.seats[OWN_PLACE] ?? 0 });
    }
    storeTable(stage === "closed" ? null : table.state);
    this.handlers.onFrame(update);
    void this.#letBotsAct();
  }

  /** Lets bots act until it is the player's turn. */
  async #letBotsAct() {
    if (this.#botsBusy) return;
    this.#botsBusy = true;
    while (this.table.awaitsBot && !this.#stopped) {
      const { match } = this.table;
      const before = match?.actions.length;
      const { action, lower } = await decide(this.bot, this.table.botView, secureRandom, this.table.steppedDown);
      // The player may have taken a card back meanwhile.
      if (match === this.table.match && before === match?.actions.length) this.#publish(this.table.act(action, lower));
    }
    this.#botsBusy = false;
  }
}
