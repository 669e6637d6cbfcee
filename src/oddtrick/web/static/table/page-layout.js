// The parts of the table's page, empty, in the order in which they are read.

import { mark } from "../cards/wordmark.js";
import { element } from "../ui/dom.js";
import { words } from "../i18n/translate.js";

/** @returns {HTMLElement[]} */
export function frame() {
  return [
    element(
      "header",
      { class: "bar" },
      element("a", { class: "brand", href: "/", "aria-label": words("page.home") }, mark()),
      element("h1", { class: "game" }),
      element("p", { class: "line", role: "status" }),
      element("p", { class: "trumps" }),
    ),
    element(
      "main",
      { class: "room" },
      element("ul", { class: "score", "aria-label": words("table.score") }),
      felt(),
      element(
        "div",
        { class: "mine" },
        element("p", { class: "whose" }),
        element("p", { class: "problem" }),
        element("div", { class: "hand", role: "toolbar", "aria-label": words("table.hand") }),
        element("div", { class: "deeds" }),
      ),
      element("aside", { class: "beside", "aria-label": words("talk.title") }),
    ),
    element("div", { class: "unseen live", role: "log", "aria-live": "polite" }),
  ];
}

function felt() {
  return element(
    "section",
    { class: "felt", "aria-label": words("table.name") },
    element("ol", { class: "seats", "aria-label": words("table.players") }),
    element("ol", { class: "trick", "aria-label": words("table.trick") }),
    element("div", { class: "turn-up" }),
    element("p", { class: "word", "aria-hidden": "true" }),
    element("div", { class: "hint", hidden: true }),
    element("div", { class: "panel", hidden: true }),
  );
}
