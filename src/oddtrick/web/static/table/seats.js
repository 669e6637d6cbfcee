// Who sits around the table, and where that is on the screen.

import { element, fill, keep, mark } from "../ui/dom.js";
import { words } from "../i18n/translate.js";
import { mayHint, ownSeat } from "../wire/state.js";
import { alone, sideOf } from "./player-names.js";
import { packOf, scoreOf } from "./event-text.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlaceView} PlaceView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */
/** @typedef {(command: PlayerCommand) => void} Act */

/**
 * @typedef {object} Spot Where a seat is.
 * @property {"own" | "left" | "top" | "right"} edge
 * @property {number} at How far along the edge, 0 to 1.
 * @property {number} x To which side its card lies, -1 to 1.
 * @property {number} y And how far down.
 */

/** For so many players: how many sit at each side; the rest sit at the top. */
const AT_A_SIDE = [0, 0, 0, 1, 1, 1, 1, 2, 2];

/**
 * Where the seats are: the viewer below, the others clockwise.
 * @param {number} count
 * @param {number} round So many seats to the left of the viewer.
 * @returns {Spot}
 */
export function spotOf(count, round) {
  if (round === 0) return { edge: "own", at: 0.5, x: 0, y: 1 };
  const side = AT_A_SIDE[count] ?? 2;
  const top = count - 1 - 2 * side;
  if (round <= side) return beside("left", side, side - round);
  if (round > side + top) return beside("right", side, round - side - top - 1);
  const at = (round - side - 0.5) / top;
  return { edge: "top", at, x: top === 1 ? 0 : (at - 0.5) * 2, y: -1 };
}

/**
 * @param {"left" | "right"} edge
 * @param {number} count So many sit there.
 * @param {number} down The how manieth from above.
 * @returns {Spot}
 */
function beside(edge, count, down) {
  const at = count === 1 ? 0.46 : 0.36 + 0.26 * down;
  return { edge, at, x: edge === "left" ? -1 : 1, y: count === 1 ? 0 : down ? 0.52 : -0.3 };
}

/**
 * Puts something where a seat is.
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {number} seat
 */
export function put(at, table, seat) {
  const count = table.places.length;
  const round = (seat - (ownSeat(table) ?? 0) + count) % count;
  if (at.dataset.spot === `${count} ${round}`) return;
  const spot = spotOf(count, round);
  at.dataset.spot = `${count} ${round}`;
  mark(at, "data-round", round);
  mark(at, "data-edge", spot.edge);
  at.style.setProperty("--at", spot.at.toFixed(3));
  at.style.setProperty("--x", spot.x.toFixed(3));
  at.style.setProperty("--y", spot.y.toFixed(3));
}

/**
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {Act} act
 */
export function drawSeats(at, table, act) {
  const order = table.places.map((place, index) => ({ place, index }));
  const count = order.length;
  const own = ownSeat(table) ?? 0;
  order.sort((one, other) => ((one.place.seat - own + count) % count) - ((other.place.seat - own + count) % count));
  keep(
    at,
    order,
    ({ index }) => String(index),
    () => element("li", { class: "seat" }),
    (item, { place, index }) => {
      put(item, table, place.seat);
      const told = seatTold(table, place, index);
      mark(item, "data-turn", told.turn);
      mark(item, "data-out", told.out);
      mark(item, "data-kind", place.kind);
      mark(item, "data-own", index === table.you);
      mark(item, "data-mine", place.kind !== "open" && !alone(table) && ownSeat(table) !== null && sideOf(table, place.seat) === sideOf(table, own));
      fill(item, told, () => seatParts(told, index, act));
    },
  );
}

/** @typedef {ReturnType<typeof seatTold>} SeatTold */

/**
 * @param {TableView} table
 * @param {PlaceView} place
 * @param {number} index
 */
function seatTold(table, place, index) {
  const { match, stage } = table;
  const playing = stage === "playing" && match !== null;
  const under = match !== null && stage !== "gathering" && stage !== "over";
  return {
    name: place.kind === "open" ? words("who.seat", { n: index + 1 }) : place.name,
    about: aboutSeat(table, place),
    turn: playing && table.turn === index,
    out: under && !match.over && !match.seats.includes(place.seat),
    // While they cut for it, nobody deals yet.
    dealer: under && match.dealer === place.seat && (!table.draw || table.draw.purpose === "deal"),
    held: playing && index !== table.you ? (match.counts[place.seat] ?? 0) : 0,
    pack: packOf(table),
    score: under && alone(table) && scored(table) ? scoreOf(table, sideOf(table, place.seat)) : null,
    until: playing && table.turn === index ? table.deadline : null,
    deeds: deedsAt(table, place, index),
  };
}

/** Whether the game has a score at all: in the knock-out one stays in, or is out. @param {TableView} table */
function scored(table) {
  return !table.eliminates;
}

/**
 * @param {TableView} table
 * @param {PlaceView} place
 */
function aboutSeat(table, place) {
  const { match, stage } = table;
  if (place.stand_in) return words("seat.bot-plays");
  if (place.kind === "person" && !place.connected) return words("seat.away");
  const out = match !== null && stage !== "gathering" && !match.over && !match.seats.includes(place.seat);
  if (out) return words("seat.out");
  if (stage === "pause" || stage === "over") return place.ready ? words("seat.ready") : "";
  if (place.kind === "open") return words("seat.free");
  if (stage !== "playing" || !match) return kindOf(table, place);
  return words("tricks", { n: match.won[place.seat] ?? 0 });
}

/**
 * @param {TableView} table
 * @param {PlaceView} place
 */
function kindOf(table, place) {
  if (place.program) return words("seat.program");
  if (place.kind === "bot") return words("seat.bot");
  return place.name === table.host && table.stage === "gathering" ? words("seat.host") : "";
}

/**
 * @param {SeatTold} told
 * @param {number} index
 * @param {Act} act
 * @returns {Part[]}
 */
function seatParts(told, index, act) {
  return [
    element("span", { class: "name", title: told.name }, told.name),
    told.turn && element("span", { class: "unseen" }, `, ${words("seat.turn")}`),
    told.dealer && element("span", { class: "dealer", role: "img", "aria-label": words("seat.dealer"), title: words("seat.dealer") }),
    element("span", { class: "about" }, told.about),
    told.score !== null &&
      element("span", { class: "points", role: "img", "aria-label": words("table.score-of", { score: told.score }) }, String(told.score)),
    told.until !== null && element("span", { class: "clock", "data-until": told.until }),
    told.held > 0 && backs(told.held, told.pack),
    ...seatDeeds(told.deeds, index, act),
  ];
}

/**
 * The cards that somebody holds, from behind.
 * @param {number} count
 * @param {string} pack
 */
function backs(count, pack) {
  const label = words("cards", { n: count });
  return element(
    "span",
    { class: `backs ${pack}`, role: "img", "aria-label": label },
    ...Array.from({ length: count }, () => element("i")),
  );
}

/**
 * What may be done about a place, as far as it is worth a button.
 * @param {TableView} table
 * @param {PlaceView} place
 * @param {number} index
 * @returns {string[]}
 */
function deedsAt(table, place, index) {
  if (table.stage === "closed" || index === table.you) return [];
  const before = table.stage === "gathering" || table.stage === "over";
  const late = table.you === null && place.kind === "bot" && table.settings.late_join && !table.settings.rated;
  const deeds = [];
  // Against bots alone the same company goes on.
  if (table.stage === "over" && mayHint(table)) return [];
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
    sit: [words("seat.sit"), { type: "sit", place: index }],
    bot: [words("seat.add-bot"), { type: "add-bot", place: index }],
    out: [words("seat.empty"), { type: "clear-place", place: index }],
  };
  return deeds.flatMap((name) => {
    const found = known[name];
    if (!found) return [];
    const [deed, command] = found;
    const given = { type: "button", "data-key": name, click: () => act(command) };
    return [element("button", { ...given, "aria-label": words("seat.deed", { deed, n: index + 1 }) }, deed)];
  });
}
