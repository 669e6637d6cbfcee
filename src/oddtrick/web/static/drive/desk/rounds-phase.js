// The rounds of the desk: what is under way, the entry of results, the clock, and the tables.

import { element, findElement, setText, updateContent } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { agoText, playerName, trumpParts } from "../drive-words.js";
import { reasonDialog } from "../question-dialogs.js";
import { ClockPanel } from "./clock-panel.js";
import { openCorrection } from "./correction-dialog.js";
import { askCrossing, crossingLabels } from "./crossing-dialog.js";
import { ResultEntry } from "./result-entry.js";
import { openSeatingCheck } from "./seating-check-dialog.js";
import { TableGrid } from "./table-grid.js";

/** @typedef {import("../drive-types").Round} Round */
/** @typedef {import("../drive-types").RoundTable} RoundTable */
/** @typedef {import("./desk-state.js").Desk} Desk */

/**
 * Builds the phase.
 * @param {Desk} desk
 * @returns {import("./desk-page.js").Phase}
 */
export function roundsPhase(desk) {
  return new RoundsPhase(desk);
}

/** Time after the focus has moved to the button for the next round until a key works it (ms): no key meant for a result does. */
const SETTLE = 600;

/** Time for which the desk shows that another phone took over (ms). */
const TAKEN_SHOWN = 600_000;

/** So many phones in one place are an alarm: two people who each scan a card are none. */
const MANY_TAKEN = 3;

/** The round under way. */
class RoundsPhase {
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
    this.grid = new TableGrid(desk, (table) => this.#choose(table));
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

  /** @param {RoundTable} table */
  #choose(table) {
    const { round } = this.desk.parts;
    if (!round) return;
    if (table.state === "missing" || table.state === "entered" || table.state === "disputed") this.entry.choose(table.table);
    else openCorrection(this.desk, round, table.table);
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
