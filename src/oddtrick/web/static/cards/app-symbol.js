// The app symbol: seven tricks in a fan, the odd one in another colour.

import { path } from "./path-notation.js";

/**
 * Draws seven tricks as a fan of rays around the origin, each ending 12 to 13 units from it.
 * @param {number} [apart] Angle between two rays (degrees).
 */
export function tricks(apart = 20) {
  return [-3, -2, -1, 0, 1, 2, 3].map((at) =>
    path(at === 3 ? "odd" : "ray", "M-.5-4.4L-1.5-12.4Q0-13.4 1.5-12.4L.5-4.4Q0-4.1-.5-4.4z", `rotate(${at * apart})`),
  );
}
