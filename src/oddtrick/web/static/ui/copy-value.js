// Copying the value of a field to the clipboard.

import { t } from "../i18n/translate.js";

/**
 * Copies a field's value, or selects it for Ctrl+C where the page has no access to the clipboard, as without https.
 * @param {HTMLInputElement} input
 * @returns {Promise<string>} What has been done, for the reader.
 */
export async function copyValue(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return t("page.copied");
  } catch {
    input.select();
    return t("page.selected");
  }
}
