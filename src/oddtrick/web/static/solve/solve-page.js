// The solver page: any deal with all hands open, and the worth of each card, computed in the browser.

import { createBoard, renderBoard } from "../replay/replay-board.js";
import { stateAt } from "../replay/replay-states.js";
import { SolverClient } from "../solver/solver-client.js";
import { element, setText, setAttribute, updateContent, icon } from "../ui/dom.js";
import { acceptDroppedFile } from "../ui/form-fields.js";
import { renderPage } from "../shell/page-header.js";
import { joinNames, loadMessages, t } from "../i18n/translate.js";
import { COMPASS } from "../solver/deal-notation.js";
import { emptyState, findGame, fromHash, openDeal, problemOf, toHash } from "../solver/deal-state.js";
import { bestOf, bestText, sideOf, worthText } from "../solver/worth-texts.js";
import { suitSymbol } from "../cards/card-face.js";
import { cardName, sortHand, suitOf } from "../cards/card-names.js";
import { DealForm } from "./deal-form.js";
import { stepsOf, seatName } from "./deal-as-replay-steps.js";

/** @import {SolveState, DealProblem} from "../solver/deal-state.js" */
/** @import {Progress} from "../solver/solver-worker.js" */

/**
 * Shows the page on the server.
 * @param {HTMLElement} page
 */
export async function show(page) {
  await loadMessages("replay");
  const main = element("main", { class: "replay solve" });
  renderPage(page, "", t("solve.title"), main);
  startSolver(main);
}

/**
 * Fills in the content of the page.
 * @param {HTMLElement} main
 */
export function startSolver(main) {
  new SolvePage(main).start();
}

/** The deal, its board, and the values of the cards. */
class SolvePage {
  #client = new SolverClient();
  /** @type {SolveState} */
  #state = fromHash(window.location.hash) ?? emptyState(findGame("", 4));
  /** @type {Progress | null} */
  #progress = null;
  /** @type {Record<string, number> | null} */
  #values = null;
  /** Whether the values have been awaited for long. */
  #slow = false;
  /** @type {HTMLElement | null} */
  #board = null;
  /** Seat at the bottom. */
  #bottomSeat = 0;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    this.stage = element("div");
    this.result = element("p", { class: "caption", role: "status" });
    this.problem = element("p", { class: "error", role: "alert" });
    this.choice = new CardChoice({
      play: (card) => this.#play(card),
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      restart: () => this.#change({ plays: [], undone: [...this.#state.undone, ...[...this.#state.plays].reverse()] }),
    });
    this.form = new DealForm(this.#state, (part) => this.#change({ plays: [], undone: [], ...part }));
  }

  start() {
    this.main.append(
      element("div", { class: "titles" }, element("h1", {}, t("solve.title"))),
      element(
        "section",
        { class: "stage", "aria-label": t("replay.stage") },
        this.stage,
        element("div", { class: "console" }, this.result, this.choice.moves, this.problem, this.choice.cards),
        element("p", { class: "small keys" }, t("solve.keys")),
      ),
      element("aside", { class: "side-panel", "aria-label": t("solve.deal") }, element("p", {}, t("solve.about")), this.form.element),
    );
    this.stage.addEventListener("click", (event) => this.#onBoardClick(event));
    document.addEventListener("keydown", (event) => this.choice.onKey(event));
    window.addEventListener("hashchange", () => this.#onHashChange());
    acceptDroppedFile(this.main, (file) => void this.form.readFile(file));
    this.#change({});
  }

  /** @param {Partial<SolveState>} part */
  #change(part) {
    this.#state = { ...this.#state, ...part };
    this.#progress = null;
    this.#values = null;
    this.#slow = false;
    setText(this.problem, "");
    window.history.replaceState(null, "", toHash(this.#state) || window.location.pathname + window.location.search);
    this.form.render(this.#state);
    const problem = problemOf(this.#state);
    if (problem) this.#client.cancel();
    else this.#ask();
    this.#render();
  }

  #ask() {
    this.#client.ask(openDeal(this.#state), this.#state.plays, {
      onProgress: (progress) => {
        this.#progress = progress;
        this.#render();
      },
      onValues: (values) => {
        this.#values = values;
        this.#render();
      },
      onSlow: () => {
        this.#slow = true;
        this.#render();
      },
      onError: (message) => setText(this.problem, message ? t("solve.error.solver", { message }) : t("solve.error.missing")),
    });
  }

  /** @param {string} card */
  #play(card) {
    if (!this.#progress?.legal.includes(card)) return;
    const { plays, undone } = this.#state;
    this.#change({ plays: [...plays, card], undone: undone.at(-1) === card ? undone.slice(0, -1) : [] });
  }

  #undo() {
    const { plays, undone } = this.#state;
    const last = plays.at(-1);
    if (last) this.#change({ plays: plays.slice(0, -1), undone: [...undone, last] });
  }

  #redo() {
    const { plays, undone } = this.#state;
    const last = undone.at(-1);
    if (last) this.#change({ plays: [...plays, last], undone: undone.slice(0, -1) });
  }

  #onHashChange() {
    const state = fromHash(window.location.hash);
    if (state) this.#change(state);
  }

  /** Plays a card that is clicked in its hand. @param {Event} event */
  #onBoardClick(event) {
    const at = /** @type {Element} */ (event.target).closest("[data-worth]");
    if (at instanceof HTMLElement) this.#play(at.dataset.card ?? "");
  }

  #render() {
    const state = this.#state;
    const problem = problemOf(state);
    setText(this.result, resultLine(state, problem, this.#progress, this.#values, this.#slow));
    this.choice.render(state, problem ? null : this.#progress, this.#values);
    // While the worker plays the cards, the board shows the deal before.
    if (!problem && !this.#progress && this.#board) return;
    const match = stepsOf(state, problem ? null : this.#progress);
    const deal = /** @type {import("../wire/protocol").DealSteps} */ (match.deals[0]);
    const next = this.#progress?.next ?? null;
    const shown = { ...stateAt(deal, state.plays.length), next: problem ? null : next };
    const board = this.#boardFor(state.game.players);
    renderBoard(board, match, deal, shown, this.#bottomSeat, this.#values && { seat: next, values: this.#values, top: bestOf(state.game.rules, this.#values) });
  }

  /** @param {number} players */
  #boardFor(players) {
    if (this.#board?.dataset.players !== String(players)) {
      this.#bottomSeat = players === COMPASS.length ? COMPASS.indexOf("S") : 0;
      this.#board = createBoard(players, (seat) => {
        this.#bottomSeat = seat;
        this.#render();
      });
      this.stage.replaceChildren(this.#board);
    }
    return /** @type {HTMLElement} */ (this.#board);
  }
}

// The line below the board: what is missing, who is to play, and what best play gives.

/**
 * @param {SolveState} state
 * @param {DealProblem | null} problem
 * @param {Progress | null} progress
 * @param {Record<string, number> | null} values
 * @param {boolean} slow Whether the values have been awaited for long.
 */
export function resultLine(state, problem, progress, values, slow) {
  const { players, rules } = state.game;
  const name = (/** @type {number} */ seat) => seatName(seat, players);
  if (problem?.kind === "none") return t("solve.none");
  if (problem?.kind === "leader") return t("solve.error.leader", { who: name(state.leader) });
  if (problem) {
    const { size, most } = problem;
    return t("solve.error.uneven", { who: name(problem.seat), size, other: name(problem.other), most });
  }
  if (!progress) return t("solve.working");
  if (progress.next === null) return finalLine(state, progress);
  const next = name(progress.next);
  if (!values) return `${t("solve.turn", { who: next })} ${t(slow ? "solve.slow" : "solve.working")}`;
  const side = sideOf(rules, progress.next);
  const worth = worthText(rules, state.trump, bestOf(rules, values));
  return `${t("solve.turn", { who: next })} ${bestText(rules, joinNames(side.map(name)), worth)}`;
}

/**
 * @param {SolveState} state
 * @param {Progress} progress
 */
function finalLine({ game, trump }, progress) {
  const sides = game.rules.sides.map((side) => {
    const points = side.reduce((sum, seat) => sum + (progress.points[seat] ?? 0), 0);
    const who = joinNames(side.map((seat) => seatName(seat, game.players)));
    return t("replay.shows", { who, what: worthText(game.rules, trump, points) });
  });
  return t("solve.over", { list: joinNames(sides) });
}

/** @typedef {"restart" | "undo" | "redo" | "best"} Move */

// The legal cards as buttons with their worth, and the buttons that take back and replay cards.

/** @type {[Move, string][]} */
const MOVES = [
  ["restart", "M11 6l-6 6 6 6M19 6l-6 6 6 6"],
  ["undo", "M15 6l-6 6 6 6"],
  ["redo", "M9 6l6 6-6 6"],
  ["best", "M5 12.5l4.5 4.5L19 7.5"],
];

/** @type {Record<string, Move>} */
const KEYS = { ArrowLeft: "undo", ArrowRight: "redo", Home: "restart", b: "best" };

/** The choice of the next card. */
class CardChoice {
  /** The best card; empty while it is unknown. */
  #best = "";

  /** @param {{play: (card: string) => void, undo: () => void, redo: () => void, restart: () => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.cards = element("div", { class: "choice-cards", role: "group", "aria-label": t("solve.legal") });
    this.buttons = MOVES.map(([move, path]) => {
      const name = t(/** @type {"solve.do.undo"} */ (`solve.do.${move}`));
      return element("button", { type: "button", "data-move": move, title: name, "aria-label": name, click: () => this.#run(move) }, icon(path));
    });
    this.moves = element("div", { class: "moves", role: "group", "aria-label": t("replay.controls") }, ...this.buttons);
  }

  /**
   * @param {SolveState} state
   * @param {Progress | null} progress Null while there is no deal, or it is not known yet.
   * @param {Record<string, number> | null} values
   */
  render(state, progress, values) {
    const legal = sortHand(progress?.legal ?? []);
    const top = values ? bestOf(state.game.rules, values) : null;
    this.#best = legal.find((card) => values && values[card] === top) ?? "";
    if (progress) {
      const focused = this.cards.contains(document.activeElement);
      updateContent(this.cards, [legal, values], () => legal.map((card) => this.#button(state, card, values?.[card], top)));
      // The card that had the focus has been played: go on with the next player's cards.
      if (focused && !this.cards.contains(document.activeElement)) this.cards.querySelector("button")?.focus();
    } else if (!state.hands.flat().length) updateContent(this.cards, [], () => []);
    const enabled = { restart: state.plays.length > 0, undo: state.plays.length > 0, redo: state.undone.length > 0, best: this.#best !== "" };
    for (const button of this.buttons) {
      setAttribute(button, "aria-disabled", enabled[/** @type {Move} */ (button.dataset.move)] ? null : "true");
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const at = /** @type {Element | null} */ (event.target);
    if (at?.closest("input, select, textarea, summary")) return;
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    this.#run(move);
  }

  /** @param {Move} move */
  #run(move) {
    if (move !== "best") this.actions[move]();
    else if (this.#best) this.actions.play(this.#best);
  }

  /**
   * @param {SolveState} state
   * @param {string} card
   * @param {number | undefined} worth Undefined while it is being computed.
   * @param {number | null} top The best worth.
   */
  #button({ game, trump }, card, worth, top) {
    const name = cardName(card);
    const label = worth === undefined ? name : t("worth.card", { card: name, worth: worthText(game.rules, trump, worth) });
    const symbol = suitSymbol(suitOf(card));
    symbol.setAttribute("aria-hidden", "true");
    return element(
      "button",
      { type: "button", "data-key": card, "data-best": worth !== undefined && worth === top, click: () => this.actions.play(card) },
      element("span", { class: "visually-hidden" }, label),
      element("span", { class: "short", "aria-hidden": "true" }, card[0] === "T" ? "10" : card[0] ?? "", symbol),
      element("span", { class: "worth", "aria-hidden": "true" }, worth === undefined ? "…" : String(worth)),
    );
  }
}
