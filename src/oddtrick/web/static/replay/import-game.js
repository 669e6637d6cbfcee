// A file that somebody has: dropped on the page or chosen, then shown like any other match.

import { element, say } from "../ui/dom.js";
import { frame } from "../ui/page-header.js";
import { post } from "../ui/http-client.js";
import { words } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {(main: HTMLElement, replay: Replay) => void} ShowReplay */

/** Where this window keeps the file, so that it outlives a reload. */
const KEPT = "oddtrick-replayed";

/**
 * Shows where a file can be dropped; or what was dropped before, where the address names a moment.
 * @param {HTMLElement} page
 * @param {ShowReplay} showReplay
 */
export function showDrop(page, showReplay) {
  const main = element("main", { class: "replay drop" });
  frame(page, "games", words("drop.title"), main);
  const problem = element("p", { class: "problem", role: "alert" });
  const file = element("input", { type: "file", id: "file", class: "unseen", accept: ".json,.jsonl,.gz,application/json", change: () => void take(file.files?.[0]) });
  const zone = element(
    "div",
    { class: "zone" },
    element("label", { class: "button chief" }, words("drop.choose"), file),
    element("p", { class: "small" }, words("drop.or")),
  );
  main.append(element("h1", {}, words("drop.title")), element("p", {}, words("drop.about")), zone, problem, element("p", { class: "small" }, words("drop.private")));
  listen(main, zone, (dropped) => void take(dropped));

  /** @param {File | undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    say(problem, "");
    try {
      const text = await textOf(chosen);
      const replay = await replayOf(text);
      keep(text);
      main.classList.remove("drop");
      showReplay(main, replay);
      main.focus({ preventScroll: true });
    } catch (error) {
      say(problem, error instanceof Error ? error.message : String(error));
      file.value = "";
    }
  }

  const before = window.location.hash && kept();
  if (before) void replayOf(before).then((replay) => showReplay(main, replay), () => {});
}

/**
 * Hears of files that are dropped anywhere on the page.
 * @param {HTMLElement} main
 * @param {HTMLElement} zone
 * @param {(file: File | undefined) => void} take
 */
function listen(main, zone, take) {
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
 * What is in a file, unpacked where it is packed.
 * @param {File} file
 */
async function textOf(file) {
  if (!file.name.endsWith(".gz")) return file.text();
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text().catch(() => {
    throw new Error(words("drop.not-packed"));
  });
}

/**
 * The first record of a text, as the server replays it.
 * @param {string} text
 * @returns {Promise<Replay>}
 */
async function replayOf(text) {
  let record;
  try {
    record = parsed(text);
  } catch {
    throw new Error(words("drop.not-json"));
  }
  return post("/api/records/replay", record);
}

/** @param {string} text One record, or one a line. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.trim().split("\n")[0] ?? "");
  }
}

/** @param {string} text */
function keep(text) {
  try {
    window.sessionStorage.setItem(KEPT, text);
  } catch {
    // It is too long to be kept: then it is gone after a reload.
  }
}

function kept() {
  try {
    return window.sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
