// The replay page: a finished match with all hands open.

import "../i18n/en/replay.js"; // preloaded with the page
import { element, updateContent, setText, setAttribute } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { ensureGuest, errorMessage, get, post, runAction } from "../ui/http-client.js";
import { showNotFound } from "../shell/not-found-page.js";
import { animationsEnabled } from "../ui/preferences.js";
import { suitSymbol } from "../cards/card-face.js";
import { gameName, t, languageQuery } from "../i18n/translate.js";
import { openDialog } from "../ui/dialog.js";
import { renderBoard, createBoard } from "./replay-board.js";
import { CardWorths } from "./card-worths.js";
import { PlaybackControls } from "./playback-controls.js";
import { showImport } from "./import-game.js";
import { renderScoreList, renderTrickList, captionOf } from "./captions-and-lists.js";
import { matchToShow, sentenceAbout, trumpName } from "./replay-names.js";
import { openProof } from "./proof-dialog.js";
import { positionHash, stateAt, positionFromHash } from "./replay-states.js";

/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./replay-states.js").ReplayPosition} ReplayPosition */

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

/** The view of one match. */
class ReplayView {
  /** @type {ReplayPosition} */
  #place = { deal: 0, card: 0 };
  /** Seat at the bottom. */
  #bottomSeat;
  /** Timer of the next address update. */
  #addressTimer = 0;

  /**
   * @param {HTMLElement} main
   * @param {Replay} replay
   * @param {Source} at
   */
  constructor(main, replay, at) {
    this.main = main;
    this.replay = replay;
    this.match = matchToShow(replay);
    this.at = at;
    this.#bottomSeat = replay.you ?? 0;
    const go = (/** @type {ReplayPosition} */ place) => this.#goTo(place);
    this.go = go;
    this.board = createBoard(this.match.players, (seat) => this.#rotate(seat));
    this.facts = element("p", { class: "facts" });
    this.caption = element("p", { class: "caption", "aria-live": "polite", "aria-atomic": "true" });
    this.tricks = element("div", { class: "wide" });
    this.score = element("div", { class: "wide" });
    this.review = new ReviewLink(reviewBase(replay, at.record), at.imported);
    this.controls = new PlaybackControls(this.match, () => this.#place, go);
    this.worths = replay.solver && new CardWorths(this.match, replay.solver, () => this.#render());
  }

  start() {
    const { match, replay, main } = this;
    main.replaceChildren(
      element("div", { class: "titles" }, element("h1", {}, gameName(match.game)), match.deals.length > 1 ? this.controls.deals : null, this.facts),
      element(
        "section",
        { class: "stage", "aria-label": t("replay.stage") },
        this.board,
        element("div", { class: "console" }, this.caption, this.worths?.line, this.controls.at),
        element("p", { class: "small keys" }, t("replay.keys")),
      ),
      element(
        "aside",
        { class: "side-panel", "aria-label": t("replay.details") },
        element("section", {}, element("h2", {}, t("replay.score.title")), this.score),
        this.worths?.section,
        element("section", { class: "share-actions" }, element("h2", {}, t("replay.share")), ...this.#actions(replay)),
        element("section", { class: "long" }, element("h2", {}, t("replay.tricks.title")), this.tricks),
      ),
    );
    const { seat, ...place } = positionFromHash(window.location.hash, match);
    this.#bottomSeat = seat ?? this.#bottomSeat;
    this.#place = place;
    this.#render();
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
      this.review.link,
      replay.table ? proof : null,
      address ? share : null,
      ...downloadLinks(replay, record),
      replay.table ? tableLink(replay.table) : element("a", { class: "button", href: "/replay" }, t("import.other")),
      problem,
    );
    return [take, this.review.reason, this.review.status];
  }

  #share() {
    const seat = this.#bottomSeat === 0 ? null : this.#bottomSeat;
    const url = `${window.location.origin}${this.at.address}${positionHash(this.#place, seat)}`;
    openShareDialog(t("replay.title", { game: gameName(this.match.game) }), url);
  }

  /** Jumps to the position in the address. */
  #onHashChange() {
    const { seat, ...place } = positionFromHash(window.location.hash, this.match);
    this.controls.stop();
    this.#bottomSeat = seat ?? this.#bottomSeat;
    this.#place = place;
    this.#render();
  }

  /** @param {ReplayPosition} place */
  #goTo(place) {
    this.#place = place;
    this.#render();
    this.#updateAddress();
  }

  /** @param {number} seat */
  #rotate(seat) {
    this.#bottomSeat = seat;
    this.#render();
    this.#updateAddress();
    this.board.querySelector(`[data-seat="${seat}"] button`)?.scrollIntoView({ block: "nearest", behavior: animationsEnabled() ? "smooth" : "auto" });
  }

  #updateAddress() {
    window.clearTimeout(this.#addressTimer);
    const defaultSeat = this.replay.you ?? 0;
    this.#addressTimer = window.setTimeout(() => {
      window.history.replaceState(null, "", positionHash(this.#place, this.#bottomSeat === defaultSeat ? null : this.#bottomSeat));
    }, ADDRESS_DELAY);
  }

  #render() {
    const { match } = this;
    const { deal: number, card } = this.#place;
    const deal = /** @type {DealSteps} */ (match.deals[number]);
    const state = stateAt(deal, card);
    const caption = captionOf(match, number, state);
    renderBoard(this.board, match, deal, state, this.#bottomSeat, this.worths?.at(deal, state));
    setText(this.caption, caption);
    this.controls.render(this.#place, caption);
    renderTrickList(this.tricks, match, this.#place, this.go);
    renderScoreList(this.score, match, number, this.go);
    this.review.render(deal, number);
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

// The link from a replay to the review of a deal, which the server computes on request.

/** A link to the review of the deal on screen. A game from a file is first saved under My games. */
class ReviewLink {
  /** Index of the deal on screen. */
  #deal = 0;

  /**
   * @param {string | null} base Address of the match's reviews, without the deal; null if it isn't saved.
   * @param {unknown} imported The record of a match that isn't saved.
   */
  constructor(base, imported) {
    this.base = base;
    this.imported = imported;
    this.link = element("a", { class: "button primary review", click: (event) => this.#onClick(event) }, t("review.open"));
    /** Why there is no review of the deal on screen. */
    this.reason = element("p", { class: "small" });
    this.status = element("p", { class: "small review-status", role: "status" });
    // Clear the status when the user comes back to this page.
    window.addEventListener("pageshow", () => setText(this.status, ""));
  }

  /**
   * @param {DealSteps} deal
   * @param {number} number Index of the deal.
   */
  render(deal, number) {
    this.#deal = number;
    const played = deal.hands.some((hand) => hand.tricks.length > 0);
    const offered = played && (this.base !== null || Boolean(this.imported));
    const passes = Boolean(deal.dogs?.length);
    setAttribute(this.link, "hidden", !offered || passes);
    setText(this.reason, offered && passes ? t("review.dogs") : "");
    setAttribute(this.link, "href", this.#address());
  }

  /** The address of the review; while the game isn't saved, that of this page. */
  #address() {
    return this.base === null ? window.location.pathname : `${this.base}/${this.#deal + 1}${languageQuery()}`;
  }

  /**
   * Shows a status while the server computes the review.
   * @param {MouseEvent} event
   */
  #onClick(event) {
    if (this.base === null) {
      event.preventDefault();
      void this.#saveAndOpen();
    } else if (!(event.ctrlKey || event.metaKey || event.shiftKey)) setText(this.status, t("review.making"));
  }

  /** Saves the game under My games, where the server can review it. */
  async #saveAndOpen() {
    if (this.link.getAttribute("aria-disabled")) return;
    this.link.setAttribute("aria-disabled", "true");
    setText(this.status, t("review.making"));
    try {
      await ensureGuest();
      const { id } = await post("/api/records", this.imported);
      this.base = `/review/${id}`;
      // Back leads to the saved game, whatever session storage holds by then.
      window.history.replaceState(null, "", `/replay/${id}${window.location.hash}`);
      window.location.assign(this.#address());
    } catch (error) {
      setText(this.status, errorMessage(error));
    }
    this.link.removeAttribute("aria-disabled");
  }
}

/**
 * Returns the base address of a match's reviews, or null if the server doesn't store the match.
 * @param {Replay} replay
 * @param {string | null} record Address of its record.
 */
function reviewBase(replay, record) {
  if (replay.table) return `/t/${replay.table}/review/${replay.number}`;
  const id = record?.split("/").at(-1);
  return id ? `/review/${id}` : null;
}

// Sharing: a link to the current card, the game file and PBN.

/**
 * Opens a dialog with a link to the current position.
 * @param {string} title Title of the shared page.
 * @param {string} url
 */
function openShareDialog(title, url) {
  const link = element("input", { type: "text", readonly: true, value: url, "aria-label": t("share.link"), focus: () => link.select() });
  const status = element("p", { class: "small", role: "status" });
  const copy = element("button", { type: "button", class: "primary", click: () => void copyLink(link, status) }, t("share.copy"));
  const share = element("button", { type: "button", click: () => void shareLink(title, url) }, t("share.share"));
  openDialog(
    t("share.title"),
    element("p", {}, t("share.about")),
    link,
    element("div", { class: "buttons" }, copy, "share" in navigator ? share : null),
    status,
  );
}

/**
 * @param {HTMLInputElement} link
 * @param {HTMLElement} status
 */
async function copyLink(link, status) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    setText(status, t("share.copied"));
  } catch {
    // No clipboard access without https; the link is selected for Ctrl+C.
    setText(status, t("share.by-hand"));
  }
}

/**
 * @param {string} title
 * @param {string} url
 */
async function shareLink(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // The user cancelled.
  }
}

/**
 * Download links of the match.
 * @param {Replay} replay
 * @param {string | null} record Address of the record; null for an imported file.
 * @returns {HTMLElement[]}
 */
function downloadLinks(replay, record) {
  if (record === null) return [];
  const name = replay.table ? `oddtrick-${replay.table}-${replay.number}` : "oddtrick-record";
  const links = [element("a", { class: "button", href: `${record}?format=json`, download: `${name}.json` }, t("share.record"))];
  if (replay.pbn) links.push(element("a", { class: "button", href: `${record}?format=pbn`, download: `${name}.pbn` }, t("share.pbn")));
  return links;
}
