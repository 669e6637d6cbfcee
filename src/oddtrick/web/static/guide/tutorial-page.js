// The tutorial: a course for a game, of a few steps that the reader solves.

import "../i18n/en/tutorial.js"; // preloaded with the page
import { element, setText } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { animationsEnabled } from "../ui/preferences.js";
import { playAgainstBots } from "../start/open-table.js";
import { cardFan, ILLUSTRATIONS, WITH_KNAVE } from "../start/game-illustrations.js";
import { t, tOr } from "../i18n/translate.js";
import { showNotFound } from "../shell/not-found-page.js";
import { cardBack } from "../cards/card-backs.js";
import { face, suitSymbol } from "../cards/card-face.js";
import { callJack, cardName, suitName } from "../cards/card-names.js";
import { COURSES } from "./tutorial-steps.js";

/** @import {Step, Seat, Played} from "./tutorial-steps.js" */
/** @import {MessageKey} from "../i18n/translate.js" */

/** The course of those who know no game yet. */
const FIRST = "whist";

/**
 * Shows the step that the address names.
 * @param {HTMLElement} page
 * @param {string} [game] The game of the course.
 */
export function show(page, game = FIRST) {
  const steps = COURSES[game];
  if (!steps) {
    showNotFound("");
    return;
  }
  callJack(WITH_KNAVE.includes(game) ? "knave" : "jack");
  const main = element("main", { class: "tutorial" });
  renderPage(page, "learn", t("page.learn"), main);
  const showStep = (/** @type {boolean} */ focus) => {
    const at = Math.max(0, Math.min(steps.length - 1, Number(window.location.hash.slice(1)) - 1 || 0));
    const step = steps[at];
    if (!step) return;
    const title = element("h1", { tabindex: -1 }, stepText(step, "title"));
    main.replaceChildren(progressBar(at, steps.length), ...(step.asks === "end" ? finalStep(step, title, game) : lessonStep(step, at, title)), courseLinks(game));
    if (focus) title.focus({ preventScroll: true });
    if (focus) window.scrollTo(0, 0);
  };
  window.addEventListener("hashchange", () => showStep(true));
  showStep(false);
}

/**
 * Links to the courses of other games.
 * @param {string} here
 */
function courseLinks(here) {
  const links = Object.keys(COURSES).map((game) =>
    element("li", {}, element("a", { href: game === FIRST ? "/learn" : `/learn/${game}`, "aria-current": game === here ? "page" : null }, t(/** @type {MessageKey} */ (`game.${game}`)))),
  );
  return element("nav", { class: "courses", "aria-label": t("learn.courses") }, element("h2", {}, t("learn.courses")), element("ul", {}, ...links));
}

/**
 * @param {number} at
 * @param {number} of
 */
function progressBar(at, of) {
  const bar = element("progress", {
    max: of,
    value: at + 1,
    "aria-label": t("learn.step", { n: at + 1, of }),
  });
  return element(
    "p",
    { class: "progress" },
    element("span", {}, t("learn.step", { n: at + 1, of })),
    bar,
  );
}

/**
 * @param {Step} step
 * @param {number} at
 * @param {HTMLElement} title
 */
function lessonStep(step, at, title) {
  const feedback = element("p", { class: "feedback", role: "status" });
  const next = element("a", { class: "button primary", href: `#${at + 2}`, hidden: true }, t("learn.next"));
  const scene = tutorialTable(step, (answer) => judge(answer));
  const judge = (/** @type {string} */ answer) => {
    const right = step.right.includes(answer);
    setText(feedback, right ? stepText(step, "right", answer) : stepText(step, "wrong", answer));
    feedback.dataset.right = String(right);
    for (const each of scene.querySelectorAll("[data-answer]")) {
      const same = each.getAttribute("data-answer") === answer;
      if (same) each.setAttribute("data-chosen", String(right));
      else each.removeAttribute("data-chosen");
    }
    if (right) completeStep(step, scene, answer, next);
    feedback.parentElement?.scrollIntoView({ block: "nearest", behavior: animationsEnabled() ? "smooth" : "instant" });
  };
  const back = at > 0 && element("a", { class: "button", href: `#${at}` }, t("learn.back"));
  return [
    element("div", { class: "lesson" }, title, element("p", {}, stepText(step, "text"))),
    scene,
    element("div", { class: "response" }, feedback, element("div", { class: "buttons" }, next, back)),
  ];
}

/**
 * Plays the correct card and offers the next step.
 * @param {Step} step
 * @param {HTMLElement} scene
 * @param {string} answer
 * @param {HTMLElement} next
 */
function completeStep(step, scene, answer, next) {
  for (const button of scene.querySelectorAll("button")) button.disabled = true;
  if (step.asks === "card") {
    scene.querySelector(`.own-hand [data-answer="${answer}"]`)?.remove();
    playCards(scene, [{ seat: "S", card: answer }, ...(step.then ?? [])]);
  }
  next.hidden = false;
  next.focus({ preventScroll: true });
}

/**
 * @param {Step} step
 * @param {HTMLElement} title
 * @param {string} game
 */
function finalStep(step, title, game) {
  const errorText = element("p", { class: "error", role: "alert" });
  const play = element("button", { type: "button", class: "primary" }, t("learn.play"));
  play.addEventListener("click", () => {
    play.disabled = true;
    playAgainstBots({ game }).catch((error) => {
      errorText.textContent = error.message;
      play.disabled = false;
    });
  });
  return [
    element("div", { class: "scene cloth finish" }, cardFan(ILLUSTRATIONS[game] ?? [])),
    element(
      "div",
      { class: "lesson" },
      title,
      element("p", {}, stepText(step, "text")),
      errorText,
      element(
        "div",
        { class: "buttons" },
        play,
        element("a", { class: "button", href: `/rules/${game}` }, t("learn.rules")),
        element("a", { class: "button", href: "#1" }, t("learn.again")),
      ),
    ),
  ];
}

/**
 * Returns a text of a step; specific answers may have their own text.
 * @param {Step} step
 * @param {string} part
 * @param {string} [answer]
 */
function stepText({ name }, part, answer = "") {
  return tOr(`learn.${name}.${part}.${answer}`, tOr(`learn.${name}.${part}`, ""));
}

/** @typedef {(answer: string) => void} Answer */

// The table of one tutorial step.

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
function tutorialTable(step, answer) {
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
function playCards(scene, played) {
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
