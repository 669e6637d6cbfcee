// Matches kept in the browser: the one under way, and finished ones until the server has them, where they appear under My games.

import { FINISHED_OFFLINE } from "../../ui/storage-keys.js";
import { ensureGuest, post, RequestError } from "../../ui/http-client.js";

/** @import {TableState} from "./offline-table.js" */

/**
 * @typedef {object} FinishedMatch A match for My games.
 * @property {string} id
 * @property {object} record In the form oddtrick/1.
 * @property {number} [seat] Seat of the player; earlier versions did not store it.
 */

const UNDER_WAY = "oddtrick-offline-table";
/** Form of the stored table; one in another form is dropped. */
const FORM = 1;

/** The table as this page has read or stored it last. @type {string | null} */
let known = null;

/** Returns the stored table, or null. @returns {TableState | null} */
export function storedTable() {
  known = readText(UNDER_WAY);
  const stored = read(UNDER_WAY);
  return stored?.form === FORM ? stored.state : null;
}

/**
 * Returns true if another page has stored the table since this one did: what this page would store now is another
 * course of the same match, or the end of a match that was given up.
 */
export function isTableOutdated() {
  return readText(UNDER_WAY) !== known;
}

/**
 * Stores the table; null forgets it. Throws if the browser has no room.
 * @param {TableState | null} state
 */
export function storeTable(state) {
  if (state) window.localStorage.setItem(UNDER_WAY, JSON.stringify({ form: FORM, state }));
  else window.localStorage.removeItem(UNDER_WAY);
  known = readText(UNDER_WAY);
}

/** Returns the finished matches, oldest first. @returns {FinishedMatch[]} */
function finishedMatches() {
  return read(FINISHED_OFFLINE) ?? [];
}

/**
 * Adds a finished match; one that is there already stays as it is.
 * @param {FinishedMatch} match
 */
export function addFinishedMatch(match) {
  const others = finishedMatches().filter(({ id }) => id !== match.id);
  window.localStorage.setItem(FINISHED_OFFLINE, JSON.stringify([...others, match]));
}

/**
 * Forgets a finished match once the server has it.
 * @param {string} done Its id.
 */
function removeFinishedMatch(done) {
  const others = finishedMatches().filter(({ id }) => id !== done);
  if (others.length) window.localStorage.setItem(FINISHED_OFFLINE, JSON.stringify(others));
  else window.localStorage.removeItem(FINISHED_OFFLINE);
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(readText(key) ?? "null");
  } catch {
    return null; // what is in it is not ours
  }
}

/** @param {string} key */
function readText(key) {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null; // storage is blocked
  }
}

/**
 * Uploads the finished matches, one after the other. The server recognises a match that it has already, so that an
 * answer lost on the way does no harm. What could not be uploaded is kept for the next time.
 * @returns {Promise<{n: number, why: string} | null>} How many are left, and why; null if none is.
 */
export async function uploadFinishedMatches() {
  try {
    if (finishedMatches().length) await ensureGuest();
    for (const { id, record, seat } of finishedMatches()) {
      await post(seat === undefined ? "/api/records" : `/api/records?offline_seat=${seat}`, record);
      removeFinishedMatch(id);
    }
    return null;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { n: finishedMatches().length, why: error.message };
  }
}
