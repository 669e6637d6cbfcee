// The table controller: folds updates into the state, renders it, and sends commands.

import "../i18n/en/table.js"; // preloaded with the page
import { AUTO_START_TABLE } from "../ui/storage-keys.js";
import { findElement, setAttribute, setText } from "../ui/dom.js";
import { onPreferenceChange, preference } from "../ui/preferences.js";
import { t } from "../i18n/translate.js";
import { isOwnTurn, canHint, applyUpdate, stateFromWelcome } from "../wire/state.js";
import { TableConnection } from "../wire/socket.js";
import { contribution } from "../wire/seals.js";
import { renderTable } from "./render.js";
import { closeDialogs, isFlat, isWide, tableLayout } from "./page-skeleton.js";
import { HandView } from "./hand.js";
import { listenForShortcuts } from "./keyboard-shortcuts.js";
import { LazyPart, loadWhenIdle } from "./lazy-part.js";
import { preserveFocus, focusNextAction } from "./focus.js";
import { animationEvents } from "./animation-events.js";
import { TableAnimations } from "./table-animations.js";
import { newMatchAddress, OFFLINE_SETUP } from "./actions.js";
import { AnimationQueue } from "./animation-queue.js";
import { Announcer } from "./announcer.js";
import { PressGuard } from "./press-guard.js";
import { isEliminated, turnLine } from "./event-text.js";
import { errorText, replacePage } from "./failures.js";
import { updateCountdowns } from "./countdowns.js";
import { portraits } from "./seats.js";
import { TableSpeech } from "./speech.js";
import { drivePanels, resultPanels, waitingRoom } from "./decision-panel.js";
import { sounds } from "./announcer.js";

/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {import("../wire/protocol").TableFrame} TableFrame */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").Update} Update */
/** @typedef {import("../wire/state.js").TableState} TableState */
/** @typedef {import("../i18n/server-messages.js").ServerError} ServerError */
/** @typedef {import("./animation-events.js").AnimationEvent} AnimationEvent */

/** Width of the felt (rem) below which seats are stacked instead of placed around it. */
const TIGHT_WIDTH = 17.5;
const PEEK_DURATION = 4500;
const AUTOPLAY_DELAY = 500;
/** Consecutive failures after which the page says that something may block the connection. */
const STUCK_AFTER_FAILURES = 6;

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
 * @property {(handlers: import("../wire/socket.js").TableHandlers) => Pick<TableConnection, "request" | "reconnect">} connect
 * @property {import("./actions.js").Practice | null} practice
 * @property {boolean} [offline] The table is in the page itself.
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

/** Controls the table page for one viewer. */
class TableController {
  /** @type {TableState | null} */
  #state = null;
  /** The table on screen; it lags behind the state while animations run. @type {TableView | null} */
  #table = null;
  /** @type {AnimationEvent | null} */
  #event = null;
  /** A card sent to the server but not confirmed. @type {string | null} */
  #pendingCard = null;
  /** @type {string | null} */
  #selectedCard = null;
  /** Contributions already sent, so that each is sent once. @type {Set<string>} */
  #contributions = new Set();
  /** The last error that was not a reply to a command. @type {ServerError | null} */
  #lastError = null;
  #failures = 0;
  #peekTimer = 0;
  #autoplayTimer = 0;

  /**
   * @param {HTMLElement} page
   * @param {string} code
   * @param {TableSource} source
   */
  constructor(page, code, { connect, practice, offline = false }) {
    this.page = page;
    this.actions = {
      practice,
      offline,
      act: (/** @type {PlayerCommand} */ command) => void this.#sendCommand(command),
      open: (/** @type {import("./actions.js").PanelId} */ what) => this.#open(what),
      hint: () => void this.#requestHint(),
      showLastTrick: () => this.#togglePeek(),
      finish: () => this.#finish(),
      playAgain: () => void this.#playAgain(),
      cancelSeat: () => this.seatRequest.loaded?.cancel(),
    };
    this.announcer = new Announcer(page);
    this.queue = new AnimationQueue((event, moving) => this.#showEvent(event, moving), (pending) => setAttribute(page, "data-pending", pending));
    this.guard = new PressGuard(page, () => this.queue.isPending, () => this.#skipAnimations());
    this.hand = new HandView(findElement(page, ".hand"), this.guard, (card, dragged) => this.#pickCard(card, dragged));
    this.animations = new TableAnimations(page, this.hand);
    this.hint = new LazyPart(async () => {
      const { HintPanel } = await import("./hint-panel.js");
      return new HintPanel(findElement(page, ".hint"), code, () => focusNextAction(page));
    });
    this.seatRequest = new LazyPart(async () => {
      const { SeatRequest } = await import("./seat-request.js");
      return new SeatRequest((command) => this.connection.request(command), this.announcer, () => this.#render());
    });
    this.speech = new TableSpeech(page, () => this.#open("chat"));
    this.sidePanel = new LazyPart(async () => {
      const { SidePanel } = await import("./side-panel.js");
      return new SidePanel(page, this.actions, () => this.#table);
    }, () => this.#render());
    this.connection = connect({
      seq: () => this.#state?.seq ?? null,
      onFrame: (frame) => this.#receive(frame),
      onStateChange: (state, why) => this.#connectionChanged(state, why),
    });
    this.#addListeners();
  }

  #addListeners() {
    window.setInterval(() => this.#updateClocks(), 500);
    onPreferenceChange(() => this.#render());
    for (const part of [waitingRoom, resultPanels, drivePanels, portraits]) part.onLoad = () => this.#render();
    const felt = findElement(this.page, ".felt");
    felt.addEventListener("pointerdown", () => this.#skipAnimations());
    new ResizeObserver(() => {
      const rootFontSize = parseFloat(getComputedStyle(document.documentElement).fontSize);
      setAttribute(this.page, "data-tight", felt.clientWidth < TIGHT_WIDTH * rootFontSize && !isFlat());
    }).observe(felt);
    listenForShortcuts({
      again: (what) => this.#repeat(what),
      play: (card) => this.#pickTypedCard(card),
      skip: () => this.#skipAnimations(),
      escape: () => this.sidePanel.loaded?.close() || this.#deselectCard() || this.#skipAnimations(),
      hint: this.actions.hint,
      undo: () => this.#table && this.page.querySelector(".actions [data-key=undo]") && this.actions.act({ type: "undo" }),
      open: this.actions.open,
    });
  }

  /** @param {TableFrame} frame */
  #receive(frame) {
    if (frame.type === "welcome") this.#applyWelcome(frame);
    else if (frame.type === "update") this.#applyUpdate(frame);
    else if (frame.type === "notice") void this.#showError(frame);
    else if (frame.type === "refused" && (frame.re === null || frame.retry)) {
      this.#lastError = frame;
      void this.#showError(frame);
    }
    this.#contributeToDraw();
    if (this.#state) void this.seatRequest.loaded?.follow(this.#state.table);
    if (frame.type === "welcome") this.#autoStart();
  }

  /** @param {import("../wire/protocol").Welcome} welcome */
  #applyWelcome(welcome) {
    const first = this.#state === null;
    this.#state = stateFromWelcome(this.#state, welcome, Date.now());
    if (!this.#state || (!welcome.table && !first)) return;
    this.queue.clear();
    this.#showAtRest(this.#state.table);
    this.guard.watch();
    if (!first) return;
    this.announcer.announce(turnLine(this.#state.table));
    const panels = this.#state.table.drive ? [drivePanels] : [waitingRoom, resultPanels];
    loadWhenIdle([this.sidePanel, this.hint, ...panels, sounds, portraits, ...this.speech.parts]);
  }

  /** Starts the match if the table was opened for immediate play. */
  #autoStart() {
    const table = this.#state?.table;
    if (!table || window.sessionStorage.getItem(AUTO_START_TABLE) !== table.code) return;
    window.sessionStorage.removeItem(AUTO_START_TABLE);
    if (table.you_host && table.stage === "gathering") void this.#sendCommand({ type: "begin" });
  }

  /** @param {Update} update */
  #applyUpdate(update) {
    if (!this.#state) return;
    const before = this.#state;
    const after = applyUpdate(before, update);
    if (!after) this.connection.reconnect();
    if (!after || after === before) return;
    this.#state = after;
    for (const fact of update.events) if (fact.type === "chat") this.speech.show(after.table, fact.message);
    // An undo is shown at once, without animating the steps again.
    if (update.events.some((fact) => fact.type === "note" && fact.kind === "undone")) this.queue.finishNow();
    this.#hurryOn();
    this.queue.add(animationEvents(before.table, update, after.table, preference("muteChat")));
  }

  /**
   * Shows an animation event.
   * @param {AnimationEvent} event
   * @param {boolean} moving
   * @returns {Promise<void>}
   */
  async #showEvent(event, moving) {
    this.#event = event;
    this.#endPeek();
    this.announcer.announceEvent(event);
    this.announcer.playSound(event);
    if (moving && !this.actions.practice) this.speech.remark(event);
    if (event.kind === "trick-cleared" && moving) {
      await this.animations.gatherTrick(event.seat);
      if (this.#event !== event) return; // skipped in the meantime
    }
    const from = this.animations.originBefore(event, this.#table);
    this.#table = event.table;
    if (this.#pendingCard !== null && !event.table.match?.hand.includes(this.#pendingCard)) this.#pendingCard = null;
    if (event.kind !== "update" || !isOwnTurn(event.table)) this.#selectedCard = null;
    this.#render();
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
    this.#pendingCard = this.#selectedCard = null;
    this.#render();
    this.#scheduleAutoplay();
  }

  #render() {
    const table = this.#table;
    if (!table) return;
    const event = this.#event;
    this.seatRequest.loaded?.settle(table);
    preserveFocus(this.page, () => renderTable(this.page, this.hand, {
      table,
      winner: event?.kind === "trick-won" ? event.seat : null,
      banner: event?.banner ?? "",
      settled: event?.cutResult ?? null,
      peek: this.#peekTimer > 0,
      sent: this.#pendingCard,
      ready: this.#selectedCard,
      hint: this.hint.loaded?.cardFor(table) ?? null,
      requested: this.seatRequest.loaded?.place ?? null,
    }, this.actions));
    (isWide() ? this.sidePanel.want() : this.sidePanel.loaded)?.render(table);
    this.#updateClocks();
  }

  /** @param {import("./actions.js").PanelId} what */
  #open(what) {
    const panel = this.sidePanel.loaded;
    if (panel) panel.open(what);
    else void this.sidePanel.load().then((loaded) => loaded.open(what));
  }

  /** Plays the rest of the match at once, for a player who is out. */
  #finish() {
    this.queue.hurry = true;
    this.#skipAnimations();
    this.#hurryOn();
  }

  /** Goes on to the next deal while the rest of the match is played at once. */
  #hurryOn() {
    const table = this.#state?.table;
    if (!this.queue.hurry || !table || table.you === null) return;
    if (!isEliminated(table)) this.queue.hurry = false;
    else if (table.stage === "pause" && !table.places[table.you]?.ready) void this.connection.request({ type: "ready" });
  }

  /** Leaves a match that the player is out of for a new one with the same rules. */
  async #playAgain() {
    const table = this.#state?.table;
    if (!table) return;
    if (table.you_host) await this.connection.request({ type: "abandon" });
    window.location.assign(this.actions.offline ? OFFLINE_SETUP : newMatchAddress(table));
  }

  #skipAnimations() {
    if (this.queue.isPending) this.guard.noteAct();
    this.animations.finish();
    this.queue.finishNow();
    if (this.#peekTimer) this.#endPeek(true);
  }

  #contributeToDraw() {
    const command = this.#state && contribution(this.#state.table, window.sessionStorage);
    const name = command && `${command.type} ${command.round}`;
    if (!command || !name || this.#contributions.has(name)) return;
    this.#contributions.add(name);
    void this.connection.request(command); // a late contribution is harmless: the server continues without it
  }

  /**
   * Plays a card that was tapped, dragged onto the table or typed. While earlier plays are still being shown,
   * it only skips to the present: nobody plays on a trick they have not seen.
   * @param {string} card
   * @param {boolean} confirmed Skip the confirmation.
   */
  #pickCard(card, confirmed) {
    if (this.queue.isPending) return this.#skipAnimations();
    const table = this.#table;
    if (!table || !isOwnTurn(table) || this.#pendingCard !== null || table.match?.awaited !== "card") return;
    this.guard.noteAct();
    const needsConfirmation = preference("confirm") && !confirmed && table.match.legal.includes(card);
    if (needsConfirmation && this.#selectedCard !== card) {
      this.#selectedCard = card;
      this.#render();
      this.announcer.announce(findElement(this.page, ".turn-status").textContent ?? "");
    } else void this.#sendCommand({ type: "play", card });
  }

  /** @param {string} card A card typed on the keyboard. */
  #pickTypedCard(card) {
    this.hand.button(card)?.focus();
    this.#pickCard(card, false);
  }

  /** Deselects the card waiting for confirmation. */
  #deselectCard() {
    if (this.#selectedCard === null) return false;
    this.#selectedCard = null;
    this.#render();
    return true;
  }

  /** Plays the only legal card after a short delay, if the user has turned autoplay on. */
  #scheduleAutoplay() {
    window.clearTimeout(this.#autoplayTimer);
    const table = this.#table;
    const [only, other] = table?.match?.legal ?? [];
    if (!preference("autoplay") || !table || !only || other || !isOwnTurn(table) || table.match?.awaited !== "card") return;
    this.#autoplayTimer = window.setTimeout(() => {
      // After the animations this is scheduled again.
      if (this.#table === table && !this.queue.isPending) this.#pickCard(only, true);
    }, AUTOPLAY_DELAY);
  }

  /** @param {PlayerCommand} command */
  async #sendCommand(command) {
    closeDialogs();
    this.hint.loaded?.clear();
    if (command.type === "play") this.#playOptimistically(command.card);
    if (command.type === "sit") this.seatRequest.loaded?.drop();
    this.announcer.showError("");
    this.#render();
    try {
      if (command.type === "sit" && this.#state?.principalId === null) await this.#enterAsGuest();
      const refusal = await this.connection.request(command);
      if (refusal && command.type === "sit" && refusal.code === "next-deal") await this.#askAfterDeal(command.place);
      else if (refusal) await this.#showError(refusal);
      if (refusal && command.type === "play") this.#pendingCard = null;
    } catch (error) {
      this.announcer.showError(error instanceof Error ? error.message : String(error));
    }
    this.#render();
  }

  /**
   * Keeps a request for a seat until the deal is over: the server seats newcomers between deals only.
   * @param {number} place
   */
  async #askAfterDeal(place) {
    const request = await this.seatRequest.load();
    request.keep(place);
    if (this.#state) void request.follow(this.#state.table); // which may have changed since the refusal
  }

  /** @param {ServerError} serverError */
  async #showError(serverError) {
    const text = await errorText(serverError);
    if (this.page.querySelector(".error")) this.announcer.showError(text); // the page may have been replaced
  }

  /**
   * Optimistic update: shows the card as played before the server confirms it. On an error it returns to the hand.
   * @param {string} card
   */
  #playOptimistically(card) {
    this.#selectedCard = null;
    const legal = this.#table?.match?.legal.includes(card);
    if (!legal) return;
    const from = this.animations.ownCardOrigin(card);
    this.#pendingCard = card;
    this.#render();
    this.animations.flyToTrick(card, from);
    this.announcer.playCardSound();
  }

  async #requestHint() {
    const table = this.#table;
    if (!table || !isOwnTurn(table) || !canHint(table) || this.actions.offline) return;
    this.#endPeek(true);
    const hint = await this.hint.load();
    this.announcer.announce(await hint.request(table));
    this.#render();
    const card = this.#table && hint.cardFor(this.#table);
    const idle = document.activeElement === document.body || document.activeElement?.closest(".hand, .actions, .hint");
    if (card && idle) this.hand.button(card)?.focus({ preventScroll: true });
  }

  /** Shows the last trick for a few seconds. */
  #togglePeek() {
    if (this.#peekTimer) return this.#endPeek(true);
    if (this.queue.isPending) this.#skipAnimations();
    if (!this.#table?.match?.last_trick) return;
    this.#peekTimer = window.setTimeout(() => this.#endPeek(true), PEEK_DURATION);
    this.announcer.summarise("last", this.#table);
    this.#render();
  }

  /** @param {boolean} [rerender] */
  #endPeek(rerender = false) {
    window.clearTimeout(this.#peekTimer);
    this.#peekTimer = 0;
    if (rerender) this.#render();
  }

  /** @param {"turn" | "last" | "score" | "trumps" | "hand"} what */
  #repeat(what) {
    if (what === "last") this.#togglePeek();
    if (this.#table && (what !== "last" || !this.#table.match?.last_trick)) this.announcer.summarise(what, this.#table);
  }

  /** Registers a guest under the name they enter, then reconnects with that identity. */
  async #enterAsGuest() {
    const [{ askName }, { ensureName }] = await Promise.all([import("./name-dialog.js"), import("../ui/http-client.js")]);
    await ensureName(await askName());
    this.#state = null;
    this.connection.reconnect();
  }

  #updateClocks() {
    updateCountdowns(this.page, Date.now() + (this.#state?.clockOffset ?? 0));
  }

  /**
   * @param {import("../wire/socket.js").ConnectionState} state
   * @param {string} why
   */
  #connectionChanged(state, why) {
    const before = this.page.dataset.connection;
    if (state === "ended") void this.#connectionEnded(this.#lastError ?? { code: "ended", message: why });
    if (state === "ended" && !this.#state) return;
    this.#failures = state === "open" ? 0 : this.#failures + Number(state === "lost");
    setAttribute(this.page, "data-connection", state);
    setText(findElement(this.page, ".connection"), state === "open" ? "" : t(`connection.${state}`));
    if (state === "lost" && before !== "lost") this.announcer.announce(t("connection.lost-message"));
    if (state === "open" && before === "lost") this.announcer.announce(t("connection.restored-message"));
    if (state === "lost" && this.#failures === STUCK_AFTER_FAILURES) this.announcer.showError(t("connection.stuck"));
    if (state === "open") this.announcer.showError("");
  }

  /**
   * Handles a connection that won't be reopened.
   * @param {ServerError} serverError
   */
  async #connectionEnded(serverError) {
    const why = serverError.message && (await errorText(serverError));
    if (this.#state) this.announcer.showError(why || t("connection.ended-message"));
    else void replacePage(why);
  }
}
