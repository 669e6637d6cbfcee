// Header and footer of every page except the table.

import { icon, element } from "../ui/dom.js";
import { openSettings, switchLanguage } from "./settings-dialog.js";
import { wordmark } from "../cards/wordmark.js";
import { currentLanguage, LANGUAGES, t } from "../i18n/translate.js";

/** @typedef {"home" | "games" | "rules" | "learn" | ""} PageId */

/** Links of the main navigation. @type {[PageId, string][]} */
const NAV_LINKS = [
  ["games", "/games"],
  ["rules", "/rules"],
  ["learn", "/learn"],
];

const SETTINGS_ICON =
  "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5zM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z";

/**
 * Renders a page: header with navigation and settings, main content, footer.
 * @param {HTMLElement} page
 * @param {PageId} here The current page.
 * @param {string} title Window title.
 * @param {HTMLElement} main
 */
export function renderPage(page, here, title, main) {
  document.title = title === "Oddtrick" ? title : `${title} · Oddtrick`;
  main.id = "main";
  main.tabIndex = -1;
  page.append(element("a", { class: "skip", href: "#main" }, t("page.skip")), header(here), main, footer());
}

/** @param {PageId} here */
function header(here) {
  const links = NAV_LINKS.map(([name, href]) =>
    element(
      "a",
      { href, "aria-current": name === here ? "page" : null },
      t(/** @type {import("../i18n/translate.js").MessageKey} */ (`page.${name}`)),
    ),
  );
  return element(
    "header",
    { class: "head" },
    element(
      "a",
      { class: "brand", href: "/", "aria-label": t("page.home"), "aria-current": here === "home" ? "page" : null },
      wordmark(),
    ),
    element("nav", { "aria-label": t("page.pages") }, ...links),
    settingsButton(),
  );
}

/**
 * The button that opens the settings.
 * @param {{ hasServer?: boolean }} [page]
 */
export function settingsButton(page = {}) {
  return element(
    "button",
    { type: "button", class: "settings-button", "aria-label": t("settings.title"), click: () => openSettings(page) },
    icon(SETTINGS_ICON),
  );
}

/** The list of languages, to choose from. */
export function languageList() {
  const languages = Object.entries(LANGUAGES).map(([code, name]) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", lang: code, "aria-pressed": String(code === currentLanguage()), click: () => switchLanguage(code) },
        name,
      ),
    ),
  );
  return element("ul", { "aria-label": t("settings.language") }, ...languages);
}

function footer() {
  return element("footer", { class: "foot" }, element("p", {}, t("page.motto")), element("a", { href: "/solve" }, t("page.solve")), languageList());
}
