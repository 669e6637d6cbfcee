// Gives the server the matches that were finished without a network, so that they appear under My games.

import { ensureGuest, post, RequestError } from "../ui/http-client.js";
import { finishedMatches, removeFinishedMatch } from "./host/match-store.js";

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
