// What a person may settle for this browser.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { choice, tick } from "./form-fields.js";
import { wish, wished } from "./preferences.js";
import { LANGUAGES, words } from "../i18n/translate.js";

/** @typedef {import("./preferences.js").Wishes} Wishes */
/** @typedef {import("../i18n/translate.js").Word} Word */

/** What is chosen from a few. @type {[keyof Wishes, string[]][]} */
const LOOKS = [
  ["theme", ["auto", "light", "dark"]],
  ["contrast", ["auto", "high"]],
  ["deck", ["two", "four"]],
  ["motion", ["auto", "reduced"]],
  ["speed", ["slow", "normal", "fast", "instant"]],
];

/** What is on or off. @type {(keyof Wishes)[]} */
const HABITS = ["sound", "forced", "confirm", "quiet", "keys"];

/** Opens the settings; each choice holds at once. */
export function openSettings() {
  openDialog(
    words("settings.title"),
    languages(),
    part("settings.looks", LOOKS.slice(0, 3).map(looks)),
    part("settings.play", [...LOOKS.slice(3).map(looks), ...HABITS.map(habit)]),
    element("p", { class: "small" }, words("settings.kept")),
  );
}

function languages() {
  const offers = Object.entries(LANGUAGES).map(([value, text]) => ({ value, text }));
  return choice(
    words("settings.language"),
    [{ value: "auto", text: words("settings.language.auto") }, ...offers],
    wished("language"),
    speak,
  );
}

/**
 * Another language. The page is loaded again, and a game goes on where it was.
 * @param {string} language
 */
export function speak(language) {
  wish("language", language);
  window.location.reload();
}

/**
 * @param {Word} title
 * @param {HTMLElement[]} fields
 */
function part(title, fields) {
  return element("section", { class: "part" }, element("h3", {}, words(title)), ...fields);
}

/** @param {[keyof Wishes, string[]]} look */
function looks([name, values]) {
  const offers = values.map((value) => ({ value, text: words(/** @type {Word} */ (`settings.${name}.${value}`)) }));
  const chosen = String(wished(name));
  return choice(words(/** @type {Word} */ (`settings.${name}`)), offers, chosen, (value) =>
    wish(name, /** @type {never} */ (value)),
  );
}

/** @param {keyof Wishes} name */
function habit(name) {
  const label = words(/** @type {Word} */ (`settings.${name}`));
  const about = words(/** @type {Word} */ (`settings.${name}.about`));
  return tick(label, Boolean(wished(name)), (on) => wish(name, /** @type {never} */ (on)), about);
}
