// The solver page: any deal with all hands open, and the worth of each card, computed in the browser.

import { createBoard, renderBoard } from "../replay/replay-board.js";
import { stateAt } from "../replay/replay-states.js";
import { SolverClient } from "../solver/solver-client.js";
import { element, setText } from "../ui/dom.js";
import { acceptDroppedFile } from "../ui/file-drop.js";
import { renderPage } from "../ui/page-header.js";
import { loadMessages, t } from "../i18n/translate.js";
import { CardChoice } from "./playable-cards.js";
import { DealForm } from "./deal-form.js";
import { COMPASS } from "./deal-notation.js";
import { stepsOf } from "./deal-as-replay-steps.js";
import { resultLine } from "./result-line.js";
import { emptyState, findGame, fromHash, openDeal, problemOf, toHash } from "./solve-state.js";

/** @typedef {import("./solve-state.js").SolveState} SolveState */
/** @typedef {import("../solver/wasm-solver.js").Progress} Progress */

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
  #state = fromHash(window.location.hash) ?? emptyState(findGame("whist", 4));
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
    renderBoard(board, match, deal, shown, this.#bottomSeat, this.#values && { seat: next, values: this.#values });
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
