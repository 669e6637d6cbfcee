// A link to a game: opens a table against bots at once. The query holds the options of the game.

import "../i18n/en/start.js"; // preloaded with the page
import { element } from "../ui/dom.js";
import { errorMessage, get } from "../ui/http-client.js";
import { renderPage } from "../shell/page-header.js";
import { setPreference } from "../ui/preferences.js";
import { gameName, t } from "../i18n/translate.js";
import { playAgainstBots } from "./open-table.js";
import { optionSchemas } from "./options-form.js";

/** @import {GameInfo} from "../wire/protocol" */

/** The parameter of the query that names the bots' level. */
const LEVEL = "bots";

/**
 * Opens a table, or says why that isn't possible.
 * @param {HTMLElement} page
 * @param {string} [id] The game's id, or another of its names.
 */
export async function show(page, id = "") {
  const status = element("p", { role: "status" }, t("start.opening"));
  const title = element("h1", {}, t("start.play"));
  const main = element("main", { class: "start" }, title, status);
  renderPage(page, "", t("start.play"), main);
  /** @type {GameInfo[]} */
  let games = [];
  try {
    games = (await get("/api/games")).games;
    const named = games.filter((each) => each.id === id || each.aliases.includes(id));
    const [game] = named;
    if (!game) throw new Error(t("play.unknown", { name: id }));
    if (named.length > 1) {
      games = named;
      const name = id.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
      throw new Error(t("play.shared-name", { name }));
    }
    title.textContent = gameName(game.id, game.title);
    const query = new URLSearchParams(window.location.search);
    const rules = { game: game.id, ...optionsIn(query, game) };
    await chooseLevel(query.get(LEVEL));
    // Going back must not open another table: this page leaves no trace in the history.
    await playAgainstBots(rules, {}, (url) => window.location.replace(url));
  } catch (error) {
    const problem = element("p", { class: "error", role: "alert" }, errorMessage(error));
    const links = games.map((each) => element("a", { class: "button", href: `/play/${each.id}` }, gameName(each.id, each.title)));
    status.replaceWith(problem, element("div", { class: "buttons" }, ...links), element("p", {}, element("a", { href: "/" }, t("not-found.home"))));
  }
}

/**
 * Makes a level of bots the player's own, as the options form does.
 * @param {string | null} level
 */
async function chooseLevel(level) {
  if (level === null) return;
  /** @type {import("../wire/protocol").Levels} */
  const { levels } = await get("/api/bots/levels");
  if (!levels.includes(level)) throw wrongValue(LEVEL, level, levels);
  setPreference("level", level);
}

/**
 * Returns the options in a query. Throws if the game has no such option or value.
 * @param {URLSearchParams} query
 * @param {GameInfo} game
 */
function optionsIn(query, game) {
  const schemas = optionSchemas(game.options_schema);
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const [name, text] of query) {
    if (name === LEVEL || name === "language") continue;
    const schema = schemas[name];
    const known = [...Object.keys(schemas), LEVEL];
    if (!schema) throw new Error(t("play.no-option", { game: gameName(game.id, game.title), name, known: known.join(", ") }));
    options[name] = optionValue(name, text, schema);
  }
  return options;
}

/**
 * Parses the value of an option.
 * @param {string} name
 * @param {string} text
 * @param {any} schema
 * @returns {unknown}
 */
function optionValue(name, text, schema) {
  if (schema.anyOf) {
    if (text === "none") return null;
    return optionValue(name, text, { ...schema.anyOf.find((/** @type {any} */ each) => each.type === "integer"), none: true });
  }
  const choices = schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : null);
  if (choices) {
    if (!choices.includes(text)) throw wrongValue(name, text, choices);
    return schema.enum ? text : text === "true";
  }
  const { minimum: least = 0, maximum: most = Infinity } = schema;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (value < least || value > most) throw wrongValue(name, text, [most === Infinity ? `≥ ${least}` : `${least}–${most}`, ...(schema.none ? ["none"] : [])]);
  return value;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string[]} known
 */
function wrongValue(name, value, known) {
  return new Error(t("play.wrong-value", { name, value, known: known.join(", ") }));
}
