// The settings dialog for this browser.

import { openDialog } from "../ui/dialog.js";
import { element } from "../ui/dom.js";
import { radioGroup, switchField } from "../ui/form-fields.js";
import { setPreference, preference } from "../ui/preferences.js";
import { LANGUAGES, t } from "../i18n/translate.js";

/** @import {Preferences} from "../ui/preferences.js" */
/** @import {MessageKey} from "../i18n/translate.js" */

/** Preferences with several values. @type {[keyof Preferences, string[]][]} */
const CHOICES = [
  ["theme", ["auto", "light", "dark"]],
  ["contrast", ["auto", "high"]],
  ["deck", ["two", "four"]],
  ["felt", ["green", "blue", "wine", "slate"]],
  ["backs", ["classic", "garden", "night"]],
  ["motion", ["auto", "reduced"]],
  ["speed", ["slow", "normal", "fast", "instant"]],
  ["ahead", ["ask", "always", "off"]],
];

/** The pages that may register the service worker, by the policy that the server sends with them. */
const MAY_REGISTER = /^\/($|games$|t\/[^/]+$)/;

/** Preferences that are on or off. @type {(keyof Preferences)[]} */
const SWITCHES = ["sound", "haptics", "autoplay", "confirm", "muteChat", "shortcuts", "brief"];

/**
 * Opens the settings; each change takes effect at once.
 * @param {{ hasServer?: boolean }} [page]
 */
export function openSettings({ hasServer = true } = {}) {
  openDialog(
    t("settings.title"),
    languageField(),
    settingsSection("settings.appearance", CHOICES.slice(0, 5).map(choiceField)),
    settingsSection("settings.play", [...CHOICES.slice(5).map(choiceField), ...SWITCHES.map(switchSetting)]),
    element("p", { class: "small" }, t("settings.saved")),
    hasServer ? pushSettings() : null,
    hasServer ? contactSettings() : null,
  );
}

/** Push messages in this browser; empty where the page or the server has none. */
function pushSettings() {
  const section = element("section", { class: "part", hidden: true });
  if (navigator.onLine && window.isSecureContext && MAY_REGISTER.test(window.location.pathname))
    import("../people/push-settings.js").then(({ addPushSettings }) => addPushSettings(section)).catch(() => undefined);
  return section;
}

/** What people one has played with may do; empty until the server has said that it knows the player. */
function contactSettings() {
  const section = element("section", { class: "part", hidden: true });
  if (navigator.onLine && !window.location.pathname.startsWith("/offline"))
    import("../people/met-people.js").then(({ addContactSettings }) => addContactSettings(section)).catch(() => undefined);
  return section;
}

function languageField() {
  const offers = Object.entries(LANGUAGES).map(([value, text]) => ({ value, text }));
  return radioGroup(
    t("settings.language"),
    [{ value: "auto", text: t("settings.language.auto") }, ...offers],
    preference("language"),
    switchLanguage,
  );
}

/**
 * Switches the language and reloads the page; a game continues where it was.
 * @param {string} language
 */
export function switchLanguage(language) {
  setPreference("language", language);
  window.location.reload();
}

/**
 * @param {MessageKey} title
 * @param {HTMLElement[]} fields
 */
function settingsSection(title, fields) {
  return element("section", { class: "part" }, element("h3", {}, t(title)), ...fields);
}

/** @param {[keyof Preferences, string[]]} look */
function choiceField([name, values]) {
  const offers = values.map((value) => ({ value, text: t(/** @type {MessageKey} */ (`settings.${name}.${value}`)) }));
  const chosen = String(preference(name));
  return radioGroup(t(/** @type {MessageKey} */ (`settings.${name}`)), offers, chosen, (value) =>
    setPreference(name, /** @type {never} */ (value)),
  );
}

/** @param {keyof Preferences} name */
function switchSetting(name) {
  const label = t(/** @type {MessageKey} */ (`settings.${name}`));
  const about = t(/** @type {MessageKey} */ (`settings.${name}.about`));
  return switchField(label, Boolean(preference(name)), (on) => setPreference(name, /** @type {never} */ (on)), about);
}
