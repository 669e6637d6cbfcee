// Setting up a table: which game, by which rules, against whom.

import { openDialog } from "../ui/dialog.js";
import { element, field } from "../ui/dom.js";
import { choice, line, selection, tick } from "../ui/form-fields.js";
import { attempt, call, get } from "../ui/http-client.js";
import { wish, wished } from "../ui/preferences.js";
import { words, wordsOr } from "../i18n/translate.js";
import { openForFriends, playNow } from "./open-table.js";
import { optionFields } from "./options-form.js";
import { gameName } from "./game-names.js";

/** @typedef {import("../wire/protocol").GameTold} GameTold */

/** Seconds for each decision that are offered; 0: as long as it takes. */
const TIMES = [0, 15, 30, 60, 120];

/**
 * Opens the form.
 * @param {GameTold[]} games
 * @param {string} chosen The id of the game that it begins with.
 * @param {boolean} friends Whether people are meant to sit down; else bots do.
 */
export function openSetup(games, chosen, friends) {
  const asked = { game: chosen, options: {}, settings: {} };
  const options = element("div", { class: "options part" });
  const game = (/** @type {string} */ id) => {
    Object.assign(asked, { game: id, options: {} });
    const found = games.find((each) => each.id === id);
    if (found)
      options.replaceChildren(
        element("h3", {}, words("setup.rules")),
        ...optionFields(found.options_schema, asked.options),
      );
  };
  const offers = games.map((each) => ({ value: each.id, text: gameName(each) }));
  const form = element(
    "form",
    { class: "setup", submit: (event) => void send(event, form, asked, friends) },
    selection(words("setup.game"), offers, chosen, game),
    options,
    element(
      "div",
      { class: "company part" },
      element("h3", {}, words("setup.table")),
      ...(friends ? withFriends(asked.settings) : withBots()),
    ),
    element("p", { class: "problem", role: "alert" }),
    element(
      "div",
      { class: "buttons" },
      element("button", { class: "chief" }, words(friends ? "setup.open" : "start.play")),
    ),
  );
  game(chosen);
  openDialog(words(friends ? "setup.friends" : "setup.title"), form);
  if (friends) void nameAsked(form);
}

/**
 * @param {Event} event
 * @param {HTMLFormElement} form
 * @param {{game: string, options: Record<string, unknown>, settings: Record<string, unknown>}} asked
 * @param {boolean} friends
 */
async function send(event, form, { game, options, settings }, friends) {
  event.preventDefault();
  await attempt(form, async () => {
    const rules = { game, ...options };
    if (!friends) return playNow(rules, settings);
    await call(field(form, "[name=name]").value);
    return openForFriends(rules, settings);
  });
}

/** Who the bots are: shown as soon as the house has said which it has. */
function withBots() {
  const levels = element("div", { class: "levels" });
  void offerLevels(levels).catch(() => undefined); // without it, the usual ones play
  return [levels];
}

/** @param {HTMLElement} at */
async function offerLevels(at) {
  /** @type {import("../wire/protocol").Levels} */
  const { levels, usual } = await get("/api/bots/levels");
  const offers = levels.map((value) => ({ value, text: wordsOr(`level.${value}`, value) }));
  const now = levels.includes(wished("level")) ? wished("level") : usual;
  const about = element("p", { class: "small", role: "status" });
  const told = (/** @type {string} */ level) => (about.textContent = wordsOr(`level.${level}.about`, ""));
  const chosen = (/** @type {string} */ level) => {
    wish("level", level);
    told(level);
  };
  told(now);
  at.append(choice(words("setup.level"), offers, now, chosen), about);
}

/** @param {Record<string, unknown>} settings */
function withFriends(settings) {
  const times = TIMES.map((seconds) => ({
    value: String(seconds),
    text: seconds ? words("setup.seconds", { n: seconds }) : words("setup.unhurried"),
  }));
  return [
    line(words("setup.name"), {
      name: "name",
      maxlength: 24,
      autocomplete: "nickname",
      placeholder: words("setup.guest"),
    }),
    tick(words("setup.public"), false, (on) => (settings.public = on), words("setup.public.about")),
    selection(words("setup.time"), times, "0", (value) => (settings.move_seconds = Number(value) || null)),
    element("p", { class: "small" }, words("setup.next")),
  ];
}

/**
 * Whoever is known by a name need not type it again.
 * @param {HTMLFormElement} form
 */
async function nameAsked(form) {
  const name = field(form, "[name=name]");
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me").catch(() => ({}));
  if (me.name && !name.value) name.value = me.name;
}
