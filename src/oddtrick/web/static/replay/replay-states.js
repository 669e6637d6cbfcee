// A match as moments: what lies on the table after so many cards. Pure; the server has told the rest.

/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/protocol").DealSteps} DealSteps */
/** @typedef {import("../wire/protocol").TrickSteps} TrickSteps */
/** @typedef {[number, string]} Play Who played what. */

/**
 * @typedef {object} Moment A deal after so many cards.
 * @property {number} hand Which of the separate hands it is, from 0.
 * @property {number} trick Which trick of that hand, from 0; -1 before the first card.
 * @property {Play[]} table What lies on the table.
 * @property {number | null} winner Who takes the trick; null as long as it is not complete.
 * @property {number | null} next Who plays the next card; null: nobody does.
 * @property {ReadonlySet<string>} gone What has been played of this hand, the table included.
 * @property {number[]} won Tricks of each seat so far.
 */

/**
 * @typedef {object} Place A moment in a match.
 * @property {number} deal From 0.
 * @property {number} card So many have been played in it.
 */

/**
 * A trick with its place in the deal.
 * @typedef {object} Placed
 * @property {number} hand
 * @property {number} number In its hand, from 0.
 * @property {TrickSteps} trick
 * @property {number} first How many cards were played before it.
 * @property {number} end How many with it.
 */

/**
 * Every trick of a deal, in order.
 * @param {DealSteps} deal
 * @returns {Placed[]}
 */
export function tricksOf(deal) {
  let end = 0;
  return deal.hands.flatMap(({ tricks }, hand) =>
    tricks.map((trick, number) => {
      const first = end;
      end += trick.plays.length;
      return { hand, number, trick, first, end };
    }),
  );
}

/**
 * How many cards were played in a deal.
 * @param {DealSteps} deal
 */
export function lengthOf(deal) {
  return tricksOf(deal).at(-1)?.end ?? 0;
}

/**
 * @param {DealSteps} deal
 * @param {number} card So many have been played.
 * @returns {Moment}
 */
export function momentAt(deal, card) {
  const tricks = tricksOf(deal);
  const at = tricks.findIndex(({ first, end }) => first < card && card <= end);
  const now = tricks[at];
  const hand = now?.hand ?? 0;
  const table = /** @type {Play[]} */ (now?.trick.plays.slice(0, card - now.first) ?? []);
  const complete = tricks.filter(({ end }) => end <= card);
  const won = deal.tricks.map((_, seat) => complete.filter(({ trick }) => trick.winner === seat).length);
  const before = complete.filter((each) => each.hand === hand && each !== now).flatMap(({ trick }) => trick.plays);
  return {
    hand,
    trick: now?.number ?? -1,
    table,
    winner: now?.end === card ? now.trick.winner : null,
    next: playAt(tricks, card)?.[0] ?? null,
    gone: new Set([...before, ...table].map(([, played]) => played)),
    won,
  };
}

/**
 * The card that is played after so many.
 * @param {Placed[]} tricks
 * @param {number} card
 * @returns {Play | undefined}
 */
function playAt(tricks, card) {
  const now = tricks.find(({ end }) => card < end);
  return /** @type {Play | undefined} */ (now?.trick.plays[card - now.first]);
}

/**
 * The place a card further, or back; over the ends of deals.
 * @param {MatchSteps} match
 * @param {Place} place
 * @param {1 | -1} way
 * @returns {Place}
 */
export function byCard(match, place, way) {
  return within(match, { deal: place.deal, card: place.card + way });
}

/**
 * The end of this trick or the next; back: the end of the one before, and the beginning of the deal.
 * @param {MatchSteps} match
 * @param {Place} place
 * @param {1 | -1} way
 * @returns {Place}
 */
export function byTrick(match, place, way) {
  const deal = match.deals[place.deal];
  const ends = deal ? [0, ...tricksOf(deal).map(({ end }) => end)] : [0];
  const further = way > 0 ? ends.find((end) => end > place.card) : ends.filter((end) => end < place.card).at(-1);
  return within(match, { deal: place.deal, card: further ?? place.card + way });
}

/**
 * The beginning of another deal.
 * @param {MatchSteps} match
 * @param {Place} place
 * @param {number} by
 * @returns {Place}
 */
export function byDeal(match, place, by) {
  const deal = Math.min(Math.max(place.deal + by, 0), match.deals.length - 1);
  return { deal, card: 0 };
}

/**
 * The nearest place that there is.
 * @param {MatchSteps} match
 * @param {Place} place
 * @returns {Place}
 */
export function within(match, { deal, card }) {
  const last = match.deals.length - 1;
  if (deal > last) return within(match, { deal: last, card: Infinity });
  if (deal < 0) return { deal: 0, card: 0 };
  const length = lengthOf(/** @type {DealSteps} */ (match.deals[deal]));
  if (card > length) return deal < last && card === length + 1 ? { deal: deal + 1, card: 0 } : { deal, card: length };
  if (card >= 0) return { deal, card };
  if (!deal) return { deal, card: 0 };
  return within(match, { deal: deal - 1, card: Infinity });
}

/**
 * The place that an address names, as in `#deal=2&card=17&seat=1`; deals are counted from 1 there.
 * @param {string} hash
 * @param {MatchSteps} match
 * @returns {Place & {seat: number | null}} `seat` is who sits below; null: the address says nothing.
 */
export function placeIn(hash, match) {
  const told = new URLSearchParams(hash.replace("#", ""));
  const number = (/** @type {string} */ name, /** @type {number} */ usual) => {
    const text = told.get(name) ?? "";
    return /^\d{1,6}$/.test(text) ? Number(text) : usual;
  };
  const seat = number("seat", -1);
  const deal = Math.min(Math.max(number("deal", 1), 1), match.deals.length) - 1;
  const length = lengthOf(/** @type {DealSteps} */ (match.deals[deal]));
  const card = Math.min(number("card", 0), length);
  return { deal, card, seat: seat >= 0 && seat < match.players ? seat : null };
}

/**
 * The part of an address that leads to a place.
 * @param {Place} place
 * @param {number | null} seat Who sits below, where that is worth telling.
 */
export function hashOf({ deal, card }, seat) {
  return `#deal=${deal + 1}&card=${card}${seat === null ? "" : `&seat=${seat}`}`;
}
