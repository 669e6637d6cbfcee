// A card picked before one's turn. It is meant for the trick on the table and for no other, stays in the page until the
// turn, and is asked again where it would have won when it was picked and no longer does.

import { loadMessages } from "../i18n/translate.js";
import { beats, legalCards, winningPlace } from "../match/cards-and-tricks.js";
import { preference } from "../ui/preferences.js";
import { isOwnTurn } from "../wire/state.js";
import { rulesOfTable } from "./table-rules.js";

/** @import {TableView} from "../wire/protocol" */

await loadMessages("table-menus");

/**
 * @typedef {object} PickedCard
 * @property {string} card
 * @property {string} trick The trick that it is meant for.
 * @property {boolean} wins Whether it would have won the trick when it was picked.
 */

/** Time before a picked card is played, in which it can be taken back, and what is added at random: one that always comes at once says how it was chosen (ms). */
const DELAY = 500;
const SPREAD = 400;
/** Time in which a second tap on a picked card belongs to the first (ms). */
const DOUBLE_TAP = 350;

/** The viewer's card for a later turn. */
export class PlayAhead {
  /** @type {PickedCard | null} */
  #picked = null;
  #pickedAt = 0;

  /** The picked card, or null. */
  get card() {
    return this.#picked?.card ?? null;
  }

  /**
   * Returns the cards that a tap picks: those of the trick on the screen, if it is still the trick of the table.
   * @param {TableView} shown
   * @param {TableView} now
   */
  offers(shown, now) {
    const same = preference("ahead") !== "off" && Boolean(shown.match?.table.length) && trickOf(shown) === trickOf(now);
    return same ? cardsAhead(now) : [];
  }

  /**
   * Picks a card, or takes it back if it is picked; another card takes its place.
   * @param {TableView} table
   * @param {string} card
   * @returns {"card.picked" | "card.taken-back" | null} What has happened; null if the tap is the second half of another.
   */
  tap(table, card) {
    const [now, isPicked] = [performance.now(), this.card === card];
    if (isPicked && now - this.#pickedAt < DOUBLE_TAP) return null;
    this.#picked = isPicked ? null : pickAhead(table, card);
    this.#pickedAt = now;
    return isPicked ? "card.taken-back" : "card.picked";
  }

  /** Takes the card back. @returns {boolean} Whether there was one. */
  drop() {
    const was = this.#picked !== null;
    this.#picked = null;
    return was;
  }

  /**
   * Follows the table on the screen, and returns what to do on the viewer's turn: play the card after a while, or ask.
   * @param {TableView} table
   * @returns {{card: string, delay: number | null} | null} Without a delay it is asked again.
   */
  follow(table) {
    const picked = this.#picked;
    const fate = picked && fateOf(table, picked);
    if (fate === "void") this.#picked = null;
    if (!picked || (fate !== "play" && fate !== "ask")) return null;
    const asks = preference("confirm") || (fate === "ask" && preference("ahead") === "ask");
    if (asks) this.#picked = null;
    return { card: picked.card, delay: asks ? null : DELAY + Math.random() * SPREAD };
  }
}

/**
 * Returns the cards that may be picked for the trick on the table: none unless a card lies there, and the viewer has
 * still to play to it and is not to act now.
 * @param {TableView} table
 * @returns {string[]}
 */
export function cardsAhead(table) {
  const { match, you, stage } = table;
  if (stage !== "playing" || !match || you === null || match.seat === null || isOwnTurn(table)) return [];
  const isToPlay = match.table_seats.indexOf(match.seat) >= match.table.length;
  // Where somebody may pass, nobody knows who is next (X5).
  if (match.awaited !== "card" || !match.table.length || !isToPlay || match.dogs.length || table.places[you]?.stand_in) return [];
  return legalCards(match.hand, match.table, { trump: match.trump, jackHigh: false, heldBack: false });
}

/**
 * Picks a card for the trick on the table.
 * @param {TableView} table
 * @param {string} card
 * @returns {PickedCard}
 */
export function pickAhead(table, card) {
  return { card, trick: trickOf(table), wins: wouldWin(table, card) };
}

/**
 * Returns what becomes of a picked card: it waits, is played now, has to be asked again, or is void because the trick
 * is another one or the card can't be played.
 * @param {TableView} table
 * @param {PickedCard} picked
 * @returns {"wait" | "play" | "ask" | "void"}
 */
export function fateOf(table, picked) {
  if (trickOf(table) !== picked.trick) return "void";
  if (!isOwnTurn(table)) return table.stage === "playing" && table.match?.hand.includes(picked.card) ? "wait" : "void";
  if (table.match?.awaited !== "card" || !table.match.legal.includes(picked.card)) return "void";
  return picked.wins && !wouldWin(table, picked.card) ? "ask" : "play";
}

/**
 * Names the trick on the table.
 * @param {TableView} table
 */
function trickOf({ number, match }) {
  return match ? [number, match.number, match.hand_number, match.tricks.length].join(" ") : "";
}

/**
 * Returns whether a card would win the trick as it lies.
 * @param {TableView} table
 * @param {string} card
 */
function wouldWin(table, card) {
  const { match } = table;
  if (!match?.table.length) return true;
  const order = { trump: match.trump, jackHigh: rulesOfTable(table)?.jackHigh ?? false };
  return beats(card, match.table[winningPlace(match.table, order)] ?? card, order);
}
