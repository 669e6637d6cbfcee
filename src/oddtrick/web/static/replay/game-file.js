// Files of games: records as JSON or JSON lines, and boards in PBN, LIN or RBN.

import { errorText, t } from "../i18n/translate.js";
import { send } from "../ui/http-client.js";

/**
 * @typedef {object} GameFile The text of a file.
 * @property {string} name
 * @property {string} text
 */

/**
 * @typedef {object} FileGame A game of a file.
 * @property {unknown} record Null if it can't be read.
 * @property {number | null} line Its line, or the line of its error.
 * @property {string} error Why it can't be read; empty if it can.
 */

/** @import {ErrorDetail} from "../wire/protocol" */

/** The types of file that can be imported, for a file field. */
export const ACCEPTED = "application/json,.json,.jsonl,.pbn,.lin,.rbn,.gz";

/** Session storage key of the imported file, so that it survives a reload. */
const STORAGE_KEY = "oddtrick-imported-game";

/** The address fragment that opens the stored file. */
export const OPEN_STORED = "#open";

/**
 * Reads a file, decompressing it if it is gzipped.
 * @param {File} file
 * @returns {Promise<GameFile>}
 */
export async function readGameFile(file) {
  const packed = file.name.endsWith(".gz");
  const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const bytes = await new Response(stream).arrayBuffer().catch(() => {
    throw new Error(t("import.not-packed"));
  });
  return { name: packed ? file.name.slice(0, -3) : file.name, text: decode(bytes) };
}

/**
 * Decodes UTF-8, or else Latin-1, the encoding of the PBN standard.
 * @param {ArrayBuffer} bytes
 */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/**
 * Returns the games of a file, at least one.
 * @param {GameFile} file
 * @returns {Promise<FileGame[]>}
 */
export async function gamesIn(file) {
  const hasBoards = /\.(pbn|lin|rbn)$/i.test(file.name) || /^\s*(%|\[\s*\w+\s+"|[a-z]{2}\||[DTLEFSKNBH] \S)/.test(file.text);
  const games = hasBoards ? await boardsIn(file.text) : recordsIn(file);
  if (!games.length) throw new Error(t("import.empty", { name: file.name }));
  return games;
}

/**
 * Returns the error of a game that breaks a rule. The texts for players say what to play instead, which is no
 * help with a game that is over.
 * @param {string} message The server's, in English.
 */
export function ruleError(message) {
  return t("import.rule", { message: message.charAt(0).toUpperCase() + message.slice(1) });
}

/** @param {string} text */
async function boardsIn(text) {
  /** @type {{boards: {record: unknown, line: number | null, error: ErrorDetail | null}[]}} */
  const { boards } = await send("POST", "/api/records/boards", text, "application/x-pbn");
  return Promise.all(
    boards.map(async ({ record, line, error }) => ({
      record,
      line,
      error: error ? (error.rule ? ruleError(error.message) : await errorText({ ...error, status: 400 })) : "",
    })),
  );
}

/**
 * One record, or one per line.
 * @param {GameFile} file
 * @returns {FileGame[]}
 */
function recordsIn({ name, text }) {
  const lines = text.split("\n").flatMap((line, at) => (line.trim() ? [{ line: at + 1, text: line }] : []));
  const whole = parse(text);
  if (whole.error === null) return [{ record: whole.value, line: null, error: "" }];
  const parsed = lines.map(({ line, text: one }) => ({ line, ...parse(one) }));
  const inLines = /\.jsonl$/i.test(name) || (parsed.length > 1 && parsed[0]?.error === null);
  if (!inLines) return text.trim() ? [{ record: null, line: lineOf(whole.error, text), error: t("import.not-json") }] : [];
  return parsed.map(({ line, value, error }) => ({ record: value, line, error: error === null ? "" : t("import.not-json") }));
}

/**
 * @param {string} text
 * @returns {{value: unknown, error: string | null}}
 */
function parse(text) {
  try {
    const value = JSON.parse(text);
    return { value, error: value === null || typeof value !== "object" ? "" : null };
  } catch (error) {
    return { value: null, error: error instanceof Error ? error.message : "" };
  }
}

/** A token of JSON. */
const TOKEN = /\s+|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|[[\]{}:,]/y;

/**
 * Returns the line of a syntax error: the first that isn't a token, else what the browser's message says.
 * @param {string} error
 * @param {string} text
 */
function lineOf(error, text) {
  let at = 0;
  for (TOKEN.lastIndex = 0; TOKEN.test(text); ) at = TOKEN.lastIndex;
  const line = /line (\d+)/.exec(error)?.[1];
  if (at === text.length && line) return Number(line);
  const position = at === text.length ? /position (\d+)/.exec(error)?.[1] : at;
  return position === undefined ? null : text.slice(0, Number(position)).split("\n").length;
}

/**
 * Puts the place of an error in front of it.
 * @param {GameFile} file
 * @param {FileGame} game
 * @param {string} message
 */
export function placedError({ name }, { line }, message) {
  return line ? t("import.error.line", { name, line, message }) : t("import.error", { name, message });
}

/**
 * Stores a file for the import page, with the number of the game chosen from it.
 * @param {GameFile} file
 * @param {number | null} chosen
 * @returns {boolean} False if it is too large: then a reload loses it.
 */
export function storeGameFile(file, chosen) {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...file, chosen }));
    return true;
  } catch {
    return false;
  }
}

/** @returns {(GameFile & {chosen: number | null}) | null} */
export function storedGameFile() {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return null;
  }
}
