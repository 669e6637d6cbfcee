// Bids of a number of tricks, and how many tricks a seat still wants: counted as on the server
// (src/oddtrick/bots/heuristics/bids.py and aims.py).

import { FULL_PACK, strength, suitOf } from "../../match/cards-and-tricks.js";
import { trickCounts } from "../../match/game-rules.js";

/** @typedef {import("./novice.js").BotView} BotView */

/** Tricks of the lowest trump at a table of one player: it wins when others have run out. */
const TRUMP_LENGTH = 2.2;
/** Tricks of a plain ace at a table without anybody who could ruff. */
const SAFETY = 1.1;

/**
 * The share of a trick to be expected from each card of the full pack: all hands together expect the tricks there are.
 * @param {BotView} view
 */
function trickShares({ rules, match }) {
  const { trump, turn_up: turnUp, number } = match;
  const order = { trump, jackHigh: rules.jackHigh };
  const pack = rules.pack.filter((card) => card !== turnUp || rules.trumps.source(number) !== "spare");
  const size = trickCounts(rules, number).counted;
  const out = ((rules.players - 1) * size) / Math.max(1, pack.length - size);
  const plain = trump === null ? 1 : (SAFETY * size) / (size + rules.players);
  const floor = Math.min(1, TRUMP_LENGTH / rules.players);
  const shares = FULL_PACK.map((card) => {
    const above = pack.filter((other) => suitOf(other) === suitOf(card) && strength(other, order) > strength(card, order));
    const high = (1 - out) ** above.length;
    return suitOf(card) === trump ? floor + (1 - floor) * high : plain * high;
  });
  const mean = pack.reduce((sum, card) => sum + (shares[FULL_PACK.indexOf(card)] ?? 0), 0) / pack.length;
  return shares.map((share) => share / (mean * rules.players));
}

/** The tricks to be expected from the seat's whole hand. @param {BotView} view */
export function expectedTricks(view) {
  const shares = trickShares(view);
  return view.match.hand.reduce((sum, card) => sum + (shares[FULL_PACK.indexOf(card)] ?? 0), 0);
}

/**
 * The legal bid nearest to a number of tricks; of two the lower.
 * @param {BotView} view
 * @param {number} tricks
 */
export function nearestBid({ match: { legal } }, tricks) {
  return legal.reduce((best, bid) => (Math.abs(Number(bid) - tricks) < Math.abs(Number(best) - tricks) ? bid : best));
}

/**
 * The tricks that the seat's side still wants, by what the deal scores for it: 0 if no more, -1 if all that can still
 * happen is worth the same to it, null in games where no trick can hurt.
 * @param {BotView} view
 */
export function tricksWanted({ rules, match }) {
  if (!rules.scoring.mayHurt) return null;
  const side = rules.sides.findIndex((seats) => seats.includes(match.seat ?? 0));
  const [first, won] = [rules.sides[side]?.[0], rules.sides[side]?.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0) ?? 0];
  const left = trickCounts(rules, match.number).counted - match.won.reduce((sum, tricks) => sum + tricks, 0);
  const worth = Array.from({ length: left + 1 }, (_, more) => {
    const tricks = match.won.map((_, seat) => (seat === first ? won + more : 0));
    const nothing = { taken: [], dealt: [], winning: [], trump: null, score: rules.sides.map(() => 0) };
    const stages = rules.scoring.stages({ sides: rules.sides, tricks, ...nothing, calls: match.calls ?? [] });
    return stages.reduce((sum, stage) => sum + (stage[side] ?? 0), 0);
  });
  const best = Math.max(...worth);
  return best === Math.min(...worth) ? -1 : worth.indexOf(best);
}
