// The registration of the service worker, which keeps files for times without a network and shows push messages.

/** The address of the service worker. */
const SERVICE_WORKER = "/service-worker.js";

/** Keeps the files of the pages that need no server, for a visitor who has asked for one of them or for messages. */
export async function keepForOffline() {
  if (window.isSecureContext && "serviceWorker" in navigator) await register();
}

/** Registers the service worker; browsers with trusted types want its address from a policy that the page may have. */
export async function register() {
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
