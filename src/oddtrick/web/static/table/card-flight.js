// Card animations. Only transform and opacity change, so that animations never affect layout.

import { animationsEnabled, preference } from "../ui/preferences.js";

/** @typedef {{x: number, y: number, width: number}} Origin Centre and width of the element that an animation starts from. */

const EASE = "cubic-bezier(.2, .75, .25, 1)";
const DURATIONS = { slow: 420, normal: 260, fast: 130, instant: 0 };

/** Returns the flight time of a card (ms); 0 if animations are off. */
export function flightDuration() {
  return animationsEnabled() && !document.hidden ? (DURATIONS[preference("speed")] ?? DURATIONS.normal) : 0;
}

/**
 * Returns the current position of an element.
 * @param {Element | null | undefined} at
 * @returns {Origin | null}
 */
export function originOf(at) {
  const box = at?.getBoundingClientRect();
  return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width } : null;
}

/**
 * Animates an element from an origin to its place.
 * @param {HTMLElement} at
 * @param {Origin | null} from
 * @param {{delay?: number, turned?: number}} [how]
 */
export function flyFrom(at, from, { delay = 0, turned = 0 } = {}) {
  const time = flightDuration();
  const here = time ? originOf(at) : null;
  if (!from || !here) return;
  const size = Math.min(2, Math.max(0.35, from.width / here.width));
  const start = `translate(${from.x - here.x}px, ${from.y - here.y}px) scale(${size.toFixed(3)}) rotate(${turned}deg)`;
  at.animate([{ transform: start }, { transform: "none" }], { duration: time, delay, easing: EASE, fill: "backwards" });
}

/**
 * Moves elements to one place and fades them out.
 * @param {HTMLElement[]} things
 * @param {Origin | null} to
 * @returns {Promise<void>} Resolves when all have arrived.
 */
export async function gatherAt(things, to) {
  const time = flightDuration();
  if (!time || !to) return;
  // Measure everything before animating anything, so that layout runs once.
  const places = things.map(originOf);
  const flights = things.map((thing, at) => {
    const from = places[at];
    if (!from) return null;
    const end = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(.3)`;
    return thing.animate([{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.6 }, { transform: end, opacity: 0 }], {
      duration: time * 1.2, easing: "cubic-bezier(.5, 0, .8, .6)", fill: "forwards",
    });
  });
  await Promise.all(flights.map((flight) => flight?.finished.catch(() => null)));
}

/**
 * Enlarges a number briefly after it has changed.
 * @param {Element} at
 */
export function pulse(at) {
  const time = flightDuration();
  if (time) at.animate([{ transform: "scale(1.45)" }, { transform: "none" }], { duration: time * 1.6, easing: EASE });
}

/**
 * Finishes all flights. Transitions and animations of the style sheets, some of them endless, go on.
 * @param {Element} within
 */
export function finishAnimations(within) {
  for (const motion of within.getAnimations({ subtree: true })) {
    if (!(motion instanceof CSSTransition || motion instanceof CSSAnimation)) motion.finish();
  }
}
