// Messages about what went wrong. Their scripts and texts load only then.

/** @typedef {import("../i18n/server-messages.js").ServerError} ServerError */

/**
 * Replaces the page with a message.
 * @param {string} why
 */
export async function replacePage(why) {
  (await import("../ui/not-found-page.js")).showNotFound(why);
}

/**
 * Translates an error from the server.
 * @param {ServerError} serverError
 * @returns {Promise<string>}
 */
export async function errorText(serverError) {
  return (await import("../i18n/server-messages.js")).errorText(serverError);
}
