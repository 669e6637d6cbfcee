// The scorecard of a player, round by round in two halves: the own one, or that of a name that is looked up.

import { element, updateContent } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { compareNames, playerName, scoreText, suitSign, trumpName } from "../drive-words.js";

/** @typedef {import("../drive-types").Card} Card */
/** @typedef {import("../drive-types").CardRound} CardRound */

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
      this.problem.textContent = error instanceof Error ? error.message : String(error);
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
