// The empty elements of the table page, in reading order.

import { wordmark } from "../cards/wordmark.js";
import { element } from "../ui/dom.js";
import { t } from "../i18n/translate.js";

/** @returns {HTMLElement[]} */
export function tableLayout() {
  return [
    element(
      "header",
      { class: "bar" },
      element("a", { class: "brand", href: "/", "aria-label": t("page.home") }, wordmark()),
      element("h1", { class: "game" }),
      element("p", { class: "connection", role: "status" }),
      element("p", { class: "trumps" }),
    ),
    element(
      "main",
      { class: "table-layout" },
      element("ul", { class: "score", "aria-label": t("table.score") }),
      felt(),
      element(
        "div",
        { class: "own-area" },
        element("p", { class: "turn-status" }),
        element("p", { class: "error" }),
        element("div", { class: "hand", role: "toolbar", "aria-label": t("table.hand") }),
        element("div", { class: "actions" }),
      ),
      element("aside", { class: "side-panel", "aria-label": t("chat.title") }),
    ),
    element("div", { class: "visually-hidden live", role: "log", "aria-live": "polite" }),
  ];
}

function felt() {
  return element(
    "section",
    { class: "felt", "aria-label": t("table.name") },
    element("ol", { class: "seats", "aria-label": t("table.players") }),
    element("ol", { class: "trick", "aria-label": t("table.trick") }),
    element("div", { class: "turn-up" }),
    element("p", { class: "banner", "aria-hidden": "true" }),
    element("div", { class: "hint", hidden: true }),
    element("div", { class: "panel", hidden: true }),
  );
}
