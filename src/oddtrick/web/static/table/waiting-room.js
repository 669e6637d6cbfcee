// The waiting room before a match: invitation link, bots for free seats, table settings.

import { element } from "../ui/dom.js";
import { selectField, switchField } from "../ui/form-fields.js";
import { get, RequestError } from "../ui/http-client.js";
import { t, tOr } from "../i18n/translate.js";
import { primary, actionButton } from "./actions.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").Settings} Settings */
/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */
/** @typedef {import("./actions.js").TableActions} TableActions */

const DEFAULT_LEVEL = "casual";

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @param {boolean} open Whether seats are free.
 * @returns {Part[]}
 */
export function waitingRoomPanel(table, actions, open) {
  const link = new URL(`/t/${table.code}`, window.location.href).href;
  const input = element("input", { readonly: true, value: link, "aria-label": t("waiting.link") });
  input.addEventListener("focus", () => input.select());
  const level = table.you_host && open ? levelSelect() : null;
  const begin = () => actions.act({ type: "begin", fill: level ? level.value || null : null });
  return [
    element("img", { class: "qr", src: `/t/${table.code}/qr.svg`, alt: t("waiting.qr"), width: 132, height: 132 }),
    element(
      "div",
      { class: "invite" },
      element("h2", {}, t("waiting.title")),
      element("p", { class: "small" }, t("waiting.explain")),
      element("p", { class: "link" }, input, shareButton(input)),
      level && element("label", { class: "level" }, t("waiting.level"), level),
      table.you_host && primary(actionButton(t("action.begin"), "begin", begin)),
      table.you === null && element("p", {}, t("waiting.watching")),
      !table.you_host && table.you !== null && element("p", {}, t("turn.host-begins", { name: table.host })),
      table.you_host && actionButton(t("action.arrange"), "arrange", () => actions.open("arrange")),
    ),
  ];
}

/** The select for the bots that fill free seats. */
function levelSelect() {
  const chooser = element("select", { name: "level", "data-key": "level" }, levelOption(DEFAULT_LEVEL));
  void fetchLevels().then((names) => {
    const chosen = chooser.value;
    chooser.replaceChildren(...names.map(levelOption), element("option", { value: "" }, t("waiting.none")));
    chooser.value = chosen;
  });
  return chooser;
}

/** @param {string} name */
function levelOption(name) {
  return element("option", { value: name, selected: name === DEFAULT_LEVEL }, tOr(`level.${name}`, name));
}

/**
 * Fetches the bot levels of the server.
 * @returns {Promise<string[]>}
 */
async function fetchLevels() {
  try {
    /** @type {import("../wire/protocol").Levels} */
    const response = await get("/api/bots/levels");
    return response.levels;
  } catch (error) {
    if (error instanceof RequestError) return [DEFAULT_LEVEL];
    throw error;
  }
}

/**
 * A button that shares the link on phones and copies it elsewhere. Without clipboard access (no https),
 * it selects the link instead.
 * @param {HTMLInputElement} input
 */
function shareButton(input) {
  const canShare = typeof navigator.share === "function" && window.matchMedia("(pointer: coarse)").matches;
  const button = element("button", { type: "button", "data-key": "copy" }, t(canShare ? "waiting.share" : "waiting.copy"));
  button.addEventListener("click", async () => {
    if (canShare) return void navigator.share({ url: input.value }).catch(() => null);
    input.select();
    const copied = await (navigator.clipboard?.writeText(input.value) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    button.textContent = t(copied ? "waiting.copied" : "waiting.selected");
  });
  return button;
}

/** Settings that are on or off. @type {[keyof Settings & string, MessageKey][]} */
const SWITCHES = [
  ["public", "table-settings.public"],
  ["spectators", "table-settings.watching"],
  ["chat", "table-settings.chat"],
  ["undo", "table-settings.undo"],
  ["late_join", "table-settings.late"],
];

/** Time settings: offered values, and units per second. @type {[keyof Settings & string, MessageKey, (number | null)[], number][]} */
const TIME_SETTINGS = [
  ["move_seconds", "table-settings.move", [null, 10, 20, 30, 60, 120], 1],
  ["pause_seconds", "table-settings.pause", [0, 5, 10, 20, 60, 300], 1],
  ["bot_delay_ms", "table-settings.pace", [0, 500, 700, 1000, 2000], 1000],
];

/**
 * The form with the table settings.
 * @param {TableView} table
 * @param {TableActions} actions
 */
export function tableSettingsForm(table, actions) {
  /** @type {Record<string, unknown>} */
  const settings = { ...table.settings };
  const form = element(
    "form",
    {},
    ...SWITCHES.map(([name, text]) => switchField(t(text), Boolean(settings[name]), (on) => (settings[name] = on))),
    ...TIME_SETTINGS.map(([name, text, choices, unit]) => {
      const now = /** @type {number | null} */ (settings[name]);
      const all = choices.includes(now) ? choices : [...choices, now];
      const offers = all.map((value) => ({ value: String(value), text: timeLabel(value, unit) }));
      return selectField(t(text), offers, String(now), (value) => (settings[name] = JSON.parse(value)));
    }),
    element("button", { type: "submit", class: "primary" }, t("table-settings.save")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    actions.act({ type: "change-settings", settings });
  });
  return form;
}

/**
 * @param {number | null} value
 * @param {number} unit Units per second.
 */
function timeLabel(value, unit) {
  if (value === null) return t("table-settings.no-clock");
  return value === 0 ? t("table-settings.at-once") : t("table-settings.seconds", { n: value / unit });
}
