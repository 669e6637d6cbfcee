// The seats around the table and their positions on the screen.

import { element, updateContent, updateList, setAttribute } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { canHint, ownSeat } from "../wire/state.js";
import { playsIndividually, sideOf } from "./player-names.js";
import { packOf, scoreOf } from "./event-text.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlaceView} PlaceView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {(command: PlayerCommand) => void} Act */

/**
 * @typedef {object} SeatPosition Position of a seat on the screen.
 * @property {"own" | "left" | "top" | "right"} edge
 * @property {number} at Position along the edge, 0 to 1.
 * @property {number} x Horizontal offset of its card, -1 to 1.
 * @property {number} y Vertical offset of its card, -1 to 1.
 */

/** Seats on the left and right edge, by number of players; the rest sit at the top. */
const SEATS_PER_SIDE = [0, 0, 0, 1, 1, 1, 1, 2, 2];

/**
 * Returns the position of a seat: the viewer at the bottom, the others clockwise.
 * @param {number} count
 * @param {number} round Seats clockwise from the viewer.
 * @returns {SeatPosition}
 */
export function seatPosition(count, round) {
  if (round === 0) return { edge: "own", at: 0.5, x: 0, y: 1 };
  const side = SEATS_PER_SIDE[count] ?? 2;
  const top = count - 1 - 2 * side;
  if (round <= side) return sidePosition("left", side, side - round);
  if (round > side + top) return sidePosition("right", side, round - side - top - 1);
  const at = (round - side - 0.5) / top;
  return { edge: "top", at, x: top === 1 ? 0 : (at - 0.5) * 2, y: -1 };
}

/**
 * @param {"left" | "right"} edge
 * @param {number} count Number of seats on this edge.
 * @param {number} down Index from the top.
 * @returns {SeatPosition}
 */
function sidePosition(edge, count, down) {
  const at = count === 1 ? 0.46 : 0.36 + 0.26 * down;
  return { edge, at, x: edge === "left" ? -1 : 1, y: count === 1 ? 0 : down ? 0.52 : -0.3 };
}

/**
 * Moves an element to the position of a seat.
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {number} seat
 */
export function moveToSeat(at, table, seat) {
  const count = table.places.length;
  const round = (seat - (ownSeat(table) ?? 0) + count) % count;
  if (at.dataset.spot === `${count} ${round}`) return;
  const spot = seatPosition(count, round);
  at.dataset.spot = `${count} ${round}`;
  setAttribute(at, "data-round", round);
  setAttribute(at, "data-edge", spot.edge);
  at.style.setProperty("--at", spot.at.toFixed(3));
  at.style.setProperty("--x", spot.x.toFixed(3));
  at.style.setProperty("--y", spot.y.toFixed(3));
}

/**
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {Act} act
 */
export function renderSeats(at, table, act) {
  const order = table.places.map((place, index) => ({ place, index }));
  const count = order.length;
  const own = ownSeat(table) ?? 0;
  order.sort((one, other) => ((one.place.seat - own + count) % count) - ((other.place.seat - own + count) % count));
  updateList(
    at,
    order,
    ({ index }) => String(index),
    () => element("li", { class: "seat" }),
    (item, { place, index }) => {
      moveToSeat(item, table, place.seat);
      const told = seatState(table, place, index);
      setAttribute(item, "data-turn", told.turn);
      setAttribute(item, "data-out", told.out);
      setAttribute(item, "data-kind", place.kind);
      setAttribute(item, "data-own", index === table.you);
      setAttribute(item, "data-mine", place.kind !== "open" && !playsIndividually(table) && ownSeat(table) !== null && sideOf(table, place.seat) === sideOf(table, own));
      updateContent(item, told, () => seatParts(told, index, act));
    },
  );
}

/** @typedef {ReturnType<typeof seatState>} SeatState */

/**
 * @param {TableView} table
 * @param {PlaceView} place
 * @param {number} index
 */
function seatState(table, place, index) {
  const { match, stage } = table;
  const playing = stage === "playing" && match !== null;
  const under = match !== null && stage !== "gathering" && stage !== "over";
  return {
    name: place.kind === "open" ? t("who.seat", { n: index + 1 }) : place.name,
    about: seatStatus(table, place),
    turn: playing && table.turn === index,
    out: under && !match.over && !match.seats.includes(place.seat),
    // No dealer is shown while the deal is being cut for.
    dealer: under && match.dealer === place.seat && (!table.draw || table.draw.purpose === "deal"),
    held: playing && index !== table.you ? (match.counts[place.seat] ?? 0) : 0,
    pack: packOf(table),
    score: under && playsIndividually(table) && hasScore(table) ? scoreOf(table, sideOf(table, place.seat)) : null,
    until: playing && table.turn === index ? table.deadline : null,
    deeds: seatActions(table, place, index),
  };
}

/** Returns whether the game keeps a score; knock-out games only eliminate. @param {TableView} table */
function hasScore(table) {
  return !table.eliminates;
}

/**
 * @param {TableView} table
 * @param {PlaceView} place
 */
function seatStatus(table, place) {
  const { match, stage } = table;
  if (place.stand_in) return t("seat.bot-plays");
  if (place.kind === "person" && !place.connected) return t("seat.away");
  const out = match !== null && stage !== "gathering" && !match.over && !match.seats.includes(place.seat);
  if (out) return t("seat.out");
  if (stage === "pause" || stage === "over") return place.ready ? t("seat.ready") : "";
  if (place.kind === "open") return t("seat.free");
  if (stage !== "playing" || !match) return seatKind(table, place);
  return t("tricks", { n: match.won[place.seat] ?? 0 });
}

/**
 * @param {TableView} table
 * @param {PlaceView} place
 */
function seatKind(table, place) {
  if (place.program) return t("seat.program");
  if (place.kind === "bot") return t("seat.bot");
  return place.name === table.host && table.stage === "gathering" ? t("seat.host") : "";
}

/**
 * @param {SeatState} told
 * @param {number} index
 * @param {Act} act
 * @returns {Part[]}
 */
function seatParts(told, index, act) {
  return [
    element("span", { class: "name", title: told.name }, told.name),
    told.turn && element("span", { class: "visually-hidden" }, `, ${t("seat.turn")}`),
    told.dealer && element("span", { class: "dealer", role: "img", "aria-label": t("seat.dealer"), title: t("seat.dealer") }),
    element("span", { class: "about" }, told.about),
    told.score !== null &&
      element("span", { class: "points", role: "img", "aria-label": t("table.score-of", { score: told.score }) }, String(told.score)),
    told.until !== null && element("span", { class: "clock", "data-until": told.until }),
    told.held > 0 && cardBacks(told.held, told.pack),
    ...seatButtons(told.deeds, index, act),
  ];
}

/**
 * The backs of a player's cards.
 * @param {number} count
 * @param {string} pack
 */
function cardBacks(count, pack) {
  const label = t("cards", { n: count });
  return element(
    "span",
    { class: `backs ${pack}`, role: "img", "aria-label": label },
    ...Array.from({ length: count }, () => element("i")),
  );
}

/**
 * Returns the actions available at a place.
 * @param {TableView} table
 * @param {PlaceView} place
 * @param {number} index
 * @returns {string[]}
 */
function seatActions(table, place, index) {
  if (table.stage === "closed" || index === table.you) return [];
  const before = table.stage === "gathering" || table.stage === "over";
  const late = table.you === null && place.kind === "bot" && table.settings.late_join && !table.settings.rated;
  const deeds = [];
  // Against bots alone, a rematch keeps the same players.
  if (table.stage === "over" && canHint(table)) return [];
  if (place.kind === "open" || (before && place.kind === "bot") || late) deeds.push("sit");
  if (before && table.you_host) deeds.push(place.kind === "open" ? "bot" : "out");
  return deeds;
}

/**
 * @param {string[]} deeds
 * @param {number} index
 * @param {Act} act
 */
function seatButtons(deeds, index, act) {
  /** @type {Record<string, [string, PlayerCommand]>} */
  const known = {
    sit: [t("seat.sit"), { type: "sit", place: index }],
    bot: [t("seat.add-bot"), { type: "add-bot", place: index }],
    out: [t("seat.empty"), { type: "clear-place", place: index }],
  };
  return deeds.flatMap((name) => {
    const found = known[name];
    if (!found) return [];
    const [deed, command] = found;
    const given = { type: "button", "data-key": name, click: () => act(command) };
    return [element("button", { ...given, "aria-label": t("seat.deed", { deed, n: index + 1 }) }, deed)];
  });
}
