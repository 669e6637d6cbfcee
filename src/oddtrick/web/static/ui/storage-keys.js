// Keys under which one page leaves data for the next.

/** Code of a table whose match the table page should start on arrival. */
export const AUTO_START_TABLE = "oddtrick-auto-start";

/**
 * Returns whether a table is to start on arrival, the first time that it is asked.
 * @param {string} code
 */
export function takeAutoStart(code) {
  const isDue = window.sessionStorage.getItem(AUTO_START_TABLE) === code;
  if (isDue) window.sessionStorage.removeItem(AUTO_START_TABLE);
  return isDue;
}

/** Matches finished without a network that the server has not got yet. */
export const FINISHED_OFFLINE = "oddtrick-offline-finished";

/** Returns whether a match that was finished without a network waits to be uploaded. */
export function hasFinishedOffline() {
  try {
    return Boolean(window.localStorage.getItem(FINISHED_OFFLINE));
  } catch {
    return false; // storage is blocked, so that nothing can wait in it
  }
}
