// The small table of the first game, as one step of it shows it.

import { back } from "../cards/card-backs.js";
import { face, sign } from "../cards/card-face.js";
import { cardName, suitName } from "../cards/card-names.js";
import { element } from "../ui/dom.js";
import { words } from "../i18n/translate.js";

/** @typedef {import("./tutorial-steps.js").Step} Step */
/** @typedef {import("./tutorial-steps.js").Seat} Seat */
/** @typedef {import("./tutorial-steps.js").Played} Played */
/** @typedef {(answer: string) => void} Answer */

/** So many tricks of a side count nothing. */
const BOOK = 6;

/** As play goes round. @type {Seat[]} */
const SEATS = ["W", "N", "E", "S"];

/** @type {("S" | "H" | "D" | "C")[]} */
const SUITS = ["S", "H", "C", "D"];

/**
 * The table of a step.
 * @param {Step} step
 * @param {Answer} answer
 */
export function drawScene(step, answer) {
  if (step.asks === "number") {
    return scene(piles(step), below(step, answer));
  }
  const seats = element(
    "ol",
    { class: "places", "aria-label": words("learn.table") },
    ...SEATS.map((seat) => place(step, seat, answer)),
  );
  return scene(about(step), seats, below(step, answer));
}

/** @param {...import("../ui/dom.js").Part} parts */
function scene(...parts) {
  return element("section", { class: "scene cloth", "aria-label": words("learn.table") }, ...parts);
}

/**
 * Shows what was played to the trick of a scene.
 * @param {HTMLElement} scene
 * @param {Played[]} played
 */
export function lay(scene, played) {
  for (const { seat, card } of played) {
    const at = scene.querySelector(`[data-seat="${seat}"] .lies`);
    at?.replaceChildren(lying(card));
  }
}

/**
 * The tricks of both sides, as they lie on the table; the first six of a side lie together.
 * @param {Step} step
 */
function piles({ tricks = [0, 0] }) {
  const cards = (/** @type {number} */ n) =>
    element(
      "span",
      {},
      ...Array.from({ length: Math.max(0, n) }, () => element("span", { class: "card" }, back("red"))),
    );
  const pile = (/** @type {"learn.us" | "learn.them"} */ side, /** @type {number} */ n) => {
    const lying = element("span", { class: "pile", "aria-hidden": "true" }, cards(Math.min(n, BOOK)), cards(n - BOOK));
    return element("li", {}, element("span", { class: "name" }, words(side, { n })), lying);
  };
  return element("ul", { class: "piles" }, pile("learn.us", tricks[0]), pile("learn.them", tricks[1]));
}

/** @param {Step} step What is known of trumps, and of the tricks so far. */
function about({ trumps, tricks }) {
  if (!trumps && !tricks) return null;
  return element(
    "p",
    { class: "known" },
    trumps && element("span", {}, sign(trumps), " ", words("learn.trumps", { suit: suitName(trumps) })),
    tricks && element("span", {}, words("learn.tricks", { us: tricks[0], them: tricks[1] })),
  );
}

/**
 * @param {Step} step
 * @param {Seat} seat
 * @param {Answer} answer
 */
function place(step, seat, answer) {
  const lies = step.trick?.find((each) => each.seat === seat);
  const name = element("span", { class: "name" }, words(`learn.seat.${seat}`));
  const whole = step.asks === "seat" && seat !== "S";
  const shown = whole
    ? element("button", { type: "button", "data-answer": seat, click: () => answer(seat) }, name)
    : name;
  const turned = step.turnUp && seat === "E" ? lying(step.turnUp) : null;
  const card = lies ? (step.asks === "won" ? cardButton(lies.card, answer) : lying(lies.card)) : turned;
  return element("li", { "data-seat": seat }, shown, element("span", { class: "lies" }, card));
}

/** @param {string} card */
function lying(card) {
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
 * The hand, or what else there is to choose from.
 * @param {Step} step
 * @param {Answer} answer
 */
function below({ asks, hand, numbers }, answer) {
  const plain = (/** @type {string} */ value, /** @type {(Node | string)[]} */ shown) =>
    element("button", { type: "button", "data-answer": value, click: () => answer(value) }, ...shown);
  if (asks === "suit")
    return group(
      "learn.suits",
      SUITS.map((suit) => plain(suit, [mute(sign(suit)), ` ${suitName(suit)}`])),
    );
  if (asks === "number")
    return group(
      "learn.numbers",
      (numbers ?? []).map((each) => plain(each, [each])),
    );
  return hand
    ? group(
        "learn.hand",
        hand.map((card) => cardButton(card, answer)),
      )
    : null;
}

/** @param {SVGElement} drawn Whose name stands beside it. */
function mute(drawn) {
  drawn.removeAttribute("role");
  drawn.removeAttribute("aria-label");
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

/**
 * @param {"learn.hand" | "learn.suits" | "learn.numbers"} name
 * @param {HTMLElement[]} answers
 */
function group(name, answers) {
  return element(
    "div",
    {
      class: name === "learn.hand" ? "answers held" : "answers",
      role: "group",
      "aria-label": words(name),
      keydown: walk,
    },
    ...answers,
  );
}

/** @param {KeyboardEvent} event Arrows lead from one answer to the next. */
function walk(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const answers = /** @type {HTMLElement[]} */ ([...group.children]);
  const at = answers.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (!by || at < 0) return;
  event.preventDefault();
  answers[(at + by + answers.length) % answers.length]?.focus();
}
