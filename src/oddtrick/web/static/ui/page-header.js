// What stands above and below every page but the table's.

import { drawing } from "./dialog.js";
import { element } from "./dom.js";
import { openSettings, speak } from "./settings-dialog.js";
import { mark } from "../cards/wordmark.js";
import { currentLanguage, LANGUAGES, words } from "../i18n/translate.js";

/** @typedef {"home" | "games" | "rules" | "learn" | ""} Here */

/** The pages that one can go to from everywhere. @type {[Here, string][]} */
const PAGES = [
  ["games", "/games"],
  ["rules", "/rules"],
  ["learn", "/learn"],
];

const GEAR =
  "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5zM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z";

/**
 * Gives a page its frame: the name, the ways to other pages, the settings; and what is at its end.
 * @param {HTMLElement} page
 * @param {Here} here Which page it is.
 * @param {string} title For the window.
 * @param {HTMLElement} main
 */
export function frame(page, here, title, main) {
  document.title = title === "Oddtrick" ? title : `${title} · Oddtrick`;
  main.id = "main";
  main.tabIndex = -1;
  page.append(element("a", { class: "skip", href: "#main" }, words("page.skip")), header(here), main, footer());
}

/** @param {Here} here */
function header(here) {
  const links = PAGES.map(([name, href]) =>
    element(
      "a",
      { href, "aria-current": name === here ? "page" : null },
      words(/** @type {import("../i18n/translate.js").Word} */ (`page.${name}`)),
    ),
  );
  return element(
    "header",
    { class: "head" },
    element(
      "a",
      { class: "brand", href: "/", "aria-label": words("page.home"), "aria-current": here === "home" ? "page" : null },
      mark(),
    ),
    element("nav", { "aria-label": words("page.pages") }, ...links),
    settingsButton(),
  );
}

/** Opens the settings. */
export function settingsButton() {
  return element(
    "button",
    { type: "button", class: "gear", "aria-label": words("settings.title"), click: openSettings },
    drawing(GEAR),
  );
}

function footer() {
  const languages = Object.entries(LANGUAGES).map(([code, name]) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", lang: code, "aria-pressed": String(code === currentLanguage()), click: () => speak(code) },
        name,
      ),
    ),
  );
  return element(
    "footer",
    { class: "foot" },
    element("p", {}, words("page.motto")),
    element("ul", { "aria-label": words("settings.language") }, ...languages),
  );
}
