// Matches that were finished without a network and wait in this browser.

import { FINISHED_OFFLINE } from "../ui/storage-keys.js";

/**
 * Uploads them, if there are any.
 * @returns {Promise<{n: number, why: string} | null>} How many are left, and why; null if none is.
 */
export async function uploadOfflineMatches() {
  try {
    if (!window.localStorage.getItem(FINISHED_OFFLINE)) return null;
  } catch {
    return null; // storage is blocked, so that nothing can wait in it
  }
  const { uploadFinishedMatches } = await import("../offline/upload-matches.js");
  return uploadFinishedMatches();
}
