// Installing the page as an app, and what it keeps for times without a network.

import { t } from "../i18n/translate.js";
import { element } from "../ui/dom.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

const SERVICE_WORKER = "/service-worker.js";

/**
 * Prepares the page for being installed. Browsers allow it on HTTPS and on the own computer only; elsewhere, as
 * in a hall without certificates, nothing happens.
 * @returns {HTMLButtonElement | null} A button that installs the page, hidden until the browser offers it.
 */
export function prepareInstallation() {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return null;
  // Visitors who have not installed the page are spared the download.
  if (isInstalled()) void register();
  window.addEventListener("appinstalled", () => void register());
  return installButton();
}

/** Keeps the files of the pages that need no server, for a visitor who has asked for one of them. */
export async function keepForOffline() {
  if (window.isSecureContext && "serviceWorker" in navigator) await register();
}

/** Tells whether the page runs as an app. */
function isInstalled() {
  return window.matchMedia("(display-mode: standalone)").matches || "standalone" in navigator && navigator.standalone === true;
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

/** Registers the service worker; browsers with trusted types want its address from a policy that the page may have. */
async function register() {
  const trusted = /** @type {{trustedTypes?: {createPolicy: (name: string, rules: object) => {createScriptURL: (url: string) => string}}}} */ (
    /** @type {unknown} */ (window)
  ).trustedTypes;
  policy ??= trusted?.createPolicy("oddtrick-offline", { createScriptURL: () => SERVICE_WORKER });
  try {
    await navigator.serviceWorker.register(policy?.createScriptURL(SERVICE_WORKER) ?? SERVICE_WORKER);
  } catch {
    // The browser forbids it, or there is no room: the page works as before, with a network.
  }
}

/** @type {{createScriptURL: (url: string) => string} | undefined} */
let policy;
