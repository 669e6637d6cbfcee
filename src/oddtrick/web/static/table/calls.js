// Calls before the play: the panel of the legal bids, and what is said of those that were made.

import { bidWord, callName, shortCallName } from "../cards/call-names.js";
import { face, suitSymbol } from "../cards/card-face.js";
import { cardName, rankLabel, sortHand, suitOf } from "../cards/card-names.js";
import { joinNames, numberText, t } from "../i18n/translate.js";
import { element, setAttribute, updateContent } from "../ui/dom.js";
import { cardsTooMany, discardsOf } from "../wire/contract.js";
import { isOwnTurn, namesTrumps, tricksWonBy } from "../wire/state.js";
import { areCards, lastCalls, newCalls, parseCall } from "../wire/calls.js";
import { standingBids } from "../wire/standing-bids.js";
import { actionButton } from "./action-buttons.js";
import { contractName } from "./contract-name.js";
import { addStyles } from "./lazy-part.js";
import { nameAt, textAbout, youOrName } from "./table-texts.js";

/** @import {TableView} from "../wire/protocol" */
/** @import {ParsedCall} from "../wire/calls.js" */
/** @import {Panel} from "./middle-panel.js" */

await addStyles("calls.css");

// Words.

/**
 * Says what an update adds to the calls: the new ones, and earlier ones that are shown now.
 * @param {TableView} before
 * @param {TableView} after
 */
export function newCallsLine(before, after) {
  const { made, shown } = newCalls(before.match, after.match);
  const lines = made.map(({ seat, call }) => {
    if (call === null) return textAbout(after, seat, "event.call.secret");
    return textAbout(after, seat, call === "pass" ? "event.call.pass" : "event.call", { call: callName(call) });
  });
  const cards = shown.map(({ seat, call }) => `${youOrName(after, seat)}: ${callName(call ?? "")}`);
  const contract = before.match?.contract ? "" : contractLine(after);
  return [...lines, cards.length > 0 && t("event.call.shown", { calls: joinNames(cards) }), contract && `${contract}.`].filter(Boolean).join(" ");
}

/**
 * Says what has been called in this deal; empty before the first call.
 * @param {TableView} table
 */
export function callsSummary({ match, ...table }) {
  const made = match ? lastCalls(match) : [];
  const calls = made.map(({ seat, call }) => `${youOrName({ match, ...table }, seat)}: ${call === null ? t("call.secret") : callName(call)}`);
  const contract = contractLine({ match, ...table });
  return [calls.length && t("summary.calls", { calls: calls.join(", ") }), contract && t("summary.contract", { contract })].filter(Boolean).join(" ");
}

/**
 * Says who plays what, and how many tricks that takes; empty without a contract.
 * @param {TableView} table
 */
export function contractLine(table) {
  const { match } = table;
  if (!match?.contract) return namesTrumps(match) ? winningBid(table) : "";
  const { side } = match.contract;
  const aim = side.length ? aimText(match, tricksWonBy(match, side)) : "";
  return [contractName(table, match.contract), aim].filter(Boolean).join(" · ");
}

/**
 * The tricks of a side beside those that it needs to make or to beat the contract; null where nothing tells.
 * @param {TableView} table
 * @param {number[]} side
 * @param {number} n Tricks that it has.
 */
export function tricksNeeded({ match }, side, n) {
  const [least, most] = match?.aim ?? [0, 0];
  const all = match ? allTricks(match) : 0;
  if (!match?.contract?.side.length || !least || most < all) return null;
  const plays = match.contract.side.join() === side.join();
  return t("seat.bid-has", { n, bid: plays ? least : all - least + 1 });
}

/** The bid for which trumps are named. @param {TableView} table */
function winningBid(table) {
  const [[seat, bid] = []] = standingBids((table.match?.calls ?? []).slice(0, -1));
  return seat === undefined || bid === undefined ? "" : t("contract.of", { who: youOrName(table, seat), bid: callName(bid) });
}

/**
 * The tricks that the contract takes beside those that its side has.
 * @param {import("../wire/protocol").MatchView} match
 * @param {number} has
 */
function aimText(match, has) {
  if (!match.aim) return "";
  const [least, most] = match.aim;
  const all = allTricks(match);
  if (!least) return most ? t("contract.most", { n: most, has }) : t("contract.none", { n: has });
  return most < all ? t("contract.some", { n: least, most, has }) : t("contract.least", { n: least, has });
}

/** The tricks of the deal. @param {import("../wire/protocol").MatchView} match */
function allTricks({ won, counts, awaited }) {
  const left = awaited === "call" ? Math.min(...counts) : Math.max(...counts); // before the play one may hold a kitty
  return won.reduce((sum, each) => sum + each, left);
}

/**
 * Returns what the plate of a seat says of its calls: during the bidding its last one, during the play its bid beside
 * the tricks that it has, unless there is a contract; null where there is nothing to say.
 * @param {TableView} table
 * @param {number} seat
 */
export function seatCall({ match }, seat) {
  if (!match) return null;
  if (match.awaited === "call") {
    const made = lastCalls(match);
    const last = areCards(made) ? null : made.filter((call) => call.seat === seat).at(-1);
    return last ? { text: plateText(last.call), secret: last.call === null } : { text: "", secret: false };
  }
  if (match.contract) return null; // a line of its own says it
  const bid = standingBids(match.calls ?? []).get(seat);
  return bid === undefined ? null : { text: t("seat.bid-has", { bid: callName(bid), n: match.won[seat] ?? 0 }), secret: false };
}

/** Returns a call as a plate says it, where a number alone could be anything. @param {string | null} call */
function plateText(call) {
  if (call === null) return t("call.secret");
  return parseCall(call).number === null || parseCall(call).name ? shortCallName(call) : t("seat.bid", { bid: callName(call) });
}

// Cards that lie open, or are put away.

export { openHand } from "../wire/contract.js";

/**
 * Says in the status line who puts cards away; empty if the hand of the seat to act has none too many.
 * @param {TableView} table
 */
export function discardText(table) {
  const { match } = table;
  const n = match && table.stage === "playing" ? cardsTooMany(match) : 0;
  if (!match || n <= 0) return "";
  return isOwnTurn(table) ? t("turn.discard", { n }) : t("turn.other-discard", { name: nameAt(table, match.to_act ?? 0) });
}

/**
 * The cards of a hand that lies open at its seat, suit by suit.
 * @param {string} name Its player.
 * @param {string[]} cards
 */
export function openCards(name, cards) {
  const sorted = sortHand(cards);
  const suits = [...new Set(sorted.map(suitOf))].map((suit) =>
    element("span", {}, suitSymbol(suit), sorted.filter((card) => suitOf(card) === suit).map(rankLabel).join(" ")));
  return element("span", { class: "open-hand", role: "img", "aria-label": t("open-hand.name", { name, cards: sorted.map(cardName).join(", ") }) }, ...suits);
}

/**
 * Renders the kitty while it is shown, or the cards that the viewer has put away.
 * @param {HTMLElement} at
 * @param {TableView} table
 * @returns {boolean} Whether there are any.
 */
export function renderCardsAside(at, { match }) {
  const [kitty, away] = [match?.kitty ?? [], discardsOf(match)];
  const [what, cards] = kitty.length && !away.length ? ["kitty", kitty] : ["discards", away];
  setAttribute(at, "data-aside", cards.length > 0);
  if (!cards.length) return false;
  const sorted = sortHand(cards);
  const label = t(what === "kitty" ? "kitty.name" : "discards.name", { cards: sorted.map(cardName).join(", ") });
  updateContent(at, [what, cards], () => [
    element("span", { class: "aside", role: "img", "aria-label": label }, ...sorted.map((card) => element("span", { class: "card" }, face(card)))),
    element("span", { class: "about", "aria-hidden": "true" }, t(what === "kitty" ? "kitty.short" : "discards.short")),
  ]);
  return true;
}

// The panel.

/**
 * The panel of the legal bids; null where only cards can be called, which are tapped in the hand.
 * @param {TableView} table
 * @returns {Panel | null}
 */
export function callPanel({ match }) {
  const bids = (match?.legal ?? []).map(parseCall).filter(({ card }) => !card);
  if (!match || !bids.length) return null;
  const counts = bids.filter(({ number, name }) => number !== null && !name);
  const named = bids.filter(({ number, name }) => number !== null && name);
  const pass = (/** @type {ParsedCall} */ { name }) => Number(name === "pass");
  const words = bids.filter(({ number }) => number === null).sort((one, other) => pass(one) - pass(other));
  const ofTricks = counts.length === bids.length;
  const title = t(ofTricks ? "call.how-many" : namesTrumps(match) ? "choose.title" : "call.title");
  return {
    name: "call",
    from: [match.legal, match.calls],
    make: () => [
      element("div", { class: "calls", role: "group", "aria-label": title, keydown: moveFocus },
        element("h2", {}, title),
        ofTricks && bidsSoFar(match),
        choices("counts", counts),
        choices("named", named),
        choices("words", words)),
    ],
  };
}

/**
 * The bids so far beside the tricks that there are.
 * @param {import("../wire/protocol").MatchView} match
 */
function bidsSoFar(match) {
  const made = lastCalls(match);
  const n = made.reduce((sum, { call }) => sum + Number(call ?? NaN), 0);
  return made.length > 0 && !Number.isNaN(n) && element("p", { class: "small" }, t("call.so-far", { n, tricks: match.hand.length }));
}

/**
 * Buttons for bids of one kind. Those with a number and a name stand in a grid, which the style sheet turns with the window.
 * @param {"counts" | "named" | "words"} kind
 * @param {ParsedCall[]} bids
 */
function choices(kind, bids) {
  if (!bids.length) return null;
  const names = [...new Set(bids.map(({ name }) => name))]; // in the order of the game
  const least = Math.min(...bids.map(({ number }) => number ?? 0));
  const buttons = bids.map((bid) => {
    const button = callButton(bid);
    button.style.setProperty("--number", String((bid.number ?? 0) - least + 1));
    button.style.setProperty("--name", String(names.indexOf(bid.name) + 1));
    return button;
  });
  return element("div", { class: `choices ${kind}` }, ...buttons);
}

/** @param {ParsedCall} bid */
function callButton({ call, number, name }) {
  if (number === null || !name) return actionButton(callName(call), call, { type: "call", call });
  const button = actionButton(" ", call, { type: "call", call }, element("b", {}, numberText(number)));
  button.append(element("span", {}, bidWord(name)));
  return button;
}

/** Arrow keys go from bid to bid. @param {KeyboardEvent} event */
function moveFocus(event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button")]);
  const here = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  if (!step || here < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  buttons[(here + step + buttons.length) % buttons.length]?.focus();
}

/** Maximum time between the digits of a number (ms). */
const TYPING_TIMEOUT = 1500;

/** The digits typed so far, and when the last one was. */
let typed = { digits: "", at: 0 };

/**
 * Moves the focus to the bid whose number is typed, or to the pass; Enter makes it.
 * @param {HTMLElement} page
 * @param {string} key
 * @returns {boolean} Whether a bid has the focus now.
 */
export function focusTyped(page, key) {
  const buttons = /** @type {HTMLElement[]} */ ([...page.querySelectorAll(".panel:not([hidden]) .calls button")]);
  const now = performance.now();
  const digits = /\d/.test(key) ? (now - typed.at < TYPING_TIMEOUT ? typed.digits : "") + key : "";
  typed = { digits, at: now };
  const names = key === "p" ? ["pass"] : digits ? [digits, key] : [];
  const found = names.flatMap((name) => buttons.find(({ dataset }) => dataset.key?.split(" ")[0] === name) ?? [])[0];
  found?.focus();
  return found !== undefined;
}
