// Motion: cards fly, tricks gather. By transforms and opacity alone, and never in the way of what is drawn.

import { moves, wished } from "../ui/preferences.js";

/** @typedef {{x: number, y: number, width: number}} From The middle of where something comes from, and how wide it was there. */

const EASE = "cubic-bezier(.2, .75, .25, 1)";
const TIMES = { slow: 420, normal: 260, fast: 130, instant: 0 };

/** How long a card flies (ms); 0: nothing moves. */
export function flightTime() {
  return moves() && !document.hidden ? (TIMES[wished("speed")] ?? TIMES.normal) : 0;
}

/**
 * Where something is now.
 * @param {Element | null | undefined} at
 * @returns {From | null}
 */
export function placeOf(at) {
  const box = at?.getBoundingClientRect();
  return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width } : null;
}

/**
 * Lets something come from somewhere to where it is.
 * @param {HTMLElement} at
 * @param {From | null} from
 * @param {{delay?: number, turned?: number}} [how]
 */
export function flyFrom(at, from, { delay = 0, turned = 0 } = {}) {
  const time = flightTime();
  const here = time ? placeOf(at) : null;
  if (!from || !here) return;
  const size = Math.min(2, Math.max(0.35, from.width / here.width));
  const start = `translate(${from.x - here.x}px, ${from.y - here.y}px) scale(${size.toFixed(3)}) rotate(${turned}deg)`;
  at.animate([{ transform: start }, { transform: "none" }], { duration: time, delay, easing: EASE, fill: "backwards" });
}

/**
 * Gathers things to one place, where they vanish.
 * @param {HTMLElement[]} things
 * @param {From | null} to
 * @returns {Promise<void>} When they are there.
 */
export async function gather(things, to) {
  const time = flightTime();
  if (!time || !to) return;
  // First all that is measured, then all that moves: the page is laid out once.
  const places = things.map(placeOf);
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
 * Lets a number count: it swells for a moment when it has changed.
 * @param {Element} at
 */
export function swell(at) {
  const time = flightTime();
  if (time) at.animate([{ transform: "scale(1.45)" }, { transform: "none" }], { duration: time * 1.6, easing: EASE });
}

/**
 * Ends whatever moves, where it was going to.
 * @param {Element} within
 */
export function settle(within) {
  for (const motion of within.getAnimations({ subtree: true })) {
    if (motion instanceof CSSTransition) continue;
    motion.finish();
  }
}
