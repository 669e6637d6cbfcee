// The seats around the table and their positions on the screen.

import { element, updateContent, updateList, setAttribute } from "../ui/dom.js";
import { numberText, t } from "../i18n/translate.js";
import { canHint, ownSeat, tricksWonBy } from "../wire/state.js";
import { act } from "./action-buttons.js";
import { LazyPart } from "./lazy-part.js";
import { dealSides, isPartner, keeperOf, nameAt, playsIndividually, sideOf, packOf, scoreOf } from "./table-texts.js";

/** @import {Part} from "../ui/dom.js" */
/** @import {TableView, PlaceView, Visitor} from "../wire/protocol" */

/**
 * @typedef {object} SeatPosition Position of a seat on the screen.
 * @property {"own" | "left" | "top" | "right"} edge
 * @property {number} at Position along the edge, 0 to 1.
 */

export const portraits = new LazyPart(() => import("./bot-portraits.js"));

/** The words and the panel of calls, for the games that have any. */
export const calls = new LazyPart(() => import("./calls.js"));

/** The stock, for the games that have one. */
export const stock = new LazyPart(() => import("./stock.js"));

/** Seats on the left and right edge, by number of players; the rest sit at the top. */
const SEATS_PER_SIDE = [0, 0, 0, 1, 1, 1, 1, 2, 2];

/**
 * Returns the position of a seat: the viewer at the bottom, the others clockwise.
 * @param {number} count
 * @param {number} offset Seats clockwise from the viewer.
 * @returns {SeatPosition}
 */
function seatPosition(count, offset) {
  if (offset === 0) return { edge: "own", at: 0.5 };
  const side = SEATS_PER_SIDE[count] ?? 2;
  const top = count - 1 - 2 * side;
  if (offset <= side) return sidePosition("left", side, side - offset);
  if (offset > side + top) return sidePosition("right", side, offset - side - top - 1);
  return { edge: "top", at: (offset - side - 0.5) / top };
}

/**
 * @param {"left" | "right"} edge
 * @param {number} count Number of seats on this edge.
 * @param {number} down Index from the top.
 * @returns {SeatPosition}
 */
function sidePosition(edge, count, down) {
  return { edge, at: count === 1 ? 0.46 : 0.36 + 0.26 * down };
}

/** How far a card in the trick is turned from upright towards its player. */
const TURN = 0.08;

/**
 * Moves an element to the position of a seat; a card lies on a ring, evenly from the viewer's at the bottom.
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {number} seat
 */
export function moveToSeat(at, table, seat) {
  const count = table.places.length;
  const offset = (seat - (ownSeat(table) ?? 0) + count) % count;
  if (at.dataset.spot === `${count} ${offset}`) return;
  const spot = seatPosition(count, offset);
  at.dataset.spot = `${count} ${offset}`;
  setAttribute(at, "data-round", offset);
  setAttribute(at, "data-edge", spot.edge);
  at.style.setProperty("--at", spot.at.toFixed(3));
  const angle = ((2 * offset) / count - 1) * Math.PI; // clockwise from straight up
  at.style.setProperty("--places", String(count));
  at.style.setProperty("--x", Math.sin(angle).toFixed(3));
  at.style.setProperty("--y", (-Math.cos(angle)).toFixed(3));
  at.style.setProperty("--turn", `${(Math.atan(Math.tan(angle * 0.999)) * TURN).toFixed(3)}rad`);
}

/**
 * @param {HTMLElement} at
 * @param {TableView} table
 * @param {{requested: number | null, visitors: {list: Visitor[]} | null}} view The place that the viewer takes when the deal is over, and others who take one.
 * @param {boolean} practice Nobody can take a seat.
 */
export function renderSeats(at, table, { requested, visitors }, practice) {
  const order = table.places.map((place, index) => ({ place, index }));
  const count = order.length;
  const own = ownSeat(table) ?? 0;
  order.sort((one, other) => ((one.place.seat - own + count) % count) - ((other.place.seat - own + count) % count));
  const ours = ownSeat(table) === null ? [] : (dealSides(table).find((side) => side.includes(own)) ?? []);
  let [anyMarked, anyButtons] = [false, false];
  updateList(
    at,
    order,
    ({ index }) => String(index),
    () => element("li", { class: "seat" }),
    (item, { place, index }) => {
      moveToSeat(item, table, place.seat);
      const state = seatState(table, place, index);
      const visitor = visitors?.list.find((each) => each.place === index);
      if (visitor && place.kind !== "person") state.visitor = t(`visitor.${visitor.doing}.seat`, { name: visitor.name || t("who.somebody") });
      if (practice) state.actions = [];
      if (index === requested) state.actions = state.actions.map((name) => (name === "sit" ? "after-deal" : name));
      // The style sheets read attributes instead of :has(), which makes the browser restyle at every card.
      const marked = state.dealer || state.score !== null;
      const buttons = state.actions.length > 0;
      anyMarked ||= marked;
      anyButtons ||= buttons;
      setAttribute(item, "data-marked", marked);
      setAttribute(item, "data-dealer", state.dealer);
      setAttribute(item, "data-buttons", buttons);
      setAttribute(item, "data-turn", state.turn);
      setAttribute(item, "data-out", state.out);
      setAttribute(item, "data-kind", place.kind);
      setAttribute(item, "data-pictured", state.pictured);
      setAttribute(item, "data-own", index === table.you);
      setAttribute(item, "data-declares", table.stage === "playing" && table.match?.contract?.side.includes(place.seat));
      setAttribute(item, "data-open", state.open.length > 0);
      setAttribute(item, "data-mine", place.kind !== "open" && ours.length > 1 && ours.includes(place.seat));
      updateContent(item, state, () => seatParts(state, index));
    },
  );
  setAttribute(at, "data-marked", anyMarked);
  setAttribute(at, "data-buttons", anyButtons);
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
  const inMatch = match !== null && stage !== "gathering" && stage !== "over";
  return {
    name: index === table.you ? t("who.you") : place.kind === "open" ? t("who.seat", { n: index + 1 }) : nameAt(table, place.seat),
    title: portraits.loaded?.seatTitle(place) ?? place.name,
    pictured: place.kind === "bot" && portraits.loaded !== null,
    partner: isPartner(table, place.seat) && place.kind !== "open",
    about: seatStatus(table, place),
    called: playing && !place.stand_in ? (calls.loaded?.seatCall(table, place.seat) ?? null) : null,
    visitor: "",
    turn: playing && table.turn === index,
    out: inMatch && !match.over && !match.seats.includes(place.seat),
    // No dealer is shown while the deal is being cut for.
    dealer: inMatch && match.dealer === place.seat && (!table.draw || table.draw.purpose === "deal"),
    cardCount: playing && index !== table.you ? (match.counts[place.seat] ?? 0) : 0,
    open: playing && index !== table.you ? (calls.loaded?.openHand(match, place.seat) ?? []) : [],
    pack: packOf(table),
    score: inMatch && playsIndividually(table) && !table.eliminates ? scoreOf(table, sideOf(table, place.seat)) : null,
    pile: playing ? tricksKept(table, match, place.seat) : 0,
    deadline: inMatch ? (place.stand_in_at ?? (playing && table.turn === index ? table.deadline : null)) : null,
    actions: seatActions(table, place, index),
  };
}

/**
 * The tricks that lie at a seat: one partner keeps those of the side.
 * @param {TableView} table
 * @param {import("../wire/protocol").MatchView} match
 * @param {number} seat
 */
function tricksKept(table, match, seat) {
  const side = dealSides(table).find((each) => each.includes(seat)) ?? [seat];
  return keeperOf(table, seat) === seat ? tricksWonBy(match, side) : 0;
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
  const n = match.won[place.seat] ?? 0;
  if (match.passed.includes(place.seat)) return t("seat.knocked");
  // While cards are drawn, tricks may not count (G4): then nobody has any, whoever wins them.
  if (match.stock && !match.won.some(Boolean)) return "";
  return !n && match.dogs.includes(place.seat) ? t("seat.dog") : t("tricks", { n });
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
 * @param {SeatState} state
 * @param {number} index
 * @returns {Part[]}
 */
function seatParts(state, index) {
  return [
    state.pictured && (portraits.loaded?.portrait(state.name) ?? null),
    element("span", { class: "name", title: state.title }, state.name),
    state.partner && element("span", { class: "visually-hidden" }, `, ${t("who.partner")}`),
    state.turn && element("span", { class: "visually-hidden" }, `, ${t("seat.turn")}`),
    state.dealer && element("span", { class: "dealer", role: "img", "aria-label": t("seat.dealer"), title: t("seat.dealer") }),
    state.called ? calledMark(state.called, state.pack) : element("span", { class: "about" }, state.about),
    state.visitor !== "" && element("span", { class: "about visitor" }, state.visitor),
    state.score !== null &&
      element("span", { class: "points", role: "img", "aria-label": t("table.score-of", { score: state.score }) }, numberText(state.score)),
    state.deadline !== null && element("span", { class: "clock", "data-until": state.deadline }),
    state.pile > 0 && trickPile(state.pile, state.pack),
    state.open.length > 0
      ? (calls.loaded?.openCards(state.name, state.open) ?? null)
      : state.cardCount > 0 && cardBacks(state.cardCount, state.pack),
    ...seatButtons(state.actions, index),
  ];
}

/**
 * What a player has called, with the back of a card where it is secret.
 * @param {{text: string, secret: boolean}} called
 * @param {string} pack
 */
function calledMark({ text, secret }, pack) {
  return element("span", { class: "about called" }, secret && element("i", { class: `back ${pack}` }), text);
}

/**
 * The tricks that a player keeps, as a pile that grows; their number is in the text.
 * @param {number} count
 * @param {string} pack
 */
function trickPile(count, pack) {
  return element("span", { class: `pile ${pack}`, "aria-hidden": "true" }, ...Array.from({ length: count }, () => element("i")));
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
  if (table.stage === "closed" || table.drive || table.sealed?.once || index === table.you) return [];
  const betweenMatches = table.stage === "gathering" || table.stage === "over";
  const canReplaceBot = table.you === null && place.kind === "bot" && table.settings.late_join && !table.settings.rated;
  const actions = [];
  // Against bots alone, a rematch keeps the same players.
  if (table.stage === "over" && canHint(table)) return [];
  if (place.kind === "open" || (betweenMatches && place.kind === "bot") || canReplaceBot) actions.push("sit");
  if (betweenMatches && table.you_host) actions.push(place.kind === "open" ? "bot" : "out");
  return actions;
}

/**
 * @param {string[]} names
 * @param {number} index
 */
function seatButtons(names, index) {
  /** @type {Record<string, [string, import("./action-buttons.js").TableAction]>} */
  const buttons = {
    sit: [t("seat.sit"), { type: "sit", place: index }],
    "after-deal": [t("seat.after-deal"), { type: "cancel-seat" }],
    bot: [t("seat.add-bot"), { type: "add-bot", place: index }],
    out: [t("seat.empty"), { type: "clear-place", place: index }],
  };
  return names.flatMap((name) => {
    const button = buttons[name];
    if (!button) return [];
    const [label, action] = button;
    const pressed = name === "after-deal" && "true";
    const attributes = { type: "button", "data-key": name, "aria-pressed": pressed, click: (/** @type {MouseEvent} */ event) => act(event.currentTarget, action) };
    return [element("button", { ...attributes, "aria-label": t("seat.action", { action: label, n: index + 1 }) }, label)];
  });
}
