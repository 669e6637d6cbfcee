// The table of one tutorial step.

import { cardBack } from "../cards/card-backs.js";
import { face, suitSymbol } from "../cards/card-face.js";
import { cardName, suitName } from "../cards/card-names.js";
import { element } from "../ui/dom.js";
import { t } from "../i18n/translate.js";

/** @typedef {import("./tutorial-steps.js").Step} Step */
/** @typedef {import("./tutorial-steps.js").Seat} Seat */
/** @typedef {import("./tutorial-steps.js").Played} Played */
/** @typedef {(answer: string) => void} Answer */

/** Tricks of a side that don't score. */
const BOOK = 6;

/** In playing order. @type {Seat[]} */
const SEATS = ["W", "N", "E", "S"];

/** @type {("S" | "H" | "D" | "C")[]} */
const SUITS = ["S", "H", "C", "D"];

/**
 * The table of a step.
 * @param {Step} step
 * @param {Answer} answer
 */
export function tutorialTable(step, answer) {
  // A question of counting or choosing has no cards on the table.
  const noTable = (step.asks === "number" && !step.tricks) || (step.asks === "suit" && step.hand);
  if (noTable) return tableSection(answerArea(step, answer));
  if (step.asks === "number") {
    return tableSection(trickPiles(step), answerArea(step, answer));
  }
  const seats = element(
    "ol",
    { class: "places", "aria-label": t("learn.table") },
    ...SEATS.map((seat) => seatItem(step, seat, answer)),
  );
  return tableSection(factsLine(step), seats, answerArea(step, answer));
}

/** @param {...import("../ui/dom.js").Part} parts */
function tableSection(...parts) {
  return element("section", { class: "scene cloth", "aria-label": t("learn.table") }, ...parts);
}

/**
 * Puts played cards into the trick.
 * @param {HTMLElement} scene
 * @param {Played[]} played
 */
export function playCards(scene, played) {
  for (const { seat, card } of played) {
    const at = scene.querySelector(`[data-seat="${seat}"] .played-card`);
    at?.replaceChildren(cardImage(card));
  }
}

/**
 * The trick piles of both sides; a side's first six tricks form one pile.
 * @param {Step} step
 */
function trickPiles({ tricks = [0, 0] }) {
  const cards = (/** @type {number} */ n) =>
    element(
      "span",
      {},
      ...Array.from({ length: Math.max(0, n) }, () => element("span", { class: "card" }, cardBack("red"))),
    );
  const pile = (/** @type {"learn.us" | "learn.them"} */ side, /** @type {number} */ n) => {
    const trickPile = element("span", { class: "pile", "aria-hidden": "true" }, cards(Math.min(n, BOOK)), cards(n - BOOK));
    return element("li", {}, element("span", { class: "name" }, t(side, { n })), trickPile);
  };
  return element("ul", { class: "piles" }, pile("learn.us", tricks[0]), pile("learn.them", tricks[1]));
}

/** The line with trumps and the tricks of both sides. @param {Step} step */
function factsLine({ trumps, tricks }) {
  if (!trumps && !tricks) return null;
  return element(
    "p",
    { class: "deal-facts" },
    trumps && element("span", {}, suitSymbol(trumps), " ", t("learn.trumps", { suit: suitName(trumps) })),
    tricks && element("span", {}, t("learn.tricks", { us: tricks[0], them: tricks[1] })),
  );
}

/**
 * @param {Step} step
 * @param {Seat} seat
 * @param {Answer} answer
 */
function seatItem(step, seat, answer) {
  const playedCard = step.trick?.find((each) => each.seat === seat);
  const name = element("span", { class: "name" }, t(`learn.seat.${seat}`));
  const selectable = step.asks === "seat" && seat !== "S";
  const label = selectable
    ? element("button", { type: "button", "data-answer": seat, click: () => answer(seat) }, name)
    : name;
  const turned = step.turnUp && seat === "E" ? cardImage(step.turnUp) : null;
  const card = playedCard ? (step.asks === "won" ? cardButton(playedCard.card, answer) : cardImage(playedCard.card)) : turned;
  return element("li", { "data-seat": seat }, label, element("span", { class: "played-card" }, card));
}

/** @param {string} card */
function cardImage(card) {
  return element("span", { class: "card", role: "img", "aria-label": cardName(card) }, face(card));
}

/**
 * @param {string} card
 * @param {Answer} answer
 */
function cardButton(card, answer) {
  return element(
    "button",
    { type: "button", class: "card", "data-answer": card, "aria-label": cardName(card), click: () => answer(card) },
    face(card),
  );
}

/**
 * The answers: the hand, or buttons.
 * @param {Step} step
 * @param {Answer} answer
 * @returns {HTMLElement | null}
 */
function answerArea({ asks, hand, numbers }, answer) {
  const plain = (/** @type {string} */ value, /** @type {(Node | string)[]} */ label) =>
    element("button", { type: "button", "data-answer": value, click: () => answer(value) }, ...label);
  if (hand && (asks === "suit" || asks === "number"))
    return element("div", { class: "choosing" }, element("div", { class: "answers own-hand" }, ...hand.map(cardImage)), answerArea({ name: "", right: [], asks, numbers }, answer));
  if (asks === "suit")
    return answerGroup(
      "learn.suits",
      SUITS.map((suit) => plain(suit, [hideFromScreenReaders(suitSymbol(suit)), ` ${suitName(suit)}`])),
    );
  if (asks === "number")
    return answerGroup(
      "learn.numbers",
      (numbers ?? []).map((each) => plain(each, [each])),
    );
  return hand
    ? answerGroup(
        "learn.hand",
        hand.map((card) => cardButton(card, answer)),
      )
    : null;
}

/** Hides a symbol whose name is next to it. @param {SVGElement} svg */
function hideFromScreenReaders(svg) {
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/**
 * @param {"learn.hand" | "learn.suits" | "learn.numbers"} name
 * @param {HTMLElement[]} answers
 */
function answerGroup(name, answers) {
  return element(
    "div",
    {
      class: name === "learn.hand" ? "answers own-hand" : "answers",
      role: "group",
      "aria-label": t(name),
      keydown: moveFocus,
    },
    ...answers,
  );
}

/** Moves between answers with the arrow keys. @param {KeyboardEvent} event */
function moveFocus(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const answers = /** @type {HTMLElement[]} */ ([...group.children]);
  const at = answers.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (!by || at < 0) return;
  event.preventDefault();
  answers[(at + by + answers.length) % answers.length]?.focus();
}
