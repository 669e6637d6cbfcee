// The projector view of a drive: round, trumps and clock always, and in turn who sits where, standings and prizes.

import { element, setAttribute, setText, updateContent } from "../../ui/dom.js";
import { get } from "../../ui/http-client.js";
import { showNotFound } from "../../shell/not-found-page.js";
import { t } from "../../i18n/translate.js";
import { unlockBell, ClockDisplay } from "../drive-clock.js";
import { updateConnectionNote, DriveConnection } from "../drive-connection.js";
import { forgetKey, keyFor, knownDrive } from "../drive-api.js";
import { trumpParts, addressParts, compareNames, groupLabel, playerName, scoreText } from "../drive-words.js";
import { figureColumns, hasStandings, prizeList, standingsNote } from "../standings-table.js";

/** @import {MessageKey} from "../../i18n/translate.js" */
/** @import {Parts, Standing} from "../drive-types" */
/** @import {Part} from "../../ui/dom.js" */

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
  /** @type {ShownHall | null} */
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
    /** @type {ShownHall} */
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

/** The hall, with the way into its network if this screen may show it. @typedef {import("../drive-types").Hall & {access?: import("../drive-types").HallAccess | null}} ShownHall */

/**
 * @typedef {object} Slide
 * @property {unknown} key Differs if the slide looks different.
 * @property {string} title
 * @property {() => Part[]} parts
 */

// The slides of the projector view.

/** Columns of names side by side. */
const NAME_COLUMNS = 3;
const STANDING_COLUMNS = 2;

/** Places of each group that are shown while the drive runs. */
const TOP = 24;

/**
 * Returns the slides that the drive has something for.
 * @param {Partial<Parts>} parts
 * @param {number} rows Rows that fit one column.
 * @param {ShownHall | null} hall What the server says about the hall it runs in.
 * @returns {Slide[]}
 */
function screenSlides(parts, rows, hall) {
  const stage = parts.drive?.stage;
  if (!stage) return [];
  const join = joinSlide(parts, hall);
  if (stage === "entries") return [join];
  const seating = stage === "playing" ? seatingSlides(parts, rows) : [];
  return [...seating, ...prizeSlides(parts, rows), ...standingsSlides(parts, rows), join];
}

/**
 * The names of everybody in order, with their tables.
 * @param {Partial<Parts>} parts
 * @param {number} rows
 * @returns {Slide[]}
 */
function seatingSlides(parts, rows) {
  const { round } = parts;
  if (!round) return [];
  if (round.seats_hidden) return [{ key: ["seats-hidden", round.number], title: t("screen.seating", { round: round.number }), parts: () => [element("p", { class: "slide-big" }, t("screen.seats-hidden"))] }];
  const seats = round.tables.flatMap((table) => table.pairs.flatMap((pair, direction) => pair.map((player) => ({ player, seat: t("screen.seat", { table: table.table, side: t(direction ? "drive.ew" : "drive.ns") }) }))));
  const out = round.sitting_out.map((player) => ({ player, seat: t("screen.out") }));
  const named = [...seats, ...out].map(({ player, seat }) => ({ name: playerName(parts, player), seat })).sort((one, other) => compareNames(one.name, other.name));
  return pages(named, rows * NAME_COLUMNS).map((names) => ({
    key: ["seating", names],
    title: t("screen.seating", { round: round.number }),
    parts: () => [columns(names.map(({ name, seat }) => [element("span", { class: "name" }, name), element("span", { class: "where" }, seat)]), columnsFor(named.length, rows, NAME_COLUMNS), "seats")],
  }));
}

/**
 * The best players, each group for itself.
 * @param {Partial<Parts>} parts
 * @param {number} rows
 * @returns {Slide[]}
 */
function standingsSlides(parts, rows) {
  const { standings = [], standings_info: info, you } = parts;
  const live = you?.role === "organiser" || you?.role === "scorer";
  // A desk in this browser is told the figures that everybody else may not see yet.
  if (!hasStandings(parts) || (info?.hidden && live)) return info?.hidden ? [hiddenSlide(parts)] : [];
  const groups = /** @type {("A" | "B" | null)[]} */ (parts.players?.some((player) => player.group) ? ["A", "B"] : [null]);
  return groups.flatMap((group) => {
    const own = standings.filter((standing) => parts.players?.[standing.player]?.group === group && !parts.players?.[standing.player]?.fills_seat).slice(0, TOP);
    const title = [t("drive.standings"), groupLabel(parts, group)].filter(Boolean).join(": ");
    return pages(own, rows * STANDING_COLUMNS).map((page) => ({
      key: ["standings", page, parts.players, info],
      title,
      parts: () => [
        element("p", { class: "slide-note" }, standingsNote(parts)),
        columns(page.map((standing) => standingRow(parts, standing, placeWithin(own, standing))), columnsFor(own.length, rows, STANDING_COLUMNS), "places"),
      ],
    }));
  });
}

/**
 * The place among some of the players.
 * @param {Standing[]} among Best first.
 * @param {Standing} standing
 */
function placeWithin(among, standing) {
  return among.findIndex((each) => each.place === standing.place) + 1;
}

/**
 * @param {Partial<Parts>} parts
 * @param {Standing} standing
 * @param {number} place
 */
function standingRow(parts, standing, place) {
  const [column] = figureColumns(parts);
  const team = parts.drive?.movement === "military" && parts.players?.[standing.player]?.team;
  return [
    element("span", { class: "place" }, `${place}.`),
    element("span", { class: "name" }, playerName(parts, standing.player), team && element("small", {}, ` ${t("drive.team.of", { team })}`)),
    element("span", { class: "where" }, scoreText(column?.[1](standing))),
  ];
}

/** @param {Partial<Parts>} parts @returns {Slide} */
function hiddenSlide(parts) {
  return { key: ["hidden", parts.standings_info], title: t("drive.standings"), parts: () => [element("p", { class: "slide-big" }, t("screen.hidden"))] };
}

/**
 * The prizes in their order; one with a tie takes two rows.
 * @param {Partial<Parts>} parts
 * @param {number} rows
 * @returns {Slide[]}
 */
function prizeSlides(parts, rows) {
  return pages(parts.prizes ?? [], Math.max(1, Math.floor(rows / 2))).map((prizes) => ({
    key: ["prizes", prizes, parts.players],
    title: t("drive.prizes"),
    parts: () => [prizeList({ ...parts, prizes })],
  }));
}

/**
 * @param {Partial<Parts>} parts
 * @param {ShownHall | null} hall
 * @returns {Slide}
 */
function joinSlide(parts, hall) {
  const code = parts.drive?.code ?? "";
  // In a hall there is an address short enough to type.
  const short = hall?.drive === code && hall.address ? `${hall.address}/d` : "";
  const address = () => element("p", { class: "address" }, ...addressParts(short || new URL(`/drive/${code}`, window.location.href).href));
  const at = `/api/drives/${encodeURIComponent(code)}`;
  const qr = () => element("img", { src: `${at}/qr.svg?page=phone`, alt: t("screen.qr"), class: "qr" });
  return {
    key: ["join", code, hall],
    title: t("screen.join"),
    parts: () => {
      if (hall?.access?.wifi) return [element("div", { class: "join-steps" }, wifiStep(at, hall.access.wifi), joinStep(2, t("drive.hall.open"), qr(), address()))];
      const name = hall?.wifi && element("p", { class: "slide-big" }, t("screen.wifi", { name: hall.wifi }));
      return [element("div", { class: "join-slide" }, qr(), element("div", {}, name, element("p", { class: "slide-big" }, t("screen.join.about")), address()))];
    },
  };
}

/** Changes with each picture of the network: an address that the page has shown would show the same picture again. */
let pictures = 0;

/**
 * @param {string} at Address of the drive in the API.
 * @param {{name: string, password?: string}} wifi
 */
function wifiStep(at, wifi) {
  pictures += 1;
  const picture = element("img", { src: `${at}/wifi.svg?v=${pictures}`, alt: t("screen.wifi.qr"), class: "qr" });
  const password = wifi.password && element("p", { class: "slide-note" }, t("drive.hall.password"), " ", element("strong", { class: "address" }, wifi.password));
  return joinStep(1, t("drive.hall.join"), picture, element("p", { class: "address" }, wifi.name), password);
}

/**
 * @param {number} number
 * @param {string} title
 * @param {...Part} parts
 */
function joinStep(number, title, ...parts) {
  return element("section", { class: "join-step" }, element("h3", { class: "slide-big" }, `${number}. ${title}`), ...parts);
}

/**
 * Rows that run down one column and go on in the next.
 * @param {Part[][]} items
 * @param {number} count Number of columns.
 * @param {string} kind
 */
function columns(items, count, kind) {
  const list = element("ol", { class: `slide-list ${kind}` }, ...items.map((parts) => element("li", {}, ...parts)));
  list.style.setProperty("--columns", String(count));
  list.style.setProperty("--rows", String(Math.ceil(items.length / count)));
  return list;
}

/**
 * The number of columns that items need.
 * @param {number} items
 * @param {number} rows Rows that fit one column.
 * @param {number} most
 */
function columnsFor(items, rows, most) {
  return Math.min(most, Math.max(1, Math.ceil(items / rows)));
}

/**
 * Divides items into as few pages as possible, all of about the same length.
 * @template Item
 * @param {Item[]} items
 * @param {number} most Items that fit a page.
 * @returns {Item[][]}
 */
function pages(items, most) {
  const count = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / Math.max(1, count));
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
