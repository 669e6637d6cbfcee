// One table: what is told is folded, what is known is drawn, what is wanted is asked for.

import { BEGINS } from "../page/begins.js";
import { draw } from "./draw.js";
import { element, field, find, mark, say, template } from "../page/element.js";
import { call } from "../page/http.js";
import { showNowhere } from "../page/nowhere.js";
import { contribution } from "../wire/seals.js";
import { updated, welcomed } from "../wire/known.js";
import { news, PHRASES } from "./voice.js";
import { TableLine } from "../wire/line.js";

/** @typedef {import("../wire/frames").PlayerCommand} PlayerCommand */
/** @typedef {import("../wire/frames").TableFrame} TableFrame */
/** @typedef {import("../wire/frames").Update} Update */
/** @typedef {import("../wire/known.js").Known} Known */

const LINGER = 1500;
const PROBLEM_SHOWN = 8000;

/** When a deal has come to its end. */
const SCORED = new Set(["pause", "over"]);

const LINES = { connecting: "Connecting…", open: "", lost: "Reconnecting…", ended: "Not connected" };

/**
 * Shows a table.
 * @param {HTMLElement} page
 * @param {string} [code]
 */
export function show(page, code = "") {
  page.append(template("table"));
  new Room(page, code);
}

/** A table before somebody who looks at it, and may play. */
class Room {
  /** @type {Known | null} */
  #known = null;
  /** A card that was asked for and not answered yet. @type {string | null} */
  #sent = null;
  /** Contributions that were made; one is made once. @type {Set<string>} */
  #contributed = new Set();
  /** What the server refused last without being asked. */
  #reason = "";
  /** Timers: the last trick still lies there; a problem is still shown. */
  #lingering = 0;
  #shown = 0;

  /**
   * @param {HTMLElement} page
   * @param {string} code
   */
  constructor(page, code) {
    this.page = page;
    this.wire = new TableLine(code, {
      seq: () => this.#known?.seq ?? null,
      heard: (frame) => this.#heard(frame),
      changed: (state, why) => this.#lineChanged(state, why),
    });
    window.setInterval(() => this.#tick(), 500);
    prepareTalk(page, (command) => void this.#act(command));
  }

  /** @param {TableFrame} frame */
  #heard(frame) {
    if (frame.type === "welcome") this.#known = welcomed(this.#known, frame, Date.now());
    else if (frame.type === "update") this.#take(frame);
    else if (frame.type === "notice") this.#problem(frame.message);
    else if (frame.type === "refused" && (frame.re === null || frame.retry)) {
      this.#reason = frame.message;
      this.#problem(frame.message);
    }
    this.#redraw();
    this.#contribute();
    if (frame.type === "welcome") this.#begin();
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
    this.#tell(news(before.table, update, after.table));
    if (before.table.stage === "playing" && SCORED.has(after.table.stage)) this.#linger();
  }

  /** The last trick of a deal can be seen before the score covers it. */
  #linger() {
    window.clearTimeout(this.#lingering);
    this.#lingering = window.setTimeout(() => {
      this.#lingering = 0;
      this.#redraw();
    }, LINGER);
  }

  #redraw() {
    if (!this.#known) return;
    const act = (/** @type {PlayerCommand} */ command) => void this.#act(command);
    draw(this.page, this.#known.table, { act, sent: this.#sent, lingering: this.#lingering > 0 });
    this.#tick();
  }

  #contribute() {
    const asked = this.#known && contribution(this.#known.table, window.sessionStorage);
    const name = asked && `${asked.type} ${asked.round}`;
    if (!asked || !name || this.#contributed.has(name)) return;
    this.#contributed.add(name);
    void this.wire.ask(asked); // too late is no harm: the house goes on by itself
  }

  /** @param {PlayerCommand} command */
  async #act(command) {
    /** @type {HTMLDetailsElement} */ (find(this.page, ".more")).open = false;
    const plays = command.type === "play";
    if (plays && this.#sent !== null) return;
    if (plays) this.#sent = command.card;
    this.#problem("");
    this.#redraw();
    try {
      if (command.type === "sit" && this.#known?.person === null) await this.#enter();
      const refusal = await this.wire.ask(command);
      if (refusal) this.#problem(refusal.rule ? `${refusal.message} (${refusal.rule})` : refusal.message);
    } catch (error) {
      this.#problem(error instanceof Error ? error.message : String(error));
    }
    if (plays) this.#sent = null;
    this.#redraw();
  }

  /** Somebody without a name becomes a guest, and comes in again as one. */
  async #enter() {
    await call(await askName(this.page));
    this.#known = null;
    this.wire.renew();
  }

  /** @param {string} message One line; none: all is well. */
  #problem(message) {
    window.clearTimeout(this.#shown);
    say(find(this.page, ".problem"), message);
    this.#tell(message);
    if (message) this.#shown = window.setTimeout(() => this.#problem(""), PROBLEM_SHOWN);
  }

  /**
   * Says something to those who listen to the page.
   * @param {string} text
   */
  #tell(text) {
    if (text) find(this.page, ".live").textContent = text;
  }

  /** What time is left, wherever something says until when. */
  #tick() {
    const now = Date.now() + (this.#known?.ahead ?? 0);
    for (const clock of this.page.querySelectorAll("[data-until]")) {
      const left = Number(clock.getAttribute("data-until")) - now;
      say(clock, `${Math.max(0, Math.ceil(left / 1000))} s`);
    }
  }

  /**
   * @param {import("../wire/line.js").LineState} state
   * @param {string} why
   */
  #lineChanged(state, why) {
    const before = this.page.dataset.line;
    if (state === "ended" && !this.#known) {
      showNowhere(this.#reason || why);
      return;
    }
    mark(this.page, "data-line", state);
    say(find(this.page, ".line"), LINES[state]);
    if (state === "lost" && before !== "lost") this.#tell("The connection is lost. Reconnecting.");
    if (state === "open" && before === "lost") this.#tell("Connected again.");
    if (state === "ended") this.#problem(this.#reason || why || "load this page again");
  }
}

/**
 * @param {HTMLElement} page
 * @param {(command: PlayerCommand) => void} act
 */
function prepareTalk(page, act) {
  const talk = /** @type {HTMLDetailsElement} */ (find(page, ".talk"));
  talk.open = window.matchMedia("(min-width: 60rem)").matches;
  const phrase = field(talk, "[name=phrase]");
  const text = field(talk, "[name=text]");
  phrase.append(
    element("option", { value: "" }, "…"),
    ...Object.entries(PHRASES).map(([name, words]) => element("option", { value: name }, words)),
  );
  find(talk, "form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) act({ type: "say", text: text.value });
    else if (phrase.value) act({ type: "say", phrase: phrase.value });
    text.value = phrase.value = "";
  });
}

/**
 * Asks for a name.
 * @param {HTMLElement} page
 * @returns {Promise<string>}
 */
function askName(page) {
  const dialog = /** @type {HTMLDialogElement} */ (find(page, ".who"));
  dialog.showModal();
  return new Promise((answer, cancel) => {
    const form = find(dialog, "form");
    form.onsubmit = (event) => {
      event.preventDefault();
      answer(field(form, "[name=name]").value.trim() || "Guest");
      dialog.close();
    };
    dialog.onclose = () => cancel(new Error("nobody sits down without a name"));
  });
}
