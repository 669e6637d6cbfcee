// Draws the table as it is known, again and again; what has not changed is not touched.

import { face } from "../cards/face.js";
import { cardName, sorted } from "../cards/names.js";
import { drawDeeds, drawPanel, drawScore } from "./deeds.js";
import { element, fill, find, keep, mark, say } from "../page/element.js";
import { drawFelt, drawLastTrick, drawTrumps } from "./felt.js";
import { isOwnTurn } from "../wire/known.js";
import { gameName, situation, words } from "./voice.js";

/** @typedef {import("../wire/frames").TableSeen} TableSeen */
/** @typedef {import("../wire/frames").PlayerCommand} PlayerCommand */
/** @typedef {(command: PlayerCommand) => void} Act */

/**
 * @param {HTMLElement} page
 * @param {TableSeen} table
 * @param {{act: Act, sent: string | null, lingering: boolean}} how
 *   `act` asks for something; `sent` is a card that was asked for and not answered yet;
 *   `lingering`: the last trick of a deal still lies there for a moment.
 */
export function draw(page, table, { act, sent, lingering }) {
  const game = gameName(table.game);
  say(find(page, ".game"), [game, ...dealName(table)].join(" · "));
  document.title = isOwnTurn(table) ? `Your turn · ${game}` : `${game} · Oddtrick`;
  mark(page, "data-stage", table.stage);
  mark(find(page, ".felt"), "data-places", table.places.length);
  drawTrumps(find(page, ".trumps"), table);
  drawScore(page, table);
  drawFelt(page, table, act, lingering);
  drawPanel(page, table, act, lingering);
  say(find(page, ".whose"), lingering ? "" : situation(table));
  drawHand(find(page, ".hand"), table, act, sent);
  drawDeeds(page, table, act);
  drawLastTrick(find(page, ".last"), table);
  drawTalk(page, table);
}

/** @param {TableSeen} table */
function dealName({ match, stage }) {
  if (!match || stage === "gathering" || stage === "over") return [];
  const deal = [`deal ${match.number + (stage === "pause" ? 0 : 1)}`];
  if (match.hand_count > 1) deal.push(`hand ${match.hand_number + 1} of ${match.hand_count}`);
  return deal;
}

/**
 * One's own cards. The arrow keys go from card to card, Enter plays.
 * @param {HTMLElement} at
 * @param {TableSeen} table
 * @param {Act} act
 * @param {string | null} sent
 */
function drawHand(at, table, act, sent) {
  const { match } = table;
  const choosing = isOwnTurn(table) && match?.awaited === "card";
  const legal = new Set(choosing ? match?.legal : []);
  const hand = sorted(match?.hand ?? []);
  const focused = at.contains(document.activeElement) ? document.activeElement : null;
  const place = [...at.children].indexOf(/** @type {Element} */ (focused));
  mark(at, "data-turn", choosing && sent === null);
  keep(
    at,
    hand,
    (card) => card,
    (card) => cardButton(at, card, act),
    (button, card) => {
      mark(button, "aria-disabled", choosing ? String(!legal.has(card)) : "true");
      mark(button, "data-legal", legal.has(card) && sent === null);
      mark(button, "data-sent", card === sent);
      const unlike = choosing && !legal.has(card) ? ", not now" : "";
      mark(button, "aria-label", cardName(card) + unlike);
    },
  );
  rove(at, hand, place);
}

/**
 * @param {HTMLElement} at
 * @param {string} card
 * @param {Act} act
 */
function cardButton(at, card, act) {
  return element(
    "button",
    {
      type: "button",
      class: "card",
      // What may not be played is asked for all the same: the answer says which rule is in the way.
      click: () => at.dataset.turn !== undefined && act({ type: "play", card }),
      focus: () => offer(at, card),
      keydown: (/** @type {KeyboardEvent} */ event) => step(at, event),
    },
    face(card),
  );
}

/**
 * One card of the hand can be reached by Tab: the one that had the focus last.
 * @param {HTMLElement} at
 * @param {string} card
 */
function offer(at, card) {
  for (const child of at.children) {
    const here = child instanceof HTMLElement && child.dataset.key === card;
    mark(child, "tabindex", here ? 0 : -1);
  }
}

/**
 * Sees to it that a hand that had the focus still has it when the card is gone.
 * @param {HTMLElement} at
 * @param {string[]} hand
 * @param {number} place
 */
function rove(at, hand, place) {
  const buttons = /** @type {HTMLElement[]} */ ([...at.children]);
  if (place >= 0 && !at.contains(document.activeElement)) {
    buttons[Math.min(place, buttons.length - 1)]?.focus();
  }
  if (!buttons.some((button) => button.tabIndex === 0) || buttons.some((button) => !button.hasAttribute("tabindex"))) {
    const reached = buttons.find((button) => button.getAttribute("tabindex") === "0");
    offer(at, reached?.dataset.key ?? hand[0] ?? "");
  }
}

/**
 * @param {HTMLElement} at
 * @param {KeyboardEvent} event
 */
function step(at, event) {
  const buttons = /** @type {HTMLElement[]} */ ([...at.children]);
  const here = buttons.indexOf(/** @type {HTMLElement} */ (event.currentTarget));
  const last = buttons.length - 1;
  const there = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
  if (there === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  buttons[(there + buttons.length) % buttons.length]?.focus();
}

/**
 * @param {HTMLElement} page
 * @param {TableSeen} table
 */
function drawTalk(page, table) {
  const silent = !table.settings.talk || (table.you === null && !table.you_host);
  find(page, ".talk form").hidden = silent;
  const said = find(page, ".said");
  const below = said.scrollHeight - said.scrollTop - said.clientHeight < 20;
  const lines = table.talk.map((talk) => [talk.name, words(talk)]);
  fill(said, lines, () =>
    lines.map(([name = "", text]) => element("li", {}, element("b", {}, name), ` ${text}`)),
  );
  if (below) said.scrollTop = said.scrollHeight;
  const latest = lines.at(-1);
  say(find(page, ".talk summary"), latest ? `Talk · ${latest.join(": ")}` : "Talk");
}
