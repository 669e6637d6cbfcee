// One table: what is told is folded, what is known is shown, what is wanted is asked for.

import { BEGINS } from "../ui/session-keys.js";
import { find, mark, say } from "../ui/dom.js";
import { call } from "../ui/http-client.js";
import { showNowhere } from "../ui/not-found-page.js";
import { onWish, wished } from "../ui/preferences.js";
import { refusalText } from "../i18n/server-messages.js";
import { words } from "../i18n/translate.js";
import { isOwnTurn, mayHint, updated, welcomed } from "../wire/state.js";
import { TableLine } from "../wire/socket.js";
import { contribution } from "../wire/seals.js";
import { Beside } from "./side-panel.js";
import { draw } from "./render.js";
import { askName } from "./name-dialog.js";
import { frame } from "./page-layout.js";
import { HandShown } from "./hand.js";
import { Hint } from "./hint-button.js";
import { listenKeys } from "./keyboard-shortcuts.js";
import { keepingOn, leadOn } from "./focus.js";
import { momentsOf } from "./animation-events.js";
import { Motion } from "./table-animations.js";
import { Pace } from "./animation-queue.js";
import { Speaker } from "./announcer.js";
import { turnLine } from "./event-text.js";

/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {import("../wire/protocol").TableFrame} TableFrame */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").Update} Update */
/** @typedef {import("../wire/state.js").Known} Known */
/** @typedef {import("../i18n/server-messages.js").Trouble} Trouble */
/** @typedef {import("./animation-events.js").Moment} Moment */

/** A cloth of less width (rem) has no room for seats around it: they lie one below the other, as high as it takes. */
const TIGHT = 17.5;
const PEEKED = 4500;
const FORCED_AFTER = 500;
/** So many lost connections in a row, and it is said that something stands in the way. */
const STUCK_AFTER = 6;

/**
 * Shows a table.
 * @param {HTMLElement} page
 * @param {string} [code]
 */
export function show(page, code = "") {
  page.append(...frame());
  if (typeof WebSocket === "undefined") return showNowhere(words("line.none"));
  new Room(page, code);
}

/** A table before somebody who looks at it, and may play. */
class Room {
  /** @type {Known | null} */
  #known = null;
  /** The table as it is shown: as it is known, or as it was a moment ago. @type {TableView | null} */
  #table = null;
  /** @type {Moment | null} */
  #moment = null;
  /** A card that was asked for and not answered yet, and one that the next tap plays. @type {string | null} */
  #sent = null;
  /** @type {string | null} */
  #ready = null;
  /** Contributions that were made; one is made once. @type {Set<string>} */
  #contributed = new Set();
  /** What the server refused last without being asked. @type {Trouble | null} */
  #reason = null;
  #lost = 0;
  #peeking = 0;
  #forced = 0;

  /**
   * @param {HTMLElement} page
   * @param {string} code
   */
  constructor(page, code) {
    this.page = page;
    this.doing = {
      act: (/** @type {PlayerCommand} */ command) => void this.#act(command),
      open: (/** @type {import("./actions.js").Opening} */ what) => this.beside.open(what),
      hint: () => void this.#hint(),
      last: () => this.#peek(),
    };
    this.speaker = new Speaker(page);
    this.pace = new Pace((moment, moving) => this.#show(moment, moving));
    this.hand = new HandShown(find(page, ".hand"), (card, dragged) => this.#pick(card, dragged));
    this.motion = new Motion(page, this.hand);
    this.hint = new Hint(find(page, ".hint"), code, () => leadOn(page));
    this.beside = new Beside(page, this.doing, () => this.#table);
    this.wire = new TableLine(code, {
      seq: () => this.#known?.seq ?? null,
      heard: (frame) => this.#heard(frame),
      changed: (state, why) => this.#lineChanged(state, why),
    });
    this.#listen();
  }

  #listen() {
    window.setInterval(() => this.#tick(), 500);
    onWish(() => this.#redraw());
    const felt = find(this.page, ".felt");
    felt.addEventListener("pointerdown", () => this.#skip());
    new ResizeObserver(() => {
      const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
      mark(this.page, "data-tight", felt.clientWidth < TIGHT * letter);
    }).observe(felt);
    listenKeys({
      again: (what) => this.#again(what),
      play: (card) => this.#typed(card),
      skip: () => this.#skip(),
      escape: () => this.beside.close() || this.#unready() || this.#skip(),
      hint: this.doing.hint,
      undo: () => this.#table && this.page.querySelector(".deeds [data-key=undo]") && this.doing.act({ type: "undo" }),
      open: this.doing.open,
    });
  }

  /** @param {TableFrame} frame */
  #heard(frame) {
    if (frame.type === "welcome") this.#come(frame);
    else if (frame.type === "update") this.#take(frame);
    else if (frame.type === "notice") void this.#problem(frame);
    else if (frame.type === "refused" && (frame.re === null || frame.retry)) {
      this.#reason = frame;
      void this.#problem(frame);
    }
    this.#contribute();
    if (frame.type === "welcome") this.#begin();
  }

  /** @param {import("../wire/protocol").Welcome} welcome */
  #come(welcome) {
    const first = this.#known === null;
    this.#known = welcomed(this.#known, welcome, Date.now());
    if (!this.#known || (!welcome.table && !first)) return;
    this.pace.drop();
    this.#rest(this.#known.table);
    if (first) this.speaker.say(turnLine(this.#known.table));
  }

  /** Begins the match where it was opened to be played at once. */
  #begin() {
    const table = this.#known?.table;
    if (!table || window.sessionStorage.getItem(BEGINS) !== table.code) return;
    window.sessionStorage.removeItem(BEGINS);
    if (table.you_host && table.stage === "gathering") void this.#act({ type: "begin" });
  }

  /** @param {Update} update */
  #take(update) {
    if (!this.#known) return;
    const before = this.#known;
    const after = updated(before, update);
    if (!after) this.wire.renew();
    if (!after || after === before) return;
    this.#known = after;
    // What was taken back is not played again before one's eyes.
    if (update.events.some((told) => told.type === "note" && told.kind === "undone")) this.pace.hurry();
    this.pace.add(momentsOf(before.table, update, after.table, wished("quiet")));
  }

  /**
   * Shows a moment.
   * @param {Moment} moment
   * @param {boolean} moving
   * @returns {Promise<void>}
   */
  async #show(moment, moving) {
    this.#moment = moment;
    this.#endPeek();
    this.speaker.say(moment.said);
    this.speaker.sound(moment);
    if (moment.kind === "taken" && moving) {
      await this.motion.gather(moment.seat);
      if (this.#moment !== moment) return; // somebody was in a hurry
    }
    const from = this.motion.before(moment, this.#table);
    this.#table = moment.table;
    if (this.#sent !== null && !moment.table.match?.hand.includes(this.#sent)) this.#sent = null;
    if (moment.kind !== "still" || !isOwnTurn(moment.table)) this.#ready = null;
    this.#redraw();
    if (moving) this.motion.after(moment, from);
    this.#force();
  }

  /**
   * Shows the table as it is, with nothing on its way.
   * @param {TableView} table
   */
  #rest(table) {
    this.#moment = null;
    this.#table = table;
    this.#sent = this.#ready = null;
    this.#redraw();
    this.#force();
  }

  #redraw() {
    const table = this.#table;
    if (!table) return;
    const moment = this.#moment;
    keepingOn(this.page, () => draw(this.page, this.hand, {
      table,
      winner: moment?.kind === "won" ? moment.seat : null,
      word: moment?.word ?? "",
      settled: moment?.settled ?? null,
      peek: this.#peeking > 0,
      sent: this.#sent,
      ready: this.#ready,
      hint: this.hint.cardFor(table),
    }, this.doing));
    this.beside.draw(table);
    this.#tick();
  }

  #skip() {
    this.motion.settle();
    this.pace.hurry();
    if (this.#peeking) this.#endPeek(true);
  }

  #contribute() {
    const asked = this.#known && contribution(this.#known.table, window.sessionStorage);
    const name = asked && `${asked.type} ${asked.round}`;
    if (!asked || !name || this.#contributed.has(name)) return;
    this.#contributed.add(name);
    void this.wire.ask(asked); // too late is no harm: the house goes on by itself
  }

  /**
   * A card was tapped, dragged onto the table, or chosen by keys.
   * @param {string} card
   * @param {boolean} surely It was no slip of a finger.
   */
  #pick(card, surely) {
    if (this.pace.behind) this.#skip();
    const table = this.#table;
    if (!table || !isOwnTurn(table) || this.#sent !== null || table.match?.awaited !== "card") return;
    const asks = wished("confirm") && !surely && table.match.legal.includes(card);
    if (asks && this.#ready !== card) {
      this.#ready = card;
      this.#redraw();
      this.speaker.say(find(this.page, ".whose").textContent ?? "");
    } else void this.#act({ type: "play", card });
  }

  /** @param {string} card Which somebody has typed. */
  #typed(card) {
    this.hand.button(card)?.focus();
    this.#pick(card, false);
  }

  /** Lets go of a card that was chosen. */
  #unready() {
    if (this.#ready === null) return false;
    this.#ready = null;
    this.#redraw();
    return true;
  }

  /** Plays the only card that may be played, where that is wished for. */
  #force() {
    window.clearTimeout(this.#forced);
    const table = this.#table;
    const [only, other] = table?.match?.legal ?? [];
    if (!wished("forced") || !table || !only || other || !isOwnTurn(table) || table.match?.awaited !== "card") return;
    this.#forced = window.setTimeout(() => this.#table === table && this.#pick(only, true), FORCED_AFTER);
  }

  /** @param {PlayerCommand} command */
  async #act(command) {
    this.beside.closeDialogs();
    this.hint.forget();
    if (command.type === "play") this.#send(command.card);
    this.speaker.problem("");
    this.#redraw();
    try {
      if (command.type === "sit" && this.#known?.person === null) await this.#enter();
      const refusal = await this.wire.ask(command);
      if (refusal) await this.#problem(refusal);
      if (refusal && command.type === "play") this.#sent = null;
    } catch (error) {
      this.speaker.problem(error instanceof Error ? error.message : String(error));
    }
    this.#redraw();
  }

  /** @param {Trouble} trouble */
  async #problem(trouble) {
    const told = await refusalText(trouble);
    if (this.page.querySelector(".problem")) this.speaker.problem(told); // meanwhile there may be no table
  }

  /**
   * A card leaves the hand before the server has answered; if it is refused, it comes back.
   * @param {string} card
   */
  #send(card) {
    this.#ready = null;
    const legal = this.#table?.match?.legal.includes(card);
    if (!legal) return;
    const from = this.motion.own(card);
    this.#sent = card;
    this.#redraw();
    this.motion.laid(card, from);
    this.speaker.card();
  }

  async #hint() {
    const table = this.#table;
    if (!table || !isOwnTurn(table) || !mayHint(table)) return;
    this.#endPeek(true);
    const said = await this.hint.ask(table);
    this.speaker.say(said);
    this.#redraw();
    const card = this.#table && this.hint.cardFor(this.#table);
    const idle = document.activeElement === document.body || document.activeElement?.closest(".hand, .deeds, .hint");
    if (card && idle) this.hand.button(card)?.focus({ preventScroll: true });
  }

  /** The last trick lies there again for a while. */
  #peek() {
    if (this.#peeking) return this.#endPeek(true);
    if (this.pace.behind) this.#skip();
    if (!this.#table?.match?.last_trick) return;
    this.#peeking = window.setTimeout(() => this.#endPeek(true), PEEKED);
    this.speaker.again("last", this.#table);
    this.#redraw();
  }

  /** @param {boolean} [redraws] */
  #endPeek(redraws = false) {
    window.clearTimeout(this.#peeking);
    this.#peeking = 0;
    if (redraws) this.#redraw();
  }

  /** @param {"turn" | "last" | "score" | "trumps" | "hand"} what */
  #again(what) {
    if (what === "last") this.#peek();
    if (this.#table && (what !== "last" || !this.#table.match?.last_trick)) this.speaker.again(what, this.#table);
  }

  /** Somebody without a name becomes a guest, and comes in again as one. */
  async #enter() {
    await call(await askName());
    this.#known = null;
    this.wire.renew();
  }

  /** What time is left, wherever something says until when. */
  #tick() {
    const now = Date.now() + (this.#known?.ahead ?? 0);
    for (const clock of this.page.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Math.ceil((Number(clock.getAttribute("data-until")) - now) / 1000));
      say(clock, words("clock.left", { n: left }));
      mark(clock, "data-short", left <= 5);
    }
  }

  /**
   * @param {import("../wire/socket.js").LineState} state
   * @param {string} why
   */
  #lineChanged(state, why) {
    const before = this.page.dataset.line;
    if (state === "ended") void this.#end(this.#reason ?? { code: "ended", message: why });
    if (state === "ended" && !this.#known) return;
    this.#lost = state === "open" ? 0 : this.#lost + Number(state === "lost");
    mark(this.page, "data-line", state);
    say(find(this.page, ".line"), state === "open" ? "" : words(`line.${state}`));
    if (state === "lost" && before !== "lost") this.speaker.say(words("line.lost-said"));
    if (state === "open" && before === "lost") this.speaker.say(words("line.back-said"));
    if (state === "lost" && this.#lost === STUCK_AFTER) this.speaker.problem(words("line.stuck"));
    if (state === "open") this.speaker.problem("");
  }

  /**
   * The line has ended for good.
   * @param {Trouble} trouble
   */
  async #end(trouble) {
    const why = trouble.message && (await refusalText(trouble));
    if (this.#known) this.speaker.problem(why || words("line.ended-said"));
    else showNowhere(why);
  }
}
