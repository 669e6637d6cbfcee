// Installing the page as an app.

import { t } from "../i18n/translate.js";
import { element } from "../ui/dom.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

/**
 * Prepares the page for being installed. Browsers allow it on HTTPS and on the own computer only; elsewhere, as
 * in a hall without certificates, nothing happens.
 * @returns {HTMLButtonElement | null} A button that installs the page, hidden until the browser offers it.
 */
export function prepareInstallation() {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return null;
  window.addEventListener("appinstalled", () => void register());
  return installButton();
}

async function register() {
  const { registerServiceWorker } = await import("../ui/worker-scripts.js");
  await registerServiceWorker();
}

function installButton() {
  /** @type {InstallEvent | null} */
  let offer = null;
  const button = element("button", { type: "button", class: "install", hidden: true, click: () => void offer?.prompt() }, t("start.install"));
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the browser's own bar
    offer = /** @type {InstallEvent} */ (event);
    button.hidden = false;
  });
  window.addEventListener("appinstalled", () => (button.hidden = true));
  return button;
}
