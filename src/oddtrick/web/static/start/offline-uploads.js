// Matches that were finished without a network and wait in this browser.

import { hasFinishedOffline } from "../ui/storage-keys.js";

/**
 * Uploads them, if there are any.
 * @returns {Promise<{n: number, why: string} | null>} How many are left, and why; null if none is.
 */
export async function uploadOfflineMatches() {
  if (!hasFinishedOffline()) return null;
  const { uploadFinishedMatches } = await import("../offline/upload-matches.js");
  return uploadFinishedMatches();
}
