// The table with all hands open: each hand as rows of suits around what lies in the middle.

import { element, fill, mark, say } from "../ui/dom.js";
import { face, sign } from "../cards/card-face.js";
import { cardName, suitName } from "../cards/card-names.js";
import { words } from "../i18n/translate.js";
import { seatName } from "./seat-names.js";

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("./replay-states.js").Moment} Moment */
/** @typedef {import("../cards/card-names.js").Suit} Suit */

const SUITS = /** @type {Suit[]} */ (["S", "H", "D", "C"]);

/**
 * The empty table.
 * @param {number} players
 * @param {(seat: number) => void} turn Called with the seat from which somebody wants to see it.
 */
export function newBoard(players, turn) {
  const seats = Array.from({ length: players }, (_, seat) =>
    element(
      "section",
      { class: "open", "data-seat": seat },
      element("h2", {}, element("button", { type: "button", class: "sits", click: () => turn(seat) })),
      element("p", { class: "unseen held" }),
      element("div", { class: "suits", "aria-hidden": "true" }),
    ),
  );
  return element(
    "div",
    { class: "board cloth", "data-players": players },
    ...seats,
    element("ol", { class: "middle", "aria-label": words("replay.middle") }),
  );
}

/**
 * Shows a moment.
 * @param {HTMLElement} board
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {Moment} moment
 * @param {number} below Who sits below.
 */
export function drawBoard(board, match, deal, moment, below) {
  for (const seat of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".open"))) {
    drawSeat(seat, match, deal, moment, Number(seat.dataset.seat), below);
  }
  const middle = /** @type {HTMLElement} */ (board.querySelector(".middle"));
  const turnUp = moment.table.length ? null : deal.turn_up;
  fill(middle, [moment.table, moment.winner, turnUp, below], () =>
    turnUp ? [turnedUp(turnUp)] : moment.table.map(([seat, card], at) => laid(match, seat, card, at, moment, below)),
  );
}

/**
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {Moment} moment
 * @param {number} seat
 * @param {number} below
 */
function drawSeat(at, match, deal, moment, seat, below) {
  const dealt = deal.hands[moment.hand]?.cards[seat] ?? [];
  const place = (seat - below + match.players) % match.players;
  mark(at, "data-at", place);
  at.style.setProperty("--at", String(place));
  mark(at, "data-next", moment.next === seat);
  mark(at, "data-out", !deal.seats.includes(seat));
  drawName(at, match, deal, moment, seat, below);
  const left = dealt.filter((card) => !moment.gone.has(card));
  say(/** @type {HTMLElement} */ (at.querySelector(".held")), held(left));
  const suits = /** @type {HTMLElement} */ (at.querySelector(".suits"));
  const now = moment.table.map(([, card]) => card);
  fill(suits, [dealt, left, now, deal.trump], () =>
    deal.seats.includes(seat) ? SUITS.map((suit) => row(suit, dealt, moment.gone, now)) : [element("p", { class: "out" }, words("replay.out"))],
  );
}

/**
 * @param {HTMLElement} at
 * @param {MatchSteps} match
 * @param {DealSteps} deal
 * @param {Moment} moment
 * @param {number} seat
 * @param {number} below
 */
function drawName(at, match, deal, moment, seat, below) {
  const button = /** @type {HTMLElement} */ (at.querySelector(".sits"));
  const name = seatName(match, seat);
  const tricks = moment.won[seat] ?? 0;
  const dealer = deal.dealer === seat;
  mark(button, "aria-pressed", seat === below ? "true" : "false");
  mark(button, "title", words("replay.turn.to"));
  fill(button, [name, tricks, dealer], () => [
    element("span", { class: "name" }, name),
    dealer ? badge("dealt", words("replay.dealer.short"), words("replay.dealer")) : null,
    badge("won", String(tricks), words("replay.tricks", { n: tricks })),
  ]);
}

/**
 * Something short to be seen, and what is read out for it.
 * @param {string} kind
 * @param {string} shown
 * @param {string} said
 */
function badge(kind, shown, said) {
  return element("span", { class: kind }, element("span", { "aria-hidden": "true" }, shown), element("span", { class: "unseen" }, `, ${said}`));
}

/**
 * The cards of one suit; those that are played are there, but fade.
 * @param {Suit} suit
 * @param {readonly string[]} dealt Ascending.
 * @param {ReadonlySet<string>} gone
 * @param {readonly string[]} now What lies on the table.
 */
function row(suit, dealt, gone, now) {
  const cards = dealt.filter((card) => card[1] === suit).reverse();
  const shown = sign(suit);
  return element(
    "p",
    { class: "suit" },
    shown,
    element(
      "span",
      { class: "ranks" },
      ...cards.map((card) => element("span", { class: now.includes(card) ? "now" : gone.has(card) ? "gone" : "" }, rank(card))),
      cards.length ? null : element("span", { class: "void" }, "–"),
    ),
  );
}

/** @param {string} card */
function rank(card) {
  return card[0] === "T" ? "10" : (card[0] ?? "");
}

/**
 * A hand as a sentence: "Spades: ace, ten. Hearts: king."
 * @param {readonly string[]} cards
 */
function held(cards) {
  if (!cards.length) return words("replay.holds.nothing");
  return SUITS.flatMap((suit) => {
    const ranks = cards.filter((card) => card[1] === suit).reverse();
    const names = ranks.map((card) => words(/** @type {import("../i18n/translate.js").Word} */ (`rank.${card[0]}`)));
    return ranks.length ? [words("replay.holds", { suit: suitName(suit), list: names.join(", ") })] : [];
  }).join(" ");
}

/**
 * A card on the table, on the side of who played it.
 * @param {MatchSteps} match
 * @param {number} seat
 * @param {string} card
 * @param {number} at Its place in the trick.
 * @param {Moment} moment
 * @param {number} below
 */
function laid(match, seat, card, at, moment, below) {
  const wins = moment.winner === seat;
  const name = words("replay.laid", { who: seatName(match, seat), card: cardName(card) });
  const made = element(
    "li",
    { "data-key": card, "data-wins": wins, "data-new": at === moment.table.length - 1 },
    element("span", { class: "unseen" }, wins ? `${name}, ${words("replay.laid.wins")}` : name),
    element("span", { class: "card" }, face(card)),
  );
  made.style.setProperty("--turn", `${((seat - below + match.players) % match.players) / match.players}turn`);
  return made;
}

/** @param {string} card */
function turnedUp(card) {
  return element(
    "li",
    { class: "turned-up" },
    element("span", { class: "unseen" }, words("replay.turned", { card: cardName(card) })),
    element("span", { class: "card" }, face(card)),
    element("span", { class: "small", "aria-hidden": "true" }, words("replay.turned.short")),
  );
}
