// The dialog that sets up a table: game, rules and opponents.

import { openDialog } from "../ui/dialog.js";
import { element, findElement, findInput } from "../ui/dom.js";
import { radioGroup, textField, selectField, switchField } from "../ui/form-fields.js";
import { runAction, ensureName, get } from "../ui/http-client.js";
import { setPreference, preference } from "../ui/preferences.js";
import { gameName, t, tOr } from "../i18n/translate.js";
import { openTableForFriends, playAgainstBots } from "./open-table.js";
import { optionFields } from "./options-form.js";

/** @import {GameInfo} from "../wire/protocol" */

/** Offered time limits per decision (s); 0 means no limit. */
const TIME_LIMITS = [0, 15, 30, 60, 120];

/**
 * Opens the form.
 * @param {GameInfo[]} games
 * @param {string} chosen Id of the preselected game.
 * @param {boolean} friends True for a table with friends, false for bots.
 * @param {boolean} [rated] Whether the player asked for a rated match.
 */
export function openTableSetup(games, chosen, friends, rated = false) {
  const request = { game: chosen, options: {}, settings: {} };
  const options = element("div", { class: "options part" });
  const game = (/** @type {string} */ id) => {
    Object.assign(request, { game: id, options: {} });
    const found = games.find((each) => each.id === id);
    if (found)
      options.replaceChildren(
        element("h3", {}, t("setup.rules")),
        ...optionFields(found.id, found.options_schema, request.options),
      );
  };
  const offers = games.map((each) => ({ value: each.id, text: gameName(each.id, each.title) }));
  const form = element(
    "form",
    { class: "setup", submit: (event) => void submit(event, form, request, friends) },
    selectField(t("setup.game"), offers, chosen, game),
    options,
    element(
      "div",
      { class: "company part" },
      element("h3", {}, t("setup.table")),
      ...(friends ? friendFields(request.settings, rated) : botFields()),
    ),
    element("p", { class: "error", role: "alert" }),
    element(
      "div",
      { class: "buttons" },
      element("button", { class: "primary" }, t(friends ? "setup.open" : "start.play")),
    ),
  );
  game(chosen);
  openDialog(t(friends ? "setup.friends" : "setup.title"), form);
  if (friends) void showPlayer(form, request.settings, rated);
}

/**
 * @param {Event} event
 * @param {HTMLFormElement} form
 * @param {{game: string, options: Record<string, unknown>, settings: Record<string, unknown>}} request
 * @param {boolean} friends
 */
async function submit(event, form, { game, options, settings }, friends) {
  event.preventDefault();
  await runAction(form, async () => {
    const rules = { game, ...options };
    if (!friends) return playAgainstBots(rules, settings);
    await ensureName(findInput(form, "[name=name]").value);
    return openTableForFriends(rules, settings);
  });
}

/** The bot level field; filled when the levels have been fetched. */
function botFields() {
  const levels = element("div", { class: "levels" });
  void loadLevels(levels).catch(() => undefined); // without levels, the default applies
  return [levels];
}

/** @param {HTMLElement} at */
async function loadLevels(at) {
  /** @type {import("../wire/protocol").Levels} */
  const { levels, usual } = await get("/api/bots/levels");
  const offers = levels.map((value) => ({ value, text: tOr(`level.${value}`, value) }));
  const now = levels.includes(preference("level")) ? preference("level") : usual;
  const about = element("p", { class: "small", role: "status" });
  const showAbout = (/** @type {string} */ level) => (about.textContent = tOr(`level.${level}.about`, ""));
  const chosen = (/** @type {string} */ level) => {
    setPreference("level", level);
    showAbout(level);
  };
  showAbout(now);
  at.append(radioGroup(t("setup.level"), offers, now, chosen), about);
}

/**
 * @param {Record<string, unknown>} settings
 * @param {boolean} rated
 */
function friendFields(settings, rated) {
  const times = TIME_LIMITS.map((seconds) => ({
    value: String(seconds),
    text: seconds ? t("setup.seconds", { n: seconds }) : t("setup.no-limit"),
  }));
  return [
    textField(t("setup.name"), {
      name: "name",
      maxlength: 24,
      autocomplete: "nickname",
      required: true,
    }),
    switchField(t("setup.public"), false, (on) => (settings.public = on), t("setup.public.about")),
    ratedField(settings, rated),
    selectField(t("setup.time"), times, "0", (value) => (settings.move_seconds = Number(value) || null)),
    element("p", { class: "small" }, t("setup.sharing")),
  ];
}

/**
 * The switch for a rated match; enabled once the player is known to have an account.
 * @param {Record<string, unknown>} settings
 * @param {boolean} on
 */
function ratedField(settings, on) {
  const field = switchField(t("setup.rated"), on, (now) => (settings.rated = now), t("setup.rated.about"));
  field.classList.add("rated");
  findInput(field, "input").disabled = true;
  return field;
}

/**
 * Fills in the player's current name, and offers a rated match to accounts.
 * @param {HTMLFormElement} form
 * @param {Record<string, unknown>} settings
 * @param {boolean} rated
 */
async function showPlayer(form, settings, rated) {
  const name = findInput(form, "[name=name]");
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me").catch(() => ({}));
  // The friends read whose table it is, so that a name given by default is asked for again.
  if (me.name && me.name !== t("who.guest") && !name.value) name.value = me.name;
  const field = findElement(form, ".rated");
  const input = findInput(field, "input");
  input.disabled = me.kind !== "account";
  if (!input.disabled) settings.rated = rated;
  else {
    input.checked = false;
    findElement(field, ".small").replaceChildren(t("setup.rated.guest"), " ", element("a", { href: "/games" }, t("setup.rated.account")));
  }
}
