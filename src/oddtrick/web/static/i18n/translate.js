// Translations from catalogue files.

import en from "./en.js";

/** @typedef {keyof typeof en | keyof typeof import("./en/guide.js").default | keyof typeof import("./en/replay.js").default} MessageKey Key of a message. */
/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Message Text with `{placeholders}`, or one text per plural form of `n`. */
/** @typedef {Record<keyof typeof en, Message>} Catalogue Messages available on every page. */

/** Loaders of the catalogues other than English. @type {Record<string, () => Promise<{default: Catalogue}>>} */
const CATALOGUE_LOADERS = { de: () => import("./de.js") };

/** Native names of the languages. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @type {Record<string, Message>} */
let catalogue = en;
let language = "en";
/** Cached: creating one is slow, and it is used many times for every card played. */
let pluralRules = new Intl.PluralRules("en");

/**
 * Resolves the language to use.
 * @param {string} preferred A language code, or "auto" for the first browser language that has a catalogue.
 * @returns {string}
 */
export function resolveLanguage(preferred) {
  const candidates = preferred === "auto" ? navigator.languages.map((each) => each.split("-")[0] ?? "") : [preferred];
  return candidates.find((each) => each in LANGUAGES) ?? "en";
}

/**
 * Loads a language and makes it current.
 * @param {string} code
 */
export async function setLanguage(code) {
  catalogue = (await CATALOGUE_LOADERS[code]?.())?.default ?? en;
  language = catalogue === en ? "en" : code;
  pluralRules = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/**
 * Loads the catalogue of a page group and merges it into the current one.
 * @param {"guide" | "replay"} part
 */
export async function loadMessages(part) {
  catalogue = { ...catalogue, ...(await import(`./${language}/${part}.js`)).default };
}

/** Returns the current language, for formatting numbers, lists and dates. */
export function currentLanguage() {
  return language;
}

/**
 * Translates a message into the current language.
 * @param {MessageKey} name
 * @param {Record<string, string | number>} [values] Values for the placeholders; `n` selects the plural form.
 * @returns {string}
 */
export function t(name, values = {}) {
  const text = catalogue[name] ?? "";
  return interpolate(typeof text === "string" ? text : text[pluralForm(values.n)] ?? text.other ?? "", values);
}

/**
 * Loads messages that are rarely needed, in the current language.
 * @param {"hints" | "errors"} part
 * @returns {Promise<Record<string, string>>} Empty if they can't be loaded.
 */
export async function loadOptionalMessages(part) {
  try {
    return (await import(`./${language}/${part}.js`)).default;
  } catch {
    return {};
  }
}

/**
 * @param {string} form
 * @param {Record<string, string | number>} values Values for the placeholders.
 */
export function interpolate(form, values) {
  return form.replace(/\{(\w+)\}/g, (_, part) => String(values[part] ?? ""));
}

/**
 * Translates a key that comes from the server; returns the fallback if the catalogue lacks it.
 * @param {string} name
 * @param {string} fallback
 * @param {Record<string, string | number>} [values]
 */
export function tOr(name, fallback, values) {
  return name in catalogue ? t(/** @type {MessageKey} */ (name), values) : fallback;
}

/** @param {string | number | undefined} n */
function pluralForm(n) {
  return pluralRules.select(Number(n ?? 0));
}
