// User preferences for appearance, sound and motion, stored in the browser.

/**
 * @typedef {object} Preferences
 * @property {"auto" | "dark" | "light"} theme
 * @property {"auto" | "high"} contrast
 * @property {"two" | "four"} deck Number of suit colours.
 * @property {"auto" | "reduced"} motion
 * @property {string} language Language code such as "de", or "auto" for the browser's languages.
 * @property {boolean} sound
 * @property {boolean} haptics Vibrate when a card is played and when it is the player's turn.
 * @property {"green" | "blue" | "wine" | "slate"} felt Colour of the card table.
 * @property {"classic" | "garden" | "night"} backs Colours of the two packs.
 * @property {"slow" | "normal" | "fast" | "instant"} speed
 * @property {boolean} brief Announce tricks rather than cards to screen readers.
 * @property {boolean} autoplay Play a card automatically when it is the only legal one.
 * @property {"ask" | "always" | "off"} ahead A card picked before one's turn: asked again if it no longer wins, or always played.
 * @property {boolean} confirm Require a second tap to play a card.
 * @property {boolean} pinned Keep the side panel of a table beside the felt, where there is room.
 * @property {boolean} muteChat Hide messages from other players.
 * @property {boolean} shortcuts Single-key shortcuts at the table.
 * @property {string} level Bot level to play against; empty for the server's default.
 */

const STORAGE_KEY = "oddtrick-preferences";

/** @type {Preferences} */
const DEFAULTS = {
  theme: "auto",
  contrast: "auto",
  deck: "two",
  motion: "auto",
  language: "auto",
  sound: true,
  haptics: true,
  felt: "green",
  backs: "classic",
  speed: "normal",
  autoplay: false,
  ahead: "ask",
  brief: false,
  confirm: false,
  pinned: false,
  muteChat: false,
  shortcuts: true,
  level: "",
};

/** Media queries behind the "system" settings. */
const MEDIA_QUERIES = {
  light: "(prefers-color-scheme: light)",
  contrast: "(prefers-contrast: more)",
  still: "(prefers-reduced-motion: reduce)",
};

/** Called after every change, including changes made in another tab. */
const listeners = new Set(/** @type {(() => void)[]} */ ([]));

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @returns {Preferences[Name]}
 */
export function preference(name) {
  return allPreferences()[name];
}

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @param {Preferences[Name]} value
 */
export function setPreference(name, value) {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...allPreferences(), [name]: value }));
  } catch {
    // Storage is blocked: the preference lasts until the page is closed.
  }
  notifyListeners();
}

/**
 * Registers a listener for preference changes.
 * @param {() => void} listener
 */
export function onPreferenceChange(listener) {
  listeners.add(listener);
}

/** Applies the preferences to the root element, now and after each change. */
export function applyPreferences() {
  window.addEventListener("storage", (event) => event.key === STORAGE_KEY && notifyListeners());
  for (const query of Object.values(MEDIA_QUERIES)) window.matchMedia(query).addEventListener("change", updateRootAttributes);
  listeners.add(updateRootAttributes);
  updateRootAttributes();
}

/** Returns true unless the user or the system asks for reduced motion. */
export function animationsEnabled() {
  return preference("motion") !== "reduced" && !matchesMedia("still");
}

function notifyListeners() {
  for (const listener of listeners) listener();
}

/** Writes the effective preferences to `data-…` attributes of the root, where the style sheets read them. */
function updateRootAttributes() {
  const { theme, contrast, deck, speed, felt, backs } = allPreferences();
  const { dataset } = document.documentElement;
  dataset.theme = theme === "auto" ? (matchesMedia("light") ? "light" : "dark") : theme;
  dataset.motion = animationsEnabled() ? "full" : "reduced";
  dataset.deck = deck;
  dataset.speed = speed;
  dataset.felt = felt;
  dataset.backs = backs;
  if (contrast === "high" || matchesMedia("contrast")) dataset.contrast = "high";
  else delete dataset.contrast;
}

/**
 * Returns whether a media query matches.
 * @param {keyof typeof MEDIA_QUERIES} what Name of the query.
 */
function matchesMedia(what) {
  return (queries[what] ??= window.matchMedia(MEDIA_QUERIES[what])).matches;
}

/** @type {Partial<Record<keyof typeof MEDIA_QUERIES, MediaQueryList>>} */
const queries = {};

/** Parsed preferences by their stored text: they are read many times for every card played. */
let cache = { text: "", preferences: DEFAULTS };

/** @returns {Preferences} */
function allPreferences() {
  try {
    const text = window.localStorage.getItem(STORAGE_KEY) ?? "{}";
    if (text !== cache.text) cache = { text, preferences: withDefaults(JSON.parse(text)) };
    return cache.preferences;
  } catch {
    return DEFAULTS;
  }
}

/**
 * Fills missing or malformed preferences with defaults.
 * @param {any} stored
 * @returns {Preferences}
 */
function withDefaults(stored) {
  const entries = Object.entries(DEFAULTS).map(([name, fallback]) => [
    name,
    typeof stored?.[name] === typeof fallback ? stored[name] : fallback,
  ]);
  return Object.fromEntries(entries);
}
