// What a page shows while another one plays the table of this browser.

import { element } from "../ui/dom.js";
import { renderPage } from "../ui/page-header.js";
import { t } from "../i18n/translate.js";

/**
 * Shows the page.
 * @param {HTMLElement} page
 * @param {() => void} takeOver Plays here.
 */
export function showOtherTab(page, takeOver) {
  const here = element("button", { type: "button", class: "primary", click: takeOver }, t("other-tab.here"));
  const main = element(
    "main",
    { class: "not-found" },
    element("h1", {}, t("other-tab.title")),
    element("p", {}, t("other-tab.about")),
    element("div", { class: "buttons" }, here, element("a", { class: "button", href: "/" }, t("action.home"))),
  );
  renderPage(page, "", t("other-tab.title"), main);
}
