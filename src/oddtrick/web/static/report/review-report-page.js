// Applies the reader's preferences to a review shown on the site.

import { applyPreferences, preference } from "../ui/preferences.js";

applyPreferences();
loadPreferredLanguage();
await translateError();

/** Loads the report in the language that the reader has chosen on this site, if it came in another. */
function loadPreferredLanguage() {
  const language = preference("language");
  const address = new URL(window.location.href);
  // The server ignores languages it doesn't have: ask once.
  const requested = address.searchParams.get("language") === language;
  if (language === "auto" || language === document.documentElement.lang || requested) return;
  address.searchParams.set("language", language);
  window.location.replace(address);
}

/** Replaces the server's English message by the one in the language of the page. */
async function translateError() {
  const reason = /** @type {HTMLElement | null} */ (document.querySelector("[data-code]"));
  if (!reason) return;
  const { errorText, setLanguage } = await import("../i18n/translate.js");
  await setLanguage(document.documentElement.lang);
  const { code = "", status } = reason.dataset;
  reason.textContent = await errorText({ code, message: reason.textContent ?? "", status: Number(status) });
}
