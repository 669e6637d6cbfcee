// What a person has chosen for this browser: how things look, sound and move. Kept in the browser.

/**
 * @typedef {object} Wishes
 * @property {"auto" | "dark" | "light"} theme
 * @property {"auto" | "high"} contrast
 * @property {"two" | "four"} deck Colours of the suits.
 * @property {"auto" | "reduced"} motion
 * @property {string} language A code such as "de"; "auto": as the browser asks.
 * @property {boolean} sound
 * @property {"slow" | "normal" | "fast" | "instant"} speed
 * @property {boolean} forced Play a card by itself where there is no other.
 * @property {boolean} confirm A card is played by the second tap.
 * @property {boolean} quiet What others say is not shown.
 * @property {boolean} keys Single keys do things at the table.
 * @property {string} level The bots that one plays against; empty: what the house takes.
 */

const KEPT = "oddtrick-wishes";

/** @type {Wishes} */
const USUAL = {
  theme: "auto",
  contrast: "auto",
  deck: "two",
  motion: "auto",
  language: "auto",
  sound: false,
  speed: "normal",
  forced: false,
  confirm: false,
  quiet: false,
  keys: true,
  level: "",
};

/** What the system may ask for, where a person leaves it to the system. */
const SYSTEM = {
  light: "(prefers-color-scheme: light)",
  contrast: "(prefers-contrast: more)",
  still: "(prefers-reduced-motion: reduce)",
};

/** Told when something is wished for, also in another tab. */
const listeners = new Set(/** @type {(() => void)[]} */ ([]));

/**
 * @template {keyof Wishes} Name
 * @param {Name} name
 * @returns {Wishes[Name]}
 */
export function wished(name) {
  return all()[name];
}

/**
 * @template {keyof Wishes} Name
 * @param {Name} name
 * @param {Wishes[Name]} value
 */
export function wish(name, value) {
  try {
    window.localStorage.setItem(KEPT, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
  changed();
}

/**
 * Hears of every change.
 * @param {() => void} listener
 */
export function onWish(listener) {
  listeners.add(listener);
}

/** Makes the page look as it is wished, now and after each change. */
export function applyWishes() {
  window.addEventListener("storage", (event) => event.key === KEPT && changed());
  for (const query of Object.values(SYSTEM)) window.matchMedia(query).addEventListener("change", mark);
  listeners.add(mark);
  mark();
}

/** Whether things may move: neither the person nor the system asks for rest. */
export function moves() {
  return wished("motion") !== "reduced" && !asks("still");
}

function changed() {
  for (const listener of listeners) listener();
}

/** What the style sheets ask about, settled, as `data-…` of the root. */
function mark() {
  const { theme, contrast, deck, speed } = all();
  const { dataset } = document.documentElement;
  dataset.theme = theme === "auto" ? (asks("light") ? "light" : "dark") : theme;
  dataset.motion = moves() ? "full" : "reduced";
  dataset.deck = deck;
  dataset.speed = speed;
  if (contrast === "high" || asks("contrast")) dataset.contrast = "high";
  else delete dataset.contrast;
}

/**
 * Whether the system asks for something.
 * @param {keyof typeof SYSTEM} what
 */
function asks(what) {
  return (queries[what] ??= window.matchMedia(SYSTEM[what])).matches;
}

/** @type {Partial<Record<keyof typeof SYSTEM, MediaQueryList>>} */
const queries = {};

/** What was read last, and what it says: it is asked for many times for each card that falls. */
let read = { text: "", wishes: USUAL };

/** @returns {Wishes} */
function all() {
  try {
    const text = window.localStorage.getItem(KEPT) ?? "{}";
    if (text !== read.text) read = { text, wishes: filledUp(JSON.parse(text)) };
    return read.wishes;
  } catch {
    return USUAL;
  }
}

/**
 * What was kept, as far as it can be used; the rest as usual.
 * @param {any} kept
 * @returns {Wishes}
 */
function filledUp(kept) {
  const known = Object.entries(USUAL).map(([name, usual]) => [
    name,
    typeof kept?.[name] === typeof usual ? kept[name] : usual,
  ]);
  return Object.fromEntries(known);
}
