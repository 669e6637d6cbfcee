// Dialogs that the “More” menu opens: the players, the keyboard shortcuts, and the settings of the table.

import { element } from "../ui/dom.js";
import { switchField, selectField } from "../ui/form-fields.js";
import { setPreference, preference } from "../ui/preferences.js";
import { gameName, loadMessages, numberText, t, tOr } from "../i18n/translate.js";
import { optionText } from "../i18n/option-texts.js";
import { openDialog } from "../ui/dialog.js";
import { act } from "./action-buttons.js";
import { isPartner } from "./table-texts.js";
import { portrait, styleOf } from "./bot-portraits.js";

/** @import {MessageKey} from "../i18n/translate.js" */
/** @import {TableView, PlaceView, Settings} from "../wire/protocol" */

await loadMessages("table-menus");

/** Shortcuts for the help dialog. @type {[string[], MessageKey][]} */
const SHORTCUTS = [
  [["key.arrows"], "shortcuts.move"],
  [["key.enter"], "shortcuts.play"],
  [["Q", "H"], "shortcuts.type"],
  [["P"], "shortcuts.knock"],
  [["key.space"], "shortcuts.skip"],
  [["T"], "shortcuts.turn"],
  [["L"], "shortcuts.last"],
  [["S"], "shortcuts.score"],
  [["U"], "shortcuts.trumps"],
  [["M"], "shortcuts.hand"],
  [["H"], "shortcuts.hint"],
  [["Z"], "shortcuts.undo"],
  [["G"], "shortcuts.sheet"],
  [["Y"], "shortcuts.chat"],
  [["?"], "shortcuts.help"],
];

/** Opens the list of keyboard shortcuts, with the switch that turns them off. */
export function openShortcuts() {
  openDialog(
    t("shortcuts.title"),
    switchField(t("shortcuts.on"), preference("shortcuts"), (on) => setPreference("shortcuts", on)),
    element(
      "dl",
      { class: "keys" },
      ...SHORTCUTS.map(([keys, text]) =>
        element("div", {}, element("dt", {}, ...keys.map((key) => element("kbd", {}, keyLabel(key)))), element("dd", {}, t(text))),
      ),
    ),
  );
}

/** @param {string} key */
function keyLabel(key) {
  return key.length > 1 ? t(/** @type {MessageKey} */ (key)) : key;
}

// The dialog "Who's playing?": the players of the table; for a bot its level and how it likes to play.

/**
 * Opens the list of players; of a bot it tells the level and how it likes to play.
 * @param {TableView} table
 */
export function openPlayers(table) {
  const players = table.places.flatMap((place, index) => (place.kind === "open" ? [] : [player(table, place, index)]));
  openDialog(t("action.players"), element("ul", { class: "more players" }, ...players));
}

/**
 * @param {TableView} table
 * @param {PlaceView} place
 * @param {number} index
 */
function player(table, place, index) {
  const own = index === table.you;
  const facts = [
    own && !["Guest", t("who.guest")].includes(place.name) && place.name,
    place.kind === "bot" && t("players.bot", { level: levelName(place.level) }),
    place.program && t("seat.program"),
    isPartner(table, place.seat) && t("who.partner"),
  ].filter(Boolean);
  return element(
    "li",
    {},
    place.kind === "bot" ? portrait(place.name) : null,
    element("strong", {}, own ? t("who.you") : place.name),
    facts.length ? element("span", { class: "small" }, ` ${facts.join(" · ")}`) : null,
    element("div", {}, styleOf(place)),
  );
}

/**
 * The name of a level without its style.
 * @param {string | null} level
 */
function levelName(level) {
  const [name = ""] = (level ?? "").split("+");
  return tOr(`level.${name}`, name);
}

// The rules of the game, and what was settled for this table.

/**
 * Opens the options of the table, and the way to the rules of its game.
 * @param {TableView} table
 */
export async function openRules({ game, options }) {
  await loadMessages("start"); // it names the options
  const settled = Object.entries(options).map(([name, value]) => element("li", {}, `${optionText(game, name, "", name)}: `, element("b", {}, optionValue(game, name, value))));
  const rules = element("a", { class: "button", href: `/rules/${game}`, target: "_blank" }, t("rules.of", { game: gameName(game) }));
  openDialog(gameName(game), element("p", {}, rules), element("ul", {}, ...settled));
}

/**
 * @param {string} game
 * @param {string} name
 * @param {unknown} value
 */
function optionValue(game, name, value) {
  if (typeof value === "boolean") return t(value ? "option-value.on" : "option-value.off");
  if (value === null) return optionText(game, name, ".none", t("start.none"));
  return typeof value === "number" ? numberText(value) : optionText(game, name, `.${value}`, String(value));
}

// The form with the settings of a table.

/** Settings that are on or off. @type {[keyof Settings & string, MessageKey][]} */
const SWITCHES = [
  ["public", "table-settings.public"],
  ["rated", "table-settings.rated"],
  ["spectators", "table-settings.watching"],
  ["chat", "table-settings.chat"],
  ["undo", "table-settings.undo"],
  ["late_join", "table-settings.late"],
];

/** Time settings: offered values, and units per second. @type {[keyof Settings & string, MessageKey, (number | null)[], number][]} */
const TIME_SETTINGS = [
  ["move_seconds", "table-settings.move", [null, 10, 20, 30, 60, 120], 1],
  ["pause_seconds", "table-settings.pause", [0, 5, 10, 20, 60, 300], 1],
  ["grace_seconds", "table-settings.away", [15, 60, 600, 3600, 86_400], 1],
  ["bot_delay_ms", "table-settings.pace", [0, 500, 700, 1000, 2000], 1000],
];

/** Units of time, the longest first, with their seconds. @type {[string, number][]} */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/**
 * Opens the form with the settings of the table.
 * @param {TableView} table
 */
export function openTableSettings(table) {
  /** @type {Record<string, unknown>} */
  const settings = { ...table.settings };
  const form = element(
    "form",
    {},
    ...SWITCHES.map(([name, text]) => switchField(t(text), Boolean(settings[name]), (on) => (settings[name] = on))),
    ...TIME_SETTINGS.map(([name, text, choices, unit]) => {
      const now = /** @type {number | null} */ (settings[name]);
      const all = [...new Set([...choices, now])].sort((one, other) => (one ?? -1) - (other ?? -1));
      const offers = all.map((value) => ({ value: String(value), text: timeLabel(value, unit) }));
      return selectField(t(text), offers, String(now), (value) => (settings[name] = JSON.parse(value)));
    }),
    element("button", { type: "submit", class: "primary" }, t("table-settings.save")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(form, { type: "change-settings", settings });
  });
  openDialog(t("table-settings.title"), form);
}

/**
 * @param {number | null} value
 * @param {number} unit Units per second.
 */
function timeLabel(value, unit) {
  if (value === null) return t("table-settings.no-clock");
  if (value === 0) return t("table-settings.at-once");
  const seconds = value / unit;
  const [name, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ["second", 1];
  return numberText(seconds / length, { style: "unit", unit: name, unitDisplay: "long" });
}
