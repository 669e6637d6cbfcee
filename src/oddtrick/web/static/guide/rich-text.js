// Renders running text with cards in it from a small markup that translators can learn quickly.

import { face, suitSymbol } from "../cards/card-face.js";
import { cardName } from "../cards/card-names.js";
import { element } from "../ui/dom.js";

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
export function renderText(source) {
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
 * Converts a page of rules in Markdown, as packages with games of their own bring it: the page has
 * its title already, and the text wraps within items.
 * @param {string} markdown
 * @returns {string}
 */
export function fromMarkdown(markdown) {
  return markdown
    .replace(/<!--.*?-->/gs, "")
    .replace(/^# .*$/m, "")
    .replace(/^#{3,} /gm, "## ")
    .replace(/^\|[\s:|-]+\|$\n?/gm, "")
    .replace(/^(?:[-*] |> )[^\n]*(?:\n[ \t]+\S[^\n]*)+/gm, (item) => item.replace(/\n\s+/g, " "))
    .replace(/^\* /gm, "- ")
    .replace(/`/g, "");
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
