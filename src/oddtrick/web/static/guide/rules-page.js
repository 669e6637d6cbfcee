// The rules pages: one per game, plus the rules all games share.

import "../i18n/en/start.js"; // preloaded with the page
import { element } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { showNotFound } from "../shell/not-found-page.js";
import { cardFan, ILLUSTRATIONS } from "../start/game-illustrations.js";
import { currentLanguage, gameName, t } from "../i18n/translate.js";
import { face, suitSymbol } from "../cards/card-face.js";
import { cardName } from "../cards/card-names.js";
import { COURSES } from "./tutorial-steps.js";

/** @import {MessageKey} from "../i18n/translate.js" */

/** Games with a rules page. */
const GAMES = Object.keys(ILLUSTRATIONS);

/** Rules shared by all games, shown on the index page. */
const SHARED_RULES = "trick-play";

/**
 * Shows the rules of a game, or the list of games.
 * @param {HTMLElement} page
 * @param {string} [game]
 */
export async function show(page, game) {
  if (game && !GAMES.includes(game)) {
    showNotFound("");
    return;
  }
  const text = await loadRules(game ?? SHARED_RULES);
  const title = game ? gameName(game) : t("page.rules");
  const main = element(
    "main",
    { class: "guide" },
    element("h1", {}, title),
    ...(game ? [] : [gameList(), element("h2", {}, t("rules.shared"))]),
    ...renderText(text),
    ...(game ? furtherLinks(game) : []),
  );
  renderPage(page, "rules", game ? t("rules.of", { game: title }) : title, main);
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView({ block: "center" });
}

/**
 * Loads the text of one rules page.
 * @param {string} name
 * @returns {Promise<string>}
 */
async function loadRules(name) {
  return fromMarkdown((await import(`../i18n/${currentLanguage()}/rules/${name}.js`)).default);
}

function gameList() {
  const games = GAMES.map((game) =>
    element(
      "li",
      {},
      cardFan(ILLUSTRATIONS[game] ?? ["AS"]),
      element(
        "div",
        {},
        element("a", { href: `/rules/${game}` }, gameName(game)),
        element("p", { class: "small" }, t(/** @type {MessageKey} */ (`start.${game}`))),
      ),
    ),
  );
  return element("ul", { class: "chapters" }, ...games);
}

/** @param {string} game */
function furtherLinks(game) {
  const others = GAMES.filter((each) => each !== game).map((each) =>
    element("li", {}, element("a", { href: `/rules/${each}` }, gameName(each))),
  );
  const learn =
    game === "whist"
      ? element("a", { class: "button", href: "/learn" }, t("start.learn"))
      : game in COURSES && element("a", { class: "button", href: `/learn/${game}` }, t("rules.learn"));
  return [
    element(
      "p",
      { class: "buttons noprint" },
      element("a", { class: "button primary", href: "/" }, t("rules.play")),
      learn,
    ),
    element(
      "nav",
      { class: "other-games noprint", "aria-label": t("rules.others") },
      element("h2", {}, t("rules.others")),
      element("ul", {}, ...others),
    ),
  ];
}

// Renders running text with cards in it from a small markup that translators can learn quickly.

/**
 * Markers at the start of a line; other text forms paragraphs, separated by blank lines.
 *
 *     ## A heading
 *     - An item of a list
 *     > An example
 *     = AS KS | Cards in a row, and a caption
 *     | a cell | a cell |
 *
 * Within a line: **strong**, [a link](/rules), ♠ for a suit, and (W5) for a rule id.
 */
const MARKS = /** @type {const} */ ({ "## ": "heading", "- ": "item", "> ": "example", "= ": "cards", "| ": "row" });

/** @typedef {"text" | (typeof MARKS)[keyof typeof MARKS]} Kind */
/** @typedef {{kind: Kind, text: string}} Block */

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const INLINE = /\*\*(.+?)\*\*|\[(.+?)\]\((.+?)\)|([♠♥♦♣])|\s*\(([A-Z]{1,2}\d+)\)/g;

/**
 * Renders the text as elements.
 * @param {string} source
 * @returns {HTMLElement[]}
 */
function renderText(source) {
  /** @type {HTMLElement[]} */
  const nodes = [];
  /** The open group: items belong to a list, rows to a table. */
  /** @type {{kind: string, at: HTMLElement}} */
  let group = { kind: "", at: element("div") };
  for (const { kind, text } of blocks(source)) {
    if (kind !== "item" && kind !== "row") {
      nodes.push(renderBlock(kind, text));
      group = { kind: "", at: group.at };
      continue;
    }
    if (group.kind !== kind) {
      const at = kind === "item" ? element("ul", { class: "items" }) : element("table", { class: "points-table" });
      group = { kind, at };
      nodes.push(at);
    }
    group.at.append(kind === "item" ? withRuleIds(element("li"), text) : tableRow(text, !group.at.childElementCount));
  }
  return nodes;
}

/**
 * Converts a page of rules in Markdown: the page has its title already, the text wraps within items,
 * numbered rules are items that begin with their id, and comments name the cards of a picture.
 * @param {string} markdown
 * @returns {string}
 */
export function fromMarkdown(markdown) {
  return markdown
    .replace(/<!-- cards: (.*?) -->/g, (_, groups) => groups.split(" | ").map(cardRow).join("\n"))
    .replace(/<!--.*?-->/gs, "")
    .replace(/^# .*$/m, "")
    .replace(/^#{3,} /gm, "## ")
    .replace(/^\|[\s:|-]+\|$\n?/gm, "")
    .replace(/^(?:[-*] |> )[^\n]*(?:\n[ \t]+\S[^\n]*)+/gm, (item) => item.replace(/\n\s+/g, " "))
    .replace(/^\* /gm, "- ")
    .replace(/^- \*\*([A-Z]{1,2}\d+)\*\* (.*)$/gm, "- $2 ($1)")
    .replace(/(?<!\*)\*([^*\n]+)\*(?!\*)/g, "**$1**")
    .replace(/`/g, "");
}

/** A row of cards in the markup, from `Ann: A♥ 10♥`. @param {string} group */
function cardRow(group) {
  const at = group.lastIndexOf(":");
  const cards = group.slice(at + 1).replace(/10/g, "T").replace(/[♠♥♦♣]/g, (suit) => SUITS[/** @type {"♠"} */ (suit)]);
  return `= ${cards.trim()}${at < 0 ? "" : ` | ${group.slice(0, at).trim()}`}`;
}

/**
 * Parses the text into blocks: one per marked line, one per paragraph.
 * @param {string} source
 * @returns {Block[]}
 */
export function blocks(source) {
  /** @type {Block[]} */
  const found = [];
  let running = false;
  for (const line of source.split("\n").map((each) => each.trim())) {
    const mark = /** @type {keyof typeof MARKS | undefined} */ (
      Object.keys(MARKS).find((each) => line.startsWith(each))
    );
    const last = found[found.length - 1];
    if (mark) found.push({ kind: MARKS[mark], text: line.slice(mark.length) });
    else if (line && running && last) last.text += ` ${line}`;
    else if (line) found.push({ kind: "text", text: line });
    running = Boolean(line) && !mark;
  }
  return found;
}

/**
 * @param {Kind} kind
 * @param {string} text
 */
function renderBlock(kind, text) {
  if (kind === "heading") return element("h2", {}, text);
  if (kind === "cards") return renderCards(text);
  return withRuleIds(element(kind === "example" ? "blockquote" : "p"), text);
}

/** @param {string} text */
function renderCards(text) {
  const [names = "", caption = ""] = text.split(" | ");
  const cards = names.split(" ").map((card) => {
    const image = element("span", { class: "card", role: "img", "aria-label": cardName(card) }, face(card));
    return element("li", {}, image);
  });
  return element(
    "figure",
    { class: "card-row" },
    element("ul", {}, ...cards),
    caption && element("figcaption", {}, caption),
  );
}

/**
 * @param {string} text
 * @param {boolean} head
 */
function tableRow(text, head) {
  const cells = text
    .split("|")
    .map((cell) => cell.trim())
    .filter(Boolean);
  const cell = (/** @type {string} */ content, /** @type {number} */ at) =>
    head || at === 0 ? element("th", { scope: head ? "col" : "row" }, content) : element("td", {}, content);
  return element("tr", {}, ...cells.map(cell));
}

/**
 * Appends text with its inline marks to an element. Rule ids become anchors.
 * @template {HTMLElement} Holder
 * @param {Holder} holder
 * @param {string} text
 * @returns {Holder}
 */
function withRuleIds(holder, text) {
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, label, href, suit, rule] = found;
    holder.append(text.slice(from, found.index));
    from = found.index + whole.length;
    if (strong) holder.append(element("strong", {}, strong));
    else if (label && href) holder.append(element("a", { href }, label));
    else if (suit) holder.append(suitSymbol(/** @type {"S"} */ (SUITS[/** @type {"♠"} */ (suit)])));
    else if (rule) holder.append(" ", element("a", { class: "rule", id: rule, href: `#${rule}` }, rule));
  }
  holder.append(text.slice(from));
  return holder;
}
