// The scorecard of a player, round by round in two halves: the own one, or that of a name that is looked up. Of a
// duplicate drive also each deal against the other tables.

import { element, updateContent, setText } from "../../ui/dom.js";
import { errorMessage } from "../../ui/http-client.js";
import { numberText, t } from "../../i18n/translate.js";
import { compareNames, playerName, scoreText, suitSign, trumpName, pairNames } from "../drive-words.js";

/** @import {Card, CardRound, Round, RoundTable} from "../drive-types" */

/** The view of a card. */
export class CardView {
  /** The player that was looked up, and the card as fetched. @type {{player: number, card: Card} | null} */
  #other = null;
  #fetched = -1;

  /** @param {import("../drive-connection.js").DriveConnection} connection */
  constructor(connection) {
    this.connection = connection;
    this.title = element("h2", {});
    this.card = element("div", { class: "scrolled", tabindex: 0, role: "group", "aria-label": t("phone.card") });
    this.select = element("select", { id: "other-card", change: () => void this.#choose(this.select.value) });
    this.problem = element("p", { class: "error", role: "alert" });
    this.root = element(
      "div",
      { class: "view" },
      this.title,
      this.card,
      this.problem,
      element("div", { class: "field other-card" }, element("label", { for: "other-card" }, t("phone.look-up")), this.select),
    );
  }

  update() {
    const { parts, seq } = this.connection;
    const card = this.#other?.card ?? parts.card ?? null;
    this.title.textContent = card ? t("phone.card-of", { name: playerName(parts, card.player) }) : t("phone.card");
    updateContent(this.card, [card, parts.players, parts.drive?.rounds], () => [card ? this.#table(card) : element("p", { class: "none" }, t("phone.no-card"))]);
    updateContent(this.select, parts.players, () => this.#options());
    if (this.#other && this.#fetched !== seq) void this.#fetch(this.#other.player);
  }

  #options() {
    const { parts } = this.connection;
    const people = (parts.players ?? []).filter((player) => !player.fills_seat).sort((one, other) => compareNames(one.name, other.name));
    const first = t(parts.card ? "phone.own-card" : "phone.choose-name");
    return [element("option", { value: "" }, first), ...people.map((player) => element("option", { value: player.id }, playerName(parts, player.id)))];
  }

  /** @param {string} value */
  async #choose(value) {
    if (value !== "") return this.#fetch(Number(value));
    this.#other = null;
    this.problem.textContent = "";
    this.update();
  }

  /** @param {number} player */
  async #fetch(player) {
    this.#fetched = this.connection.seq;
    this.problem.textContent = "";
    try {
      const answer = await this.connection.api.get(`/players/${player}`);
      this.#other = { player, card: answer.card ?? answer };
      this.update();
    } catch (error) {
      this.problem.textContent = errorMessage(error);
      this.select.value = String(this.#other?.player ?? ""); // the card that is still shown
    }
  }

  /** @param {Card} card */
  #table(card) {
    const last = this.connection.parts.drive?.last_half ?? Infinity;
    const halves = [card.rounds.filter((each) => each.round < last), card.rounds.filter((each) => each.round >= last)];
    const heading = (/** @type {string} */ text) => element("th", { scope: "col" }, text);
    const head = [t("drive.round.short"), t("drive.trumps"), t("drive.table"), t("drive.tricks"), t("drive.score"), t("drive.total")];
    return element(
      "table",
      { class: "scorecard" },
      element("caption", { class: "visually-hidden" }, t("phone.card-of", { name: playerName(this.connection.parts, card.player) })),
      element("thead", {}, element("tr", {}, ...head.map(heading))),
      ...halves.filter((each) => each.length).map((each, at) => this.#half(each, at)),
      element("tfoot", {}, element("tr", {}, element("th", { scope: "row", colspan: 5 }, t("drive.total")), element("td", {}, scoreText(card.total)))),
    );
  }

  /**
   * @param {CardRound[]} rounds
   * @param {number} at
   */
  #half(rounds, at) {
    const subtotal = rounds.reduce((sum, each) => sum + (each.score ?? 0), 0);
    return element(
      "tbody",
      {},
      ...rounds.map((each) => this.#row(each)),
      element("tr", { class: "subtotal" }, element("th", { scope: "row", colspan: 5 }, t(at ? "drive.last-half" : "drive.first-half")), element("td", {}, scoreText(subtotal))),
    );
  }

  /** @param {CardRound} round */
  #row(round) {
    const figure = (/** @type {number | null | undefined} */ value) => element("td", {}, scoreText(value));
    const trump = element("td", {}, element("span", { class: "visually-hidden" }, trumpName(round.trump)));
    trump.append(round.trump ? suitSign(round.trump) : element("span", { "aria-hidden": "true" }, t("drive.trump.none.short")));
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, String(round.round)),
      trump,
      element("td", {}, String(round.table ?? t("phone.out"))),
      figure(round.tricks),
      figure(round.score),
      figure(round.total),
    );
  }
}

// A deal of a duplicate drive: the own table against the others that held the same cards, and the coach's reviews.

/** The comparison of a round that is complete: the last one, or an earlier one that is chosen. */
export class FieldView {
  /** The number of the chosen round; null: the last. @type {number | null} */
  #chosen = null;
  /** An earlier round as fetched. @type {Round | null} */
  #earlier = null;
  /** The entry of the log and the round that were fetched last. */
  #fetched = "";
  /** The round of which the view has opened by itself. */
  #opened = 0;

  /** @param {import("../drive-connection.js").DriveConnection} connection */
  constructor(connection) {
    this.connection = connection;
    this.select = element("select", { id: "field-round", change: () => this.#choose(Number(this.select.value)) });
    this.content = element("div", { "aria-live": "polite" });
    this.problem = element("p", { class: "error", role: "alert" });
    this.root = element(
      "details",
      { class: "field-view", hidden: true },
      element("summary", {}, element("h2", {}, t("field.title"))),
      element("div", { class: "field" }, element("label", { for: "field-round" }, t("field.round")), this.select),
      this.content,
      this.problem,
    );
  }

  update() {
    const { round } = this.connection.parts;
    const last = this.#lastCompared();
    this.root.hidden = last < 1;
    if (last < 1 || !round) return;
    const complete = last === round.number;
    if (complete && this.#opened !== last) {
      this.#opened = last;
      this.#chosen = null;
      this.root.open = true;
    } else if (!complete && this.#opened && this.#opened < round.number) {
      this.#opened = 0;
      this.root.open = false;
    }
    const number = Math.min(this.#chosen ?? last, last);
    updateContent(this.select, [last, number], () => roundOptions(last, number));
    if (number === round.number) return this.#show(round);
    if (this.#earlier?.number === number) this.#show(this.#earlier);
    if (this.#fetched !== `${number} ${this.connection.seq}`) void this.#fetch(number);
  }

  /** The last round whose results are in and shown; 0: none, or the tables have other cards each. */
  #lastCompared() {
    const { round, drive, you, standings_info: info } = this.connection.parts;
    if (!round || you?.role !== "captain" || drive?.movement !== "duplicate") return 0;
    const compared = round.tables.some((table) => table.match_points);
    return Math.min(compared ? round.number : round.number - 1, info?.after_round ?? 0);
  }

  /** @param {number} number */
  #choose(number) {
    this.#chosen = number;
    this.update();
  }

  /** @param {number} number */
  async #fetch(number) {
    this.#fetched = `${number} ${this.connection.seq}`;
    try {
      this.#earlier = await this.connection.api.get(`/rounds/${number}`);
      setText(this.problem, "");
      this.update();
    } catch (error) {
      setText(this.problem, errorMessage(error));
    }
  }

  /** @param {Round} round */
  #show(round) {
    const { you, players } = this.connection.parts;
    const own = round.tables.find((table) => (you?.player == null ? table.table === you?.table : table.pairs.flat().includes(you.player)));
    const side = you?.player != null && own?.pairs[1].includes(you.player) ? 1 : 0;
    updateContent(this.content, [round.number, round.tables, you, players], () =>
      own?.match_points ? this.#content(round, own, side) : [element("p", {}, t("field.none"))],
    );
  }

  /**
   * @param {Round} round
   * @param {RoundTable} own
   * @param {number} side The side on which this player sat.
   */
  #content(round, own, side) {
    const mean = round.tables.reduce((sum, table) => sum + (table.tricks?.[side] ?? 0), 0) / round.tables.length;
    const most = 2 * (round.tables.length - 1);
    const sorted = [...round.tables].sort((one, other) => (other.tricks?.[side] ?? 0) - (one.tricks?.[side] ?? 0) || one.table - other.table);
    const heading = (/** @type {string} */ text) => element("th", { scope: "col" }, text);
    return [
      element("p", {}, t("field.own", { n: own.tricks?.[side] ?? 0, mean: numberText(mean, { minimumFractionDigits: 1 }), points: own.match_points?.[side] ?? 0, most })),
      element(
        "table",
        { class: "standings" },
        element("caption", { class: "visually-hidden" }, t("field.title")),
        element("thead", {}, element("tr", {}, heading(t("drive.table")), heading(t("drive.name")), heading(t("drive.tricks")), heading(t("drive.match-points")), heading(t("field.review")))),
        element("tbody", {}, ...sorted.map((table) => this.#row(table, side, table === own))),
      ),
    ];
  }

  /**
   * @param {RoundTable} table
   * @param {number} side
   * @param {boolean} own
   */
  #row(table, side, own) {
    const { parts } = this.connection;
    const label = t("field.review.table", { table: table.table });
    return element(
      "tr",
      { "data-own": own },
      element("td", {}, String(table.table)),
      element("th", { scope: "row" }, pairNames(parts, table.pairs[side] ?? [])),
      element("td", {}, String(table.tricks?.[side] ?? "–")),
      element("td", {}, String(table.match_points?.[side] ?? "–")),
      element("td", {}, table.code && element("a", { href: `/t/${table.code}/replay/1#deal=1&review`, "aria-label": label }, t("field.look"))),
    );
  }
}

/**
 * @param {number} last
 * @param {number} chosen
 */
function roundOptions(last, chosen) {
  return Array.from({ length: last }, (_, at) => element("option", { value: at + 1, selected: at + 1 === chosen }, String(at + 1)));
}
