// The projector view of a drive: round, trumps and clock always, and in turn who sits where, standings and prizes.

import { element, setAttribute, setText, updateContent } from "../../ui/dom.js";
import { get } from "../../ui/http-client.js";
import { showNotFound } from "../../ui/not-found-page.js";
import { t } from "../../i18n/translate.js";
import { unlockBell } from "../bell.js";
import { updateConnectionNote } from "../connection-note.js";
import { ClockDisplay } from "../drive-clock.js";
import { DriveConnection } from "../drive-connection.js";
import { forgetKey, keyFor, knownDrive } from "../drive-keys.js";
import { trumpParts } from "../drive-words.js";
import { screenSlides } from "./slides.js";

/** @typedef {import("./slides.js").Slide} Slide */
/** @typedef {import("../../i18n/translate.js").MessageKey} MessageKey */

/** Time for which a slide is shown (ms). */
const SLIDE_TIME = 10_000;

/**
 * Shows the page.
 * @param {HTMLElement} page
 * @param {string} [code]
 */
export function show(page, code = "") {
  const key = keyFor(code, "screen");
  new ScreenPage(page, code, key);
}

/** The head and the slides. */
class ScreenPage {
  #at = 0;
  #paused = false;
  #timer = 0;
  /** @type {import("./slides.js").ShownHall | null} */
  #hall = null;

  /**
   * @param {HTMLElement} page
   * @param {string} code
   * @param {string | null} key
   */
  constructor(page, code, key) {
    this.code = code;
    this.connection = new DriveConnection(code, "screen", key, { onChange: () => this.#update(), onEnd: (ended, message) => this.#end(ended, message) });
    this.title = element("h1", {}, t("drive.one"));
    this.round = element("p", { class: "screen-round" });
    this.clockText = element("p", { class: "clock", role: "timer", hidden: true });
    this.clock = new ClockDisplay(this.clockText, () => this.connection.now());
    this.note = element("p", { class: "connection quiet", role: "status" });
    this.slide = element("section", { class: "slide", tabindex: 0, "aria-labelledby": "slide-title" });
    this.counter = element("span", { class: "counter" });
    this.pause = this.#button("screen.pause", () => this.#setPaused(!this.#paused));
    this.sound = this.#button("screen.sound", () => void this.#unlock());
    page.append(
      element("header", { class: "screen-head" }, this.title, this.round, this.clockText),
      element("main", { id: "main", class: "screen" }, this.note, this.slide),
      element(
        "nav",
        { class: "screen-tools", "aria-label": t("screen.tools") },
        this.#button("screen.back", () => this.#go(-1)),
        this.counter,
        this.#button("screen.next", () => this.#go(1)),
        this.pause,
        this.sound,
        this.#button("screen.full", () => void toggleFullScreen()),
      ),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("resize", () => this.#update());
    this.#schedule();
    void this.#loadHall().catch(() => undefined); // the slides work without it
  }

  async #loadHall() {
    const { api } = this.connection;
    /** @type {import("./slides.js").ShownHall} */
    const hall = await get("/api/hall");
    if (hall.hall) {
      hall.access = await api.get("/hall").catch(() => null);
      // Its picture needs the cookie. A desk in this browser keeps its own role there.
      const key = knownDrive(this.code)?.desk ?? api.key;
      if (hall.access?.wifi && key) await api.post("/session", { key }).catch(() => (hall.access = null));
    }
    this.#hall = hall;
    this.#update();
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  #end(code, message) {
    if (code === "not-found") return showNotFound(message);
    // Without its key the screen goes on with what everybody may see.
    forgetKey(this.code, "screen");
    this.connection.changeKey(null);
  }

  /**
   * @param {MessageKey} label
   * @param {() => void} click
   */
  #button(label, click) {
    return element("button", { type: "button", click }, t(label));
  }

  #update() {
    const { parts } = this.connection;
    updateConnectionNote(this.note, this.connection);
    const { drive, round, clock } = parts;
    if (!drive) return;
    setText(this.title, drive.settings.name || t("drive.one"));
    document.title = `${this.title.textContent} · Oddtrick`;
    this.clock.update(clock);
    updateContent(this.round, [round?.number, round?.trump, drive.rounds, drive.stage], () => roundParts(parts));
    this.#show();
  }

  /** The slides as they are now. @returns {Slide[]} */
  #slides() {
    return screenSlides(this.connection.parts, rowsThatFit(), this.#hall);
  }

  #show() {
    const slides = this.#slides();
    this.#at = Math.min(this.#at, Math.max(0, slides.length - 1));
    const slide = slides[this.#at];
    setText(this.counter, slides.length > 1 ? `${this.#at + 1}/${slides.length}` : "");
    updateContent(this.slide, slide?.key ?? null, () => (slide ? [element("h2", { id: "slide-title" }, slide.title), ...slide.parts()] : []));
  }

  /** @param {number} by */
  #go(by) {
    const count = this.#slides().length;
    this.#at = count ? (this.#at + by + count) % count : 0;
    this.#show();
    this.#schedule();
  }

  #schedule() {
    window.clearTimeout(this.#timer);
    if (!this.#paused) this.#timer = window.setTimeout(() => this.#advance(), SLIDE_TIME);
  }

  #advance() {
    this.#go(1);
    // The organiser may enter the network while this is on the wall.
    if (this.#hall?.hall && this.connection.parts.drive?.stage === "entries") void this.#loadHall().catch(() => undefined);
  }

  /** @param {boolean} paused */
  #setPaused(paused) {
    this.#paused = paused;
    setText(this.pause, t(paused ? "screen.resume" : "screen.pause"));
    this.#schedule();
  }

  async #unlock() {
    const ready = await unlockBell();
    setText(this.sound, t(ready ? "screen.sound.on" : "screen.sound.none"));
    setAttribute(this.sound, "aria-pressed", String(ready));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const on = event.target instanceof HTMLButtonElement;
    if (event.key === "ArrowRight") this.#go(1);
    else if (event.key === "ArrowLeft") this.#go(-1);
    else if (event.key === " " && !on) this.#setPaused(!this.#paused);
    else if (event.key === "f") void toggleFullScreen();
  }
}

/**
 * @param {Partial<import("../drive-types").Parts>} parts
 * @returns {import("../../ui/dom.js").Part[]}
 */
function roundParts({ drive, round }) {
  if (!drive || !round || drive.stage === "over" || drive.stage === "closed") return [];
  return [`${t("drive.round-of", { round: round.number, rounds: drive.rounds })} `, element("span", { class: "trumps" }, ...trumpParts(round.trump))];
}

/** Rows of names that fit one column below the head. */
function rowsThatFit() {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const row = Math.max(window.innerHeight * 0.055, 1.5 * rem);
  return Math.max(4, Math.floor((window.innerHeight * 0.7) / row));
}

async function toggleFullScreen() {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
}
