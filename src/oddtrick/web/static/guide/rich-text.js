// Running text with cards in it, from a few marks that translators can keep in mind.

import { face, sign } from "../cards/card-face.js";
import { cardName } from "../cards/card-names.js";
import { element } from "../ui/dom.js";

/**
 * The marks, each at the beginning of a line; between them paragraphs, divided by empty lines.
 *
 *     ## A heading
 *     - An item of a list
 *     > An example
 *     = AS KS | Cards in a row, and what is to be seen
 *     | a cell | a cell |
 *
 * Within a line: **strong**, [a link](/rules), ♠ for a suit, and (W5) for the rule that was told.
 */
const MARKS = /** @type {const} */ ({ "## ": "heading", "- ": "item", "> ": "example", "= ": "cards", "| ": "row" });

/** @typedef {"text" | (typeof MARKS)[keyof typeof MARKS]} Kind */
/** @typedef {{kind: Kind, text: string}} Block */

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const INLINE = /\*\*(.+?)\*\*|\[(.+?)\]\((.+?)\)|([♠♥♦♣])|\s*\(([A-Z]{1,2}\d+)\)/g;

/**
 * The text as elements.
 * @param {string} source
 * @returns {HTMLElement[]}
 */
export function drawText(source) {
  /** @type {HTMLElement[]} */
  const drawn = [];
  /** What the last block belongs to: items to a list, rows to a table. */
  /** @type {{kind: string, at: HTMLElement}} */
  let group = { kind: "", at: element("div") };
  for (const { kind, text } of blocks(source)) {
    if (kind !== "item" && kind !== "row") {
      drawn.push(drawBlock(kind, text));
      group = { kind: "", at: group.at };
      continue;
    }
    if (group.kind !== kind) {
      const at = kind === "item" ? element("ul", { class: "items" }) : element("table", { class: "counts" });
      group = { kind, at };
      drawn.push(at);
    }
    group.at.append(kind === "item" ? ruled(element("li"), text) : rowOf(text, !group.at.childElementCount));
  }
  return drawn;
}

/**
 * The text taken apart: each line with a mark is a block, and so is a paragraph.
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
function drawBlock(kind, text) {
  if (kind === "heading") return element("h2", {}, text);
  if (kind === "cards") return drawCards(text);
  return ruled(element(kind === "example" ? "blockquote" : "p"), text);
}

/** @param {string} text */
function drawCards(text) {
  const [names = "", caption = ""] = text.split(" | ");
  const cards = names.split(" ").map((card) => {
    const held = element("span", { class: "card", role: "img", "aria-label": cardName(card) }, face(card));
    return element("li", {}, held);
  });
  return element(
    "figure",
    { class: "row" },
    element("ul", {}, ...cards),
    caption && element("figcaption", {}, caption),
  );
}

/**
 * @param {string} text
 * @param {boolean} head
 */
function rowOf(text, head) {
  const cells = text
    .split("|")
    .map((cell) => cell.trim())
    .filter(Boolean);
  const cell = (/** @type {string} */ told, /** @type {number} */ at) =>
    head || at === 0 ? element("th", { scope: head ? "col" : "row" }, told) : element("td", {}, told);
  return element("tr", {}, ...cells.map(cell));
}

/**
 * Text with its inline marks; the rules that it tells can be linked to.
 * @template {HTMLElement} Holder
 * @param {Holder} holder
 * @param {string} text
 * @returns {Holder}
 */
function ruled(holder, text) {
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, label, href, suit, rule] = found;
    holder.append(text.slice(from, found.index));
    from = found.index + whole.length;
    if (strong) holder.append(element("strong", {}, strong));
    else if (label && href) holder.append(element("a", { href }, label));
    else if (suit) holder.append(sign(/** @type {"S"} */ (SUITS[/** @type {"♠"} */ (suit)])));
    else if (rule) holder.append(" ", element("a", { class: "rule", id: rule, href: `#${rule}` }, rule));
  }
  holder.append(text.slice(from));
  return holder;
}
