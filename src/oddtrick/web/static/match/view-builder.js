// The match as one seat may see it: the only code that decides which cards are shown.

import { trickCounts } from "./game-rules.js";
import { callsOf, factsOf } from "./match-state.js";
import { highlightsOf } from "./highlights.js";
import { seatsToCut } from "./cuts-and-throws.js";

/** @import {MatchView, TrickView} from "../wire/protocol" */
/** @import {Match} from "./match-state.js" */

/**
 * Returns the view of a seat; for null, that of a spectator.
 * @param {Match} match
 * @param {number | null} seat
 * @returns {MatchView}
 */
export function matchView(match, seat) {
  const { deal, standing } = match;
  const finished = match.allDeals.flatMap((each) => each.result ?? []);
  return {
    seat,
    awaited: match.phase.kind,
    to_act: match.toAct,
    legal: seat !== null && seat === match.toAct ? match.legal : [],
    number: match.number,
    dealer: deal.dealer,
    seats: deal.seats,
    dogs: standing.dogs,
    score: standing.score,
    games: standing.games,
    rubber: standing.rubber,
    over: standing.over,
    winner: standing.winner,
    deals: finished,
    ...resultOf(match),
    ...contestOf(match, seat),
    chooser: deal.chooser,
    ...trumpsOf(match),
    ...callsOf([...deal.calls, ...(match.phase.kind === "call" ? [/** @type {[string, [number, string][]]} */ ([match.phase.rule.name, match.phase.made])] : [])]),
    ...cardsOf(match, seat),
    ...stockOf(match, seat),
    last_trick: lastTrick(match),
  };
}

/** The items of the last deal's points for each side, and what is worth telling of it, while its result is shown. @param {Match} match */
function resultOf({ rules, phase, allDeals }) {
  const last = allDeals.filter((deal) => deal.result).at(-1);
  if (!last?.result || phase.kind === "card") return { account: [], highlights: null };
  const facts = factsOf(last, rules, []);
  return { account: rules.scoring.account(facts, last.result.points), highlights: highlightsOf(last, rules, facts) };
}

/**
 * The public cards or throws of a cut or tie, and the seat's own throw.
 * @param {Match} match
 * @param {number | null} seat
 */
function contestOf({ phase, deal }, seat) {
  const none = { to_cut: [], cut: [], thrown: [], own_throw: null, contest: [] };
  if (phase.kind === "cut") return { ...none, to_cut: seatsToCut(phase.cutting), cut: phase.cutting.last };
  if (phase.kind !== "throw") return { ...none, contest: deal.chooser === null ? [] : (deal.rounds.at(-1) ?? []) };
  const thrown = phase.seats.slice(0, phase.thrown.length);
  const own = seat === null ? null : (phase.thrown[thrown.indexOf(seat)] ?? null);
  return { ...none, thrown, own_throw: own, contest: phase.last };
}

/**
 * Trumps and the turn-up, with its holder while that is known.
 * @param {Match} match
 */
function trumpsOf(match) {
  const { rules, deal, phase } = match;
  const source = rules.trumps.source(match.number);
  const { suits } = rules.trumps;
  const fixed = source === "fixed" ? (suits[match.number % suits.length] ?? null) : deal.trump;
  const trump = /** @type {MatchView["trump"]} */ (fixed);
  const known = { trump, trump_known: source === "fixed" || trump !== null, turn_up: null, turn_up_seat: null, turn_up_shown: false };
  const turnUp = source === "fixed" ? null : deal.turnUp;
  if (turnUp === null) return known;
  if (source !== "turned") return { ...known, turn_up: turnUp, turn_up_shown: isTurnUpShown(match), turn_up_seat: holderOfDrawn(match, turnUp) };
  const later = phase.kind === "card" && deal.played.length < (deal.hands?.length ?? 0) - 1;
  const inHand = phase.kind === "card" && (later || phase.held[deal.dealer]?.includes(turnUp));
  return { ...known, turn_up: turnUp, turn_up_seat: inHand ? deal.dealer : null, turn_up_shown: isTurnUpShown(match) };
}

/**
 * The seat that holds the turn-up after drawing it from the stock (G3).
 * @param {Match} match
 * @param {string} turnUp
 */
function holderOfDrawn({ deal, phase }, turnUp) {
  const first = phase.kind === "card" && deal.stock.length ? phase.tricks[0]?.winner : undefined;
  return first !== undefined && phase.kind === "card" && phase.held[first]?.includes(turnUp) ? first : null;
}

/**
 * The stock, and the cards drawn that the seat has seen: its own, and those that lay face up (G3). Absent without one.
 * @param {Match} match
 * @param {number | null} seat
 */
function stockOf({ rules: { plan }, deal, phase }, seat) {
  if (!plan.stock) return {};
  if (!deal.hands || phase.kind === "nothing") return { stock: 0, stock_top: null, drawn: [] };
  const isOpen = (/** @type {string} */ card) => card === deal.turnUp || plan.stock?.shown;
  const { stock, drawn } = phase.kind === "card" ? phase : { stock: deal.stock, drawn: [] };
  const [top] = stock;
  return {
    stock: stock.length,
    stock_top: top !== undefined && isOpen(top) ? top : null,
    drawn: drawn.map((cards) => cards.map(([by, card], at) => (by === seat || (at === 0 && isOpen(card)) ? card : null))),
  };
}

/**
 * Tells whether the turn-up lies face up: the dealer's card until the dealer's first turn (W4, S4), that of a stock until
 * it is drawn (G3).
 * @param {Match} match
 */
export function isTurnUpShown({ rules, deal, phase, past, toAct }) {
  if (deal.turnUp === null) return false;
  if (deal.stock.length) return deal.result === null && !(phase.kind === "card" && phase.tricks.length);
  if (rules.trumps.source(past.length) !== "turned") return deal.result === null;
  if (phase.kind !== "card") return false;
  const lastHand = deal.played.length === (deal.hands?.length ?? 0) - 1;
  return !lastHand || (!phase.tricks.length && toAct !== deal.dealer);
}

/**
 * The hand under way as the seat sees it.
 * @param {Match} match
 * @param {number | null} seat
 */
function cardsOf({ rules, deal, phase }, seat) {
  const earlier = deal.played.flat();
  const won = countTricks(earlier, rules.players);
  const none = {
    hand_number: 0, hand_count: 1, hand: [], counts: [], won: countTricks([], rules.players), tricks: [], table_seats: [], passed: [], table: [], broken: false,
  };
  if (!deal.hands || phase.kind === "nothing") return none;
  const shared = { ...none, hand_number: deal.played.length, hand_count: deal.hands.length };
  if (phase.kind !== "card") {
    const dealt = deal.hands[deal.played.length] ?? [];
    return { ...shared, won, hand: seat === null ? [] : (dealt[seat] ?? []), counts: dealt.map((cards) => cards.length) };
  }
  return {
    ...shared,
    hand: seat === null ? [] : (phase.held[seat] ?? []),
    counts: phase.held.map((cards) => cards.length),
    won: countTricks([...earlier, ...phase.tricks.slice(trickCounts(rules, deal.number).idle)], rules.players),
    tricks: phase.tricks,
    table_seats: phase.order,
    passed: [...phase.passed].sort((one, other) => one - other),
    table: phase.table,
    broken: !rules.breakTrumps || phase.broken,
  };
}

/**
 * @param {TrickView[]} tricks
 * @param {number} players
 */
function countTricks(tricks, players) {
  return Array.from({ length: players }, (_, seat) => tricks.filter((trick) => trick.winner === seat).length);
}

/** The last complete trick, possibly of an earlier hand or of the deal before. @param {Match} match */
function lastTrick({ allDeals, deal, phase }) {
  const finished = allDeals.filter((each) => each.result).at(-1);
  const now = deal.result ? [] : deal.played.flat();
  const tricks = [...(finished?.played.flat() ?? []), ...now, ...(phase.kind === "card" ? phase.tricks : [])];
  return tricks.at(-1) ?? null;
}
