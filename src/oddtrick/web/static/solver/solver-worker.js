// The worker that solves deals, so that the page stays responsive.

import { WasmSolver } from "./wasm-solver.js";

/** @typedef {import("./wasm-solver.js").OpenDeal} OpenDeal */
/** @typedef {import("./wasm-solver.js").Progress} Progress */

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {OpenDeal} deal
 * @property {string[]} plays
 */

/**
 * An answer: first the progress of the deal, then its values, or an error, which is empty if there is no solver.
 * @typedef {{id: number, progress: Progress} | {id: number, values: Record<string, number>} | {id: number, error: string}} Answer
 */

/** @type {Promise<WasmSolver> | null} */
let loading = null;

self.addEventListener("message", (/** @type {MessageEvent<Question>} */ { data }) => void answer(data));

/** @param {Question} question */
async function answer({ id, deal, plays }) {
  const solver = await (loading ??= load()).catch(() => null);
  if (!solver) {
    loading = null;
    return send({ id, error: "" });
  }
  try {
    solver.load(deal, plays);
    send({ id, progress: solver.progress() });
    send({ id, values: solver.solve() });
  } catch (error) {
    loading = null; // a module that threw is in an unknown state
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

async function load() {
  const response = await fetch(new URL("./solver.wasm", import.meta.url));
  if (!response.ok) throw new Error(`solver.wasm: ${response.status}`);
  return WasmSolver.load(response);
}

/** @param {Answer} message */
function send(message) {
  /** @type {{postMessage: (message: Answer) => void}} */ (/** @type {unknown} */ (self)).postMessage(message);
}
