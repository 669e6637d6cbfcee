// Matches that were played here, and records brought in: to look at again, and to take along.

import { element, fill, keep } from "../ui/dom.js";
import { ask, attempt, get } from "../ui/http-client.js";
import { currentLanguage, words, wordsOr } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").RecordTold} RecordTold */

/** The list, a page of it at a time. */
export function played() {
  const matches = element("ul", { class: "tables matches" });
  const none = element("p", { class: "none", role: "status" }, words("page.looking"));
  const more = element("button", { type: "button", class: "further", hidden: true }, words("games.more"));
  const problem = element("p", { class: "problem", role: "alert" });
  /** @type {RecordTold[]} */
  let known = [];
  const look = async (/** @type {string} */ before) => {
    /** @type {import("../wire/protocol").Records} */
    const { records, next } = await get(`/api/records?before=${encodeURIComponent(before)}`);
    known = before ? [...known, ...records] : records;
    keep(
      matches,
      known,
      (record) => record.id,
      () => element("li"),
      update,
    );
    none.textContent = known.length ? "" : words("games.played.none");
    more.hidden = next === null;
    more.onclick = () => void attempt(section, () => look(next ?? ""));
  };
  /** @type {HTMLElement} */
  const section = element(
    "section",
    { class: "played", "aria-labelledby": "played" },
    element("h2", { id: "played" }, words("games.played")),
    matches,
    none,
    problem,
    element(
      "div",
      { class: "buttons" },
      more,
      bringIn((file) => attempt(section, () => bring(file, look))),
    ),
  );
  void attempt(section, () => look(""));
  return section;
}

/**
 * @param {HTMLElement} item
 * @param {RecordTold} record
 */
function update(item, record) {
  const game = wordsOr(`game.${record.game}`, record.game);
  const at = new Date(record.at);
  const when = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(at);
  fill(item, record, () => [
    element("span", { class: "what" }, game, " ", outcome(record)),
    element("span", { class: "small" }, element("time", { datetime: at.toISOString() }, when), ...figuresOf(record)),
    element("span", { class: "takes" }, ...ways(record, `${game}, ${when}`)),
  ]);
}

/** @param {RecordTold} record */
function outcome({ played }) {
  if (!played) return element("span", { class: "outcome" }, words("games.brought"));
  const how = played.won === null ? "level" : played.won ? "won" : "lost";
  return element("span", { class: `outcome ${how}` }, words(`games.${how}`));
}

/** @param {RecordTold} record */
function figuresOf({ played }) {
  return played
    ? [", ", words("games.points", { n: played.points }), played.rated ? `, ${words("games.rated")}` : ""]
    : [];
}

/**
 * @param {RecordTold} record
 * @param {string} which For those who hear the links one by one.
 */
function ways(record, which) {
  const file = `/api/records/${encodeURIComponent(record.id)}`;
  const link = (/** @type {import("../i18n/translate.js").Word} */ word, /** @type {Record<string, string>} */ given) =>
    element("a", { class: "button", "aria-label": `${words(word)}: ${which}`, ...given }, words(word));
  return [
    link("games.replay", { href: `/replay/${encodeURIComponent(record.id)}` }),
    link("games.record", { href: file, download: `${record.id}.json` }),
    record.pbn && link("games.pbn", { href: `${file}?format=pbn`, download: `${record.id}.pbn` }),
  ];
}

/** @param {(file: File) => Promise<void>} taken */
function bringIn(taken) {
  const input = element("input", {
    type: "file",
    class: "unseen",
    accept: ".json,application/json",
    "aria-label": words("games.bring"),
    change: async () => {
      const [file] = input.files ?? [];
      if (file) await taken(file);
      input.value = "";
    },
  });
  return element("label", { class: "button bring" }, words("games.bring"), input);
}

/**
 * @param {File} file
 * @param {(before: string) => Promise<void>} look
 */
async function bring(file, look) {
  let record;
  try {
    record = JSON.parse(await file.text());
  } catch {
    throw new Error(words("games.unreadable"));
  }
  await ask("POST", "/api/records", record);
  await look("");
}
