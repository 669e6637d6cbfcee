// The form that sets up a deal: game, trumps, leader, and the cards as text, by chance, from a file or by hand.

import { callName } from "../cards/call-names.js";
import { cardName } from "../cards/card-names.js";
import { element, setText, updateContent, findElement, setAttribute } from "../ui/dom.js";
import { radioGroup, selectField } from "../ui/form-fields.js";
import { gameName, joinNames, t } from "../i18n/translate.js";
import { formatDeal, NotationError, parseBoards, parseDeal } from "../solver/deal-notation.js";
import { dealRest, emptyState, findGame, games, sidesKey } from "../solver/deal-state.js";
import { suitSymbol } from "../cards/card-face.js";
import { seatInitial, seatName } from "./deal-as-replay-steps.js";

/** @import {SolveState} from "../solver/deal-state.js" */
/** @import {WrittenDeal} from "../solver/deal-notation.js" */
/** @import {Suit} from "../cards/card-names.js" */

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
    updateContent(this.rules, [game.id, game.players, game.contracts, sidesKey(game), trump, leader], () => this.#ruleFields());
  }

  /**
   * Reads a file in PBN, LIN or RBN; if it has several boards, offers them.
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
      accept: ".pbn,.lin,.rbn,.txt",
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
    const numbers = [...new Set(games.filter(({ id }) => id === game.id).map(({ players }) => String(players)))];
    return [
      radioGroup(t("solve.trumps"), TRUMPS.map((value) => ({ value, text: trumpText(value) })), trump, (value) => this.change({ trump: value })),
      radioGroup(t("solve.leader"), seats(game.players).map((seat) => ({ value: String(seat), text: seatName(seat, game.players) })), String(leader), (value) => this.change({ leader: Number(value) })),
      selectField(t("solve.game"), ids.map((value) => ({ value, text: gameName(value) })), game.id, (id) => this.#setGame(id, game.players), t("solve.game.about")),
      numbers.length > 1 && selectField(t("solve.players"), numbers.map((value) => ({ value, text: value })), String(game.players), (value) => this.#setGame(game.id, Number(value))),
      ...this.#contractFields(),
    ];
  }

  /** What is played, and by which sides if that is not the same for all deals. */
  #contractFields() {
    const { game } = this.#state;
    const kinds = games.filter(({ id, players }) => id === game.id && players === game.players);
    const contract = game.contracts?.[0] ?? "";
    const contracts = new Map(kinds.map(({ contracts: names = [] }) => [names[0] ?? "", names.map(callName).join(", ")]));
    const others = kinds.filter(({ contracts: names }) => names?.[0] === contract);
    const sides = others.map((each) => ({ value: sidesKey(each), text: each.rules.sides.map((side) => joinNames(side.map((seat) => seatName(seat, game.players)))).join(" – ") }));
    return [
      contracts.size > 1 && selectField(t("solve.contract"), [...contracts].map(([value, text]) => ({ value, text })), contract, (value) => this.#setGame(game.id, game.players, value)),
      contracts.size > 1 && sides.length > 1 && selectField(t("solve.sides"), sides, sidesKey(game), (value) => this.#setGame(game.id, game.players, contract, value)),
    ];
  }

  /**
   * Changes the game; the cards stay if they belong to it.
   * @param {string} id
   * @param {number} players
   * @param {string} [contract]
   * @param {string} [sides]
   */
  #setGame(id, players, contract, sides) {
    const game = findGame(id, players, contract, sides);
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

  /** @returns {EditedDeal} */
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

// The whole pack as a grid of buttons: each gives its card to the chosen seat.

const SUITS = /** @type {Suit[]} */ (["S", "H", "D", "C"]);
const RANKS = "AKQJT98765432";

/** Steps of the arrow keys, in columns and rows. @type {Record<string, [number, number]>} */
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * @typedef {object} EditedDeal
 * @property {readonly (readonly string[])[]} hands
 * @property {readonly string[]} pack Cards of the game.
 * @property {(seat: number) => string} longName
 * @property {(seat: number) => string} shortName
 */

/** The editor of the hands. */
class DealEditor {
  /** Seat that receives the next card. */
  #seat = 0;
  /** @type {EditedDeal} */
  #deal;

  /**
   * @param {EditedDeal} deal
   * @param {(hands: string[][]) => void} onChange
   */
  constructor(deal, onChange) {
    this.#deal = deal;
    this.onChange = onChange;
    this.seats = element("div");
    this.grid = element("div", { class: "pack-grid", role: "group", "aria-label": t("solve.pack"), keydown: (event) => this.#onKey(event) });
    for (const suit of SUITS) this.grid.append(this.#row(suit));
    this.element = element("div", { class: "deal-editor" }, this.seats, this.grid);
    this.render(deal);
  }

  /**
   * Shows the holders of the cards.
   * @param {EditedDeal} deal
   */
  render(deal) {
    this.#deal = deal;
    const players = deal.hands.length;
    if (this.#seat >= players) this.#seat = 0;
    updateContent(this.seats, [players], () => [
      radioGroup(
        t("solve.give"),
        deal.hands.map((_, seat) => ({ value: String(seat), text: deal.longName(seat) })),
        String(this.#seat),
        (value) => {
          this.#seat = Number(value);
          this.render(this.#deal);
        },
      ),
    ]);
    for (const button of this.#buttons()) this.#renderCard(button);
    this.#setTabStop(this.#buttons().find((button) => button.tabIndex === 0 && !button.disabled));
  }

  /** @param {Suit} suit */
  #row(suit) {
    const cards = [...RANKS].map((rank) =>
      element(
        "button",
        { type: "button", "data-card": rank + suit, tabindex: -1, click: () => this.#give(rank + suit) },
        element("span", { class: "visually-hidden name" }),
        element("span", { class: "rank", "aria-hidden": "true" }, rank === "T" ? "10" : rank),
        element("span", { class: "holder", "aria-hidden": "true" }),
      ),
    );
    const symbol = suitSymbol(suit);
    symbol.setAttribute("aria-hidden", "true");
    return element("div", { class: "pack-row" }, symbol, ...cards);
  }

  /** @param {HTMLButtonElement} button */
  #renderCard(button) {
    const { hands, pack, longName, shortName } = this.#deal;
    const card = button.dataset.card ?? "";
    const holder = hands.findIndex((hand) => hand.includes(card));
    const who = holder < 0 ? t("solve.nobody") : longName(holder);
    button.disabled = !pack.includes(card);
    setText(findElement(button, ".name"), t("solve.held", { card: cardName(card), who }));
    setText(findElement(button, ".holder"), holder < 0 ? "" : shortName(holder));
    setAttribute(button, "aria-pressed", holder === this.#seat ? "true" : "false");
    setAttribute(button, "data-held", holder >= 0);
  }

  /**
   * Gives a card to the chosen seat, or takes it back.
   * @param {string} card
   */
  #give(card) {
    this.onChange(
      this.#deal.hands.map((hand, seat) => {
        const others = hand.filter((each) => each !== card);
        return seat === this.#seat && others.length === hand.length ? [...others, card] : others;
      }),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const step = STEPS[event.key];
    const at = this.#buttons().indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const [across, down] = step;
    const columns = RANKS.length;
    let column = at % columns;
    let row = Math.floor(at / columns);
    /** @type {HTMLButtonElement | undefined} */
    let next;
    // Cards that are not in the pack are passed over.
    do {
      column = (column + across + columns) % columns;
      row = (row + down + SUITS.length) % SUITS.length;
      next = this.#buttons()[row * columns + column];
    } while (next?.disabled);
    this.#setTabStop(next);
    next?.focus();
  }

  /** One button of the grid is in the tab order. @param {HTMLButtonElement | undefined} wanted */
  #setTabStop(wanted) {
    const stop = wanted ?? this.#buttons().find((button) => !button.disabled);
    for (const button of this.#buttons()) button.tabIndex = button === stop ? 0 : -1;
  }

  #buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.grid.querySelectorAll("button")]);
  }
}
