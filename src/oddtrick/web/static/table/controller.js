// The table controller: folds updates into the state, renders it, and sends commands.

import "../i18n/en/table.js"; // preloaded with the page
import { findElement, setAttribute } from "../ui/dom.js";
import { onPreferenceChange, preference } from "../ui/preferences.js";
import { takeAutoStart } from "../ui/storage-keys.js";
import { cardName } from "../cards/card-names.js";
import { errorText, t } from "../i18n/translate.js";
import { isOwnTurn, canHint, canPass, applyUpdate, hasChoice, isOfLastDeal, mayCallCards, stateFromWelcome } from "../wire/state.js";
import { TableConnection } from "../wire/socket.js";
import { renderTable, updateCountdowns } from "./render.js";
import { closeDialogs, isPinned, observeLayout, tableLayout } from "./page-skeleton.js";
import { HandView } from "./hand.js";
import { listenForShortcuts, preserveFocus } from "./keyboard.js";
import { LazyPart, loadWhenIdle } from "./lazy-part.js";
import { animationEvents, AnimationQueue } from "./animation-queue.js";
import { TableAnimations } from "./table-animations.js";
import { Announcer, sounds, summaries } from "./announcer.js";
import { ConnectionStatus, replacePage } from "./failure-messages.js";
import { PressGuard } from "./press-guard.js";
import { turnLine } from "./table-texts.js";
import { LastTrickPeek } from "./trick-area.js";
import { calls, portraits, stock } from "./seats.js";
import { panels } from "./middle-panel.js";

/** @import {PlayerCommand, TableFrame, TableView, Update} from "../wire/protocol" */
/** @import {TableState} from "../wire/state.js" */
/** @import {ServerError} from "../i18n/translate.js" */
/** @import {AnimationEvent} from "./animation-queue.js" */
/** @typedef {Pick<TableConnection, "request" | "reconnect"> & Partial<Pick<TableConnection, "visit">>} Connection To a table; one in the page has no visitors. */

const AUTOPLAY_DELAY = 500;

/** Time until the part for fair deals is asked for again, if it can't be loaded; twice as long each time (ms). */
const CONTRIBUTION_RETRY = 300;

/** Commands that may be meant twice before the first is answered; any other is the second half of a double click. */
const REPEATABLE = new Set(["undo", "say"]);

/**
 * Shows a table.
 * @param {HTMLElement} page
 * @param {string} [code]
 */
export function show(page, code = "") {
  if (typeof WebSocket === "undefined") return void replacePage(t("connection.none"));
  openTable(page, code, { connect: (handlers) => new TableConnection(code, handlers), practice: null });
}

/**
 * @typedef {object} TableSource Where a table comes from.
 * @property {(handlers: import("../wire/socket.js").TableHandlers) => Connection} connect
 * @property {import("./action-buttons.js").Practice | null} practice
 * @property {boolean} [offline] The table is in the page itself.
 * @property {() => Promise<import("../wire/protocol").HintResponse>} [hint] Gives hints in place of the server.
 */

/**
 * Shows a table from any source.
 * @param {HTMLElement} page
 * @param {string} code
 * @param {TableSource} source
 */
export function openTable(page, code, source) {
  page.append(...tableLayout());
  new TableController(page, code, source);
}

/** Controls the table page for one viewer: what is pressed bubbles up to the page as an action, and is performed here. */
class TableController {
  /** @type {TableState | null} */
  #state = null;
  /** The table on screen; it lags behind the state while animations run. @type {TableView | null} */
  #table = null;
  /** @type {AnimationEvent | null} */
  #event = null;
  /** An own card sent to the server but not confirmed. @type {string | null} */
  #sent = null;
  /** An own card that the next tap plays. @type {string | null} */
  #selected = null;
  #autoplayTimer = 0;
  #contributionTimer = 0;
  /** The server's clock at the last welcome (ms since 1970). */
  #welcomedAt = 0;
  /** Commands that have no answer yet, as JSON. @type {Set<string>} */
  #unanswered = new Set();
  /** What the server says of the best card of the last deal. @type {import("../wire/protocol").BestCardFrame | null} */
  #bestCard = null;
  /** The last error that was not a reply to a command. @type {ServerError | null} */
  #lastError = null;

  peek = new LastTrickPeek(() => this.#render());
  contributions = new LazyPart(async () => {
    const [{ DrawContributions }] = await Promise.all([import("../wire/player-seals.js"), import("../wire/sha256.js")]);
    return new DrawContributions();
  });
  visitors = new LazyPart(async () => new (await import("./visitors.js")).Visitors((command) => void this.#send(command)));
  seatRequest = new LazyPart(async () => {
    const { SeatRequest } = await import("./taking-a-seat.js");
    return new SeatRequest(this.connection, this.announcer, () => this.#render());
  });
  ahead = new LazyPart(async () => new (await import("./play-ahead.js")).PlayAhead(), () => this.#render());
  claim = new LazyPart(async () => new (await import("./claim-offer.js")).ClaimOffer(() => this.#render()), () => this.#render());
  eliminated = new LazyPart(async () => {
    const { EliminatedPlayer } = await import("./eliminated-player.js");
    return new EliminatedPlayer(this.queue, this.connection, this.kind.offline);
  });

  /**
   * @param {HTMLElement} page
   * @param {string} code
   * @param {TableSource} source
   */
  constructor(page, code, { connect, practice, offline = false, hint }) {
    this.page = page;
    this.kind = { practice, offline };
    this.announcer = new Announcer(page);
    this.queue = new AnimationQueue((event, moving) => this.#showEvent(event, moving), (pending) => setAttribute(page, "data-pending", pending));
    this.guard = new PressGuard(page);
    this.hand = new HandView(findElement(page, ".hand"), this.guard);
    this.animations = new TableAnimations(page, this.hand);
    this.connectionStatus = new ConnectionStatus(page, this.announcer, () => this.#state !== null);
    this.hint = new LazyPart(async () => {
      const { HintPanel } = await import("./hint-panel.js");
      return new HintPanel(findElement(page, ".hint"), code, hint);
    });
    this.speech = new LazyPart(async () => {
      const { SpeechBubbles } = await import("./speech-bubbles.js");
      return new SpeechBubbles(findElement(page, ".felt"));
    });
    this.sidePanel = new LazyPart(async () => {
      const { SidePanel } = await import("./side-panel.js");
      return new SidePanel(page, this.kind);
    }, () => this.#render());
    this.connection = connect({
      seq: () => this.#state?.seq ?? null,
      onFrame: (frame) => this.#receive(frame),
      onStateChange: (state, why) => this.connectionStatus.show(state, this.#lastError ?? { code: "ended", message: why }),
    });
    this.#addListeners();
  }

  #addListeners() {
    window.setInterval(() => this.#updateClocks(), 500);
    onPreferenceChange(() => this.#render());
    for (const part of [calls, panels, portraits, stock]) part.onLoad = () => this.#render();
    this.page.addEventListener("act", (event) => this.#perform(/** @type {CustomEvent} */ (event).detail));
    findElement(this.page, ".felt").addEventListener("pointerdown", () => this.#skipAnimations());
    observeLayout(this.page);
    listenForShortcuts(this.page);
  }

  /** @param {import("./action-buttons.js").TableAction} action */
  #perform(action) {
    switch (action.type) {
      case "pick":
        return this.#pick(action.card, action.confirmed);
      case "show-panel":
        return this.#showPanel(action.what);
      case "hint":
        return void this.#requestHint();
      case "last-trick":
        return this.#togglePeek();
      case "repeat":
        return this.#repeat(action.what);
      case "skip":
        return this.#skipAnimations();
      case "escape":
        return void (this.sidePanel.loaded?.close() || this.#deselect() || this.#skipAnimations());
      case "finish":
      case "play-again":
        return void this.#leaveEliminated(action.type);
      case "begin":
        if (this.visitors.loaded?.holdBack(action)) return this.#render();
        break;
      case "cancel-seat":
        return this.seatRequest.loaded?.cancel();
    }
    // Shortcuts come at any time, the buttons only when they may.
    if (action.type === "pass" && !(this.#table && canPass(this.#table))) return;
    if (action.type === "undo" && !this.page.querySelector(".actions [data-key=undo]")) return;
    void this.#send(action);
  }

  /** @param {TableFrame} frame */
  #receive(frame) {
    if (frame.type === "welcome") this.#applyWelcome(frame);
    else if (frame.type === "visitors") void this.#showVisitors(frame.visitors);
    else if (frame.type === "best-card") this.#showBestCard(frame);
    else if (frame.type === "update") this.#applyUpdate(frame);
    else if (frame.type === "notice") void this.#showError(frame);
    else if (frame.type === "refused" && (frame.re === null || frame.retry)) {
      this.#lastError = frame;
      void this.#showError(frame);
    }
    const table = this.#state?.table;
    if (!table) return;
    // The time for sealing is short: before a draw, the part for it is there already.
    if (table.draw || this.contributions.loaded) void this.#contribute();
    else if (table.you !== null && table.stage !== "playing" && !this.kind.offline) this.contributions.want();
    void this.seatRequest.loaded?.follow(table);
    this.visitors.loaded?.follow(table);
    if (frame.type === "welcome" && takeAutoStart(table.code) && table.you_host && table.stage === "gathering") void this.#send({ type: "begin" });
  }

  /**
   * Sends the viewer's part in a fair deal, if one is due.
   * @param {number} [retry] Time until another try; alone with bots, no frame comes before it would be too late.
   */
  async #contribute(retry = CONTRIBUTION_RETRY) {
    const part = this.contributions.loaded ?? (await this.contributions.load().catch(() => null));
    const table = this.#state?.table;
    window.clearTimeout(this.#contributionTimer);
    if (!part && table?.draw) this.#contributionTimer = window.setTimeout(() => void this.#contribute(2 * retry), retry);
    const contribution = table && part?.next(table);
    if (contribution) void this.connection.request(contribution);
  }

  /** @param {import("../wire/protocol").Welcome} welcome */
  #applyWelcome(welcome) {
    const first = this.#state === null;
    this.#state = stateFromWelcome(this.#state, welcome, Date.now());
    this.#welcomedAt = welcome.now;
    if (this.visitors.loaded) this.visitors.loaded.list = [];
    if (!this.#state || (!welcome.table && !first)) return;
    this.queue.clear();
    this.#showAtRest(this.#state.table);
    this.guard.watch();
    if (!first) return;
    this.announcer.announce(turnLine(this.#state.table));
    const seated = this.#state.table.you !== null && !this.kind.offline;
    loadWhenIdle([...(seated ? [this.contributions] : []), this.sidePanel, this.ahead, this.claim, this.hint, panels, sounds, portraits, this.speech, summaries]);
  }

  /** @param {Update} update */
  #applyUpdate(update) {
    if (!this.#state) return;
    const before = this.#state;
    const after = applyUpdate(before, update);
    if (!after) this.connection.reconnect();
    if (!after || after === before) return;
    this.#state = after;
    for (const fact of update.events) if (fact.type === "chat") void this.speech.load().then((speech) => speech.hear(after.table, fact.message));
    // An undo is shown at once, without animating the steps again.
    if (update.events.some((fact) => fact.type === "note" && fact.kind === "undone")) this.queue.finishNow();
    this.eliminated.loaded?.hurryOn(after.table);
    this.queue.add(animationEvents(before.table, update, after.table, preference("muteChat")));
    // What was missed is not shown card by card: who comes back plays on at once.
    if (update.at < this.#welcomedAt) this.queue.finishNow();
  }

  /** @param {import("../wire/protocol").Visitor[]} list */
  async #showVisitors(list) {
    const visitors = await this.visitors.load();
    const before = visitors.line;
    visitors.list = list;
    if (visitors.line !== before) this.announcer.announce(visitors.line);
    if (this.#state) visitors.follow(this.#state.table);
    this.#render();
  }

  /** @param {import("../wire/protocol").BestCardFrame} frame */
  #showBestCard(frame) {
    if (!this.#state || !isOfLastDeal(this.#state.table, frame)) return;
    this.#bestCard = frame;
    this.#render();
  }

  /**
   * Shows an animation event.
   * @param {AnimationEvent} event
   * @param {boolean} moving
   * @returns {Promise<void>}
   */
  async #showEvent(event, moving) {
    const words = event.kind === "drawn" ? stock : event.kind === "call" || event.kind === "calls-shown" ? calls : null;
    if (words) await words.load().catch(() => null);
    this.#event = event;
    this.peek.cancel();
    this.announcer.announceEvent(event);
    this.announcer.playSound(event);
    if (event.kind === "trick-cleared" && moving) {
      await this.animations.gatherTrick(event);
      if (this.#event !== event) return; // skipped in the meantime
    }
    const from = this.animations.originBefore(event, this.#table);
    this.#table = event.table;
    this.#followOwnCard(event);
    this.#render();
    if (moving && !this.kind.practice) this.speech.loaded?.remark(event); // where the table leaves room
    if (moving) this.animations.animate(event, from);
    this.#scheduleAutoplay();
  }

  /**
   * Shows a table without animation.
   * @param {TableView} table
   */
  #showAtRest(table) {
    this.#event = null;
    this.#table = table;
    this.#sent = this.#selected = null;
    this.ahead.loaded?.drop();
    this.#render();
    this.#scheduleAutoplay();
  }

  #render() {
    const table = this.#table;
    if (!table) return;
    const event = this.#event;
    this.seatRequest.loaded?.settle(table);
    if (table.match?.calls || table.match?.awaited === "call") calls.want();
    preserveFocus(this.page, () => renderTable(this.page, this.hand, {
      table,
      winner: event?.kind === "trick-won" ? event.seat : null,
      banner: event?.banner ?? "",
      shown: event?.shown ?? [],
      settled: event?.cutResult ?? null,
      peek: this.peek.isOpen,
      sent: this.#sent,
      ready: this.#selected,
      ahead: { cards: this.#cardsAhead(), picked: this.ahead.loaded?.card ?? null },
      hint: this.hint.loaded?.keyFor(table) ?? null,
      requested: this.seatRequest.loaded?.place ?? null,
      visitors: this.visitors.loaded,
      bestCard: this.#bestCard,
      claim: this.kind.practice || this.#sent ? 0 : (this.claim.loaded?.tricks(table) ?? 0),
    }, this.kind));
    this.hint.loaded?.mark();
    this.announcer.announceBestCard(table);
    (isPinned() ? this.sidePanel.want() : this.sidePanel.loaded)?.render(table);
    this.#updateClocks();
    this.speech.loaded?.settle();
  }

  /** @param {import("./action-buttons.js").PanelId} what */
  #showPanel(what) {
    const open = (/** @type {import("./side-panel.js").SidePanel} */ panel) => this.#table && panel.open(what, this.#table);
    if (this.sidePanel.loaded) open(this.sidePanel.loaded);
    else void this.sidePanel.load().then(open);
  }

  #skipAnimations() {
    if (this.queue.isPending) this.guard.noteAct();
    this.animations.finish();
    this.queue.finishNow();
    this.peek.close();
  }

  /**
   * Plays a card that was tapped, dragged onto the table or typed. While earlier plays are still being shown,
   * it only skips to the present: nobody plays on a trick they have not seen.
   * @param {string} card
   * @param {boolean} confirmed Skip the confirmation.
   */
  #pick(card, confirmed) {
    if (this.#cardsAhead().length || this.ahead.loaded?.card === card) return this.#pickAhead(card);
    if (this.queue.isPending) return this.#skipAnimations();
    const table = this.#table;
    const calling = table !== null && mayCallCards(table);
    if (!table || !isOwnTurn(table) || this.#sent !== null || (!calling && table.match?.awaited !== "card")) return;
    this.guard.noteAct();
    const needsConfirmation = preference("confirm") && !confirmed && table.match?.legal.includes(card);
    if (!needsConfirmation || this.#selected === card) return void this.#send(calling ? { type: "call", call: card } : { type: "play", card });
    this.#select(card);
  }

  /**
   * Marks a card that the next tap plays.
   * @param {string} card
   */
  #select(card) {
    this.#selected = card;
    this.#render();
    this.announcer.announce(findElement(this.page, ".turn-status").textContent ?? "");
  }

  /**
   * Takes back the card waiting for confirmation or for the turn.
   * @returns {boolean} Whether there was one.
   */
  #deselect() {
    const any = this.ahead.loaded?.drop() || this.#selected !== null;
    this.#selected = null;
    if (any) this.#render();
    return any;
  }

  /** The cards that a tap picks before the turn. */
  #cardsAhead() {
    const [part, now, shown] = [this.ahead.loaded, this.#state?.table, this.#table];
    return part && now && shown && this.#sent === null ? part.offers(shown, now) : [];
  }

  /**
   * Picks a card before the turn, or takes it back.
   * @param {string} card
   */
  #pickAhead(card) {
    const [part, table] = [this.ahead.loaded, this.#state?.table];
    if (!part || !table || (card !== part.card && !this.#cardsAhead().includes(card))) return;
    const done = part.tap(table, card);
    if (!done) return;
    this.#render();
    this.announcer.announce(t(done, { card: cardName(card) }));
  }

  /**
   * Optimistic update: shows the card as played before the server confirms it. On an error it returns to the hand.
   * @param {string} card
   */
  #showPlayed(card) {
    this.#selected = null;
    if (!this.#table?.match?.legal.includes(card)) return;
    const from = this.animations.ownCardOrigin(card);
    this.#sent = card;
    this.#render();
    this.animations.flyToTrick(card, from);
    this.announcer.playCardSound();
  }

  /**
   * Follows an event that is shown: a confirmed card has left the hand, and a selection ends with the turn.
   * @param {AnimationEvent} event
   */
  #followOwnCard({ kind, table }) {
    if (this.#sent !== null && !table.match?.hand.includes(this.#sent)) this.#sent = null;
    if (kind !== "update" || !isOwnTurn(table)) this.#selected = null;
  }

  /** Plays the card that was picked ahead, or the only legal one if the user has turned autoplay on, after a short delay. */
  #scheduleAutoplay() {
    window.clearTimeout(this.#autoplayTimer);
    const table = this.#table;
    if (!table) return;
    const picked = this.ahead.loaded?.follow(table);
    if (picked?.delay === null) return this.#select(picked.card);
    const [only, other] = table.match?.legal ?? [];
    const forced = preference("autoplay") && only && !other && isOwnTurn(table) && table.match?.awaited === "card" ? only : null;
    const card = picked?.card ?? forced;
    if (!card) return;
    this.#autoplayTimer = window.setTimeout(() => {
      // After the animations this is scheduled again.
      if (this.#table !== table || this.queue.isPending || (picked && this.ahead.loaded?.card !== card)) return;
      this.ahead.loaded?.drop();
      this.#pick(card, true);
    }, picked?.delay ?? AUTOPLAY_DELAY);
  }

  /** @param {PlayerCommand} command */
  async #send(command) {
    const key = JSON.stringify(command);
    if (this.#unanswered.has(key) && !REPEATABLE.has(command.type)) return;
    this.#unanswered.add(key);
    if (command.type !== "say") this.ahead.loaded?.drop();
    closeDialogs();
    this.hint.loaded?.clear();
    if (command.type === "play") this.#showPlayed(command.card);
    if (command.type === "sit") this.seatRequest.loaded?.drop();
    this.announcer.showError("");
    this.#render();
    try {
      if (command.type === "sit" && this.#state?.principalId === null) await this.#enterAsGuest(command.place);
      const refusal = await this.connection.request(command);
      if (command.type === "sit") this.connection.visit?.(null);
      if (refusal && command.type === "sit" && refusal.code === "next-deal") (await this.seatRequest.load()).keep(command.place, this.#state?.table);
      else if (refusal) await this.#showError(refusal);
      if (refusal && command.type === "play") this.#sent = null;
    } catch (error) {
      this.announcer.showError(error instanceof Error ? error.message : String(error));
    }
    this.#unanswered.delete(key);
    this.#render();
  }

  /** @param {ServerError} serverError */
  async #showError(serverError) {
    const text = await errorText(serverError);
    if (this.page.querySelector(".error")) this.announcer.showError(text); // the page may have been replaced
  }

  async #requestHint() {
    const table = this.#table;
    if (!table || !hasChoice(table) || !canHint(table)) return;
    this.peek.close();
    const hint = await this.hint.load();
    this.announcer.announce(await hint.request(table));
    this.#render();
    const idle = document.activeElement === document.body || document.activeElement?.closest(".hand, .panel, .actions, .hint");
    const advised = /** @type {HTMLElement | null} */ (this.page.querySelector("button[data-hint]"));
    if (idle) advised?.focus({ preventScroll: true });
  }

  /** Shows the last trick for a few seconds. */
  #togglePeek() {
    if (this.peek.isOpen) return this.peek.close();
    if (this.queue.isPending) this.#skipAnimations();
    if (!this.#table?.match?.last_trick) return;
    this.announcer.summarise("last", this.#table);
    this.peek.open();
  }

  /** @param {"turn" | "last" | "score" | "trumps" | "hand"} what */
  #repeat(what) {
    if (what === "last") this.#togglePeek();
    if (this.#table && (what !== "last" || !this.#table.match?.last_trick)) this.announcer.summarise(what, this.#table);
  }

  /**
   * Plays the rest of a match at once, or leaves it for a new one.
   * @param {"finish" | "play-again"} how
   */
  async #leaveEliminated(how) {
    const player = await this.eliminated.load();
    const table = this.#state?.table;
    if (!table) return;
    if (how === "play-again") return player.playAgain(table);
    this.#skipAnimations();
    player.finish(table);
  }

  /**
   * Registers a guest under the name they enter, then reconnects with that identity. The others see that they are sitting down.
   * @param {number} place
   */
  async #enterAsGuest(place) {
    const [{ askName }, { ensureName }] = await Promise.all([import("./taking-a-seat.js"), import("../ui/http-client.js")]);
    try {
      await ensureName(await askName((name) => this.connection.visit?.({ doing: "sitting-down", place, name })));
    } catch (error) {
      this.connection.visit?.(null);
      throw error;
    }
    this.#state = null;
    this.connection.reconnect();
  }

  #updateClocks() {
    updateCountdowns(this.page, Date.now() + (this.#state?.clockOffset ?? 0));
  }
}
