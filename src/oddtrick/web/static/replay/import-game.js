// Import of a game file: chosen or dropped on the page, then replayed.

import { acceptDroppedFile } from "../ui/form-fields.js";
import { element, setText } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { errorMessage, post } from "../ui/http-client.js";
import { gameName, t } from "../i18n/translate.js";
import { ACCEPTED, gamesIn, placedError, readGameFile, ruleError, storedGameFile, storeGameFile } from "./game-file.js";

/** @import {Replay} from "../wire/protocol" */
/** @import {GameFile, FileGame} from "./game-file.js" */
/** @typedef {(main: HTMLElement, replay: Replay, record: unknown) => void} ShowReplay */

/** The largest number of games listed: more make the page slow. */
const MAX_LISTED = 500;

/**
 * Shows the import page, or the stored file if the address asks for it or names a position.
 * @param {HTMLElement} page
 * @param {ShowReplay} showReplay
 */
export function showImport(page, showReplay) {
  const main = element("main", { class: "replay drop" });
  renderPage(page, "games", t("import.title"), main);
  new ImportPage(main, showReplay).start();
}

/** The form, the list of a file's games, and the errors. */
class ImportPage {
  /**
   * @param {HTMLElement} main
   * @param {ShowReplay} showReplay
   */
  constructor(main, showReplay) {
    this.main = main;
    this.showReplay = showReplay;
    this.problem = element("p", { class: "error", role: "alert" });
    this.list = element("section", { class: "choice", "aria-labelledby": "choice", hidden: true });
    this.input = element("input", {
      type: "file",
      id: "file",
      class: "visually-hidden",
      accept: ACCEPTED,
      change: () => {
        const [file] = this.input.files ?? [];
        if (file) void this.#take(file);
      },
    });
  }

  start() {
    const zone = element(
      "div",
      { class: "zone" },
      element("label", { class: "button primary" }, t("import.choose"), this.input),
      element("p", { class: "small" }, t("import.or")),
    );
    this.main.append(
      element("h1", {}, t("import.title")),
      element("p", {}, t("import.about")),
      zone,
      this.problem,
      this.list,
      element("p", { class: "small" }, t("import.private")),
    );
    acceptDroppedFile(zone, (file) => void this.#take(file), () => this.main.classList.contains("drop"));
    const stored = window.location.hash && storedGameFile();
    if (stored) void this.#run(() => this.#open(stored, stored.chosen));
  }

  /** @param {File} chosen */
  #take(chosen) {
    return this.#run(async () => this.#open(await readGameFile(chosen), null));
  }

  /**
   * Runs an action and shows its error.
   * @param {() => Promise<void>} action
   */
  async #run(action) {
    setText(this.problem, "");
    this.list.hidden = true;
    try {
      await action();
    } catch (error) {
      setText(this.problem, errorMessage(error));
      this.input.value = "";
    }
  }

  /**
   * Shows the only game of a file, the one chosen before, or the list.
   * @param {GameFile} file
   * @param {number | null} chosen
   */
  async #open(file, chosen) {
    const games = await gamesIn(file);
    const game = games.length === 1 ? games[0] : games[chosen ?? -1];
    if (game) await this.#show(file, game, games.indexOf(game));
    else {
      storeGameFile(file, null);
      this.#showList(file, games);
    }
  }

  /**
   * @param {GameFile} file
   * @param {FileGame} game
   * @param {number} number
   */
  async #show(file, game, number) {
    if (game.error) throw new Error(placedError(file, game, game.error));
    /** @type {Replay} */
    const replay = await post("/api/records/replay", game.record).catch((error) => {
      throw new Error(placedError(file, game, error.ruleError ? ruleError(error.ruleError) : error.message));
    });
    storeGameFile(file, number);
    this.main.classList.remove("drop");
    this.showReplay(this.main, replay, game.record);
    this.main.focus({ preventScroll: true });
  }

  /**
   * @param {GameFile} file
   * @param {FileGame[]} games
   */
  #showList(file, games) {
    const items = games.slice(0, MAX_LISTED).map((game, number) =>
      element("li", {}, game.error ? placedError(file, game, game.error) : this.#button(file, game, number)),
    );
    const title = element("h2", { id: "choice", tabindex: -1 }, t("import.games", { n: games.length, name: file.name }));
    this.list.replaceChildren(
      title,
      element("ul", {}, ...items),
      games.length > MAX_LISTED ? element("p", { class: "small" }, t("import.listed", { n: MAX_LISTED })) : "",
    );
    this.list.hidden = false;
    title.focus();
  }

  /**
   * @param {GameFile} file
   * @param {FileGame} game
   * @param {number} number
   */
  #button(file, game, number) {
    const open = async () => {
      const list = this.list;
      await this.#run(() => this.#show(file, game, number));
      list.hidden = false;
    };
    const [title, details] = describe(game.record);
    return element(
      "button",
      { type: "button", click: () => void open() },
      element("span", { class: "what" }, `${number + 1}. ${title}`),
      element("span", { class: "small" }, details),
    );
  }
}

/**
 * Returns the name of a record's game, and its players and deals. Nothing has checked the record yet.
 * @param {unknown} record
 * @returns {[string, string]}
 */
function describe(record) {
  const { rules, names, deals } = /** @type {{rules?: any, names?: unknown, deals?: unknown}} */ (record ?? {});
  const game = String(rules?.game ?? "");
  const players = Array.isArray(names) ? names.join(", ") : "";
  const played = Array.isArray(deals) ? t("import.deals", { n: deals.length }) : "";
  return [gameName(game), [players, played].filter(Boolean).join(" · ")];
}
