// The panel on the table: what has to be settled before play goes on.

import { back } from "../cards/card-backs.js";
import { sign } from "../cards/card-face.js";
import { suitName } from "../cards/card-names.js";
import { element, fill, find, mark } from "../ui/dom.js";
import { words } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { chief, deed } from "./actions.js";
import { gatheringPanel } from "./waiting-room.js";
import { nameAt } from "./player-names.js";
import { resultTable } from "./score-sheet.js";
import { outLines, packOf, resultLine, throwName } from "./event-text.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./actions.js").Doing} Doing */
/** @typedef {{name: string, from: unknown, make: () => Part[]}} Panel */

/**
 * @param {HTMLElement} page
 * @param {TableView} table
 * @param {Doing} doing
 */
export function drawPanel(page, table, doing) {
  const at = find(page, ".panel");
  const panel = panelOf(table, doing);
  const opens = panel !== null && (at.hidden || at.dataset.panel !== panel.name);
  const focused = at.contains(document.activeElement);
  at.hidden = panel === null;
  at.dataset.panel = panel?.name ?? "";
  fill(at, panel && [panel.name, panel.from], () => panel?.make() ?? []);
  keepFocus(page, at, { opens: opens && table.stage !== "gathering", focused });
}

/**
 * Whoever plays by keys goes on from here; nobody is taken away from what they write.
 * @param {HTMLElement} page
 * @param {HTMLElement} at
 * @param {{opens: boolean, focused: boolean}} how Whether it is new; whether it had the focus.
 */
function keepFocus(page, at, { opens, focused }) {
  if (at.contains(document.activeElement)) return;
  const idle = document.activeElement === document.body || document.activeElement?.closest(".hand, .deeds");
  const first = /** @type {HTMLElement | null} */ (at.hidden ? null : at.querySelector(".chief, .choices button"));
  if (first && (focused || (opens && idle))) first.focus({ preventScroll: true });
  // The hand takes the focus when it is dealt.
  else if (focused) page.dataset.goesOn = "";
}

/**
 * @param {TableView} table
 * @param {Doing} doing
 * @returns {Panel | null}
 */
function panelOf(table, doing) {
  const { stage, you, match, draw } = table;
  const ready = you !== null && Boolean(table.places[you]?.ready);
  switch (stage) {
    case "gathering": {
      const open = table.places.filter((place) => place.kind === "open").length;
      return { name: stage, from: [you, table.you_host, open > 0], make: () => gatheringPanel(table, doing, open > 0) };
    }
    case "drawing":
      return { name: stage, from: draw?.number, make: () => drawingPanel(table) };
    case "pause":
      return { name: stage, from: [ready, match?.deals.length, table.pause_until], make: () => pausePanel(table, doing, ready) };
    case "over": {
      const open = table.places.some((place) => place.kind === "open");
      return { name: stage, from: [ready, you, open, table.number], make: () => overPanel(table, doing, ready, open) };
    }
    case "closed":
      return { name: stage, from: stage, make: () => [element("h2", {}, words("turn.closed")), home()] };
    default:
      return choicePanel(table, doing);
  }
}

/**
 * The shuffle, or a cut: who takes part in it.
 * @param {TableView} table
 * @returns {Part[]}
 */
function drawingPanel(table) {
  const purpose = table.draw?.purpose ?? "deal";
  return [
    element("div", { class: "pack", "aria-hidden": "true" }, ...[1, 2, 3, 4, 5].map(() => back(packOf(table)))),
    element("h2", {}, words(`draw.title.${purpose}`)),
    element("p", {}, purpose === "deal" ? dealtBy(table) : words(`draw.${purpose}`)),
    element("p", { class: "small" }, words("draw.sealed")),
  ];
}

/**
 * Who shuffles, cuts and deals (W3): left and right of the dealer.
 * @param {TableView} table
 */
function dealtBy(table) {
  const match = table.match;
  const seats = match?.seats ?? [];
  const at = seats.indexOf(match?.dealer ?? -1);
  if (at < 0 || seats.length < 2) return words("draw.house");
  const [shuffler = 0, cutter = 0] = [seats[(at + 1) % seats.length], seats[(at + seats.length - 1) % seats.length]];
  return words("draw.deal", {
    shuffler: nameAt(table, shuffler), cutter: nameAt(table, cutter), dealer: nameAt(table, match?.dealer ?? 0),
  });
}

/**
 * @param {TableView} table
 * @param {Doing} doing
 * @param {boolean} ready
 * @returns {Part[]}
 */
function pausePanel(table, doing, ready) {
  const next = chief(deed(words("deed.next"), "next", () => doing.act({ type: "ready" })));
  return [
    element("h2", {}, words("result.title", { n: table.match?.deals.length ?? 0 })),
    ...outLines(table).map((line) => element("p", {}, line)),
    resultTable(table),
    table.you !== null && !ready && next,
    ready && element("p", {}, words("result.waiting")),
    table.pause_until !== null &&
      element("p", { class: "small" }, `${words("result.goes-on")} `, element("span", { "data-until": table.pause_until })),
  ];
}

/**
 * @param {TableView} table
 * @param {Doing} doing
 * @param {boolean} ready
 * @param {boolean} open
 * @returns {Part[]}
 */
function overPanel(table, doing, ready, open) {
  const rematch = chief(deed(words("deed.rematch"), "rematch", () => doing.act({ type: "rematch" })));
  return [
    element("h2", {}, resultLine(table)),
    resultTable(table),
    table.you !== null && !ready && !open && rematch,
    ready && element("p", {}, words("result.waiting")),
    open && element("p", {}, words("result.open")),
    element("p", { class: "choices" }, replay(table), review(table), home()),
  ];
}

/**
 * The way to the review of the last deal that was played to its end.
 * @param {TableView} table
 */
function review(table) {
  const deals = table.match?.deals.length ?? 0;
  if (!deals) return null;
  const href = `/t/${table.code}/review/${table.number}/${deals}`;
  return element("a", { class: "button", href, "data-key": "review" }, words("deed.review"));
}

/** @param {TableView} table */
function replay(table) {
  return element("a", { class: "button", href: `/t/${table.code}/replay/${table.number}`, "data-key": "replay" }, words("deed.replay"));
}

function home() {
  return element("a", { class: "button", href: "/", "data-key": "home" }, words("deed.home"));
}

/**
 * @param {TableView} table
 * @param {Doing} doing
 * @returns {Panel | null}
 */
function choicePanel(table, doing) {
  const { match } = table;
  if (!match) return null;
  if (match.awaited === "throw" && match.own_throw !== null) {
    const thrown = match.own_throw;
    return { name: "thrown", from: thrown, make: () => [element("p", {}, words("throw.waiting", { throw: throwName(thrown) }))] };
  }
  if (!isOwnTurn(table)) return null;
  if (match.awaited === "choice") {
    return { name: "choice", from: match.legal, make: () => suitChoice(match.legal, doing) };
  }
  if (match.awaited === "throw") {
    return { name: "throw", from: [match.legal, match.contest], make: () => throwChoice(match.legal, doing) };
  }
  return null;
}

/**
 * @param {string[]} legal
 * @param {Doing} doing
 * @returns {Part[]}
 */
function suitChoice(legal, doing) {
  const buttons = legal.map((letter) => {
    const suit = /** @type {import("../cards/card-names.js").Suit} */ (letter);
    const drawn = sign(suit);
    mark(drawn, "aria-hidden", "true"); // its name stands beside it
    return deed(suitName(suit), letter, () => doing.act({ type: "choose", suit }), drawn);
  });
  return [
    element("h2", {}, words("choose.title")),
    element("div", { class: "choices" }, ...buttons),
  ];
}

/** @type {Record<string, string>} */
const HANDS = { rock: "✊", paper: "✋", scissors: "✌" };

/**
 * @param {string[]} legal
 * @param {Doing} doing
 * @returns {Part[]}
 */
function throwChoice(legal, doing) {
  const buttons = legal.map((letter) => {
    const hand = /** @type {import("../wire/protocol").ThrowHand["throw"]} */ (letter);
    const shown = element("span", { class: "thrown", "aria-hidden": "true" }, HANDS[letter]);
    return deed(throwName(letter), letter, () => doing.act({ type: "throw", throw: hand }), shown);
  });
  return [
    element("h2", {}, words("throw.title")),
    element("p", { class: "small" }, words("throw.why")),
    element("div", { class: "choices" }, ...buttons),
  ];
}
