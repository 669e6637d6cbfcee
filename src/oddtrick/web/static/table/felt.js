// Draws what lies on the table and who sits around it.

import { face, sign } from "../cards/face.js";
import { cardName, suitName } from "../cards/names.js";
import { element, fill, find, keep, mark } from "../page/element.js";
import { ownSeat, nameAt } from "../wire/known.js";

/** @typedef {import("../wire/frames").TableSeen} TableSeen */
/** @typedef {import("../wire/frames").PlaceSeen} PlaceSeen */
/** @typedef {import("../wire/frames").PlayerCommand} PlayerCommand */
/** @typedef {(command: PlayerCommand) => void} Act */

/**
 * @param {HTMLElement} page
 * @param {TableSeen} table
 * @param {Act} act
 * @param {boolean} lingering The last trick of a deal still lies there for a moment.
 */
export function drawFelt(page, table, act, lingering) {
  drawSeats(find(page, ".seats"), table, act);
  drawTrick(find(page, ".trick"), table, lingering);
  drawTurnUp(find(page, ".turn-up"), table);
}

/**
 * Where a seat is on the screen: the viewer below, the others clockwise.
 * @param {HTMLElement} at
 * @param {TableSeen} table
 * @param {number} seat
 */
function put(at, table, seat) {
  const count = table.places.length;
  const round = (seat - (ownSeat(table) ?? 0) + count) % count;
  const angle = Math.PI * (0.5 + (2 * round) / count);
  at.style.setProperty("--x", Math.cos(angle).toFixed(3));
  at.style.setProperty("--y", Math.sin(angle).toFixed(3));
  mark(at, "data-round", round);
}

/**
 * @param {HTMLElement} at
 * @param {TableSeen} table
 * @param {Act} act
 */
function drawSeats(at, table, act) {
  const order = table.places.map((place, index) => ({ place, index }));
  order.sort((one, other) => one.place.seat - other.place.seat);
  keep(
    at,
    order,
    ({ index }) => String(index),
    () => element("li", { class: "seat" }),
    (item, { place, index }) => {
      put(item, table, place.seat);
      const out = table.match !== null && !table.match.over && !table.match.seats.includes(place.seat);
      mark(item, "data-turn", table.turn === index && table.stage === "playing");
      mark(item, "data-out", out);
      mark(item, "data-kind", place.kind);
      const told = seatTold(table, place, index);
      fill(item, told, () => [
        element("span", { class: "name" }, told.name),
        element("span", { class: "about" }, told.about),
        told.dealer && element("span", { class: "dealer", title: "deals" }, "D"),
        told.until !== null && element("span", { class: "clock", "data-until": told.until }),
        ...seatDeeds(told.deeds, index, act),
      ]);
    },
  );
}

/**
 * @param {TableSeen} table
 * @param {PlaceSeen} place
 * @param {number} index
 */
function seatTold(table, place, index) {
  const { match } = table;
  const playing = table.stage === "playing" && match !== null;
  return {
    name: place.kind === "open" ? "open" : place.name,
    about: aboutSeat(table, place),
    dealer: match !== null && table.stage !== "over" && match.dealer === place.seat,
    until: playing && table.turn === index ? table.deadline : null,
    deeds: deedsAt(table, place, index),
  };
}

/**
 * @param {TableSeen} table
 * @param {PlaceSeen} place
 */
function aboutSeat(table, place) {
  const { match, stage } = table;
  if (place.stand_in) return "a bot plays";
  if (place.kind === "person" && !place.here) return "away";
  if (stage === "pause" || stage === "over") return place.ready ? "ready" : "";
  if (stage !== "playing" || !match) return place.kind === "bot" ? "bot" : "";
  const won = match.won[place.seat] ?? 0;
  return `${won} ${won === 1 ? "trick" : "tricks"}`;
}

/**
 * What may be done about a place, as far as it is worth a button.
 * @param {TableSeen} table
 * @param {PlaceSeen} place
 * @param {number} index
 * @returns {string[]}
 */
function deedsAt(table, place, index) {
  if (table.stage === "closed" || index === table.you) return [];
  const before = table.stage === "gathering" || table.stage === "over";
  const late = table.you === null && place.kind === "bot" && table.settings.late && !table.settings.rated;
  const deeds = [];
  if (place.kind === "open" || (before && place.kind === "bot") || late) deeds.push("sit");
  if (before && table.you_host) deeds.push(place.kind === "open" ? "bot" : "out");
  return deeds;
}

/**
 * @param {string[]} deeds
 * @param {number} index
 * @param {Act} act
 */
function seatDeeds(deeds, index, act) {
  /** @type {Record<string, [string, PlayerCommand]>} */
  const known = {
    sit: ["Sit here", { type: "sit", place: index }],
    bot: ["Bot", { type: "bot-in", place: index }],
    out: ["Empty", { type: "place-out", place: index }],
  };
  return deeds.flatMap((deed) => {
    const found = known[deed];
    if (!found) return [];
    const [words, command] = found;
    const given = { type: "button", "data-key": deed, click: () => act(command) };
    return [element("button", { ...given, "aria-label": `${words}: place ${index + 1}` }, words)];
  });
}

/**
 * The trick under way; before the first card of the next one, the trick just completed.
 * @param {HTMLElement} at
 * @param {TableSeen} table
 * @param {boolean} lingering
 */
function drawTrick(at, table, lingering) {
  const lying = cardsOn(table, lingering);
  mark(at, "data-done", lying.done);
  keep(
    at,
    lying.cards,
    ({ seat, card }) => `${seat} ${card}`,
    ({ card }) => element("li", { class: "card" }, face(card)),
    (item, { seat, card }) => {
      put(item, table, seat);
      mark(item, "data-winner", seat === lying.winner);
      mark(item, "aria-label", `${nameAt(table, seat)}: ${cardName(card)}`);
    },
  );
}

/**
 * @param {TableSeen} table
 * @param {boolean} lingering
 */
function cardsOn({ match, stage }, lingering) {
  const none = { cards: /** @type {{seat: number, card: string}[]} */ ([]), winner: -1, done: false };
  if (!match || (stage !== "playing" && !lingering)) return none;
  if (match.table.length) {
    const cards = match.table.map((card, at) => ({ seat: match.table_seats[at] ?? 0, card }));
    return { ...none, cards };
  }
  const last = match.last_trick;
  if (!last || (stage === "playing" && !match.tricks.length)) return none;
  const cards = last.cards.map((card, at) => ({ seat: last.seats[at] ?? 0, card }));
  return { cards, winner: last.winner, done: true };
}

/**
 * The card that was turned up, as long as it lies on the table, and the cards that are cut.
 * @param {HTMLElement} at
 * @param {TableSeen} table
 */
function drawTurnUp(at, table) {
  const match = table.stage === "playing" ? table.match : null;
  const card = match?.turn_up_shown ? match.turn_up : null;
  fill(at, [card], () => [
    card !== null &&
      element("span", { class: "card", role: "img", "aria-label": `turned up: ${cardName(card)}` }, face(card)),
    card !== null && element("span", { class: "about" }, "turned up"),
  ]);
}

/**
 * Trumps, in words and as a sign.
 * @param {HTMLElement} at
 * @param {TableSeen} table
 */
export function drawTrumps(at, table) {
  const match = table.stage === "playing" || table.stage === "pause" ? table.match : null;
  const known = match?.trump_known ? match : null;
  fill(at, [known?.trump, known === null], () => {
    if (!known) return [];
    return known.trump ? ["Trumps: ", sign(known.trump)] : ["No trumps"];
  });
  mark(at, "title", known?.trump ? suitName(known.trump) : null);
}

/**
 * Who played what to the trick before.
 * @param {HTMLElement} at
 * @param {TableSeen} table
 */
export function drawLastTrick(at, table) {
  const last = table.match?.last_trick ?? null;
  fill(at, [last, last && table.places.map((place) => [place.name, place.seat])], () => {
    if (!last) return [];
    const cards = last.cards.map((card, index) => {
      const seat = last.seats[index] ?? 0;
      const won = seat === last.winner;
      const told = `${nameAt(table, seat)}: ${cardName(card)}${won ? ", wins" : ""}`;
      return element(
        "li",
        { "data-winner": won, "aria-label": told },
        element("span", { class: "card" }, face(card)),
        element("span", { class: "name" }, nameAt(table, seat)),
      );
    });
    return [element("h2", {}, "Last trick"), element("ol", {}, ...cards)];
  });
}
