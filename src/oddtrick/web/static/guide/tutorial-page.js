// The tutorial: a course for a game, of a few steps that the reader solves.

import "../i18n/en/tutorial.js"; // preloaded with the page
import { element, setText } from "../ui/dom.js";
import { renderPage } from "../ui/page-header.js";
import { animationsEnabled } from "../ui/preferences.js";
import { playAgainstBots } from "../start/open-table.js";
import { cardFan, ILLUSTRATIONS } from "../start/game-illustrations.js";
import { t, tOr } from "../i18n/translate.js";
import { tutorialTable, playCards } from "./tutorial-table.js";
import { showNotFound } from "../ui/not-found-page.js";
import { COURSES } from "./tutorial-steps.js";

/** @typedef {import("./tutorial-steps.js").Step} Step */
/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */

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
