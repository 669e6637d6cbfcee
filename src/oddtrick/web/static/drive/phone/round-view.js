// The round on a phone: the seat, and the result from the first report to the confirmation.

import { element, setText, updateContent, findElement, setAttribute } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { crossingText, directionName, pairNames, playerName, trumpParts, unplayedText } from "../drive-words.js";
import { prizeList } from "../standings-table.js";
import { isOnline } from "./online-seat.js";

/** @import {DriveConnection} from "../drive-connection.js" */
/** @import {Command, PairIndex, Round, RoundTable, Tricks} from "../drive-types" */

/**
 * @typedef {object} Place Where this phone sits in the round.
 * @property {Round} round
 * @property {RoundTable} table
 * @property {PairIndex} side The side whose tricks are entered; a table's phone enters those of North–South.
 * @property {number | null} player The player of the phone; null for the phone of a table.
 */

/** The view of the round. */
export class RoundView {
  /** Entry of the log with which the shown round began, to notice a new one. */
  #begun = 0;
  /** The person is about to give another result than the one that is known. */
  #again = false;

  /**
   * @param {DriveConnection} connection
   * @param {() => void} onChange
   */
  constructor(connection, onChange) {
    this.connection = connection;
    this.onChange = onChange;
    this.seat = element("div", { class: "seat", "aria-live": "polite" });
    this.result = element("div", { class: "result", "aria-live": "polite" });
    this.problem = element("p", { class: "error", role: "alert" });
    this.entry = new TricksEntry();
    this.entry.send.addEventListener("click", () => void this.#report());
    this.waiting = element("p", { class: "small" });
    this.root = element("div", { class: "view round-part" }, this.seat, this.result, this.entry.root, this.problem, this.waiting);
  }

  update() {
    const { parts } = this.connection;
    const { round, you, drive } = parts;
    const place = this.#place();
    if (round && round.begun !== this.#begun) this.#newRound(round.begun);
    updateContent(this.seat, [round?.number, round?.trump, round?.tables, you, drive?.stage, parts.players, parts.prizes], () => this.#seatParts(place));
    const key = [place?.table, you, this.#again, this.connection.outbox.pending, drive?.stage === "closed"];
    updateContent(this.result, key, () => (place && (!place.table.online || place.table.tricks) ? this.#resultParts(place) : []));
    const played = place?.table.online === true;
    this.entry.root.hidden = played || !place || !this.#asksForTricks(place);
    if (place) this.entry.describe(this.#question(place), this.#sideNames(place));
    setText(this.waiting, place && round?.missing.length ? t("phone.others", { n: round.missing.length }) : "");
  }

  /** @param {number} begun */
  #newRound(begun) {
    if (this.#begun && "vibrate" in navigator) navigator.vibrate?.(200);
    this.#begun = begun;
    this.#again = false;
    this.entry.clear();
    setText(this.problem, "");
  }

  /** @returns {Place | null} */
  #place() {
    const { round, you, next } = this.connection.parts;
    if (!round || you?.role !== "captain") return null;
    const number = you.table ?? (next?.round === round.number ? next.table : null);
    const table = round.tables.find((each) => each.table === number);
    if (!table) return null;
    const side = you.player === null ? 0 : /** @type {PairIndex} */ (table.pairs[1].includes(you.player) ? 1 : 0);
    return { round, table, side, player: you.player };
  }

  /**
   * @param {Place | null} place
   * @returns {import("../../ui/dom.js").Part[]}
   */
  #seatParts(place) {
    const { parts } = this.connection;
    const { round, you, drive } = parts;
    // Before anybody has a card, the question above says the same.
    if (!round && !isOnline(this.connection) && !parts.players?.length) return [];
    if (!round) return [element("p", { class: isOnline(this.connection) ? "round-line" : "big" }, t("phone.not-begun"))];
    const head = element(
      "p",
      { class: "round-line" },
      `${t("drive.round-of", { round: round.number, rounds: drive?.rounds ?? 0 })}, `,
      element("span", { class: "trumps" }, ...trumpParts(round.trump)),
    );
    if (drive?.stage === "closed") return [element("p", { class: "round-line" }, t("phone.closed")), ...this.#prizeParts()];
    if (!place) return [head, you?.role === "captain" && element("p", { class: "big" }, t("phone.sitting-out"))];
    return [head, place.player === null ? this.#wholeTable(place) : this.#ownSeat(place, place.player)];
  }

  #prizeParts() {
    const { parts } = this.connection;
    return parts.prizes?.length ? [element("h2", {}, t("drive.prizes")), prizeList(parts)] : [];
  }

  /** @param {Place} place */
  #wholeTable({ table }) {
    const { parts } = this.connection;
    return element(
      "div",
      {},
      element("p", { class: "big" }, t("drive.table-number", { table: table.table })),
      element("dl", { class: "sides" }, ...table.pairs.flatMap((pair, at) => [element("dt", {}, directionName(at)), element("dd", {}, pairNames(parts, pair))])),
    );
  }

  /**
   * @param {Place} place
   * @param {number} player
   */
  #ownSeat({ table, side }, player) {
    const { parts } = this.connection;
    const partner = table.pairs[side].find((each) => each !== player);
    const line = (/** @type {string} */ label, /** @type {string} */ text) => [element("dt", {}, label), element("dd", {}, text)];
    const crosses = crossingText(parts, player);
    const team = parts.players?.[player]?.team;
    return element(
      "div",
      {},
      element("p", { class: "big" }, t("drive.table-number", { table: table.table })),
      element(
        "dl",
        { class: "sides" },
        ...line(t("phone.seat"), directionName(side)),
        ...line(t("phone.partner"), playerName(parts, partner)),
        ...line(t("phone.against"), pairNames(parts, table.pairs[1 - side] ?? [])),
        ...(crosses ? line(t("drive.group"), crosses) : []),
        ...(team ? line(t("drive.team"), team) : []),
      ),
    );
  }

  /** The command about this table that the server has not answered, or has not shown yet. @param {Place} place */
  #unsent({ round, table }) {
    return this.connection.outbox.pending.reverse().find((command) => "round" in command && "table" in command && command.table === table.table && command.round === round.number);
  }

  /** @param {Place} place */
  #asksForTricks(place) {
    if (this.connection.parts.drive?.stage === "closed" || this.#unsent(place)) return false;
    return place.table.state === "missing" || this.#again;
  }

  /**
   * @param {Place} place
   * @returns {import("../../ui/dom.js").Part[]}
   */
  #resultParts(place) {
    const unsent = this.#unsent(place);
    if (unsent) return [element("p", { class: "state", "data-state": "unsent" }, t("phone.unsent"), " ", "tricks" in unsent && unsent.tricks ? this.#tricksText(place, unsent.tricks) : "")];
    const { table } = place;
    if (table.unplayed) return [element("p", { class: "state", "data-state": "unplayed" }, unplayedText(this.connection.parts, table.unplayed))];
    if (!table.tricks || table.state === "missing") return table.state === "disputed" ? this.#disputedParts() : [];
    const text = this.#tricksText(place, table.tricks);
    const line = (/** @type {import("../../i18n/translate.js").MessageKey} */ key) => element("p", { class: "state", "data-state": table.state }, t(key), " ", element("strong", {}, text));
    if (table.state === "confirmed") return [line("phone.confirmed")];
    if (table.state === "disputed") return this.#disputedParts();
    return this.#isOwnReport(place) ? [line("phone.reported"), this.#againButton()] : [line(place.player === null ? "phone.confirm-table" : "phone.confirm"), !this.#again && this.#confirmButtons(place, table.tricks)];
  }

  #disputedParts() {
    return [element("p", { class: "state", "data-state": "disputed" }, t("phone.disputed")), this.#againButton()];
  }

  /** Whether the report that waits comes from this phone's side, so that the other side has to confirm it. @param {Place} place */
  #isOwnReport({ table, side, player }) {
    return player !== null && table.reported === side;
  }

  #againButton() {
    return !this.#again && element("button", { type: "button", click: () => this.#askAgain() }, t("phone.again"));
  }

  /**
   * @param {Place} place
   * @param {Tricks} tricks
   */
  #confirmButtons(place, tricks) {
    const { round, table } = place;
    const confirm = () => void this.#send({ type: "confirm-result", round: round.number, table: table.table, tricks }, this.#tricksText(place, tricks));
    return element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "primary", click: confirm }, t("phone.right")),
      element("button", { type: "button", click: () => this.#askAgain() }, t("phone.wrong")),
    );
  }

  #askAgain() {
    this.#again = true;
    this.entry.clear();
    this.onChange();
    this.entry.focus();
  }

  /** Sends the tricks of this phone's side: a first report, a changed one, or another than the opponents'. */
  async #report() {
    const place = this.#place();
    const own = this.entry.chosen;
    if (!place || own === null) return;
    const { round, table, side } = place;
    const tricks = /** @type {Tricks} */ (side ? [13 - own, own] : [own, 13 - own]);
    const differs = table.state !== "missing" && !this.#isOwnReport(place) && place.player !== null;
    this.#again = false;
    this.entry.clear();
    await this.#send({ type: differs ? "dispute-result" : "enter-result", round: round.number, table: table.table, tricks }, this.#tricksText(place, tricks));
  }

  /**
   * @param {Extract<Command, { round: number }>} command
   * @param {string} score The result in words, said again if it is refused.
   */
  async #send(command, score) {
    setText(this.problem, "");
    await this.connection.outbox.send(command).catch((error) => {
      // The next round clears what was said about this one: a result that came too late has to be told beyond it.
      if (error.code === "round-over") this.connection.outbox.refused.push({ message: t("phone.too-late", { round: command.round, score }) });
      else setText(this.problem, error.code === "conflict" ? t("phone.overtaken", { score }) : error.message);
    });
    this.onChange();
  }

  /** @param {Place} place */
  #question({ side, player }) {
    return player === null ? t("phone.tricks-of", { side: directionName(side) }) : t("phone.tricks");
  }

  /**
   * How the two sides are called on this phone.
   * @param {Place} place
   * @returns {[string, string]} The side whose tricks are entered, and the other.
   */
  #sideNames({ table, player }) {
    const { parts } = this.connection;
    return player === null ? [pairNames(parts, table.pairs[0]), pairNames(parts, table.pairs[1])] : [t("phone.us"), t("phone.them")];
  }

  /**
   * @param {Place} place
   * @param {Tricks} tricks
   */
  #tricksText(place, tricks) {
    const [one, other] = this.#sideNames(place);
    return t("phone.score", { one, won: tricks[place.side], other, lost: 13 - tricks[place.side] });
  }
}

// The entry of a result on a phone: the tricks of one side, then a look at both before they are sent.

const TRICKS = 13;

/** Buttons from 0 to 13, and the button that sends. */
class TricksEntry {
  /** @type {number | null} */
  chosen = null;
  /** @type {[string, string]} */
  #sides = ["", ""];

  constructor() {
    this.question = element("h2", { id: "tricks-question" });
    this.buttons = element(
      "div",
      { class: "tricks-buttons", role: "group", "aria-labelledby": "tricks-question" },
      ...Array.from({ length: TRICKS + 1 }, (_, tricks) =>
        element("button", { type: "button", "data-tricks": tricks, "aria-pressed": "false", click: () => this.#choose(tricks) }, String(tricks)),
      ),
    );
    this.both = element("p", { class: "both", role: "status" });
    this.send = element("button", { type: "button", class: "primary" }, t("phone.send"));
    this.root = element("section", { class: "tricks-entry", "aria-labelledby": "tricks-question" }, this.question, this.buttons, this.both, this.send);
    this.clear();
  }

  /**
   * @param {string} question
   * @param {[string, string]} sides Names of the side whose tricks are entered and of the other.
   */
  describe(question, sides) {
    this.#sides = sides;
    setText(this.question, question);
    this.#update();
  }

  clear() {
    this.chosen = null;
    this.#update();
  }

  focus() {
    findElement(this.buttons, "button").focus({ preventScroll: true });
    // The whole entry, not just its first button, has to be seen above the tabs.
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} tricks */
  #choose(tricks) {
    this.chosen = tricks;
    this.#update();
  }

  #update() {
    const { chosen } = this;
    for (const button of this.buttons.children) setAttribute(button, "aria-pressed", String(button.getAttribute("data-tricks") === String(chosen)));
    const [one, other] = this.#sides;
    setText(this.both, chosen === null ? "" : t("phone.score", { one, won: chosen, other, lost: TRICKS - chosen }));
    this.send.disabled = chosen === null;
  }
}
