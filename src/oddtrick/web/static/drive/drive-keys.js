// The drives that this browser knows, with the key of each: it says who may do what there, so it stays in the browser.

/**
 * @typedef {object} KnownDrive
 * @property {string} code
 * @property {string} name
 * @property {number} at When it was last opened, in ms since 1970.
 * @property {string} [desk] Key of the organiser or a scorer.
 * @property {string} [phone] Key of this device as the phone of a table or a player.
 * @property {string} [table] Key of the table whose card this device has read last: the right to become a phone.
 * @property {string} [screen] Key of the projector view.
 */

/** @typedef {"desk" | "phone" | "screen" | "table"} KeyKind */

const STORAGE_KEY = "oddtrick-drives";
const MAX_KEPT = 50;

/** The drives kept where the browser has no storage. @type {KnownDrive[]} */
let memory = [];

/** Returns the drives that this browser knows, last opened first. @returns {KnownDrive[]} */
export function knownDrives() {
  try {
    const stored = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.code === "string") : [];
  } catch {
    return memory;
  }
}

/**
 * @param {string} code
 * @returns {KnownDrive | undefined}
 */
export function knownDrive(code) {
  return knownDrives().find((each) => each.code === code);
}

/**
 * Remembers a drive, or something more about it.
 * @param {string} code
 * @param {Partial<KnownDrive>} facts
 */
export function rememberDrive(code, facts) {
  const known = knownDrive(code) ?? { code, name: "", at: 0 };
  store([{ ...known, ...facts, at: Date.now() }, ...knownDrives().filter((each) => each.code !== code)].slice(0, MAX_KEPT));
}

/**
 * Removes a drive from the list.
 * @param {string} code
 */
export function forgetDrive(code) {
  store(knownDrives().filter((each) => each.code !== code));
}

/**
 * Forgets a key that has been revoked or taken over.
 * @param {string} code
 * @param {KeyKind} kind
 */
export function forgetKey(code, kind) {
  const known = knownDrive(code);
  if (!known) return;
  delete known[kind];
  store([known, ...knownDrives().filter((each) => each.code !== code)]);
}

/**
 * Returns the key for a page: from the link's fragment, which is then removed from the address so that nobody reads it
 * from the screen, or from an earlier visit.
 * @param {string} code
 * @param {KeyKind} kind
 * @returns {string | null}
 */
export function keyFor(code, kind) {
  const given = new URLSearchParams(window.location.hash.slice(1)).get(kind === "table" ? kind : "key");
  if (given) {
    rememberDrive(code, { [kind]: given });
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  }
  return given ?? knownDrive(code)?.[kind] ?? null;
}

/** @param {KnownDrive[]} drives */
function store(drives) {
  memory = drives;
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(drives));
  } catch {
    // Storage is blocked: the drives are known until the page is closed.
  }
}
