// The page where there is none.

import { mark } from "../cards/wordmark.js";
import { element } from "./dom.js";
import { words } from "../i18n/translate.js";

/**
 * Shows that there is nothing at this address.
 * @param {string} why One line; empty: the usual one.
 */
export function showNowhere(why) {
  document.body.replaceChildren(
    element(
      "main",
      { class: "nowhere" },
      element("h1", {}, mark()),
      element("p", { class: "reason" }, why || words("nowhere.none")),
      element("p", {}, element("a", { href: "/" }, words("nowhere.home"))),
    ),
  );
}
