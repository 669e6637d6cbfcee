// Translations from catalogue files, and errors of the server in the language of the page.

import en from "./en/common.js";

/** @typedef {keyof typeof en | keyof typeof import("./en/start.js").default | keyof typeof import("./en/table.js").default | keyof typeof import("./en/table-menus.js").default | keyof typeof import("./en/calls.js").default | keyof typeof import("./en/tutorial.js").default | keyof typeof import("./en/replay.js").default | keyof typeof import("./en/review.js").default | keyof typeof import("./en/bot-remarks.js").default | keyof typeof import("./en/solve.js").default | keyof typeof import("./en/daily.js").default | keyof typeof import("./en/people.js").default | keyof typeof import("./en/drive.js").default | keyof typeof import("./en/drive-desk.js").default} MessageKey Key of a message. */
/** @typedef {"bot-remarks" | "calls" | "start" | "table" | "table-menus" | "tutorial" | "replay" | "review" | "solve" | "daily" | "people" | "drive" | "drive-desk"} CataloguePart The texts of a group of pages. */
/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Message Text with `{placeholders}`, or one text per plural form of `n`. */

/** Native names of the languages. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** How numbers are rounded, and their plural forms with them: 0.97 is "1 trick". */
const DECIMALS = { maximumFractionDigits: 1 };

/** @type {Record<string, Message>} */
let catalogue = en;
let language = "en";
/** The language of the catalogue: the current one, unless that is being loaded. */
let spoken = "en";
/** @type {Set<CataloguePart | "common">} */
const parts = new Set(["common"]);
/** Cached: creating one is slow, and it is used many times for every card played. */
let pluralRules = new Intl.PluralRules("en", DECIMALS);
/** Cached, too, by language and options. @type {Map<string, Intl.NumberFormat>} */
const numberFormats = new Map();
/** Cached, too, by language. @type {Map<string, Intl.ListFormat>} */
const listFormats = new Map();

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
 * @param {...CataloguePart} more Parts to load besides the texts of every page and those asked for before.
 */
export async function setLanguage(code, ...more) {
  language = code in LANGUAGES ? code : "en";
  for (const part of more) parts.add(part);
  await load();
  pluralRules = new Intl.PluralRules(language, DECIMALS);
  document.documentElement.lang = language;
}

/**
 * Loads the catalogue of a page group and merges it into the current one.
 * @param {CataloguePart} part
 */
export async function loadMessages(part) {
  parts.add(part);
  await load();
}

/** Loads every part asked for: modules ask for theirs before, while and after the language is settled. */
async function load() {
  const code = language;
  const loaded = await Promise.all([...parts].map((part) => import(`./${code}/${part}.js`)));
  if (code !== language) return load();
  const before = spoken === code ? catalogue : {}; // another part may have come meanwhile
  catalogue = Object.assign({}, before, ...loaded.map((module) => module.default));
  spoken = code;
}

/** Returns the current language, for formatting numbers and dates. */
export function currentLanguage() {
  return language;
}

/**
 * Joins names or other items as the language writes lists.
 * @param {readonly string[]} items
 */
export function joinNames(items) {
  const format = listFormats.get(language) ?? new Intl.ListFormat(language, { type: "conjunction" });
  listFormats.set(language, format);
  return format.format(items);
}

/**
 * Joins names in as little room as there is on a label.
 * @param {readonly string[]} names
 */
export function joinShortly(names) {
  const last = names.slice(-2).join(" & ");
  return [...names.slice(0, -2), last].join(", ");
}

/**
 * A number as it is written in the language, with one decimal at most unless the options say otherwise.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function numberText(value, options = {}) {
  const name = `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(name) ?? new Intl.NumberFormat(language, { ...DECIMALS, useGrouping: false, ...options });
  numberFormats.set(name, format);
  // What rounds to nothing has no sign.
  return format.format(value).replace(/^-(?!.*[1-9])/, "").replace("-", "−");
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
  return form.replace(/\{(\w+)\}/g, (_, part) => {
    const value = values[part] ?? "";
    return typeof value === "number" ? numberText(value) : value;
  });
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

/**
 * Returns the name of a game; one without an entry in the catalogue keeps its title.
 * @param {string} id
 * @param {string} [title]
 */
export function gameName(id, title = id) {
  return tOr(`game.${id}`, title);
}

/** @param {string | number | undefined} n */
function pluralForm(n) {
  return pluralRules.select(Number(n ?? 0));
}

/**
 * @typedef {object} ServerError An error from the server.
 * @property {string} code Error code.
 * @property {string} message One line in English.
 * @property {string | null} [rule] Id of the broken rule of the game.
 * @property {number} [status] HTTP status, if the error came over HTTP.
 */

/**
 * Translates an error.
 * @param {ServerError} trouble
 * @returns {Promise<string>}
 */
export async function errorText({ code, message, rule, status }) {
  const messages = await loadOptionalMessages("errors");
  const named = rule ? (messages[`rule.${rule}`] ?? messages.rule) : (messages[`${status}.${code}`] ?? messages[code]);
  const text = rule ? message.replace(` (${rule})`, "") : message;
  return named ? interpolate(named, { message: capitalise(text), rule: rule ?? "" }) : capitalise(message);
}

/**
 * Capitalises the first letter of a line.
 * @param {string} line
 */
export function capitalise(line) {
  return line.charAt(0).toUpperCase() + line.slice(1);
}
