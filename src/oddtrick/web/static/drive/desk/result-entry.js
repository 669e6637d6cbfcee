// Results at the desk. Typed by keyboard alone: table, tricks of North–South, Enter; the next missing table is offered.
// Dialogs correct a result, and leave a deal unplayed.

import { element, setText, findInput } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { radioGroup } from "../../ui/form-fields.js";
import { pairNames, unplayedText } from "../drive-words.js";
import { ask, reasonField } from "../question-dialogs.js";

/** @import {Round, RoundTable, Tricks, Unplayed} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */

/** Tricks of a deal. */
const TRICKS = 13;

/** The form for one result after the other. */
export class ResultEntry {
  /** @type {Round | null} */
  #round = null;
  /** The table was typed or chosen, not offered: an update leaves it alone. */
  #chosen = false;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const number = { type: "text", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", maxlength: 3 };
    this.table = element("input", { ...number, id: "entry-table", focus: select, input: () => this.#tableTyped(), keydown: (event) => this.#tableEnter(event) });
    this.tricks = element("input", { ...number, id: "entry-tricks", focus: select, "aria-describedby": "entry-sides", input: () => this.#showSides() });
    this.sides = element("p", { id: "entry-sides", class: "sides", "aria-live": "polite" });
    this.problem = element("p", { class: "error", role: "alert" });
    this.root = element(
      "form",
      { class: "result-entry", novalidate: true, autocomplete: "off", submit: (event) => void this.#submit(event) },
      element("div", {}, element("label", { for: "entry-table" }, t("drive.table")), this.table),
      element("div", {}, element("label", { for: "entry-tricks" }, t("desk.tricks-ns")), this.tricks),
      element("button", { class: "primary" }, t("desk.enter")),
      element("button", { type: "button", class: "unplayed", click: () => this.#unplayed() }, t("desk.unplayed")),
      this.sides,
      this.problem,
    );
  }

  /**
   * @param {Round | null} round
   * @param {boolean} open Whether results can be entered.
   */
  update(round, open) {
    const changed = round?.begun !== this.#round?.begun;
    this.#round = round;
    this.root.hidden = !round || !open;
    if (changed) {
      this.#chosen = false;
      this.tricks.value = "";
    }
    const now = this.#tableNow();
    if (!this.#chosen && (!this.tricks.value || !now || now.tricks || now.unplayed)) this.#offerNext();
    this.#showSides();
  }

  /** Puts the cursor where the next result is typed. */
  focus() {
    if (!this.root.hidden) this.tricks.focus();
  }

  /**
   * Chooses a table, as a press on it does.
   * @param {number} table
   */
  choose(table) {
    this.#chosen = true;
    this.table.value = String(table);
    this.#showSides();
    this.tricks.focus();
  }

  #tableNow() {
    return this.#round?.tables.find((each) => each.table === Number(this.table.value));
  }

  /** Tables of this round whose results are on their way. */
  #sent() {
    const round = this.#round?.number;
    return new Set(this.desk.connection.outbox.pending.flatMap((command) => ("tricks" in command && command.round === round ? [command.table] : [])));
  }

  /** Offers the first table without a result, counted on from the last one: those in the hall before those that report themselves. */
  #offerNext() {
    const sent = this.#sent();
    const missing = (this.#round?.missing ?? []).filter((table) => !sent.has(table));
    const online = new Set(this.#round?.tables.filter((table) => table.online).map(({ table }) => table));
    const inHall = missing.filter((table) => !online.has(table));
    const disputed = (this.#round?.disputed ?? []).filter((table) => !sent.has(table));
    const open = [inHall, disputed, missing].find((tables) => tables.length) ?? [];
    const after = Number(this.table.value);
    const next = open.find((table) => table >= after) ?? open[0];
    this.table.value = next === undefined ? "" : String(next);
    this.#chosen = false;
  }

  #tableTyped() {
    this.#chosen = this.table.value !== "";
    this.#showSides();
  }

  /** @param {KeyboardEvent} event */
  #tableEnter(event) {
    if (event.key !== "Enter" || this.tricks.value) return;
    event.preventDefault();
    this.tricks.focus();
  }

  /** Shows the names of the two pairs, and the tricks that are left for East–West. */
  #showSides() {
    const table = this.#tableNow();
    const tricks = readTricks(this.tricks.value);
    if (!table) return setText(this.sides, this.table.value ? t("desk.no-table", { table: this.table.value }) : "");
    const [ns, ew] = table.pairs;
    const names = { ns: pairNames(this.desk.parts, ns), ew: pairNames(this.desk.parts, ew) };
    if (tricks === null) setText(this.sides, t(table.online && !table.tricks ? "desk.sides.online" : "desk.sides", names));
    else setText(this.sides, t("desk.sides.tricks", { ...names, won: tricks, lost: TRICKS - tricks }));
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    setText(this.problem, "");
    const [round, table, tricks] = [this.#round, this.#tableNow(), readTricks(this.tricks.value)];
    if (!round || !table) return this.#refuse(this.table, t("desk.no-table", { table: this.table.value || "?" }));
    if (tricks === null) return this.#refuse(this.tricks, t("desk.bad-tricks"));
    if (table.state === "confirmed" || table.state === "unplayed") return openCorrection(this.desk, round, table.table, [tricks, TRICKS - tricks]);
    const done = t("desk.entered", { table: table.table, won: tricks, lost: TRICKS - tricks });
    const sent = this.desk.send(commandFor(round.number, table, [tricks, TRICKS - tricks]), done);
    this.tricks.value = "";
    this.#offerNext();
    this.#showSides();
    this.tricks.focus();
    await sent;
  }

  /** Lets the round go on without the result of the table. */
  #unplayed() {
    const [round, table] = [this.#round, this.#tableNow()];
    if (!round || !table) return this.#refuse(this.table, t("desk.no-table", { table: this.table.value || "?" }));
    void openUnplayed(this.desk, round.number, table.table);
  }

  /**
   * @param {HTMLInputElement} field
   * @param {string} why
   */
  #refuse(field, why) {
    setText(this.problem, why);
    field.focus();
    field.select();
  }
}

/**
 * The command that makes a result the table's: entered, or settled where phones have reported one.
 * @param {number} round
 * @param {RoundTable} table
 * @param {[number, number]} tricks
 * @returns {import("../drive-types").Command}
 */
function commandFor(round, { table, tricks: reported }, tricks) {
  if (!reported) return { type: "enter-result", round, table, tricks };
  if (reported[0] === tricks[0]) return { type: "confirm-result", round, table, tricks };
  return { type: "correct-result", round, table, tricks, why: t("desk.why.settled") };
}

/**
 * Reads a number of tricks; null if it is none.
 * @param {string} typed
 */
function readTricks(typed) {
  const text = typed.trim();
  return /^\d{1,2}$/.test(text) && Number(text) <= TRICKS ? Number(text) : null;
}

/** Selects the whole field, so that a digit replaces what stands there. @param {FocusEvent} event */
function select(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}



// The dialog that corrects a result of any round, with the reason for the log.

/**
 * Asks for the right result of a table and sends it.
 * @param {import("./desk-state.js").Desk} desk
 * @param {Round} round
 * @param {number} number Number of the table.
 * @param {Tricks | null} [typed] The tricks that were typed already.
 * @returns {Promise<boolean>} Whether the result was corrected.
 */
export async function openCorrection(desk, round, number, typed = null) {
  const table = round.tables.find((each) => each.table === number);
  if (!table) return false;
  const [ns, ew] = table.pairs;
  const other = element("output", { class: "other-tricks" });
  const tricks = element("input", {
    id: "correct-tricks",
    name: "tricks",
    inputmode: "numeric",
    pattern: "0?[0-9]|1[0-3]",
    required: true,
    maxlength: 2,
    autocomplete: "off",
    value: String((typed ?? table.tricks)?.[0] ?? ""),
    input: () => showOther(),
  });
  const showOther = () => {
    const read = readTricks(tricks.value);
    setText(other, read === null ? "–" : String(TRICKS - read));
  };
  showOther();
  const swap = () => {
    const read = readTricks(tricks.value);
    if (read !== null) tricks.value = String(TRICKS - read);
    showOther();
  };
  const unplayed = () => {
    tricks.closest("dialog")?.close();
    void openUnplayed(desk, round.number, number);
  };
  const parts = [
    ...(table.unplayed ? [element("p", { class: "small" }, unplayedText(desk.parts, table.unplayed))] : []),
    element("p", {}, t("desk.correct.about")),
    element(
      "div",
      { class: "two-pairs" },
      element("label", { for: "correct-tricks" }, pairNames(desk.parts, ns)),
      tricks,
      element("span", {}, pairNames(desk.parts, ew)),
      other,
    ),
    element("div", { class: "picks" }, element("button", { type: "button", click: swap }, t("desk.correct.swap")), element("button", { type: "button", click: () => unplayed() }, t("desk.unplayed"))),
    reasonField([t("desk.why.swapped"), t("desk.why.counted"), t("desk.why.typed")]),
  ];
  const answer = await ask(t("desk.correct.title", { round: round.number, table: number }), t("desk.correct"), parts, (form) => ({
    won: readTricks(tricks.value),
    why: findInput(form, "[name=why]").value.trim(),
  }));
  if (!answer || answer.won === null) return false;
  const { won, why } = answer;
  const done = t("desk.correct.done", { round: round.number, table: number, won, lost: TRICKS - won });
  return desk.send({ type: "correct-result", round: round.number, table: number, tricks: [won, TRICKS - won], why }, done);
}

// The dialog for a table that cannot finish: how its deal is scored, so that the round goes on without it.

/**
 * Asks how the deal of a table is scored and sends the answer.
 * @param {import("./desk-state.js").Desk} desk
 * @param {number} round
 * @param {number} table
 */
async function openUnplayed(desk, round, table) {
  /** @type {Unplayed} */
  let score = "average";
  const offers = ["average", "nothing", "later"].map((value) => ({ value, text: unplayedText(desk.parts, /** @type {Unplayed} */ (value)) }));
  const parts = [
    element("p", {}, t("desk.unplayed.about")),
    radioGroup(t("desk.unplayed.score"), offers, score, (value) => (score = /** @type {Unplayed} */ (value))),
    reasonField([t("desk.why.unwell"), t("desk.why.time"), t("desk.why.misdeal")]),
  ];
  const why = await ask(t("desk.unplayed.title", { round, table }), t("desk.unplayed.do"), parts, (form) => findInput(form, "[name=why]").value.trim());
  if (why) await desk.send({ type: "mark-unplayed", round, table, score, why }, t("desk.unplayed.done", { round, table }));
}
