// The rounds of the desk: what is under way, the entry of results, the clock, and the tables.

import { element, findElement, setText, updateContent, setAttribute, updateList } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { openDialog } from "../../ui/dialog.js";
import { agoText, playerName, trumpParts, compareNames, groupLabel, pairNames, wordFor } from "../drive-words.js";
import { reasonDialog, ask } from "../question-dialogs.js";
import { ringBell, unlockBell, ClockDisplay } from "../drive-clock.js";
import { openCorrection, ResultEntry } from "./result-entry.js";

/** @import {Round, RoundTable, Clock, Stage, Entry} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */
/** @import {MessageKey} from "../../i18n/translate.js" */

/** Time after the focus has moved to the button for the next round until a key works it (ms): no key meant for a result does. */
const SETTLE = 600;

/** Time for which the desk shows that another phone took over (ms). */
const TAKEN_SHOWN = 600_000;

/** So many phones in one place are an alarm: two people who each scan a card are none. */
const MANY_TAKEN = 3;

/** The round under way. */
export class RoundsPhase {
  /** A round was begun here: its first result is typed next. */
  #enterNext = false;
  /** When the focus moved to the button for the next round. */
  #offeredAt = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.title = element("h2", {});
    this.progress = element("p", { class: "progress", role: "status" });
    this.entry = new ResultEntry(desk);
    this.clock = new ClockPanel(desk);
    this.begin = element("button", { type: "button", class: "begin", click: (event) => void this.#begin(event) });
    this.seats = element("button", { type: "button", class: "seats", click: () => this.#checkSeats() }, t("desk.seating"));
    this.undo = element("button", { type: "button", class: "undo", click: () => void this.#undo() }, t("desk.undo"));
    this.toPrizes = element("button", { type: "button", class: "primary", click: () => findElement(document, "#tab-prizes").click() }, t("desk.to-prizes"));
    this.out = element("p", { class: "small" });
    this.unseated = element("p", { class: "unseated", role: "status" });
    this.taken = element("p", { class: "phones-taken", role: "status" });
    this.crossing = element("p", { role: "status" });
    this.crossingPart = element("div", { class: "crossing" }, this.crossing, element("button", { type: "button", click: () => void askCrossing(desk) }, t("desk.crossing.choose")));
    this.grid = new TableGrid(desk, this.entry);
    this.root = element(
      "div",
      { class: "columns" },
      element(
        "div",
        { class: "side" },
        element("div", { class: "round-title" }, this.title, this.progress),
        this.entry.root,
        this.unseated,
        this.taken,
        this.crossingPart,
        this.begin,
        this.toPrizes,
        this.clock.root,
        this.seats,
        this.undo,
      ),
      element("div", { class: "grid-side" }, this.grid.root, this.out),
    );
  }

  shown() {
    if (this.#complete) this.begin.focus();
    else this.entry.focus();
  }

  /** True if the next round can begin: no result is missing or disputed. */
  get #complete() {
    const { round } = this.desk.parts;
    return !round || !(round.missing.length || round.disputed.length);
  }

  update() {
    const { drive, round, clock } = this.desk.parts;
    if (!drive) return;
    updateContent(this.title, [round?.number, round?.trump, drive.rounds], () => titleParts(round ?? null, drive.rounds));
    setText(this.progress, round ? progressText(round) : notBegunText(this.desk.parts));
    this.entry.update(round ?? null, drive.stage === "playing" || drive.stage === "between");
    this.clock.update(clock, drive.stage);
    this.grid.update(round ?? null);
    const out = round?.sitting_out.map((player) => playerName(this.desk.parts, player)) ?? [];
    setText(this.out, out.length ? t("desk.sitting-out", { names: out.join(", ") }) : "");
    const unseated = this.desk.parts.entries?.filter((entry) => entry.waits).map((entry) => entry.name) ?? [];
    setText(this.unseated, unseated.length ? t("desk.unseated", { names: unseated.join(", ") }) : "");
    const taken = recentlyTaken(this.desk);
    setText(this.taken, takenText(this.desk, taken));
    this.taken.toggleAttribute("data-many", taken.some(({ times }) => times >= MANY_TAKEN));
    this.#updateCrossing();
    this.#updateButtons();
    if (this.#enterNext && drive.stage === "playing") {
      this.#enterNext = false;
      this.entry.focus();
    }
    if (drive.stage === "between" && this.#complete && document.activeElement === this.entry.tricks) {
      this.#offeredAt = Date.now();
      this.begin.focus();
    }
  }

  /** Says who plays in the seats of the other group in the next round. */
  #updateCrossing() {
    const { crossing, entries = [], drive } = this.desk.parts;
    const labels = crossingLabels(this.desk.parts);
    this.crossingPart.hidden = !labels || drive?.stage === "playing";
    const names = entries.filter(({ id }) => crossing?.entries.includes(id)).map(({ name }) => name);
    if (labels) setText(this.crossing, t("desk.crossing.next", { ...labels, names: names.join(", ") }));
  }

  #updateButtons() {
    const { drive, round } = this.desk.parts;
    if (!drive) return;
    const next = (round?.number ?? 0) + 1;
    setText(this.begin, t("desk.begin", { round: next }));
    this.begin.hidden = drive.stage === "over" || drive.stage === "closed";
    this.toPrizes.hidden = !this.begin.hidden;
    this.begin.classList.toggle("primary", this.#complete);
    this.seats.hidden = drive.stage !== "playing";
    this.undo.hidden = !round || drive.stage === "closed" || !this.desk.isOrganiser;
  }

  /**
   * Begins the next round, and goes on with the entry of its results.
   * @param {MouseEvent} event
   */
  async #begin({ detail }) {
    const { round } = this.desk.parts;
    const byKey = detail === 0;
    if (byKey && Date.now() - this.#offeredAt < SETTLE) return;
    // Who crosses over is asked once: before the first round, if nobody was chosen yet.
    const asks = !round && !this.desk.parts.entries?.some((entry) => entry.crosses);
    if (asks && !(await askCrossing(this.desk))) return;
    const number = (round?.number ?? 0) + 1;
    this.#enterNext = await this.desk.send({ type: "begin-round" }, t("desk.begin.done", { round: number }));
    this.update();
  }

  #checkSeats() {
    const { round } = this.desk.parts;
    if (round) openSeatingCheck(this.desk, round);
  }

  async #undo() {
    const { round } = this.desk.parts;
    if (!round) return;
    const { seq } = this.desk.connection;
    const entered = round.tables.length - round.missing.length;
    const about = round.number === 1 ? t("desk.undo.about.first") : entered ? t("desk.undo.about.results", { n: entered }) : t("desk.undo.about");
    const why = await reasonDialog(t("desk.undo.title", { round: round.number }), about, t("desk.undo"), [t("desk.why.seats")]);
    if (why !== null) await this.desk.send({ type: "undo-round", why }, t("desk.undo.done", { round: round.number }), seq);
  }
}

/**
 * @param {Round | null} round
 * @param {number} rounds
 */
function titleParts(round, rounds) {
  if (!round) return [t("desk.not-begun")];
  return [`${t("drive.round-of", { round: round.number, rounds })}, `, element("span", { class: "trumps" }, ...trumpParts(round.trump))];
}

/**
 * When to begin; with a warning if people are checked in, but the others get seats too.
 * @param {import("../drive-types").Parts} parts
 */
function notBegunText({ entries = [], drive }) {
  const absent = entries.filter((entry) => !entry.here).length;
  const about = [t("desk.not-begun.about"), drive?.seats === "draw" ? t("desk.not-begun.drawn", { seed: drive.seed ?? 0 }) : ""].filter(Boolean).join(" ");
  if (drive?.settings.check_in || !absent || absent === entries.length) return about;
  return `${about} ${t("desk.not-begun.absent", { n: absent })}`;
}

/** The places where another phone took over of late. @param {Desk} desk */
function recentlyTaken({ parts, connection }) {
  return (parts.phones?.taken ?? []).filter(({ at }) => connection.now() - at < TAKEN_SHOWN);
}

/**
 * Says where other phones have taken over: a person who changes phones, or somebody who should not.
 * @param {Desk} desk
 * @param {ReturnType<typeof recentlyTaken>} taken
 */
function takenText({ parts, connection }, taken) {
  const places = taken.map(({ table, player, times, at }) => {
    const place = table === null ? playerName(parts, player) : t("drive.table-number", { table });
    return t("desk.taken.place", { place, n: times, ago: agoText(connection.now() - at) });
  });
  return places.length ? t("desk.taken", { places: places.join(", ") }) : "";
}

/** @param {Round} round */
function progressText(round) {
  const { tables, missing, disputed, unconfirmed } = round;
  const parts = [t("desk.progress", { n: tables.length - missing.length, tables: tables.length })];
  if (disputed.length) parts.push(t("desk.progress.disputed", { tables: disputed.join(", ") }));
  if (unconfirmed.length) parts.push(t("desk.progress.unconfirmed", { n: unconfirmed.length }));
  return parts.join(" · ");
}

// The clock of the desk: start, pause, a minute more, the bell.

/** The clock with its buttons. The page's own bell is rung by the clock in the header. */
class ClockPanel {
  /** @type {Clock | undefined} */
  #clock;

  /** @param {import("./desk-state.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.time = element("span", { class: "clock large", "aria-hidden": "true", hidden: true });
    this.display = new ClockDisplay(this.time, () => desk.connection.now(), { onBell: () => undefined, idle: true });
    this.start = this.#button("desk.clock.start", () => this.#act(this.#clock?.state === "running" ? "pause" : "start"));
    this.more = this.#button("desk.clock.more", () => desk.send({ type: "clock", act: "add", minutes: 1 }));
    this.reset = this.#button("desk.clock.reset", () => this.#act("reset"));
    this.bell = this.#button("desk.clock.ring", () => this.#act("ring"));
    this.root = element(
      "div",
      { class: "clock-panel", role: "group", "aria-label": t("desk.clock") },
      this.time,
      element("div", { class: "picks" }, this.start, this.more, this.reset, this.bell),
    );
  }

  /**
   * @param {Clock | undefined} clock
   * @param {Stage} stage
   */
  update(clock, stage) {
    this.#clock = clock;
    this.display.update(clock);
    this.root.hidden = stage === "entries" || stage === "over" || stage === "closed";
    const off = !clock || clock.length === 0;
    for (const each of [this.start, this.more, this.reset]) each.hidden = off;
    setText(this.start, t(clock?.state === "running" ? "desk.clock.pause" : "desk.clock.start"));
  }

  /** @param {"start" | "pause" | "reset" | "ring"} act */
  async #act(act) {
    // Without sound of its own the page still rings the other screens.
    if (act === "ring" && (await unlockBell())) ringBell();
    await this.desk.send({ type: "clock", act });
  }

  /**
   * @param {MessageKey} label
   * @param {() => unknown} click
   */
  #button(label, click) {
    return element("button", { type: "button", click: () => void click() }, t(label));
  }
}

// The question who plays in the seats of the other group, where the groups are unequal.

/**
 * The labels of the larger group and of the group in whose seats some of it play; null if nobody has to.
 * @param {import("../drive-types").Parts} parts
 */
function crossingLabels(parts) {
  const { crossing } = parts;
  if (!crossing) return null;
  return { from: groupLabel(parts, crossing.group), to: groupLabel(parts, crossing.group === "A" ? "B" : "A") };
}

/**
 * Asks who crosses over, with those whom the program proposes ticked, and sends the answer.
 * @param {Desk} desk
 * @returns {Promise<boolean>} Whether the question was answered.
 */
async function askCrossing(desk) {
  const { crossing, entries = [] } = desk.parts;
  const labels = crossingLabels(desk.parts);
  if (!crossing || !labels) return true;
  const chosen = new Set(crossing.entries);
  const needed = crossing.entries.length;
  const among = (/** @type {number[]} */ ids) => entries.filter(({ id }) => ids.includes(id)).sort((one, other) => compareNames(one.name, other.name));
  const group = [...among(crossing.entries), ...among(crossing.others)];
  const count = element("p", { class: "progress", role: "status" });
  const update = () => setText(count, t("desk.crossing.count", { n: chosen.size, needed }));
  const tick = (/** @type {number} */ id, /** @type {boolean} */ on) => {
    if (on) chosen.add(id);
    else chosen.delete(id);
    update();
  };
  update();
  const parts = [
    element("p", {}, t("desk.crossing.about", { ...labels, n: needed })),
    element("p", { class: "small" }, t("desk.crossing.prizes", labels)),
    count,
    element("ul", { class: "crossing-list" }, ...group.map((entry) => entryItem(entry, chosen.has(entry.id), tick))),
  ];
  const answer = await ask(t("desk.crossing.title", { ...labels, n: needed }), t("desk.crossing.do"), parts, () => [...chosen].sort((one, other) => one - other));
  return answer !== null && desk.send({ type: "choose-crossing", entries: answer }, t("desk.saved"));
}

/**
 * @param {Entry} entry
 * @param {boolean} checked
 * @param {(id: number, on: boolean) => void} tick
 */
function entryItem({ id, name }, checked, tick) {
  return element("li", {}, element("label", { class: "check" }, element("input", { type: "checkbox", checked, change: (event) => tick(id, event.target.checked) }), element("span", {}, name)));
}

/** The tables that are ticked, and the entry of the log with which their round began: a round begun again is checked anew. */
const ticked = { begun: 0, tables: /** @type {Set<number>} */ (new Set()) };

/**
 * Opens the list of tables to tick off while the organiser walks past them: who sits in which seats.
 * @param {Desk} desk
 * @param {Round} round
 */
function openSeatingCheck(desk, round) {
  if (ticked.begun !== round.begun) Object.assign(ticked, { begun: round.begun, tables: new Set() });
  const { tables } = ticked;
  const progress = element("p", { class: "progress", role: "status" });
  const update = () => setText(progress, t("desk.seating.progress", { n: tables.size, tables: round.tables.length }));
  const tick = (/** @type {number} */ table, /** @type {boolean} */ sits) => {
    if (sits) tables.add(table);
    else tables.delete(table);
    update();
  };
  const out = round.sitting_out.map((player) => playerName(desk.parts, player));
  update();
  openDialog(
    t("desk.seating.title", { round: round.number }),
    element("p", { class: "small" }, t("desk.seating.about")),
    desk.parts.drive?.seats === "draw" && round.number === 1 && element("p", { class: "small" }, t("desk.not-begun.drawn", { seed: desk.parts.drive.seed ?? 0 })),
    progress,
    element("ul", { class: "seating-check" }, ...round.tables.map((table) => tableItem(desk, table, tables.has(table.table), tick))),
    out.length > 0 && element("p", { class: "small" }, t("desk.sitting-out", { names: out.join(", ") })),
  );
}

/**
 * @param {Desk} desk
 * @param {RoundTable} table
 * @param {boolean} checked
 * @param {(table: number, sits: boolean) => void} tick
 */
function tableItem({ parts }, { table, pairs }, checked, tick) {
  return element(
    "li",
    {},
    element(
      "label",
      { class: "check" },
      element("input", { type: "checkbox", checked, change: (event) => tick(table, event.target.checked) }),
      element("span", {}, element("strong", {}, t("drive.table-number", { table })), element("br", {}), t("desk.sides", { ns: pairNames(parts, pairs[0]), ew: pairNames(parts, pairs[1]) })),
    ),
  );
}

// The tables of the round: names, results, and what is missing, waits for confirmation or is disputed.

/** Signs of the states, beside their words and colours. */
const SIGNS = { missing: "…", entered: "?", confirmed: "✓", disputed: "!", unplayed: "–" };

/** A phone that was seen longer ago than this (ms) is shown as away. */
const AWAY = 90_000;

const REFRESH = 15_000;

/** The grid of tables: a press on one enters its result, or corrects it. */
class TableGrid {
  /** @type {Round | null} */
  #round = null;
  #openOnly = false;

  /**
   * @param {Desk} desk
   * @param {ResultEntry} entry
   */
  constructor(desk, entry) {
    this.desk = desk;
    this.entry = entry;
    this.list = element("ul", { class: "tables-grid", "aria-label": t("desk.tables") });
    this.toggle = element("button", { type: "button", "aria-pressed": "false", click: () => this.#toggle() }, t("desk.open-only"));
    this.root = element("div", { class: "tables-part" }, element("div", { class: "picks" }, this.toggle), this.list);
    window.setInterval(() => this.update(this.#round), REFRESH);
  }

  /** @param {Round | null} round */
  update(round) {
    this.#round = round;
    const tables = (round?.tables ?? []).filter((table) => !this.#openOnly || (table.state !== "confirmed" && table.state !== "unplayed"));
    this.root.hidden = !round;
    updateList(
      this.list,
      tables,
      (table) => String(table.table),
      () => this.#make(),
      (item, table) => this.#updateTable(item, table, this.#lastSeen(table)),
    );
  }

  /**
   * When a phone of a table or of somebody who sits there was last heard from.
   * @param {RoundTable} table
   * @returns {number | null}
   */
  #lastSeen({ table, pairs }) {
    const { phones } = this.desk.parts;
    const times = [phones?.tables[table], ...pairs.flat().map((player) => phones?.players[player])].filter((each) => each !== undefined);
    return times.length ? Math.max(...times) : null;
  }

  #toggle() {
    this.#openOnly = !this.#openOnly;
    this.toggle.setAttribute("aria-pressed", String(this.#openOnly));
    this.update(this.#round);
  }

  #make() {
    const choose = () => {
      const round = this.#round;
      const table = round?.tables.find((each) => String(each.table) === item.dataset.key);
      if (!round || !table) return;
      if (table.state === "missing" || table.state === "entered" || table.state === "disputed") this.entry.choose(table.table);
      else openCorrection(this.desk, round, table.table);
    };
    const item = element(
      "li",
      {},
      element(
        "button",
        { type: "button", class: "table-tile", click: choose },
        element("span", { class: "number" }),
        element("span", { class: "state" }),
        element("span", { class: "side-label" }, t("drive.ns")),
        element("span", { class: "pair ns" }),
        element("span", { class: "tricks ns" }),
        element("span", { class: "side-label" }, t("drive.ew")),
        element("span", { class: "pair ew" }),
        element("span", { class: "tricks ew" }),
        element("span", { class: "seen" }),
      ),
    );
    return item;
  }

  /**
   * @param {HTMLElement} item
   * @param {RoundTable} table
   * @param {number | null} seen
   */
  #updateTable(item, table, seen) {
    const { parts, connection } = this.desk;
    setAttribute(item, "data-state", table.state);
    setText(findElement(item, ".number"), String(table.table));
    setText(findElement(item, ".state"), `${SIGNS[table.state]} ${wordFor("desk.state", table.state)}`);
    for (const [at, side] of ["ns", "ew"].entries()) {
      setText(findElement(item, `.pair.${side}`), pairNames(parts, table.pairs[at] ?? []));
      setText(findElement(item, `.tricks.${side}`), tricksText(table, at));
    }
    const away = seen !== null && connection.now() - seen > AWAY;
    const online = table.online && table.state === "missing";
    setText(findElement(item, ".seen"), online ? t("desk.online") : away ? t("desk.seen", { ago: agoText(connection.now() - seen) }) : "");
  }
}

/**
 * The tricks of a pair; of a disputed table, as each side reports them.
 * @param {RoundTable} table
 * @param {number} at
 */
function tricksText(table, at) {
  if (table.state === "disputed" && table.reports?.length) return table.reports.map((report) => report.tricks?.[at] ?? "–").join(" / ");
  return String(table.tricks?.[at] ?? "");
}
