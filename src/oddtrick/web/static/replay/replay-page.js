// The replay page: a finished match with all hands open.

import "../i18n/en/replay.js"; // preloaded with the page
import { element, updateContent, setText, setAttribute } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { errorMessage, get, runAction } from "../ui/http-client.js";
import { showNotFound } from "../shell/not-found-page.js";
import { animationsEnabled } from "../ui/preferences.js";
import { suitSymbol } from "../cards/card-face.js";
import { callJack } from "../cards/card-names.js";
import { gameName, loadMessages, t } from "../i18n/translate.js";
import { renderBoard, createBoard } from "./replay-board.js";
import { CardWorths } from "./card-worths.js";
import { PlaybackControls } from "./playback-controls.js";
import { showImport } from "./import-game.js";
import { renderScoreList, renderTrickList, captionOf } from "./captions-and-lists.js";
import { matchToShow, sentenceAbout, trumpName } from "./replay-names.js";
import { createLine } from "./fortune-line.js";
import { openProof } from "./proof-dialog.js";
import { reviewAskedFor, positionHash, stateAt, positionFromHash } from "./replay-states.js";
import { ReviewLink, reviewAddresses } from "./review-link.js";
import { downloadLinks, openShareDialog } from "./share-match.js";

/** @import {Replay, DealSteps, Decision} from "../wire/protocol" */
/** @import {ReplayPosition} from "./replay-states.js" */

/**
 * @typedef {object} Source Where a match comes from.
 * @property {string | null} record Address of its record.
 * @property {string | null} address Address of the page to share.
 * @property {unknown} [imported] The record itself, if it comes from a file.
 */

/** Delay before the address is updated (ms): browsers throttle history.replaceState. */
const ADDRESS_DELAY = 250;

/**
 * Shows a match of a table, a match from the player's history, or the import page.
 * @param {HTMLElement} page
 * @param {string} [code] Table code.
 * @param {string} [name] Number of the match at the table; without a table, the id of a record.
 */
export async function show(page, code, name) {
  if (!code && !name) {
    showImport(page, (main, replay, imported) => showReplay(main, replay, { record: null, address: null, imported }));
    return;
  }
  // The review is loaded while the server sends the match.
  if (reviewAskedFor(window.location.hash)) void import("./coach.js");
  const match = name ? `/matches/${name}` : "";
  const from = code ? `/api/tables/${code}${match}` : `/api/records/${encodeURIComponent(name ?? "")}`;
  /** @type {Replay} */
  let replay;
  try {
    replay = await get(`${from}/replay`);
  } catch (error) {
    showNotFound(errorMessage(error));
    return;
  }
  const main = element("main", { class: "replay" });
  renderPage(page, "games", t("replay.title", { game: gameName(replay.match.game) }), main);
  const { table, number } = replay;
  const record = table ? `/api/tables/${table}/matches/${number}/record` : from;
  const printed = Number(new URLSearchParams(window.location.search).get("print"));
  if (printed) {
    const { showPrintedReview } = await import("./printed-review.js");
    await showPrintedReview(main, replay, printed - 1, record);
    return;
  }
  showReplay(main, replay, { record, address: table ? `/t/${table}/replay/${number}` : null });
}

/**
 * @param {HTMLElement} main
 * @param {Replay} replay
 * @param {Source} at
 */
function showReplay(main, replay, at) {
  if (replay.match.deals.length) new ReplayView(main, replay, at).start();
  else {
    main.replaceChildren(
      element("h1", {}, gameName(replay.match.game)),
      element("p", {}, t("replay.none")),
      ...(replay.table ? [tableLink(replay.table)] : []),
    );
  }
}

/** @param {string} table */
function tableLink(table) {
  return element("a", { class: "button", href: `/t/${table}` }, t("replay.table"));
}

/**
 * The unit of a deal: tricks, unless cards count or tricks are a loss.
 * @param {import("../wire/protocol").SolverRules | null} rules
 * @returns {import("./coach-texts.js").Unit | null}
 */
function unitOf(rules) {
  if (!rules) return null;
  return rules.trick === 1 && !rules.card && !rules.fewest && !Object.keys(rules.cards).length ? "tricks" : "points";
}

/** The view of one match. */
class ReplayView {
  /** @type {ReplayPosition} */
  #place = { deal: 0, card: 0 };
  /** Seat at the bottom. */
  #bottomSeat;
  /** The reader has chosen that seat. */
  #seatChosen = false;
  /** Timer of the next address update. */
  #addressTimer = 0;
  /** The deal is being reviewed. */
  #reviewed = false;
  /** @type {import("./coach.js").Coach | null} */
  #coach = null;
  /** The decision whose other line is on the board. @type {Decision | null} */
  #line = null;

  /**
   * @param {HTMLElement} main
   * @param {Replay} replay
   * @param {Source} at
   */
  constructor(main, replay, at) {
    this.main = main;
    this.replay = replay;
    this.match = matchToShow(replay);
    callJack(this.match.jack);
    this.at = at;
    this.#bottomSeat = replay.you ?? 0;
    const go = (/** @type {ReplayPosition} */ place) => this.#goTo(place);
    this.go = go;
    this.board = createBoard(this.match.players, (seat) => this.#rotate(seat));
    this.facts = element("p", { class: "facts" });
    this.caption = element("p", { class: "caption", "aria-live": "polite", "aria-atomic": "true" });
    this.tricks = element("div", { class: "wide" });
    this.score = element("div", { class: "wide" });
    this.review = new ReviewLink(reviewAddresses(replay, at.record), at.imported);
    this.card = element("section", { class: "coach", "aria-label": t("review.title") });
    this.drawing = createLine();
    this.legend = element("div", { class: "legend" });
    this.controls = new PlaybackControls(this.match, () => this.#place, go);
    this.worths = new CardWorths(this.match, replay.solver, () => this.#render());
  }

  start() {
    const { match, replay, main } = this;
    this.controls.track.prepend(this.drawing);
    this.controls.at.prepend(this.legend);
    main.replaceChildren(
      element(
        "div",
        { class: "titles" },
        element("h1", {}, gameName(match.game)),
        match.deals.length > 1 ? this.controls.deals : null,
        this.facts,
        this.review.link,
        this.review.status,
      ),
      element(
        "section",
        { class: "stage", "aria-label": t("replay.stage") },
        element("div", { class: "board-frame" }, this.board),
        element("div", { class: "console" }, this.caption, this.worths.line, this.controls.at),
        this.card,
        element("p", { class: "small keys" }, t("replay.keys")),
      ),
      element(
        "aside",
        { class: "side-panel", "aria-label": t("replay.details") },
        element("section", {}, element("h2", {}, t("replay.score.title")), this.score),
        this.worths.section,
        element("section", { class: "share-actions" }, element("h2", {}, t("replay.share")), ...this.#actions(replay)),
        element("section", { class: "long" }, element("h2", {}, t("replay.tricks.title")), this.tricks),
      ),
    );
    this.#onHashChange();
    window.addEventListener("hashchange", () => this.#onHashChange());
  }

  /** @param {Replay} replay */
  #actions(replay) {
    const problem = element("p", { class: "error", role: "alert" });
    const { address, record } = this.at;
    const proof = element("button", { type: "button", class: "verify", click: () => void runAction(take, () => openProof(replay, this.#place.deal)) }, t("proof.open"));
    const share = element("button", { type: "button", click: () => this.#share() }, t("share.open"));
    const take = element(
      "div",
      { class: "match-actions" },
      replay.table ? proof : null,
      address ? share : null,
      ...downloadLinks(replay, record),
      this.review.print,
      replay.table ? tableLink(replay.table) : element("a", { class: "button", href: "/replay" }, t("import.other")),
      problem,
    );
    return [take, this.review.reason];
  }

  #share() {
    const seat = this.#bottomSeat === 0 ? null : this.#bottomSeat;
    const url = `${window.location.origin}${this.at.address}${positionHash(this.#place, seat)}`;
    openShareDialog(t("replay.title", { game: gameName(this.match.game) }), url);
  }

  /** Jumps to the position in the address, and opens or closes its review. */
  #onHashChange() {
    const { seat, ...place } = positionFromHash(window.location.hash, this.match);
    this.controls.stop();
    this.#chooseSeat(seat);
    this.#line = null;
    this.#place = place;
    const asked = reviewAskedFor(window.location.hash);
    if (asked === "decision") this.#coach?.leaveOverview();
    this.#review(asked !== null);
    this.#render();
  }

  /** @param {ReplayPosition} place */
  #goTo(place) {
    if (place.deal !== this.#place.deal) this.#line = null;
    this.#place = place;
    this.#coach?.leaveOverview();
    this.#render();
    this.#updateAddress();
  }

  /** Opens or closes the review. @param {boolean} wanted */
  #review(wanted) {
    if (wanted === this.#reviewed) return;
    this.#reviewed = wanted;
    // The layout makes room at once: nothing moves when the values come.
    setAttribute(this.main, "data-review", wanted);
    if (wanted) return void this.#loadCoach();
    this.#coach?.close();
    this.#coach = null;
    this.#line = null;
  }

  async #loadCoach() {
    const { addresses } = this.review;
    if (!addresses) return;
    const [{ Coach }] = await Promise.all([import("./coach.js"), loadMessages("review")]);
    if (!this.#reviewed) return;
    const host = {
      match: this.match,
      reader: this.replay.you,
      addresses,
      unitOf: (/** @type {number} */ deal) => unitOf(this.replay.solver[deal] ?? null),
      go: this.go,
      showLine: (/** @type {Decision | null} */ line) => this.#showLine(line),
      render: () => this.#render(),
      close: () => this.#closeReview(),
    };
    const overview = reviewAskedFor(window.location.hash) === "overview";
    this.#coach = new Coach(host, this.card, this.drawing, this.legend, overview);
    this.#render();
  }

  /** Puts the deal on the board as it would have gone, from the decision on; or as it was played. @param {Decision | null} line */
  #showLine(line) {
    this.#line = line;
    this.#render();
  }

  #closeReview() {
    this.#review(false);
    this.#render();
    this.#updateAddress();
    this.review.link.focus();
  }

  /** The match as it is on the board. */
  get #shown() {
    const { match } = this;
    const other = this.#line?.line;
    if (!other) return match;
    return { ...match, deals: match.deals.map((deal, number) => (number === this.#place.deal ? other : deal)) };
  }

  /** @param {number | null} seat Null: the one that is shown. */
  #chooseSeat(seat) {
    if (seat === null) return;
    this.#bottomSeat = seat;
    this.#seatChosen = true;
  }

  /** @param {number} seat */
  #rotate(seat) {
    this.#chooseSeat(seat);
    this.#render();
    this.#updateAddress();
    this.board.querySelector(`[data-seat="${seat}"] button`)?.scrollIntoView({ block: "nearest", behavior: animationsEnabled() ? "smooth" : "auto" });
  }

  #updateAddress() {
    window.clearTimeout(this.#addressTimer);
    const defaultSeat = this.replay.you ?? 0;
    this.#addressTimer = window.setTimeout(() => {
      const seat = this.#bottomSeat === defaultSeat ? null : this.#bottomSeat;
      const card = this.#coach?.overview ? null : this.#place.card;
      window.history.replaceState(null, "", positionHash({ ...this.#place, card }, seat, this.#reviewed));
    }, ADDRESS_DELAY);
  }

  #render() {
    const match = this.#shown;
    const { deal: number, card } = this.#place;
    const deal = /** @type {DealSteps} */ (match.deals[number]);
    const state = stateAt(deal, card);
    const caption = captionOf(match, number, state);
    const everyone = this.replay.you === null && !this.#seatChosen;
    this.#coach?.render({ place: this.#place, seat: this.#bottomSeat, everyone, line: this.#line });
    renderBoard(this.board, match, deal, state, this.#bottomSeat, this.worths.at(deal, state) ?? this.#coach?.marks);
    setText(this.caption, caption);
    this.controls.match = match;
    this.controls.render(this.#place, [caption, this.#coach?.figures.textContent].join(" "));
    renderTrickList(this.tricks, match, this.#place, this.go);
    renderScoreList(this.score, match, number, this.go);
    this.review.render(deal, number, this.#reviewed);
    this.#renderFacts(deal, number, state.hand);
  }

  /**
   * @param {DealSteps} deal
   * @param {number} number
   * @param {number} hand
   */
  #renderFacts(deal, number, hand) {
    const suit = deal.trump && deal.trump !== "N" ? suitSymbol(/** @type {import("../cards/card-names.js").Suit} */ (deal.trump)) : null;
    suit?.setAttribute("aria-hidden", "true");
    const several = deal.hands.length > 1;
    updateContent(this.facts, [number, hand], () => [
      several ? element("span", {}, t("replay.hand", { n: hand + 1, all: deal.hands.length })) : null,
      element("span", {}, sentenceAbout("replay.dealer.is", this.match, deal.dealer)),
      element("span", { class: "trumps" }, suit, trumpName(deal.trump)),
    ]);
  }
}
