// The tutorial: a few steps, each solved by the reader.

import { element, setText } from "../ui/dom.js";
import { renderPage } from "../ui/page-header.js";
import { animationsEnabled } from "../ui/preferences.js";
import { playAgainstBots } from "../start/open-table.js";
import { cardFan, ILLUSTRATIONS } from "../start/game-illustrations.js";
import { loadMessages, t, tOr } from "../i18n/translate.js";
import { tutorialTable, playCards } from "./tutorial-table.js";
import { STEPS } from "./tutorial-steps.js";

/** @typedef {import("./tutorial-steps.js").Step} Step */

/**
 * Shows the step that the address names.
 * @param {HTMLElement} page
 */
export async function show(page) {
  await loadMessages("guide");
  const main = element("main", { class: "learn" });
  renderPage(page, "learn", t("page.learn"), main);
  const showStep = (/** @type {boolean} */ focus) => {
    const at = Math.max(0, Math.min(STEPS.length - 1, Number(window.location.hash.slice(1)) - 1 || 0));
    const step = STEPS[at];
    if (!step) return;
    const title = element("h1", { tabindex: -1 }, stepText(step, "title"));
    main.replaceChildren(progressBar(at), ...(step.asks === "end" ? finalStep(step, title) : lessonStep(step, at, title)));
    if (focus) title.focus({ preventScroll: true });
    if (focus) window.scrollTo(0, 0);
  };
  window.addEventListener("hashchange", () => showStep(true));
  showStep(false);
}

/** @param {number} at */
function progressBar(at) {
  const bar = element("progress", {
    max: STEPS.length,
    value: at + 1,
    "aria-label": t("learn.step", { n: at + 1, of: STEPS.length }),
  });
  return element(
    "p",
    { class: "progress" },
    element("span", {}, t("learn.step", { n: at + 1, of: STEPS.length })),
    bar,
  );
}

/**
 * @param {Step} step
 * @param {number} at
 * @param {HTMLElement} title
 */
function lessonStep(step, at, title) {
  const feedback = element("p", { class: "answer", role: "status" });
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
    element("div", { class: "telling" }, title, element("p", {}, stepText(step, "text"))),
    scene,
    element("div", { class: "reply" }, feedback, element("div", { class: "buttons" }, next, back)),
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
    scene.querySelector(`.held [data-answer="${answer}"]`)?.remove();
    playCards(scene, [{ seat: "S", card: answer }, ...(step.then ?? [])]);
  }
  next.hidden = false;
  next.focus({ preventScroll: true });
}

/**
 * @param {Step} step
 * @param {HTMLElement} title
 */
function finalStep(step, title) {
  const errorText = element("p", { class: "error", role: "alert" });
  const play = element("button", { type: "button", class: "primary" }, t("learn.play"));
  play.addEventListener("click", () => {
    play.disabled = true;
    playAgainstBots({ game: "whist" }).catch((error) => {
      errorText.textContent = error.message;
      play.disabled = false;
    });
  });
  return [
    element("div", { class: "scene cloth ended" }, cardFan(ILLUSTRATIONS.whist ?? [])),
    element(
      "div",
      { class: "telling" },
      title,
      element("p", {}, stepText(step, "text")),
      errorText,
      element(
        "div",
        { class: "buttons" },
        play,
        element("a", { class: "button", href: "/rules/whist" }, t("learn.rules")),
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
