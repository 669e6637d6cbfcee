// Keys under which one page leaves data for the next.

/** Code of a table whose match the table page should start on arrival. */
export const AUTO_START_TABLE = "oddtrick-auto-start";

/** Matches finished without a network that the server has not got yet. */
export const FINISHED_OFFLINE = "oddtrick-offline-finished";
