// After the game: a match looked at again, with all hands open.

import { element, fill, say } from "../ui/dom.js";
import { frame } from "../ui/page-header.js";
import { attempt, get } from "../ui/http-client.js";
import { showNowhere } from "../ui/not-found-page.js";
import { moves } from "../ui/preferences.js";
import { sign } from "../cards/card-face.js";
import { alsoWords, words } from "../i18n/translate.js";
import { drawBoard, newBoard } from "./replay-board.js";
import { Controls } from "./playback-controls.js";
import { showDrop } from "./import-game.js";
import { drawScore, drawTricks } from "./trick-and-score-lists.js";
import { gameTitle, seatName, trumpName } from "./seat-names.js";
import { openProof } from "./proof-dialog.js";
import { ReviewLink, reviewsOf } from "./review-link.js";
import { sentence } from "./step-captions.js";
import { downloads, openShare } from "./share-dialog.js";
import { hashOf, momentAt, placeIn } from "./replay-states.js";

/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./replay-states.js").Place} Place */

/** Milliseconds after which the address tells where one is: browsers don't like it told too often. */
const ADDRESS_AFTER = 250;

/**
 * Shows a match: of a table, of my records, or of a file that is still to be chosen.
 * @param {HTMLElement} page
 * @param {string} [code] Of the table.
 * @param {string} [name] The number of the match at that table; without a table, the id of a record.
 */
export async function show(page, code, name) {
  const texts = alsoWords("replay");
  if (!code && !name) {
    await texts;
    showDrop(page, (main, replay) => showMatch(main, replay, { record: null, address: null }));
    return;
  }
  const match = name ? `/matches/${name}` : "";
  const from = code ? `/api/tables/${code}${match}` : `/api/records/${encodeURIComponent(name ?? "")}`;
  /** @type {Replay} */
  let replay;
  try {
    [replay] = await Promise.all([get(`${from}/replay`), texts]);
  } catch (error) {
    showNowhere(error instanceof Error ? error.message : String(error));
    return;
  }
  const main = element("main", { class: "replay" });
  frame(page, "games", words("replay.title", { game: gameTitle(replay.match.game) }), main);
  const { table, number } = replay;
  const record = table ? `/api/tables/${table}/matches/${number}/record` : from;
  showMatch(main, replay, { record, address: table ? `/t/${table}/replay/${number}` : null });
}

/**
 * @param {HTMLElement} main
 * @param {Replay} replay
 * @param {{record: string | null, address: string | null}} at Where its record is to be had, and the page for others.
 */
function showMatch(main, replay, at) {
  if (replay.match.deals.length) new Viewer(main, replay, at).begin();
  else {
    main.replaceChildren(
      element("h1", {}, gameTitle(replay.match.game)),
      element("p", {}, words("replay.none")),
      ...(replay.table ? [toTable(replay.table)] : []),
    );
  }
}

/** @param {string} table */
function toTable(table) {
  return element("a", { class: "button", href: `/t/${table}` }, words("replay.table"));
}

/** One match on a page. */
class Viewer {
  /** @type {Place} */
  #place = { deal: 0, card: 0 };
  /** Who sits below. */
  #below;
  /** Writes the address when nothing has moved for a moment. */
  #address = 0;

  /**
   * @param {HTMLElement} main
   * @param {Replay} replay
   * @param {{record: string | null, address: string | null}} at
   */
  constructor(main, replay, at) {
    this.main = main;
    this.replay = replay;
    this.match = replay.match;
    this.at = at;
    this.#below = replay.you ?? 0;
    const go = (/** @type {Place} */ place) => this.#go(place);
    this.go = go;
    this.board = newBoard(this.match.players, (seat) => this.#turn(seat));
    this.facts = element("p", { class: "facts" });
    this.caption = element("p", { class: "caption", "aria-live": "polite", "aria-atomic": "true" });
    this.tricks = element("div", { class: "wide" });
    this.score = element("div", { class: "wide" });
    const reviews = reviewsOf(replay, at.record);
    this.review = reviews === null ? null : new ReviewLink(reviews);
    this.controls = new Controls(this.match, () => this.#place, go);
  }

  begin() {
    const { match, replay, main } = this;
    main.replaceChildren(
      element("div", { class: "titles" }, element("h1", {}, gameTitle(match.game)), match.deals.length > 1 ? this.controls.deals : null, this.facts),
      element(
        "section",
        { class: "stage", "aria-label": words("replay.stage") },
        this.board,
        element("div", { class: "console" }, this.caption, this.controls.at),
        element("p", { class: "small keys" }, words("replay.keys")),
      ),
      element(
        "aside",
        { class: "beside", "aria-label": words("replay.beside") },
        element("section", {}, element("h2", {}, words("replay.score.title")), this.score),
        element("section", { class: "take" }, element("h2", {}, words("replay.take")), ...this.#deeds(replay)),
        element("section", { class: "long" }, element("h2", {}, words("replay.tricks.title")), this.tricks),
      ),
    );
    const { seat, ...place } = placeIn(window.location.hash, match);
    this.#below = seat ?? this.#below;
    this.#place = place;
    this.#draw();
    window.addEventListener("hashchange", () => this.#follow());
  }

  /** @param {Replay} replay */
  #deeds(replay) {
    const problem = element("p", { class: "problem", role: "alert" });
    const { address, record } = this.at;
    const proof = element("button", { type: "button", class: "verify", click: () => void attempt(take, () => openProof(replay, this.#place.deal)) }, words("proof.open"));
    const share = element("button", { type: "button", click: () => this.#share() }, words("share.open"));
    const take = element(
      "div",
      { class: "carry" },
      this.review?.link,
      replay.table ? proof : null,
      address ? share : null,
      ...downloads(replay, record),
      replay.table ? toTable(replay.table) : element("a", { class: "button", href: "/replay" }, words("drop.other")),
      problem,
    );
    return [take, this.review?.said];
  }

  #share() {
    const seat = this.#below === 0 ? null : this.#below;
    const url = `${window.location.origin}${this.at.address}${hashOf(this.#place, seat)}`;
    openShare(words("replay.title", { game: gameTitle(this.match.game) }), url);
  }

  /** Somebody has followed a link to another moment, or typed one. */
  #follow() {
    const { seat, ...place } = placeIn(window.location.hash, this.match);
    this.controls.stop();
    this.#below = seat ?? this.#below;
    this.#place = place;
    this.#draw();
  }

  /** @param {Place} place */
  #go(place) {
    this.#place = place;
    this.#draw();
    this.#tellAddress();
  }

  /** @param {number} seat */
  #turn(seat) {
    this.#below = seat;
    this.#draw();
    this.#tellAddress();
    this.board.querySelector(`[data-seat="${seat}"] button`)?.scrollIntoView({ block: "nearest", behavior: moves() ? "smooth" : "auto" });
  }

  #tellAddress() {
    window.clearTimeout(this.#address);
    const usual = this.replay.you ?? 0;
    this.#address = window.setTimeout(() => {
      window.history.replaceState(null, "", hashOf(this.#place, this.#below === usual ? null : this.#below));
    }, ADDRESS_AFTER);
  }

  #draw() {
    const { match } = this;
    const { deal: number, card } = this.#place;
    const deal = /** @type {DealSteps} */ (match.deals[number]);
    const moment = momentAt(deal, card);
    const told = sentence(match, number, moment);
    drawBoard(this.board, match, deal, moment, this.#below);
    say(this.caption, told);
    this.controls.draw(this.#place, told);
    drawTricks(this.tricks, match, this.#place, this.go);
    drawScore(this.score, match, number, this.go);
    this.review?.draw(deal, number);
    this.#drawFacts(deal, number, moment.hand);
  }

  /**
   * @param {DealSteps} deal
   * @param {number} number
   * @param {number} hand
   */
  #drawFacts(deal, number, hand) {
    const suit = deal.trump && deal.trump !== "N" ? sign(/** @type {import("../cards/card-names.js").Suit} */ (deal.trump)) : null;
    suit?.setAttribute("aria-hidden", "true");
    const several = deal.hands.length > 1;
    fill(this.facts, [number, hand], () => [
      several ? element("span", {}, words("replay.hand", { n: hand + 1, all: deal.hands.length })) : null,
      element("span", {}, words("replay.dealer.is", { who: seatName(this.match, deal.dealer) })),
      element("span", { class: "trumps" }, suit, trumpName(deal.trump)),
    ]);
  }
}
