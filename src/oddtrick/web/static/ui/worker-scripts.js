// Scripts that run beside the page: the addresses of workers, and the registration of the service worker, which keeps
// files for times without a network and shows push messages.

/** @typedef {{createPolicy: (name: string, rules: object) => {createScriptURL: (url: string) => string}}} TrustedTypes */

/** The address of the service worker. */
const SERVICE_WORKER = "/service-worker.js";

/** The policies of this page, each made once, and good for one address. @type {Map<string, ReturnType<TrustedTypes["createPolicy"]>>} */
const policies = new Map();

/**
 * Returns the address of a script for a worker. Browsers with trusted types want it from a policy that the page may have.
 * @param {string} name Name of the policy.
 * @param {string} address
 */
export function trustedScript(name, address) {
  const { trustedTypes } = /** @type {{trustedTypes?: TrustedTypes}} */ (/** @type {unknown} */ (window));
  if (!trustedTypes) return address;
  const policy = policies.get(name) ?? trustedTypes.createPolicy(name, { createScriptURL: () => address });
  policies.set(name, policy);
  return policy.createScriptURL(address);
}

/** Keeps the files of the pages that need no server, for a visitor who has asked for one of them or for messages. */
export async function keepForOffline() {
  if (window.isSecureContext && "serviceWorker" in navigator) await registerServiceWorker();
}

/** Does the same for a visitor who has not asked, unless the browser is to save data or the network is slow. */
export async function keepUnasked() {
  const { connection } = /** @type {{connection?: {saveData: boolean, effectiveType: string}}} */ (/** @type {unknown} */ (navigator));
  if (!connection?.saveData && !connection?.effectiveType.endsWith("2g")) await keepForOffline();
}

/** Registers the service worker. */
export async function registerServiceWorker() {
  try {
    await navigator.serviceWorker.register(trustedScript("oddtrick-offline", SERVICE_WORKER));
  } catch {
    // The browser forbids it, or there is no room: the page works as before, with a network.
  }
}
