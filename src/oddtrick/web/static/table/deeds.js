// Draws what one may do besides playing a card: the panel in the middle and the buttons below.

import { sign } from "../cards/face.js";
import { suitName } from "../cards/names.js";
import { element, fill, find } from "../page/element.js";
import { isOwnTurn, mayUndo, sideName } from "../wire/known.js";
import { dealLines, resultLine } from "./voice.js";

/** @typedef {import("../page/element.js").Part} Part */
/** @typedef {import("../wire/frames").TableSeen} TableSeen */
/** @typedef {import("../wire/frames").PlayerCommand} PlayerCommand */
/** @typedef {import("../cards/names.js").Suit} Suit */
/** @typedef {(command: PlayerCommand) => void} Act */

/**
 * A button that asks for something.
 * @param {string} words
 * @param {PlayerCommand} command
 * @param {Act} act
 * @param {Part} [sign]
 */
function deed(words, command, act, sign) {
  const key = words.toLowerCase();
  return element("button", { type: "button", "data-key": key, click: () => act(command) }, sign, words);
}

/**
 * The panel in the middle of the table: what has to be settled before play goes on.
 * @param {HTMLElement} page
 * @param {TableSeen} table
 * @param {Act} act
 * @param {boolean} lingering The last trick still lies there for a moment.
 */
export function drawPanel(page, table, act, lingering) {
  const panel = find(page, ".panel");
  const parts = lingering ? null : panelOf(table, act);
  panel.hidden = parts === null;
  fill(panel, parts?.from ?? null, () => parts?.make() ?? []);
}

/**
 * @param {TableSeen} table
 * @param {Act} act
 * @returns {{from: unknown, make: () => Part[]} | null}
 */
function panelOf(table, act) {
  const { stage, you, match } = table;
  const ready = you !== null && Boolean(table.places[you]?.ready);
  switch (stage) {
    case "gathering":
      return { from: [stage, you, table.you_host], make: () => gatheringPanel(table, act) };
    case "drawing":
      return { from: stage, make: () => [element("p", {}, "Shuffling and dealing…")] };
    case "pause":
      return { from: [stage, ready, match?.deals.length], make: () => pausePanel(table, act, ready) };
    case "over": {
      const open = table.places.some((place) => place.kind === "open");
      return { from: [stage, ready, you, open], make: () => overPanel(table, act, ready, open) };
    }
    case "closed":
      return { from: stage, make: () => [element("p", {}, "This table is closed."), home()] };
    default:
      return choicePanel(table, act);
  }
}

/**
 * @param {TableSeen} table
 * @param {Act} act
 * @returns {Part[]}
 */
function gatheringPanel(table, act) {
  const link = window.location.href;
  const shown = element("input", { readonly: true, value: link, "aria-label": "The link to this table" });
  shown.addEventListener("focus", () => shown.select());
  return [
    element("p", {}, "Whoever has this link can come in:"),
    element("p", { class: "link" }, shown, copier(shown)),
    table.you_host && deed("Begin", { type: "begin", fill: "casual" }, act),
    table.you_host && element("p", { class: "small" }, "Bots take the places that are open."),
    !table.you_host && table.you === null && element("p", {}, "Take a place to play."),
    !table.you_host && table.you !== null && element("p", {}, `${table.host} begins the match.`),
  ];
}

/**
 * A button that copies a field, also where browsers have no clipboard for pages.
 * @param {HTMLInputElement} shown
 */
function copier(shown) {
  const button = element("button", { type: "button", "data-key": "copy" }, "Copy");
  button.addEventListener("click", async () => {
    shown.select();
    const copied = await (navigator.clipboard?.writeText(shown.value) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? "Copied" : "Selected: press Ctrl+C";
  });
  return button;
}

/**
 * @param {TableSeen} table
 * @param {Act} act
 * @param {boolean} ready
 * @returns {Part[]}
 */
function pausePanel(table, act, ready) {
  return [
    element("h2", {}, "The deal"),
    resultTable(table),
    table.you !== null && !ready && deed("Next deal", { type: "ready" }, act),
    ready && element("p", {}, "Waiting for the others."),
    table.pause_until !== null &&
      element("p", { class: "small" }, "It goes on by itself in ", element("span", { "data-until": table.pause_until }), "."),
  ];
}

/**
 * @param {TableSeen} table
 * @param {Act} act
 * @param {boolean} ready
 * @param {boolean} open
 * @returns {Part[]}
 */
function overPanel(table, act, ready, open) {
  return [
    element("h2", {}, resultLine(table)),
    resultTable(table),
    table.you !== null && !ready && !open && deed("Rematch", { type: "rematch" }, act),
    ready && element("p", {}, "Waiting for the others."),
    open && element("p", {}, "A place is open: somebody has to take it for a rematch."),
    home(),
  ];
}

function home() {
  return element("a", { href: "/", "data-key": "home" }, "To the start page");
}

/** @param {TableSeen} table */
function resultTable(table) {
  const deal = table.match?.deals.at(-1);
  if (!deal) return null;
  const head = ["", "tricks", "points", "score"].map((word) => element("th", { scope: "col" }, word));
  const rows = dealLines(table, deal).map((line, at) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, line.name),
      ...[line.tricks, line.points, deal.score[at] ?? ""].map((cell) => element("td", {}, String(cell))),
    ),
  );
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/**
 * @param {TableSeen} table
 * @param {Act} act
 * @returns {{from: unknown, make: () => Part[]} | null}
 */
function choicePanel(table, act) {
  const { match } = table;
  if (!match || !isOwnTurn(table) || (match.awaited !== "choice" && match.awaited !== "throw")) return null;
  const make = () => [
    element("p", {}, match.awaited === "choice" ? "Choose trumps:" : "A tie: throw for the choice of trumps."),
    element("p", { class: "choices" }, ...match.legal.map((action) => choice(match.awaited, action, act))),
  ];
  return { from: [match.awaited, match.legal, match.contest], make };
}

/**
 * @param {string} awaited
 * @param {string} action
 * @param {Act} act
 */
function choice(awaited, action, act) {
  if (awaited === "throw") {
    const hand = /** @type {import("../wire/frames").ThrowHand["throw"]} */ (action);
    return deed(hand, { type: "throw", throw: hand }, act);
  }
  const suit = /** @type {Suit} */ (action);
  return deed(suitName(suit), { type: "choose", suit }, act, sign(suit));
}

/**
 * The buttons below the hand.
 * @param {HTMLElement} page
 * @param {TableSeen} table
 * @param {Act} act
 */
export function drawDeeds(page, table, act) {
  const { you, stage, match } = table;
  const place = you === null ? undefined : table.places[you];
  const underWay = stage === "playing" || stage === "drawing" || stage === "pause";
  const now = {
    back: Boolean(place?.stand_in),
    cards: place !== undefined && stage === "playing" && match?.awaited === "card",
    claim: isOwnTurn(table),
    undo: stage === "playing" && mayUndo(table),
  };
  fill(find(page, ".deeds .now"), now, () => [
    now.back && element("strong", {}, "A bot plays for you."),
    now.back && deed("Play again myself", { type: "back" }, act),
    now.cards && enabled(deed("Claim the rest", { type: "claim" }, act), now.claim),
    now.undo && deed("Undo", { type: "undo" }, act),
  ]);
  const more = {
    away: place !== undefined && !place.stand_in && underWay,
    leave: place !== undefined && stage !== "closed",
    abandon: table.you_host && stage !== "closed" && !(table.settings.rated && underWay),
  };
  fill(find(page, ".more div"), more, () => [
    more.away && deed("Let a bot play", { type: "away" }, act),
    more.leave && deed("Leave", { type: "leave" }, act),
    more.abandon && deed("Close the table", { type: "abandon" }, act),
  ]);
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} may
 */
function enabled(button, may) {
  button.disabled = !may;
  return button;
}

/**
 * What each side has: tricks of this deal, and the score.
 * @param {HTMLElement} page
 * @param {TableSeen} table
 */
export function drawScore(page, table) {
  const { match, sides, you } = table;
  const own = you === null ? null : (table.places[you]?.seat ?? null);
  const lines = sides.map((side, at) => ({
    name: sideName(table, side),
    own: own !== null && side.includes(own),
    tricks: match ? side.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0) : 0,
    score: scoreOf(table, at),
    games: match?.games.some(Boolean) ? (match.games[at] ?? 0) : 0,
  }));
  const playing = table.stage === "playing";
  const shown = match ? lines : [];
  fill(find(page, ".score"), [playing, shown], () =>
    shown.map((line) =>
      element(
        "li",
        { "data-own": line.own },
        element("span", { class: "name" }, line.name),
        playing && element("span", { class: "tricks" }, `${line.tricks} ${line.tricks === 1 ? "trick" : "tricks"}`),
        element("span", { class: "points", "aria-label": `score ${line.score}` }, String(line.score)),
        line.games > 0 && element("span", { class: "games" }, `${line.games} ${line.games === 1 ? "game" : "games"}`),
      ),
    ),
  );
}

/**
 * The score of a side; when the deal or the match is over, with what it has brought.
 * @param {TableSeen} table
 * @param {number} side
 */
function scoreOf(table, side) {
  const { match, stage } = table;
  if (!match) return 0;
  const after = stage === "pause" || stage === "over" ? match.deals.at(-1)?.score : undefined;
  return (after ?? match.score)[side] ?? 0;
}
