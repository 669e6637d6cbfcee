// The results of the desk: live standings, the results of every round with their corrections, and the log.

import { element, setText, updateContent } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { pairNames, playerName, timeOfDay, trumpName, wordFor } from "../drive-words.js";
import { hasStandings, standingsNote, standingsTable } from "../standings-table.js";
import { openCorrection } from "./result-entry.js";

/** @import {LogLine, Round} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */

/** Standings, rounds and log. */
export class ResultsPhase {
  /** Number of the round whose results are shown; 0: the one under way. */
  #chosen = 0;
  /** Entry of the log that the fetched parts show. */
  #fetched = -1;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.note = element("p", { class: "small", role: "status" });
    this.reveal = element("button", { type: "button", click: () => void this.#reveal() }, t("desk.reveal"));
    this.standings = element("div", { class: "scrolled", tabindex: 0, role: "group", "aria-label": t("drive.standings") });
    this.rounds = element("select", { id: "round", change: () => this.#choose(Number(this.rounds.value)) });
    this.results = element("div", { class: "scrolled", tabindex: 0, role: "group", "aria-label": t("desk.tables") });
    this.log = element("ol", { class: "log" });
    this.root = element(
      "div",
      { class: "columns results" },
      element(
        "section",
        { "aria-labelledby": "standings" },
        element("h2", { id: "standings" }, t("drive.standings")),
        this.note,
        this.reveal,
        this.standings,
      ),
      element(
        "div",
        { class: "rounds-side" },
        element("div", { class: "field" }, element("label", { for: "round" }, t("desk.round-results")), this.rounds),
        this.results,
        element("section", { "aria-labelledby": "log" }, element("h2", { id: "log" }, t("desk.log")), this.log),
      ),
    );
  }

  shown() {
    this.update();
  }

  update() {
    const { parts } = this.desk;
    const { standings = [], drive, round } = parts;
    setText(this.note, standingsNote(parts));
    this.reveal.hidden = !parts.standings_info?.hidden || !this.desk.isOrganiser;
    updateContent(this.standings, [standings, parts.players, parts.standings_info], () => [
      hasStandings(parts) && standingsTable(parts, standings, { caption: t("drive.standings") }),
    ]);
    this.#updateRounds(round?.number ?? 0, drive?.rounds ?? 0);
    if (this.desk.connection.seq !== this.#fetched) void this.#fetch();
  }

  /**
   * @param {number} begun
   * @param {number} rounds
   */
  #updateRounds(begun, rounds) {
    updateContent(this.rounds, [begun, rounds, this.#chosen], () =>
      Array.from({ length: begun }, (_, at) => begun - at).map((number) =>
        element("option", { value: number, selected: number === (this.#chosen || begun) }, t("drive.round-of", { round: number, rounds })),
      ),
    );
    this.rounds.disabled = begun === 0;
  }

  /** @param {number} number */
  #choose(number) {
    this.#chosen = number === this.desk.parts.round?.number ? 0 : number;
    this.#fetched = -1;
    this.update();
  }

  /** Fetches the chosen round and the log as they are now. */
  async #fetch() {
    const { connection } = this.desk;
    this.#fetched = connection.seq;
    await this.desk.run(async () => {
      const chosen = this.#chosen;
      const [round, { log }] = await Promise.all([chosen ? connection.api.get(`/rounds/${chosen}`) : this.desk.parts.round, connection.api.get("/log")]);
      if (chosen === this.#chosen) this.#showRound(round ?? null);
      this.#showLog(log);
    });
  }

  /** @param {Round | null} round */
  #showRound(round) {
    const { parts } = this.desk;
    updateContent(this.results, [round, parts.players, this.desk.parts.drive?.stage === "closed"], () => [round ? this.#roundTable(round) : element("p", { class: "none" }, t("desk.no-results"))]);
  }

  /** @param {Round} round */
  #roundTable(round) {
    const { parts } = this.desk;
    const rows = round.tables.map((table) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, String(table.table)),
        element("td", {}, pairNames(parts, table.pairs[0])),
        element("td", { class: "figure" }, table.tricks ? `${table.tricks[0]}–${table.tricks[1]}` : table.unplayed ? t("desk.state.unplayed") : "–"),
        element("td", {}, pairNames(parts, table.pairs[1])),
        element("td", {}, (table.tricks || table.unplayed) && parts.drive?.stage !== "closed" && this.#correctButton(round, table.table)),
      ),
    );
    const heading = (/** @type {string} */ text) => element("th", { scope: "col" }, text);
    return element(
      "table",
      { class: "round-results" },
      element("caption", {}, `${t("drive.trumps")}: ${trumpName(round.trump)}`),
      element(
        "thead",
        {},
        element("tr", {}, heading(t("drive.table")), heading(t("drive.north-south")), heading(t("drive.tricks")), heading(t("drive.east-west")), element("td", {})),
      ),
      element("tbody", {}, ...rows),
    );
  }

  /**
   * @param {Round} round
   * @param {number} table
   */
  #correctButton(round, table) {
    const label = t("desk.correct.name", { round: round.number, table });
    return element(
      "button",
      { type: "button", "data-key": `${round.number}/${table}`, "aria-label": label, click: () => void openCorrection(this.desk, round, table) },
      t("desk.correct"),
    );
  }

  /** @param {LogLine[]} log */
  #showLog(log) {
    updateContent(this.log, [log, this.desk.parts.players], () =>
      log.length ? log.map((line) => this.#logLine(line)) : [element("li", { class: "none" }, t("desk.log.none"))],
    );
  }

  /** @param {LogLine} line */
  #logLine(line) {
    const where = [
      line.round ? t("drive.round", { round: line.round }) : "",
      line.table ? t("desk.log.table", { table: line.table }) : "",
      line.player === null ? "" : nameAt(line, playerName(this.desk.parts, line.player)),
    ].filter(Boolean);
    return element(
      "li",
      {},
      element("span", { class: "small" }, element("time", { datetime: new Date(line.at).toISOString() }, timeOfDay(line.at)), ` · ${wordFor("desk.role", line.by)}`),
      element("span", { class: "what" }, [wordFor("desk.log", line.kind), ...where].join(", ")),
      element("span", {}, changeText(line)),
      line.why && element("span", { class: "why" }, t("desk.log.why", { why: line.why })),
    );
  }

  async #reveal() {
    await this.desk.send({ type: "change-settings", hide_last: 0 }, t("desk.revealed"));
  }
}

/**
 * The name that a line is about: of somebody who left or came back, as it was then, for the card may have another name now.
 * @param {LogLine} line
 * @param {string} now
 */
function nameAt({ kind, before }, now) {
  return (isAbsence(kind) && before) || now;
}

/** @param {string} kind */
function isAbsence(kind) {
  return kind === "left" || kind === "returned";
}

/**
 * What a change changed: the value before and after, or the results that went with a round.
 * @param {LogLine} line
 */
function changeText({ kind, before, after }) {
  if (kind === "undone") return t("desk.log.results", { n: Number.parseInt(before, 10) || 0 });
  if (isAbsence(kind)) return "";
  const shown = (/** @type {string} */ value) => wordFor("desk.log.unplayed", value).replace(/^(\d+)-(\d+)$/, "$1–$2") || "–"; // a result reads as in the tables above
  return before || after ? t("desk.log.change", { before: shown(before), after: shown(after) }) : "";
}
