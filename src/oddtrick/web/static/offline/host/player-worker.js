// The worker in which the searching player thinks and claims are judged, so that the page stays responsive.

import { rulesOf } from "../../match/game-rules.js";
import { provableClaim } from "./claim-judge.js";
import { WasmPlayer } from "./wasm-player.js";

/**
 * @typedef {object} Question
 * @property {number} id Returned with the answer.
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {import("../../wire/protocol").MatchView} match View of the seat that is to play a card.
 * @property {string[]} earlier Cards of earlier hands of the deal.
 * @property {string[][] | null} held For a claim of the seat (T9), the cards that each seat holds; null asks for the values of cards.
 */
/** @typedef {{values: import("./wasm-player.js").CardValue[], worlds: number}} Evaluation Cards, the best first. */
/** @typedef {{claim: string[] | null}} Judgement Cards that complete the hand, or null. */
/** @typedef {Evaluation | Judgement | {error: string}} Answer */

/** Layouts of the hidden cards that are weighted, and those in which each card is tried: as the server's expert. */
const BUDGET = { candidates: 3000, worlds: 400 };

/** @type {Promise<WasmPlayer> | null} */
let loading = null;

self.addEventListener("message", (/** @type {MessageEvent<Question>} */ { data }) => void answer(data));

/** @param {Question} question */
async function answer({ id, game, options, match, earlier, held }) {
  try {
    const view = { rules: rulesOf(game, options), match, earlier };
    if (held) return send(id, { claim: provableClaim(view, held) });
    const player = await (loading ??= load());
    send(id, { values: await player.rankedCards(view, BUDGET, fetchPolicy), worlds: BUDGET.worlds });
  } catch (error) {
    loading = null; // a module that threw is in an unknown state
    send(id, { error: String(error) });
  }
}

async function load() {
  return WasmPlayer.load(await fetchFile("../player.wasm"));
}

/** @param {string} name */
async function fetchPolicy(name) {
  return (await fetchFile(`../policies/${name}.bin`)).arrayBuffer();
}

/** @param {string} path */
async function fetchFile(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/**
 * @param {number} id
 * @param {Answer} answer
 */
function send(id, answer) {
  /** @type {{postMessage: (message: Answer & {id: number}) => void}} */ (/** @type {unknown} */ (self)).postMessage({ id, ...answer });
}
