// The end of a match: a target, a rubber, a number of deals, or the last player left in (W6, W7, D1, S7, K4, K8, X5).

/** @typedef {import("./deal-scoring.js").DealFacts} DealFacts */

/**
 * @typedef {object} Standing A match between two deals.
 * @property {number[]} score Score of each side in the game under way, or at the end of the game just ended.
 * @property {number[]} games Games won by each side.
 * @property {number[]} seatsIn Seats that still play.
 * @property {number[]} dogs Those of them that play the next deal with one card, and may pass (X5).
 * @property {boolean} dogsLifeGiven The match has had its dog's life.
 * @property {number} deals Number of finished deals.
 * @property {boolean} gameOver The last deal ended a game.
 * @property {boolean} over
 * @property {number | null} winner Side that won the match; null while it goes on, or level.
 * @property {number[]} rubber Points of each side for the games and the rubber it won, where these count (X6).
 */

/**
 * @typedef {object} MatchScoring A way of adding up deals to a match.
 * @property {boolean} eliminates A player without a trick is out.
 * @property {number | null} stopsAt Score at which the scoring of a deal stops (H3).
 * @property {(sides: number, players: number) => Standing} start
 * @property {(standing: Standing, deal: DealFacts, stages: number[][]) => {points: number[], standing: Standing}} after
 */

/**
 * Returns the score at the start of the next deal: zero in each new game of a rubber (W7).
 * @param {Standing} standing
 */
export function carriedScore({ gameOver, score }) {
  return gameOver ? score.map(() => 0) : score;
}

/**
 * The first side to the target wins the game, the first to a number of games the match (W6, W7). Scoring stops at
 * the stage in which a side reaches the target (H3, H4).
 * @param {number} target
 * @param {number} games
 * @param {boolean} rubberPoints Games and the rubber have points of their own (X6).
 * @returns {MatchScoring}
 */
export function firstTo(target, games = 1, rubberPoints = false) {
  return {
    eliminates: false,
    stopsAt: target,
    start: (sides, players) => ({ ...start(sides, players), rubber: rubberPoints ? Array(sides).fill(0) : [] }),
    after: (standing, deal, stages) => {
      let score = carriedScore(standing);
      let points = deal.sides.map(() => 0);
      for (const stage of stages) {
        score = add(score, stage);
        points = add(points, stage);
        if (Math.max(...score) >= target) break;
      }
      const gameOver = Math.max(...score) >= target;
      const best = gameOver ? score.indexOf(Math.max(...score)) : null;
      const won = withGame(standing.games, best);
      const over = Math.max(...won) >= games;
      const made = gamePoints(target, Math.min(...score)) + (over ? RUBBER_POINTS : 0);
      const rubber = standing.rubber.map((had, side) => had + (side === best ? made : 0));
      return { points, standing: { ...standing, score, games: won, deals: standing.deals + 1, gameOver, over, winner: over ? best : null, rubber } };
    },
  };
}

/**
 * A fixed number of deals; the highest score wins, and a tie stays a tie (D1).
 * @param {number} number
 * @returns {MatchScoring}
 */
export function fixedDeals(number) {
  return {
    eliminates: false,
    stopsAt: null,
    start,
    after: (standing, deal, stages) => {
      const points = sum(deal, stages);
      const score = add(standing.score, points);
      const deals = standing.deals + 1;
      const over = deals >= number;
      return { points, standing: { ...standing, score, deals, gameOver: over, over, winner: over ? aloneOnTop(score) : null } };
    },
  };
}

/** Points for the rubber itself (X6). */
const RUBBER_POINTS = 2;

/**
 * The points for a game: treble, double or single, by the score of the losers (X6).
 * @param {number} target
 * @param {number} losers
 */
function gamePoints(target, losers) {
  if (losers === 0) return 3;
  return 2 * losers < target ? 2 : 1;
}

/**
 * The highest score at or above the target after a whole deal wins; a tie plays on (S7).
 * @param {number} target
 * @param {boolean} countsOut If several sides would reach the target, the stages are counted one by one until one side is
 *   alone in front there (X4).
 * @returns {MatchScoring}
 */
export function highestAt(target, countsOut) {
  return {
    eliminates: false,
    stopsAt: null,
    start,
    after: (standing, deal, stages) => {
      const winnerOf = (/** @type {number[]} */ score) => (Math.max(...score) >= target ? aloneOnTop(score) : null);
      let points = sum(deal, stages);
      if (countsOut && add(standing.score, points).filter((total) => total >= target).length > 1) {
        const counted = stages.map((_, at) => sum(deal, stages.slice(0, at + 1)));
        points = counted.find((each) => winnerOf(add(standing.score, each)) !== null) ?? points;
      }
      const score = add(standing.score, points);
      const winner = winnerOf(score);
      const over = winner !== null;
      const games = withGame(standing.games, winner);
      return { points, standing: { ...standing, score, games, deals: standing.deals + 1, gameOver: over, over, winner } };
    },
  };
}

/**
 * A player without a trick is out, the last one in wins (K4, K8). No sides.
 * @param {boolean} dogsLife The first to be without a trick stay in for a deal with one card, unless a player has won (X5).
 * @returns {MatchScoring}
 */
export function lastStanding(dogsLife) {
  return {
    eliminates: true,
    stopsAt: null,
    start: (sides, players) => ({ ...start(sides, players), score: Array(players).fill(1), games: Array(players).fill(0) }),
    after: (standing, deal) => {
      const takers = standing.seatsIn.filter((seat) => deal.tricks[seat]);
      const over = takers.length === 1;
      const seatsIn = dogsLife && !standing.dogsLifeGiven && !over ? standing.seatsIn : takers;
      const dogs = seatsIn.filter((seat) => !deal.tricks[seat]);
      const score = deal.tricks.map((_, seat) => Number(seatsIn.includes(seat)));
      const winner = over ? /** @type {number} */ (takers[0]) : null;
      const games = withGame(standing.games, winner);
      const dogsLifeGiven = standing.dogsLifeGiven || dogs.length > 0;
      const next = { score, games, seatsIn, dogs, dogsLifeGiven, deals: standing.deals + 1, gameOver: over, over, winner, rubber: [] };
      return { points: deal.tricks, standing: next };
    },
  };
}

/**
 * @param {number} sides
 * @param {number} players
 * @returns {Standing}
 */
function start(sides, players) {
  const none = Array(sides).fill(0);
  const seatsIn = Array.from({ length: players }, (_, seat) => seat);
  return { score: none, games: none, seatsIn, dogs: [], dogsLifeGiven: false, deals: 0, gameOver: false, over: false, winner: null, rubber: [] };
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function add(one, other) {
  return one.map((points, side) => points + (other[side] ?? 0));
}

/**
 * @param {DealFacts} deal
 * @param {number[][]} stages
 */
function sum({ sides }, stages) {
  return stages.reduce(add, sides.map(() => 0));
}

/** The side with the highest score; null if it is level with another. @param {number[]} score */
function aloneOnTop(score) {
  const best = Math.max(...score);
  return score.filter((points) => points === best).length === 1 ? score.indexOf(best) : null;
}

/**
 * @param {number[]} games
 * @param {number | null} winner
 */
function withGame(games, winner) {
  return games.map((won, side) => won + Number(side === winner));
}
