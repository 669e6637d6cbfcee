// Words in the person's language, from catalogue files.

import en from "./en.js";

/** @typedef {keyof typeof en | keyof typeof import("./en/guide.js").default | keyof typeof import("./en/replay.js").default} Word The name of a text. */
/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Text With `{name}` for what is put in; by number where `n` counts. */
/** @typedef {Record<keyof typeof en, Text>} Catalogue What every page has. */

/** Languages besides English, and where their catalogues are. @type {Record<string, () => Promise<{default: Catalogue}>>} */
const OTHERS = { de: () => import("./de.js") };

/** What each language calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @type {Record<string, Text>} */
let catalogue = en;
let language = "en";
/** Made once: it takes long, and is asked many times for each card that falls. */
let plurals = new Intl.PluralRules("en");

/**
 * The language to use.
 * @param {string} wished A code, or "auto": the first that the browser asks for and we have.
 * @returns {string}
 */
export function chosenLanguage(wished) {
  const asked = wished === "auto" ? navigator.languages.map((each) => each.split("-")[0] ?? "") : [wished];
  return asked.find((each) => each in LANGUAGES) ?? "en";
}

/**
 * From now on words are in this language.
 * @param {string} code
 */
export async function useLanguage(code) {
  catalogue = (await OTHERS[code]?.())?.default ?? en;
  language = catalogue === en ? "en" : code;
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/**
 * Brings the texts of some pages, which the others do without.
 * @param {"guide" | "replay"} part
 */
export async function alsoWords(part) {
  catalogue = { ...catalogue, ...(await import(`./${language}/${part}.js`)).default };
}

/** The language in use: for numbers, lists and dates. */
export function currentLanguage() {
  return language;
}

/**
 * A text in the language in use.
 * @param {Word} name
 * @param {Record<string, string | number>} [given] What is put in; `n` chooses between singular and plural.
 * @returns {string}
 */
export function words(name, given = {}) {
  const text = catalogue[name] ?? "";
  return filled(typeof text === "string" ? text : text[pluralOf(given.n)] ?? text.other ?? "", given);
}

/**
 * Texts that are seldom wanted, in the language in use; they are fetched when they are.
 * @param {"hints" | "errors"} part
 * @returns {Promise<Record<string, string>>} Empty where they can't be had.
 */
export async function seldom(part) {
  try {
    return (await import(`./${language}/${part}.js`)).default;
  } catch {
    return {};
  }
}

/**
 * @param {string} form
 * @param {Record<string, string | number>} given What is put in.
 */
export function filled(form, given) {
  return form.replace(/\{(\w+)\}/g, (_, part) => String(given[part] ?? ""));
}

/**
 * A text whose name comes from elsewhere; what there is none for is as it was told.
 * @param {string} name
 * @param {string} otherwise
 * @param {Record<string, string | number>} [given]
 */
export function wordsOr(name, otherwise, given) {
  return name in catalogue ? words(/** @type {Word} */ (name), given) : otherwise;
}

/** @param {string | number | undefined} n */
function pluralOf(n) {
  return plurals.select(Number(n ?? 0));
}
