// The page for addresses that don't exist.

import { wordmark } from "../cards/wordmark.js";
import { element } from "../ui/dom.js";
import { t } from "../i18n/translate.js";

/**
 * Replaces the page with a "not found" message.
 * @param {string} why Message; the default text if empty.
 */
export function showNotFound(why) {
  document.body.replaceChildren(
    element(
      "main",
      { class: "not-found" },
      element("h1", {}, wordmark()),
      element("p", { class: "reason" }, why || t("not-found.none")),
      element("p", {}, element("a", { href: "/" }, t("not-found.home"))),
    ),
  );
}
