// What one page tells the next.

/** Where the page that opens a table tells the page of the table to begin at once. */
export const BEGINS = "oddtrick-begins";
