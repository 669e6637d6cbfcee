// Before a match: the link to the table, who fills the open places, how the table is run.

import { element } from "../ui/dom.js";
import { selection, tick } from "../ui/form-fields.js";
import { get, Refused } from "../ui/http-client.js";
import { words, wordsOr } from "../i18n/translate.js";
import { chief, deed } from "./actions.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").Settings} Settings */
/** @typedef {import("../i18n/translate.js").Word} Word */
/** @typedef {import("./actions.js").Doing} Doing */

const USUAL_LEVEL = "casual";

/**
 * @param {TableView} table
 * @param {Doing} doing
 * @param {boolean} open Whether places are.
 * @returns {Part[]}
 */
export function gatheringPanel(table, doing, open) {
  const link = new URL(`/t/${table.code}`, window.location.href).href;
  const shown = element("input", { readonly: true, value: link, "aria-label": words("gather.link") });
  shown.addEventListener("focus", () => shown.select());
  const level = table.you_host && open ? levelChooser() : null;
  const begin = () => doing.act({ type: "begin", fill: level ? level.value || null : null });
  return [
    element("img", { class: "qr", src: `/t/${table.code}/qr.svg`, alt: words("gather.qr"), width: 132, height: 132 }),
    element(
      "div",
      { class: "invite" },
      element("h2", {}, words("gather.title")),
      element("p", { class: "small" }, words("gather.explain")),
      element("p", { class: "link" }, shown, sharer(shown)),
      level && element("label", { class: "level" }, words("gather.level"), level),
      table.you_host && chief(deed(words("deed.begin"), "begin", begin)),
      table.you === null && element("p", {}, words("gather.watching")),
      !table.you_host && table.you !== null && element("p", {}, words("turn.host-begins", { name: table.host })),
      table.you_host && deed(words("deed.arrange"), "arrange", () => doing.open("arrange")),
    ),
  ];
}

/** Which bots take the open places. */
function levelChooser() {
  const chooser = element("select", { name: "level", "data-key": "level" }, levelOption(USUAL_LEVEL));
  void levels().then((names) => {
    const chosen = chooser.value;
    chooser.replaceChildren(...names.map(levelOption), element("option", { value: "" }, words("gather.none")));
    chooser.value = chosen;
  });
  return chooser;
}

/** @param {string} name */
function levelOption(name) {
  return element("option", { value: name, selected: name === USUAL_LEVEL }, wordsOr(`level.${name}`, name));
}

/**
 * The bots of the house.
 * @returns {Promise<string[]>}
 */
async function levels() {
  try {
    /** @type {import("../wire/protocol").Levels} */
    const told = await get("/api/bots/levels");
    return told.levels;
  } catch (error) {
    if (error instanceof Refused) return [USUAL_LEVEL];
    throw error;
  }
}

/**
 * A button that sends the link where a phone can, and copies it elsewhere, also where browsers have
 * no clipboard for pages.
 * @param {HTMLInputElement} shown
 */
function sharer(shown) {
  const sends = typeof navigator.share === "function" && window.matchMedia("(pointer: coarse)").matches;
  const button = element("button", { type: "button", "data-key": "copy" }, words(sends ? "gather.share" : "gather.copy"));
  button.addEventListener("click", async () => {
    if (sends) return void navigator.share({ url: shown.value }).catch(() => null);
    shown.select();
    const copied = await (navigator.clipboard?.writeText(shown.value) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    button.textContent = words(copied ? "gather.copied" : "gather.selected");
  });
  return button;
}

/** What is settled by yes or no. @type {[keyof Settings & string, Word][]} */
const YES_OR_NO = [
  ["public", "arrange.public"],
  ["spectators", "arrange.watching"],
  ["chat", "arrange.talk"],
  ["undo", "arrange.undo"],
  ["late_join", "arrange.late"],
];

/** What is settled in time: the choices, and what a second is there. @type {[keyof Settings & string, Word, (number | null)[], number][]} */
const TIMES = [
  ["move_seconds", "arrange.move", [null, 10, 20, 30, 60, 120], 1],
  ["pause_seconds", "arrange.pause", [0, 5, 10, 20, 60, 300], 1],
  ["bot_delay_ms", "arrange.pace", [0, 500, 700, 1000, 2000], 1000],
];

/**
 * The form of how the table is run.
 * @param {TableView} table
 * @param {Doing} doing
 */
export function arrangeForm(table, doing) {
  /** @type {Record<string, unknown>} */
  const settings = { ...table.settings };
  const form = element(
    "form",
    {},
    ...YES_OR_NO.map(([name, text]) => tick(words(text), Boolean(settings[name]), (on) => (settings[name] = on))),
    ...TIMES.map(([name, text, choices, unit]) => {
      const now = /** @type {number | null} */ (settings[name]);
      const all = choices.includes(now) ? choices : [...choices, now];
      const offers = all.map((value) => ({ value: String(value), text: timeName(value, unit) }));
      return selection(words(text), offers, String(now), (value) => (settings[name] = JSON.parse(value)));
    }),
    element("button", { type: "submit", class: "chief" }, words("arrange.save")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    doing.act({ type: "change-settings", settings });
  });
  return form;
}

/**
 * @param {number | null} value
 * @param {number} unit So many make a second.
 */
function timeName(value, unit) {
  if (value === null) return words("arrange.no-clock");
  return value === 0 ? words("arrange.at-once") : words("arrange.seconds", { n: value / unit });
}
