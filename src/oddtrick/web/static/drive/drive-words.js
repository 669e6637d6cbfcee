// The words for what a drive shows: names, pairs, trumps, scores, prizes, times.

import { svgElement } from "../ui/dom.js";
import { rankLabel } from "../cards/card-names.js";
import { pip } from "../cards/shapes.js";
import { currentLanguage, joinNames, t, tOr } from "../i18n/translate.js";

/** @import {Parts, Prize, Suit, DriveInfo} from "./drive-types" */

/** Classes of the suit symbols, as in cards.css. */
const SUIT_CLASSES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** The movements, the usual one first. */
export const MOVEMENTS = ["progressive", "semi-partner", "winners-move", "head-table", "partner", "balanced", "duplicate", "military"];

/** The score of a deal that counts as average, by the scoring of the drive. */
const AVERAGE = /** @type {Record<string, number>} */ ({ odd: 0.5, tricks: 6.5, matches: 0.5 });

/** The movements in which partners stay together. */
export const FIXED_PAIRS = new Set(["partner", "duplicate", "military"]);

/** The movements in which partners are not one player of each group. */
export const UNGROUPED = new Set(["balanced"]);

/**
 * Translates a key that is put together from a value of the server.
 * @param {string} prefix
 * @param {string} value
 */
export function wordFor(prefix, value) {
  return tOr(`${prefix}.${value}`, value);
}

/**
 * A suit symbol at text size, without a name: the name stands beside it.
 * @param {string} suit The letter of a suit.
 */
export function suitSign(suit) {
  const attributes = { viewBox: "-10.5 -10.5 21 21", class: `sign ${SUIT_CLASSES[/** @type {Suit} */ (suit)]}`, "aria-hidden": "true" };
  return svgElement("svg", attributes, pip(/** @type {Suit} */ (suit), "suit", 0, 0, 20));
}

/**
 * The trumps of a round, as a symbol and a name.
 * @param {string | null} suit
 * @returns {import("../ui/dom.js").Part[]}
 */
export function trumpParts(suit) {
  return suit ? [suitSign(suit), ` ${wordFor("drive.trump", suit)}`] : [t("drive.trump.none")];
}

/** @param {string | null} suit */
export function trumpName(suit) {
  return suit ? wordFor("drive.trump", suit) : t("drive.trump.none");
}

/**
 * The name of a player, marked if a bot plays; the number of the card where names are hidden.
 * @param {Partial<Parts>} parts
 * @param {number | null | undefined} id
 */
export function playerName(parts, id) {
  const player = id === null || id === undefined ? undefined : parts.players?.[id];
  if (!player) return "–";
  if (!player.name) return t("drive.card-number", { n: player.id + 1 });
  const marked = player.bot && !/\bbot\b/i.test(player.name);
  return marked ? t("drive.bot", { name: player.name }) : player.name;
}

/**
 * The names of a pair.
 * @param {Partial<Parts>} parts
 * @param {readonly number[]} pair
 */
export function pairNames(parts, pair) {
  // Two who share a card have one name, such as "Ann & Zed".
  const [one, two] = [pair[0], pair[1]].map((id) => playerName(parts, id).replaceAll(" & ", " / "));
  return t("drive.and", { one: one ?? "", two: two ?? "" });
}

/** @param {number} direction 0 for North–South, 1 for East–West. */
export function directionName(direction) {
  return t(direction ? "drive.east-west" : "drive.north-south");
}

/**
 * The label of a group; empty if the player has none.
 * @param {Partial<Parts>} parts
 * @param {"A" | "B" | null | undefined} group
 */
export function groupLabel(parts, group) {
  if (!group) return "";
  return parts.drive?.groups["AB".indexOf(group)] ?? group;
}

/**
 * Says that somebody plays in the seats of the other group in this round; empty if they do not.
 * @param {Partial<Parts>} parts
 * @param {number} id
 */
export function crossingText(parts, id) {
  const { group, plays } = parts.players?.[id] ?? {};
  return plays && plays !== group ? [groupLabel(parts, group), t("drive.plays-as", { group: groupLabel(parts, plays) })].join(", ") : "";
}

/**
 * The name of a prize.
 * @param {Prize} prize
 * @param {DriveInfo} drive
 */
export function prizeName({ prize, kind, place, group }, drive) {
  if (kind === "own") return prize;
  const name = wordFor("drive.prize", kind === "place" ? String(place) : kind);
  return group ? t("drive.prize.of", { prize: name, group: drive.groups["AB".indexOf(group)] ?? group }) : name;
}

/**
 * How a tie for a prize was settled; empty if there was none.
 * @param {Partial<Parts>} parts
 * @param {Prize} prize
 */
export function tieBreakText(parts, { tie_break: settled }) {
  if (!settled) return "";
  const names = settled.among.map((id) => playerName(parts, id));
  const by = wordFor("drive.tie", settled.by);
  const text = t("drive.tie", { names: joinNames(names), by });
  const cards = Object.entries(settled.cards ?? {}).map(([id, card]) => t("drive.tie.card", { name: playerName(parts, Number(id)), card: cardText(card) }));
  return cards.length ? `${text} ${t("drive.tie.cards", { cards: joinNames(cards) })}` : text;
}

/**
 * A card as people write it, for example "10♣".
 * @param {string} card
 */
function cardText(card) {
  return rankLabel(card) + ("♣♦♥♠"["CDHS".indexOf(card[1] ?? "")] ?? "");
}

/** The locale of the browser in the language of the page: people in Britain and America write times differently. */
export function browserLocale() {
  return navigator.languages.find((each) => each.split("-")[0] === currentLanguage()) ?? currentLanguage();
}

/**
 * A point in time as hours and minutes.
 * @param {number} at In ms since 1970.
 */
export function timeOfDay(at) {
  return new Intl.DateTimeFormat(browserLocale(), { timeStyle: "short" }).format(at);
}

/**
 * An amount of money, without a currency: the server does not know it.
 * @param {number} pence
 */
export function amountText(pence) {
  return new Intl.NumberFormat(browserLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(pence / 100);
}

/**
 * How long ago something was, in a word or two.
 * @param {number} elapsed In ms.
 */
export function agoText(elapsed) {
  const minutes = Math.floor(elapsed / 60_000);
  if (minutes < 1) return t("drive.ago.now");
  return minutes < 60 ? t("drive.ago.minutes", { n: minutes }) : t("drive.ago.hours", { n: Math.floor(minutes / 60) });
}

/**
 * A score as people write it: halves, of deals that count as average, as a fraction.
 * @param {number | null | undefined} score
 */
export function scoreText(score) {
  if (score === null || score === undefined) return "–";
  const whole = Math.trunc(score);
  return score === whole ? String(score) : `${whole || ""}½`;
}

/**
 * How a deal is scored that was not played.
 * @param {Partial<import("./drive-types").Parts>} parts
 * @param {import("./drive-types").Unplayed} score
 */
export function unplayedText({ drive }, score) {
  return score === "average" ? t("drive.unplayed.average", { score: scoreText(AVERAGE[drive?.scoring ?? "odd"] ?? 0.5) }) : wordFor("drive.unplayed", score);
}

/**
 * Compares names as people sort them.
 * @param {string} one
 * @param {string} other
 */
export function compareNames(one, other) {
  return collator().compare(one, other);
}

/**
 * Returns whether a text contains what was typed into a search field, whatever its case and accents.
 * @param {string} text
 * @param {string} typed
 */
export function matchesSearch(text, typed) {
  const plain = (/** @type {string} */ each) => each.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain(text).includes(plain(typed.trim()));
}

/** @type {Intl.Collator | null} */
let sorting = null;

function collator() {
  return (sorting ??= new Intl.Collator(currentLanguage(), { numeric: true, sensitivity: "base" }));
}

/**
 * An address that breaks after its slashes and before its port, never within a number.
 * @param {string} address
 * @returns {(string | Node)[]}
 */
export function addressParts(address) {
  const parts = address.replace(/\/(?!\/)|(?=:\d)/g, "$&\n").split("\n").filter(Boolean);
  return parts.flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part]));
}
