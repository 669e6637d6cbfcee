// The first game: a few steps, each done by oneself.

import { element, say } from "../ui/dom.js";
import { frame } from "../ui/page-header.js";
import { moves } from "../ui/preferences.js";
import { playNow } from "../start/open-table.js";
import { fan, PICTURES } from "../start/game-illustrations.js";
import { alsoWords, words, wordsOr } from "../i18n/translate.js";
import { drawScene, lay } from "./tutorial-table.js";
import { STEPS } from "./tutorial-steps.js";

/** @typedef {import("./tutorial-steps.js").Step} Step */

/**
 * Shows the step that the address names.
 * @param {HTMLElement} page
 */
export async function show(page) {
  await alsoWords("guide");
  const main = element("main", { class: "learn" });
  frame(page, "learn", words("page.learn"), main);
  const turn = (/** @type {boolean} */ focus) => {
    const at = Math.max(0, Math.min(STEPS.length - 1, Number(window.location.hash.slice(1)) - 1 || 0));
    const step = STEPS[at];
    if (!step) return;
    const title = element("h1", { tabindex: -1 }, text(step, "title"));
    main.replaceChildren(progress(at), ...(step.asks === "end" ? ending(step, title) : lesson(step, at, title)));
    if (focus) title.focus({ preventScroll: true });
    if (focus) window.scrollTo(0, 0);
  };
  window.addEventListener("hashchange", () => turn(true));
  turn(false);
}

/** @param {number} at */
function progress(at) {
  const bar = element("progress", {
    max: STEPS.length,
    value: at + 1,
    "aria-label": words("learn.step", { n: at + 1, of: STEPS.length }),
  });
  return element(
    "p",
    { class: "progress" },
    element("span", {}, words("learn.step", { n: at + 1, of: STEPS.length })),
    bar,
  );
}

/**
 * @param {Step} step
 * @param {number} at
 * @param {HTMLElement} title
 */
function lesson(step, at, title) {
  const told = element("p", { class: "answer", role: "status" });
  const next = element("a", { class: "button chief", href: `#${at + 2}`, hidden: true }, words("learn.next"));
  const scene = drawScene(step, (answer) => judge(answer));
  const judge = (/** @type {string} */ answer) => {
    const right = step.right.includes(answer);
    say(told, right ? text(step, "right", answer) : text(step, "wrong", answer));
    told.dataset.right = String(right);
    for (const each of scene.querySelectorAll("[data-answer]")) {
      const same = each.getAttribute("data-answer") === answer;
      if (same) each.setAttribute("data-chosen", String(right));
      else each.removeAttribute("data-chosen");
    }
    if (right) settle(step, scene, answer, next);
    told.parentElement?.scrollIntoView({ block: "nearest", behavior: moves() ? "smooth" : "instant" });
  };
  const back = at > 0 && element("a", { class: "button", href: `#${at}` }, words("learn.back"));
  return [
    element("div", { class: "telling" }, title, element("p", {}, text(step, "text"))),
    scene,
    element("div", { class: "reply" }, told, element("div", { class: "buttons" }, next, back)),
  ];
}

/**
 * What comes of the right answer: the card lies in the trick, and it goes on.
 * @param {Step} step
 * @param {HTMLElement} scene
 * @param {string} answer
 * @param {HTMLElement} next
 */
function settle(step, scene, answer, next) {
  for (const button of scene.querySelectorAll("button")) button.disabled = true;
  if (step.asks === "card") {
    scene.querySelector(`.held [data-answer="${answer}"]`)?.remove();
    lay(scene, [{ seat: "S", card: answer }, ...(step.then ?? [])]);
  }
  next.hidden = false;
  next.focus({ preventScroll: true });
}

/**
 * @param {Step} step
 * @param {HTMLElement} title
 */
function ending(step, title) {
  const problem = element("p", { class: "problem", role: "alert" });
  const play = element("button", { type: "button", class: "chief" }, words("learn.play"));
  play.addEventListener("click", () => {
    play.disabled = true;
    playNow({ game: "whist" }).catch((error) => {
      problem.textContent = error.message;
      play.disabled = false;
    });
  });
  return [
    element("div", { class: "scene cloth ended" }, fan(PICTURES.whist ?? [])),
    element(
      "div",
      { class: "telling" },
      title,
      element("p", {}, text(step, "text")),
      problem,
      element(
        "div",
        { class: "buttons" },
        play,
        element("a", { class: "button", href: "/rules/whist" }, words("learn.rules")),
        element("a", { class: "button", href: "#1" }, words("learn.again")),
      ),
    ),
  ];
}

/**
 * A text of a step; an answer may have one of its own.
 * @param {Step} step
 * @param {string} part
 * @param {string} [answer]
 */
function text({ name }, part, answer = "") {
  return wordsOr(`learn.${name}.${part}.${answer}`, wordsOr(`learn.${name}.${part}`, ""));
}
