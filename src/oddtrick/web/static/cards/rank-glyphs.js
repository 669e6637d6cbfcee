// The ranks in the corners: letters and figures of our own, drawn with one stroke of even width.

import { shape } from "../ui/dom.js";
import { path } from "./path-notation.js";

/**
 * Ranks between the lines 0 and 20, the middle of the stroke at 1.6 and 18.4.
 * @type {Record<string, string>}
 */
const STROKES = {
  2: "M-5.2 6.2C-5.2 3.4-3 1.6 0 1.6S5.2 3.4 5.2 6.2C5.2 9.8-1.6 12.6-5.4 18.4H5.6V15.8",
  3: "M-5 1.6H4.8L-.6 8.2C3.6 8.2 5.6 10.4 5.6 13.2 5.6 16.2 3.2 18.4 0 18.4-2.8 18.4-5 17-5.6 14.6",
  4: "M2.6 18.4V1.6L-6 13.4H6.4",
  5: "M4.8 1.6H-3.8L-4.6 9.2C-3.4 8-1.8 7.4 0 7.4 3.4 7.4 5.6 9.6 5.6 12.8S3.2 18.4 0 18.4C-2.8 18.4-5 17-5.6 14.8",
  6: "M4.4 3.2C3.2 2.1 1.8 1.6.4 1.6-3.4 1.6-5.6 5.2-5.6 11.2M-5.6 12.6A5.6 5.8 0 1 1 5.6 12.6 5.6 5.8 0 1 1-5.6 12.6z",
  7: "M-5.4 4.4V1.6H5.6C1.6 6.2-1.2 11.4-1.8 18.4",
  8: "M0 9.2A4.3 3.8 0 1 1 0 1.6 4.3 3.8 0 1 1 0 9.2 5.5 4.6 0 1 0 0 18.4 5.5 4.6 0 1 0 0 9.2z",
  9: "M-4.4 16.8C-3.2 17.9-1.8 18.4-.4 18.4 3.4 18.4 5.6 14.8 5.6 8.8M5.6 7.4A5.6 5.8 0 1 1-5.6 7.4 5.6 5.8 0 1 1 5.6 7.4z",
  T: "M-8 4.6L-4.6 1.6V18.4M.6 10C.6 4.6 2.2 1.6 4.9 1.6S9.2 4.6 9.2 10 7.6 18.4 4.9 18.4.6 15.4.6 10z",
  J: "M-.6 1.6H5.6M3 1.6V13.4C3 16.6 1.2 18.4-1.4 18.4-3.8 18.4-5.4 17-5.4 14.6",
  Q: "M-6 10C-6 4.8-3.8 1.6 0 1.6S6 4.8 6 10 3.8 18.4 0 18.4-6 15.2-6 10zM.6 13.6L6.4 19.4",
  K: "M-6.6 1.6H-2.2M-6.6 18.4H-2.2M-4.4 1.6V18.4M5.6 1.6L-4.4 12M-1.2 8.8L5.2 18.4M2.6 18.4H7",
  A: "M-7.6 18.4H-3.4M3.4 18.4H7.6M-5.6 18.4L0 1.8 5.6 18.4M-3.6 12.8H3.6",
};

/**
 * A rank, ready to be put somewhere.
 * @param {string} rank One of 2–9, T, J, Q, K, A.
 */
export function glyph(rank) {
  return shape("g", { class: rank === "T" ? "face-glyph face-wide" : "face-glyph" }, path("stroke", STROKES[rank] ?? ""));
}
