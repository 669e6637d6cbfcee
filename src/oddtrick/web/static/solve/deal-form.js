// The form that sets up a deal: game, trumps, leader, and the cards as text, by chance, from a file or by hand.

import { cardName } from "../cards/card-names.js";
import { element, setText, updateContent } from "../ui/dom.js";
import { radioGroup, selectField } from "../ui/form-fields.js";
import { gameName } from "../replay/replay-names.js";
import { t } from "../i18n/translate.js";
import { DealEditor } from "./deal-editor.js";
import { formatDeal, NotationError, parseBoards, parseDeal } from "./deal-notation.js";
import { seatInitial, seatName } from "./deal-as-replay-steps.js";
import { dealRest, emptyState, findGame, games } from "./solve-state.js";

/** @typedef {import("./solve-state.js").SolveState} SolveState */
/** @typedef {import("./deal-notation.js").WrittenDeal} WrittenDeal */

const TRUMPS = [..."SHDCN"];
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** The form. Each change is reported as the parts of the state that it sets. */
export class DealForm {
  /** @type {SolveState} */
  #state;

  /**
   * @param {SolveState} state
   * @param {(part: Partial<SolveState>) => void} onChange
   */
  constructor(state, onChange) {
    this.#state = state;
    this.change = onChange;
    this.rules = element("div", { class: "deal-rules" });
    this.text = element("textarea", { id: "deal-text", rows: 4, spellcheck: "false", autocomplete: "off", "aria-describedby": "deal-about" });
    this.problem = element("p", { class: "error", role: "alert" });
    this.boards = element("div");
    this.editor = new DealEditor(this.#edited(), (hands) => onChange({ hands }));
    this.element = element("div", { class: "deal-form" }, this.#dealSection(), this.#rulesSection(), this.#packSection());
    this.text.addEventListener("change", () => this.#readText());
  }

  /**
   * Shows a state.
   * @param {SolveState} state
   */
  render(state) {
    this.#state = state;
    const { game, hands, trump, leader } = state;
    if (document.activeElement !== this.text) this.text.value = hands.flat().length ? formatDeal(hands) : "";
    this.editor.render(this.#edited());
    updateContent(this.rules, [game.id, game.players, trump, leader], () => this.#ruleFields());
  }

  /**
   * Reads a PBN file; if it has several boards, offers them.
   * @param {File} file
   */
  async readFile(file) {
    const text = await file.text();
    const boards = parseBoards(text);
    if (!boards.length) {
      this.#take(() => parseDeal(text, this.#state.game.players));
      return;
    }
    const open = (/** @type {string} */ at) => this.#take(() => /** @type {{read: (n: number) => WrittenDeal}} */ (boards[Number(at)]).read(this.#state.game.players));
    const offers = boards.map(({ name }, at) => ({ value: String(at), text: t("solve.board", { name }) }));
    this.boards.replaceChildren(...(boards.length > 1 ? [selectField(t("solve.boards", { n: boards.length, name: file.name }), offers, "0", open)] : []));
    open("0");
  }

  #dealSection() {
    const file = element("input", {
      type: "file",
      class: "visually-hidden",
      accept: ".pbn,.txt",
      change: () => {
        const [chosen] = file.files ?? [];
        if (chosen) void this.readFile(chosen);
        file.value = "";
      },
    });
    return element(
      "section",
      {},
      element("h2", {}, t("solve.deal")),
      element(
        "div",
        { class: "buttons" },
        element("button", { type: "button", class: "primary", click: () => this.#dealAtRandom() }, t("solve.random")),
        element("label", { class: "button" }, t("solve.file"), file),
      ),
      this.boards,
      element("div", { class: "field" }, element("label", { for: "deal-text" }, t("solve.text")), element("p", { class: "small", id: "deal-about" }, t("solve.text.about")), this.text),
      this.problem,
    );
  }

  #rulesSection() {
    return element("section", {}, element("h2", {}, t("solve.rules")), this.rules);
  }

  #packSection() {
    const rest = element("button", { type: "button", click: () => this.change({ hands: dealRest(this.#state, this.#state.game.size, Math.random) }) }, t("solve.rest"));
    const clear = element("button", { type: "button", click: () => this.change({ hands: emptyState(this.#state.game).hands }) }, t("solve.clear"));
    return element(
      "details",
      { class: "pack-section" },
      element("summary", {}, element("h2", {}, t("solve.by-hand"))),
      this.editor.element,
      element("div", { class: "buttons" }, rest, clear),
    );
  }

  #ruleFields() {
    const { game, trump, leader } = this.#state;
    const ids = [...new Set(games.map(({ id }) => id))];
    const numbers = games.filter(({ id }) => id === game.id).map(({ players }) => String(players));
    return [
      radioGroup(t("solve.trumps"), TRUMPS.map((value) => ({ value, text: trumpText(value) })), trump, (value) => this.change({ trump: value })),
      radioGroup(t("solve.leader"), seats(game.players).map((seat) => ({ value: String(seat), text: seatName(seat, game.players) })), String(leader), (value) => this.change({ leader: Number(value) })),
      selectField(t("solve.game"), ids.map((value) => ({ value, text: gameName(value) })), game.id, (id) => this.#setGame(id, game.players), t("solve.game.about")),
      numbers.length > 1 && selectField(t("solve.players"), numbers.map((value) => ({ value, text: value })), String(game.players), (value) => this.#setGame(game.id, Number(value))),
    ];
  }

  /**
   * Changes the game; the cards stay if they belong to it.
   * @param {string} id
   * @param {number} players
   */
  #setGame(id, players) {
    const game = findGame(id, players);
    const { hands, leader } = this.#state;
    const keeps = hands.length === game.players && hands.flat().every((card) => game.pack.includes(card));
    this.change({ game, hands: keeps ? hands : emptyState(game).hands, leader: Math.min(leader, game.players - 1) });
  }

  #dealAtRandom() {
    const { game } = this.#state;
    setText(this.problem, "");
    this.change({ hands: dealRest(emptyState(game), game.size, Math.random) });
  }

  #readText() {
    if (!this.text.value.trim()) this.change({ hands: emptyState(this.#state.game).hands });
    else this.#take(() => parseDeal(this.text.value, this.#state.game.players));
  }

  /**
   * Takes a written deal, or shows its error.
   * @param {() => WrittenDeal} read
   */
  #take(read) {
    try {
      const { hands, trump, leader } = read();
      const stranger = hands.flat().find((card) => !this.#state.game.pack.includes(card));
      if (stranger) throw new Error(t("solve.error.pack", { card: cardName(stranger), game: gameName(this.#state.game.id) }));
      setText(this.problem, "");
      this.change({ hands, ...(trump && { trump }), ...(leader !== null && { leader }) });
    } catch (error) {
      setText(this.problem, errorText(error));
    }
  }

  /** @returns {import("./deal-editor.js").EditedDeal} */
  #edited() {
    const { game, hands } = this.#state;
    const { players, pack } = game;
    return { hands, pack, longName: (seat) => seatName(seat, players), shortName: (seat) => seatInitial(seat, players) };
  }
}

/** @param {unknown} error */
function errorText(error) {
  if (!(error instanceof NotationError)) return error instanceof Error ? error.message : String(error);
  const { card } = error.values;
  return t(`solve.error.${error.kind}`, { ...error.values, ...(card && { card: cardName(String(card)) }) });
}

/** @param {string} trump */
function trumpText(trump) {
  return trump === "N" ? t("solve.trumps.none") : `${SYMBOLS[/** @type {"S"} */ (trump)]} ${t(/** @type {"suit.S"} */ (`suit.${trump}`))}`;
}

/** @param {number} players */
function seats(players) {
  return Array.from({ length: players }, (_, seat) => seat);
}
