// Import of a game file: chosen or dropped on the page, then replayed.

import { element, setText } from "../ui/dom.js";
import { renderPage } from "../ui/page-header.js";
import { post } from "../ui/http-client.js";
import { t } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {(main: HTMLElement, replay: Replay) => void} ShowReplay */

/** Session storage key of the imported file, so that it survives a reload. */
const STORAGE_KEY = "oddtrick-imported-game";

/**
 * Shows the import page, or the previously imported game if the address names a position.
 * @param {HTMLElement} page
 * @param {ShowReplay} showReplay
 */
export function showImport(page, showReplay) {
  const main = element("main", { class: "replay drop" });
  renderPage(page, "games", t("import.title"), main);
  const problem = element("p", { class: "error", role: "alert" });
  const file = element("input", { type: "file", id: "file", class: "visually-hidden", accept: ".json,.jsonl,.gz,application/json", change: () => void take(file.files?.[0]) });
  const zone = element(
    "div",
    { class: "zone" },
    element("label", { class: "button primary" }, t("import.choose"), file),
    element("p", { class: "small" }, t("import.or")),
  );
  main.append(element("h1", {}, t("import.title")), element("p", {}, t("import.about")), zone, problem, element("p", { class: "small" }, t("import.private")));
  addDropHandlers(main, zone, (dropped) => void take(dropped));

  /** @param {File | undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    setText(problem, "");
    try {
      const text = await readText(chosen);
      const replay = await fetchReplay(text);
      storeRecord(text);
      main.classList.remove("drop");
      showReplay(main, replay);
      main.focus({ preventScroll: true });
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
      file.value = "";
    }
  }

  const before = window.location.hash && storedRecord();
  if (before) void fetchReplay(before).then((replay) => showReplay(main, replay), () => {});
}

/**
 * Accepts files dropped anywhere on the page.
 * @param {HTMLElement} main
 * @param {HTMLElement} zone
 * @param {(file: File | undefined) => void} take
 */
function addDropHandlers(main, zone, take) {
  const here = () => main.classList.contains("drop");
  document.addEventListener("dragover", (event) => {
    if (!here()) return;
    event.preventDefault();
    zone.toggleAttribute("data-over", true);
  });
  document.addEventListener("dragleave", () => zone.toggleAttribute("data-over", false));
  document.addEventListener("drop", (event) => {
    if (!here()) return;
    event.preventDefault();
    zone.toggleAttribute("data-over", false);
    take(event.dataTransfer?.files[0]);
  });
}

/**
 * Reads a file, decompressing it if it is gzipped.
 * @param {File} file
 */
async function readText(file) {
  if (!file.name.endsWith(".gz")) return file.text();
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text().catch(() => {
    throw new Error(t("import.not-packed"));
  });
}

/**
 * Sends the first record of a text to the server to be replayed.
 * @param {string} text
 * @returns {Promise<Replay>}
 */
async function fetchReplay(text) {
  let record;
  try {
    record = parseRecord(text);
  } catch {
    throw new Error(t("import.not-json"));
  }
  return post("/api/records/replay", record);
}

/** @param {string} text One record, or one per line. */
function parseRecord(text) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.trim().split("\n")[0] ?? "");
  }
}

/** @param {string} text */
function storeRecord(text) {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Too large for session storage: a reload loses it.
  }
}

function storedRecord() {
  try {
    return window.sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
