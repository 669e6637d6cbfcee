// The field for the names of a drive, with a live preview of how they fill the tables.

import { element, setAttribute, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { DriveError, fetchDrive } from "../drive-api.js";

/** @typedef {import("../drive-types").Plan} Plan */
/** @typedef {import("../drive-types").Preview} Preview */

const PREVIEW_DELAY = 300;

/** The largest file of names that is read, in bytes. */
const MAX_FILE = 1_000_000;

/**
 * Creates the field.
 * @param {Plan} plan The plan as it is now; the preview asks how the names fit it.
 */
export function entriesField(plan) {
  const status = element("p", { class: "preview", role: "status" });
  const area = element("textarea", {
    id: "entries",
    rows: 12,
    spellcheck: "false",
    autocapitalize: "words",
    "aria-describedby": "entries-about",
    placeholder: t("new.entries.example"),
    input: () => refresh(),
  });
  const file = element("input", { type: "file", class: "visually-hidden", accept: ".csv,.txt,.tsv", change: () => file.files?.[0] && void take(file.files[0]) });
  let timer = 0;
  const refresh = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void showPreview(status, plan, area.value, () => area.value), PREVIEW_DELAY);
  };
  const take = async (/** @type {File} */ chosen) => {
    if (chosen.size > MAX_FILE) return setText(status, t("new.entries.large"));
    area.value = decodeText(new Uint8Array(await chosen.arrayBuffer()));
    refresh();
  };
  const field = element(
    "div",
    { class: "field entries-field" },
    element("label", { for: "entries" }, t("new.entries")),
    element("p", { class: "small", id: "entries-about" }, t("new.entries.about")),
    area,
    status,
  );
  const chooser = element("div", { class: "buttons" }, element("label", { class: "button bring" }, t("new.entries.file"), file));
  setText(status, t("new.preview.none"));
  return { parts: [field, chooser], refresh, take, text: () => area.value };
}

/**
 * Returns the text of a file. Spreadsheets save CSV in UTF-8, in UTF-16 with a mark at the start, or in the code page of
 * Windows, whose umlauts are not valid UTF-8.
 * @param {Uint8Array} bytes
 */
function decodeText(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Asks the server how these names fill the tables, and says so.
 * @param {HTMLElement} status
 * @param {Plan} plan
 * @param {string} entries
 * @param {() => string} current Returns the names as they are when the answer comes.
 */
async function showPreview(status, plan, entries, current) {
  const [text, problem] = entries.trim() ? await previewText(plan, entries) : [t("new.preview.none"), false];
  if (current() !== entries) return;
  setText(status, text);
  setAttribute(status, "data-problem", problem);
}

/**
 * @param {Plan} plan
 * @param {string} entries
 * @returns {Promise<[string, boolean]>} The text, and whether it is a problem.
 */
async function previewText(plan, entries) {
  try {
    const answer = await fetchDrive("POST", "/api/drives/preview", { body: { plan, entries } });
    /** @type {Preview} */
    const preview = await answer.json();
    const { players, tables = 0, bots = 0, sitting_out: out = 0, problem, groups, crossing = 0 } = preview;
    if (problem) return [problem, true];
    const spare = out ? t("new.preview.out", { n: out }) : t("new.preview.bots", { n: bots });
    const filled = t("new.preview", { players: t("drive.players", { n: players }), tables: t("drive.tables", { n: tables }), spare });
    if (!crossing || !groups) return [filled, false];
    const [from, to] = groups[0] > groups[1] ? plan.groups : [...plan.groups].reverse();
    return [`${filled}. ${t("new.preview.crossing", { from: from ?? "", to: to ?? "", n: crossing })}`, false];
  } catch (error) {
    return [error instanceof DriveError ? error.message : t("new.preview.later"), true];
  }
}
