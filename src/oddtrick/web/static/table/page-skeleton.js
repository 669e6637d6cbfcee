// The empty elements of the table page, in reading order.

import { wordmark } from "../cards/wordmark.js";
import { icon, element, findElement, setAttribute } from "../ui/dom.js";
import { onPreferenceChange, preference, setPreference } from "../ui/preferences.js";
import { t } from "../i18n/translate.js";
import { act } from "./action-buttons.js";

const SPEAKER = "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12";
const MUTED = "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5";

/** Width of the felt (rem) below which seats are stacked instead of placed around it. */
const TIGHT_WIDTH = 17.5;

/** @returns {HTMLElement[]} */
export function tableLayout() {
  return [
    element(
      "main",
      { class: "table-layout cloth" },
      element(
        "header",
        { class: "bar" },
        element("a", { class: "brand", href: "/", "aria-label": t("page.home") }, wordmark()),
        element("h1", { class: "game" }, element("a", { click: showRules })),
        element("p", { class: "connection", role: "status" }),
        soundButton(),
      ),
      element("div", { class: "plates" }, element("p", { class: "trumps" }), element("p", { class: "contract" }), element("ul", { class: "score", "aria-label": t("table.score") })),
      felt(),
      element(
        "div",
        { class: "own-area" },
        element("p", { class: "turn-status" }),
        element("p", { class: "error" }),
        element("div", { class: "hint", hidden: true }),
        element("div", { class: "hand", role: "toolbar", tabindex: -1, "aria-label": t("table.hand") }),
        element("div", { class: "actions" }),
      ),
    ),
    element("aside", { class: "side-panel", "aria-label": t("chat.title") }),
    element("div", { class: "visually-hidden live", role: "log", "aria-live": "polite" }),
  ];
}

/** Opens the rules and options at the table, which a link would leave. @param {MouseEvent} event */
function showRules(event) {
  event.preventDefault();
  act(event.currentTarget, { type: "show-panel", what: "rules" });
}

/** The button that turns the sound on and off. */
function soundButton() {
  const button = element("button", { type: "button", class: "sound", click: () => setPreference("sound", !preference("sound")) }, icon(SPEAKER), icon(MUTED));
  const render = () => {
    setAttribute(button, "aria-pressed", String(preference("sound")));
    setAttribute(button, "aria-label", t("settings.sound"));
    setAttribute(button, "title", t(preference("sound") ? "table.sound-on" : "table.sound-off"));
  };
  onPreferenceChange(render);
  render();
  return button;
}

function felt() {
  return element(
    "section",
    { class: "felt", "aria-label": t("table.name") },
    element("ol", { class: "seats", "aria-label": t("table.players") }),
    element("ol", { class: "trick", "aria-label": t("table.trick") }),
    element("div", { class: "turn-up" }),
    element("p", { class: "banner", "aria-hidden": "true" }),
    element("div", { class: "panel", hidden: true }),
    element("p", { class: "skip-note", "aria-hidden": "true" }, t("table.skip")),
  );
}

/** A window wide enough to pin the side panel; the same breakpoint as in the style sheet. */
const WIDE = window.matchMedia("(min-width: 60rem)"); // asked at every card

/** Returns whether the window is wide enough to show all of the side panel. */
export function isWide() {
  return WIDE.matches;
}

/** Returns whether the side panel is always in sight. */
export function isPinned() {
  return WIDE.matches && preference("pinned");
}

/** Returns whether the chat is in sight. @param {HTMLElement} page */
export function isChatInSight(page) {
  const { open } = findElement(page, ".side-panel").dataset;
  return open === "chat" || isPinned() || (isWide() && open !== undefined);
}

/** Returns whether the window is as low as that of a laptop at 200 % zoom; the same condition as in the style sheets. */
function isFlat() {
  return window.matchMedia("(max-height: 21.5rem) and (min-aspect-ratio: 1/1)").matches;
}

/**
 * Notes on the page whether the side panel is pinned beside the felt, and the felt is too narrow for seats around it.
 * @param {HTMLElement} page
 */
export function observeLayout(page) {
  const felt = findElement(page, ".felt");
  setAttribute(document.documentElement, "data-table", true);
  const render = () => setAttribute(page, "data-pinned", preference("pinned"));
  onPreferenceChange(render);
  render();
  new ResizeObserver(() => {
    const rootFontSize = parseFloat(getComputedStyle(document.documentElement).fontSize);
    setAttribute(page, "data-tight", felt.clientWidth < TIGHT_WIDTH * rootFontSize && !isFlat());
  }).observe(felt);
}

export function closeDialogs() {
  for (const open of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (open).close();
}
