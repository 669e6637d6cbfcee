// Speech bubbles at the table: messages of people where the chat is not in sight, and remarks of bots.

import { face } from "../cards/card-face.js";
import { element } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { loadMessages, t } from "../i18n/translate.js";
import { act } from "./action-buttons.js";
import { FreePlaces } from "./free-places.js";
import { addStyles } from "./lazy-part.js";
import { isChatInSight } from "./page-skeleton.js";
import { portraits, moveToSeat } from "./seats.js";
import { chatText, isPartner } from "./table-texts.js";

/** @import {TableView, ChatMessage} from "../wire/protocol" */
/** @import {AnimationEvent} from "./animation-queue.js" */

await Promise.all([addStyles("bubbles.css"), loadMessages("bot-remarks")]);

/** Time that a bubble stays, and more for each character (ms). */
const DURATION = 4000;
const READING_TIME = 50;

/** What no bubble covers, besides the cards of a trick. The seats are spared where there is room. */
const READ = ".bar > *, .plates > *, .score li, .trumps, .turn-up > *, .panel, .banner, .hint, .turn-status, .hand .card, .actions > *, .bubble";
const NAMES = ".seat > :is(.name, .points, .about, .clock, .dealer, .visitor)";

/** Widths that are tried for a long text (rem). */
const WIDTHS = [22, 16, 12, 9];

/** A width that is hard to read, for tables that are full otherwise. */
const NARROW = [6.5];

/** Lines that are left in the end of a message, which the chat has in full; of a remark, which is nowhere else. */
const LINES = [null, 3, 2, 1];
const ALL_LINES = [null];

/** Distance of a bubble from the edge of the felt (px). */
const RIM = 5;

/** Shows what is said at one table. The log announces the messages, so that bubbles are for the eye alone. */
export class SpeechBubbles {
  /** @type {Map<number, {bubble: HTMLElement, timer: number, settle: (anew: boolean) => void}>} */
  #shown = new Map();

  /** @param {HTMLElement} felt */
  constructor(felt) {
    this.felt = felt;
    this.at = element("div", { class: "bubbles", "aria-hidden": "true" });
    felt.append(this.at);
    new ResizeObserver(() => this.settle(true)).observe(felt);
  }

  /**
   * Moves the bubbles that cover something on the table as it is now.
   * @param {boolean} [anew] The others, too: the nearest place may be another.
   */
  settle(anew = false) {
    this.#shown.forEach(({ settle }) => settle(anew));
  }

  /**
   * Shows a message of another player, unless the chat is in sight.
   * @param {TableView} table
   * @param {ChatMessage} message
   */
  hear(table, message) {
    if (message.place !== table.you && !preference("muteChat") && !isChatInSight(document.body)) this.show(table, message);
  }

  /**
   * Lets a bot remark on an event, if remarks are wanted.
   * @param {AnimationEvent} event
   */
  remark({ kind, table, seat }) {
    if (preference("muteChat")) return;
    const opening = kind === "deal" && table.match?.number === 0 && table.match.hand_number === 0;
    const said = kind === "trick-won" && seat !== null ? remarkOnTrick(table, seat) : opening ? greeting(table) : null;
    const name = table.places[said?.place ?? -1]?.name;
    if (said && name) this.show(table, { ...said, name, phrase: null }, { picture: portraits.loaded?.portrait(name), lines: ALL_LINES });
  }

  /**
   * Shows a message at its sender's seat, in place of the sender's last one.
   * @param {TableView} table
   * @param {ChatMessage} message
   * @param {{picture?: Element | null, lines?: readonly (number | null)[]}} [how] Picture of the sender, and to how many lines the message may be cut.
   */
  show(table, message, { picture = null, lines = LINES } = {}) {
    const place = message.place ?? -1;
    const text = chatText(message);
    const attributes = { type: "button", class: "bubble", tabindex: -1, click: () => act(bubble, { type: "show-panel", what: "chat" }) };
    const bubble = element("button", attributes, element("span", {}, picture, element("b", {}, message.name), ` ${text}`));
    const seat = table.places[place]?.seat;
    if (seat !== undefined) moveToSeat(bubble, table, seat);
    this.#remove(place);
    this.at.append(bubble);
    const settle = (/** @type {boolean} */ anew) => this.#settle(bubble, table, lines, anew);
    settle(true);
    const timer = window.setTimeout(() => this.#remove(place), DURATION + READING_TIME * text.length);
    this.#shown.set(place, { bubble, timer, settle });
  }

  /**
   * Puts a bubble where it covers nothing that is to be read, as near to its seat as it can be. Around a panel the
   * style sheet does so.
   * @param {HTMLElement} bubble
   * @param {TableView} table
   * @param {readonly (number | null)[]} lines
   * @param {boolean} anew Even if it covers nothing.
   */
  #settle(bubble, table, lines, anew) {
    if (getComputedStyle(bubble).position !== "absolute") {
      bubble.hidden = false;
      for (const name of ["left", "top", "max-width", "--lines"]) bubble.style.removeProperty(name);
      return;
    }
    const seat = this.felt.querySelector(`.seat[data-round="${bubble.dataset.round}"]`) ?? this.felt;
    const parts = [...document.querySelectorAll(READ)].filter((at) => at !== bubble && at.checkVisibility());
    const taken = [...parts.map(boxOf), ...trickPlaces(this.felt, table)];
    const boxesOf = (/** @type {string} */ seats) => [...taken, ...[...this.felt.querySelectorAll(seats)].map(boxOf)];
    if (!anew && !bubble.hidden && bubble.style.left && !boxesOf(NAMES).some((box) => overlap(box, boxOf(bubble)))) return;
    bubble.hidden = false;
    const found = [`.seat, ${NAMES}`, NAMES].reduce((/** @type {Spot | null} */ spot, seats) => {
      return spot ?? spotFor(bubble, new FreePlaces(areaOf(this.felt), boxesOf(seats)), boxOf(seat), lines);
    }, null);
    bubble.hidden = !found;
    if (!found) return;
    const origin = boxOf(this.at);
    setShape(bubble, found);
    bubble.style.left = `${found.left - origin.left}px`;
    bubble.style.top = `${found.top - origin.top}px`;
  }

  /** @param {number} place */
  #remove(place) {
    const old = this.#shown.get(place);
    if (!old) return;
    window.clearTimeout(old.timer);
    old.bubble.remove();
    this.#shown.delete(place);
  }
}

/** @typedef {{width: number, lines: number | null}} Shape Greatest width in rem, and number of lines if some are left out. */
/** @typedef {Shape & {left: number, top: number}} Spot */

/** @param {Element} at */
function boxOf(at) {
  return at.getBoundingClientRect();
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The felt without its rim. @param {Element} felt */
function areaOf(felt) {
  const { left, top, width, height } = boxOf(felt);
  return { left: left + RIM, top: top + RIM, width: width - 2 * RIM, height: height - 2 * RIM };
}

/**
 * Where the cards of a trick lie, or will.
 * @param {HTMLElement} felt
 * @param {TableView} table
 */
function trickPlaces(felt, table) {
  const trick = /** @type {HTMLElement} */ (felt.querySelector(".trick"));
  const placeholder = /** @type {HTMLElement} */ (trick.cloneNode());
  placeholder.style.visibility = "hidden";
  for (const { seat } of table.places) {
    const card = element("li", { class: "card" }, face("AS"));
    moveToSeat(card, table, seat);
    placeholder.append(card);
  }
  trick.after(placeholder);
  const boxes = [...placeholder.children].map(boxOf);
  placeholder.remove();
  return boxes;
}

/**
 * @param {HTMLElement} bubble
 * @param {Shape} shape
 */
function setShape(bubble, { width, lines }) {
  bubble.style.maxWidth = `${width}rem`;
  bubble.style.setProperty("--lines", lines === null ? "none" : String(lines));
}

/**
 * Returns the nearest place for a bubble, in the shape that comes nearest; with less than its text only where all is too
 * much.
 * @param {HTMLElement} bubble
 * @param {FreePlaces} free
 * @param {import("./free-places.js").Box} seat
 * @param {readonly (number | null)[]} most Lines to try.
 * @returns {Spot | null}
 */
function spotFor(bubble, free, seat, most) {
  for (const [widths, lines] of [WIDTHS, NARROW].flatMap((each) => most.map((lines) => /** @type {const} */ ([each, lines])))) {
    const spots = widths.flatMap((width) => {
      setShape(bubble, { width, lines });
      const spot = free.nearest({ width: bubble.offsetWidth, height: bubble.offsetHeight }, seat);
      return spot ? [{ ...spot, width, lines }] : [];
    });
    if (spots.length) return spots.reduce((one, other) => (other.distance < one.distance ? other : one));
  }
  return null;
}

/** @typedef {"greeting" | "trumped" | "lost-ace" | "praise"} Occasion */

// What the built-in bots say at the table. Each has a manner of speaking; none of it says anything about their cards.

/** The manner of each bot, by name; as the server names its bots. @type {Record<string, string>} */
const MANNERS = {
  Ann: "courteous", Bob: "boastful", Cal: "dry", Dot: "cheerful", Eve: "dry", Fay: "cheerful", Gus: "boastful", Hal: "courteous", Ida: "dry",
};

/** One occasion in so many is commented on. */
const SELDOM = 3;

/**
 * Returns who says what about a complete trick; mostly nobody.
 * @param {TableView} table The table with the trick on it.
 * @param {number} winner Seat of the winner.
 * @returns {{place: number, text: string} | null}
 */
export function remarkOnTrick(table, winner) {
  const { match } = table;
  if (!match) return null;
  const trick = match.tricks.length;
  if ((trick * 7 + match.number * 5 + winner) % SELDOM) return null;
  const [suit] = match.table.map((card) => card[1]);
  const winning = match.table[match.table_seats.indexOf(winner)] ?? "";
  const trumped = match.trump !== null && winning[1] === match.trump && suit !== match.trump;
  const ace = match.table_seats[match.table.indexOf(`A${suit}`)];
  if (trumped && winner === match.seat) return remark(table, match.table_seats.find((seat) => isPartner(table, seat)), "praise");
  if (trumped) return remark(table, winner, "trumped");
  return ace !== undefined && ace !== winner ? remark(table, ace, "lost-ace") : null;
}

/**
 * Returns the greeting of the first bot to the left.
 * @param {TableView} table
 */
export function greeting(table) {
  const place = table.places.findIndex((each) => each.kind === "bot" && each.name in MANNERS);
  return remark(table, table.places[place]?.seat, "greeting");
}

/**
 * @param {TableView} table
 * @param {number | undefined} seat
 * @param {Occasion} occasion
 */
function remark(table, seat, occasion) {
  const place = table.places.findIndex((each) => each.seat === seat);
  const { kind, name = "" } = table.places[place] ?? {};
  const manner = MANNERS[name];
  if (kind !== "bot" || !manner) return null;
  return { place, text: t(/** @type {import("../i18n/translate.js").MessageKey} */ (`talk.${occasion}.${manner}`)) };
}
