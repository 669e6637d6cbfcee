// The replay table: all hands open, as rows of suits around the trick.

import { element, updateContent, setAttribute, setText } from "../ui/dom.js";
import { callName } from "../cards/call-names.js";
import { face, suitSymbol } from "../cards/card-face.js";
import { cardName, rankLabel, rankName, suitName } from "../cards/card-names.js";
import { t } from "../i18n/translate.js";
import { parseCall } from "../wire/calls.js";
import { standingBids } from "../wire/standing-bids.js";
import { seatName, sentenceAbout } from "./replay-names.js";
import { callsOf } from "./replay-states.js";

/** @import {MatchSteps, DealSteps} from "../wire/protocol" */
/** @import {ReplayState} from "./replay-states.js" */
/** @import {Suit} from "../cards/card-names.js" */

/**
 * @typedef {object} Worths What each legal card of a seat is worth.
 * @property {number | null} seat
 * @property {Record<string, number>} values By card.
 * @property {string} [chosen] The card that was played.
 * @property {number} [top] The best value.
 * @property {string} [best] The best card, where values are not to be shown.
 */

/** @type {Worths} */
const NO_WORTHS = { seat: null, values: {} };

const SUITS = /** @type {Suit[]} */ (["S", "H", "D", "C"]);

/**
 * The empty table.
 * @param {number} players
 * @param {(seat: number) => void} turn Called with the seat to view the table from.
 */
export function createBoard(players, turn) {
  const seats = Array.from({ length: players }, (_, seat) =>
    element(
      "section",
      { class: "open", "data-seat": seat },
      element("h2", {}, element("button", { type: "button", class: "seat-button", click: () => turn(seat) })),
      element("p", { class: "visually-hidden held" }),
      element("div", { class: "suits", "aria-hidden": "true" }),
    ),
  );
  return element(
    "div",
    { class: "board cloth", "data-players": players },
    ...seats,
    element("ol", { class: "middle", "aria-label": t("replay.centre") }),
  );
}

/**
 * Shows a position.
 * @param {HTMLElement} board
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {ReplayState} state
 * @param {number} below Seat at the bottom.
 * @param {Worths | null} [worths] Numbers to show beside the cards.
 */
export function renderBoard(board, match, deal, state, below, worths = null) {
  for (const seat of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".open"))) {
    const number = Number(seat.dataset.seat);
    renderSeat(seat, match, deal, state, number, below, worths?.seat === number ? worths : NO_WORTHS);
  }
  const middle = /** @type {HTMLElement} */ (board.querySelector(".middle"));
  const turnUp = state.table.length ? null : deal.turn_up;
  updateContent(middle, [state.table, state.winner, turnUp, below], () =>
    turnUp ? [turnUpItem(turnUp)] : state.table.map(([seat, card], at) => turnItem(match, seat, card, at, state, below)),
  );
}

/**
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {ReplayState} state
 * @param {number} seat
 * @param {number} below
 * @param {Worths} worths Of the cards of this seat.
 */
function renderSeat(at, match, deal, state, seat, below, worths) {
  const dealt = state.held[seat] ?? [];
  const place = (seat - below + match.players) % match.players;
  setAttribute(at, "data-at", place);
  at.style.setProperty("--at", String(place));
  setAttribute(at, "data-next", state.next === seat);
  setAttribute(at, "data-out", !deal.seats.includes(seat));
  renderName(at, match, deal, state, seat, below);
  const left = dealt.filter((card) => !state.played.has(card));
  setText(/** @type {HTMLElement} */ (at.querySelector(".held")), handSentence(left, worths.values));
  const suits = /** @type {HTMLElement} */ (at.querySelector(".suits"));
  const onTable = state.table.flatMap(([, card]) => card ?? []);
  updateContent(suits, [dealt, left, onTable, deal.trump, worths], () =>
    deal.seats.includes(seat) ? SUITS.map((suit) => suitRow(suit, dealt, state.played, onTable, worths)) : [element("p", { class: "out" }, t("replay.out"))],
  );
}

/**
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {ReplayState} state
 * @param {number} seat
 * @param {number} below
 */
function renderName(at, match, deal, state, seat, below) {
  const button = /** @type {HTMLElement} */ (at.querySelector(".seat-button"));
  const name = seatName(match, seat);
  const tricks = state.won[seat] ?? 0;
  const dealer = deal.dealer === seat;
  const called = calledBy(deal, state, seat);
  const named = called !== "" && parseCall(called).name !== "";
  setAttribute(button, "aria-pressed", seat === below ? "true" : "false");
  setAttribute(button, "title", t("replay.view-from"));
  updateContent(button, [name, tricks, dealer, called], () => [
    element("span", { class: "name" }, name, named ? element("span", { class: "called" }, ` ${callName(called)}`) : null),
    dealer ? badge("dealt", t("replay.dealer.short"), t("replay.dealer")) : null,
    called && !named
      ? badge("won", `${tricks}/${callName(called)}`, t("replay.tricks.bid", { n: tricks, bid: callName(called) }))
      : badge("won", String(tricks), t("replay.tricks", { n: tricks })),
  ]);
}

/**
 * The call that the plate of a seat shows: before the play its last one, then the bid that stands; empty without one.
 * @param {DealSteps} deal
 * @param {ReplayState} state
 * @param {number} seat
 */
function calledBy(deal, { calls, table }, seat) {
  const bids = calls.filter(([, call]) => call !== null && !parseCall(call).card);
  const stands = table.length || calls.length === callsOf(deal).length;
  const last = stands ? standingBids([["", bids]]).get(seat) : bids.filter(([who]) => who === seat).at(-1)?.[1];
  return last ?? "";
}

/**
 * A short visible label with a longer text for screen readers.
 * @param {string} kind
 * @param {string} symbol
 * @param {string} label
 */
function badge(kind, symbol, label) {
  return element("span", { class: kind }, element("span", { "aria-hidden": "true" }, symbol), element("span", { class: "visually-hidden" }, `, ${label}`));
}

/**
 * The cards of one suit; played cards are faded.
 * @param {Suit} suit
 * @param {readonly string[]} dealt Ascending.
 * @param {ReadonlySet<string>} played
 * @param {readonly string[]} onTable Cards on the table.
 * @param {Worths} worths
 */
function suitRow(suit, dealt, played, onTable, { values, top, chosen, best: named }) {
  const cards = dealt.filter((card) => card[1] === suit).reverse();
  const symbol = suitSymbol(suit);
  return element(
    "p",
    { class: "suit" },
    symbol,
    element(
      "span",
      { class: "ranks" },
      ...cards.map((card) => {
        const worth = values[card];
        if (card === named || (named && card === chosen)) return element("span", { "data-card": card, "data-best": card === named, "data-chosen": card === chosen }, rankLabel(card));
        if (worth !== undefined) return element("span", { "data-card": card, "data-worth": worth, "data-best": worth === top, "data-chosen": card === chosen }, rankLabel(card), element("sup", {}, String(worth)));
        return element("span", { class: onTable.includes(card) ? "on-table" : played.has(card) ? "played" : "" }, rankLabel(card));
      }),
      cards.length ? null : element("span", { class: "void" }, "–"),
    ),
  );
}

/**
 * Describes a hand: "Spades: ace, ten. Hearts: king."; with worths "Spades: ace 9, ten 8."
 * @param {readonly string[]} cards
 * @param {Record<string, number>} values
 */
function handSentence(cards, values) {
  if (!cards.length) return t("replay.holds.nothing");
  return SUITS.flatMap((suit) => {
    const ranks = cards.filter((card) => card[1] === suit).reverse();
    const names = ranks.map((card) => {
      const name = rankName(card);
      return values[card] === undefined ? name : `${name} ${values[card]}`;
    });
    return ranks.length ? [t("replay.holds", { suit: suitName(suit), list: names.join(", ") })] : [];
  }).join(" ");
}

/**
 * A card on the table or a knock, on the side of its player.
 * @param {MatchSteps} match
 * @param {number} seat
 * @param {string | null} card
 * @param {number} at Index in the trick.
 * @param {ReplayState} state
 * @param {number} below
 */
function turnItem(match, seat, card, at, state, below) {
  const wins = state.winner === seat;
  const item = element(
    "li",
    { "data-key": card ?? "knock", "data-wins": wins, "data-new": at === state.table.length - 1 },
    ...(card === null ? knockParts(match, seat) : cardParts(match, seat, card, wins)),
  );
  item.style.setProperty("--turn", `${((seat - below + match.players) % match.players) / match.players}turn`);
  return item;
}

/**
 * @param {MatchSteps} match
 * @param {number} seat
 * @param {string} card
 * @param {boolean} wins
 */
function cardParts(match, seat, card, wins) {
  const name = t("replay.laid", { who: seatName(match, seat), card: cardName(card) });
  return [
    element("span", { class: "visually-hidden" }, wins ? `${name}, ${t("replay.laid.wins")}` : name),
    element("span", { class: "card" }, face(card)),
  ];
}

/**
 * @param {MatchSteps} match
 * @param {number} seat
 */
function knockParts(match, seat) {
  return [
    element("span", { class: "visually-hidden" }, sentenceAbout("replay.knocks", match, seat)),
    element("span", { class: "knock", "aria-hidden": "true" }, t("replay.knocks.short")),
  ];
}

/** @param {string} card */
function turnUpItem(card) {
  return element(
    "li",
    { class: "turned-up" },
    element("span", { class: "visually-hidden" }, t("replay.turned", { card: cardName(card) })),
    element("span", { class: "card" }, face(card)),
    element("span", { class: "small", "aria-hidden": "true" }, t("replay.turned.short")),
  );
}
