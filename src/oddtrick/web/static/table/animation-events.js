// What an update shows, moment by moment: a card, a trick won, a trick taken, a deal. Pure.

import { laid, placeAt, taken } from "../wire/state.js";
import { actLine, cutLines, dealLine, handLine, noteLine, playedLine, resultLines, talkLine, throwLines, turnLine, wonLine } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").Update} Update */
/** @typedef {import("../wire/protocol").CardPlayed} CardPlayed */
/** @typedef {import("../wire/protocol").CardsCut} CardsCut */

/**
 * @typedef {object} Moment Something that is seen for a while.
 * @property {"card" | "won" | "taken" | "cut" | "word" | "drawing" | "dealt" | "still"} kind
 * @property {TableView} table The table from this moment on.
 * @property {number | null} seat Who played, or won.
 * @property {string | null} card
 * @property {string} said What is said aloud.
 * @property {string} word What stands on the table for a moment, in large letters; mostly nothing.
 * @property {Settled | null} settled What the cards that were cut have settled.
 */

/**
 * @typedef {object} Settled What a cut came to, by seats.
 * @property {number | null} first Who deals first, or chooses trumps.
 * @property {Record<number, number>} sides Who plays with whom, where that was cut for.
 */

/**
 * @param {TableView} before
 * @param {Update} update
 * @param {TableView} after
 * @param {boolean} quiet What others say is passed over.
 * @returns {Moment[]}
 */
export function momentsOf(before, update, after, quiet) {
  /** @type {Moment[]} */
  const moments = [];
  let table = before;
  const said = [];
  for (const told of update.events) {
    if (told.type === "played") {
      const shown = playedMoments(table, told);
      moments.push(...shown);
      table = shown.at(-1)?.table ?? table;
    } else if (told.type === "cut") moments.push(cutMoment(before, told, after, update));
    else if (told.type === "chat") said.push(quiet && told.message.place !== after.you ? "" : talkLine(told.message));
    else said.push(noteLine(told, before, after));
  }
  return [...moments, ...changes(table, after, said.filter(Boolean), update)];
}

/**
 * A card falls; where it completes the trick, somebody has won it, and takes it.
 * @param {TableView} table
 * @param {CardPlayed} told
 * @returns {Moment[]}
 */
function playedMoments(table, told) {
  if (!table.match) return [];
  const { seat, card, winner } = told;
  const lying = laid(table.match, seat, card);
  const shown = nextAfter({ ...table, match: lying, turn: null }, winner === null);
  const fallen = moment("card", shown, { seat, card, said: playedLine(table, told) });
  if (winner === null) return [fallen];
  const gone = { ...shown, match: taken(lying, winner) };
  return [
    fallen,
    moment("won", shown, { seat: winner, said: wonLine(table, winner) }),
    moment("taken", gone, { seat: winner }),
  ];
}

/**
 * Each shows the card that they have cut; who plays together sits opposite by then. Where some cut again, the
 * cards of the others still lie there.
 * @param {TableView} before
 * @param {CardsCut} told
 * @param {TableView} after
 * @param {Update} update All that was told with it.
 * @returns {Moment}
 */
function cutMoment(before, told, after, update) {
  const { match } = after;
  const again = isTied(update, told, after);
  const turned = new Map([...cutBefore(before, told, update), ...told.cards]);
  const cut = [...turned].map(([place, card]) => /** @type {[number, string]} */ ([after.places[place]?.seat ?? 0, card]));
  const counts = match?.counts.map(() => 0) ?? [];
  const bare = { contest: [], table: [], hand: [], counts, to_act: null, trump_known: false, turn_up_shown: false };
  const shown = { ...after, turn: null, draw: null, stage: /** @type {const} */ ("playing"), match: match && { ...match, ...bare, cut, dealer: again ? -1 : match.dealer } };
  const lines = cutLines(after, told, again);
  return moment("cut", shown, { said: `${lines.cards} ${lines.settled}`, word: lines.settled, settled: again ? null : settledBy(told.purpose, cut, after) });
}

/**
 * What was turned for the same purpose up to then: in an earlier update, or in this one.
 * @param {TableView} before
 * @param {CardsCut} told
 * @param {Update} update
 * @returns {[number, string][]} Places and cards.
 */
function cutBefore(before, told, update) {
  const lying = before.draw?.purpose === told.purpose ? (before.match?.cut ?? []) : [];
  const earlier = lying.map(([seat, card]) => /** @type {[number, string]} */ ([placeAt(before, seat), card]));
  for (const each of update.events.slice(0, update.events.indexOf(told)))
    if (each.type === "cut" && each.purpose === told.purpose) earlier.push(...each.cards);
  return earlier;
}

/**
 * Whether those who cut the same card cut again.
 * @param {Update} update
 * @param {CardsCut} told
 * @param {TableView} after
 */
function isTied(update, told, after) {
  const last = update.events.filter((each) => each.type === "cut" && each.purpose === told.purpose).at(-1) === told;
  return !last || after.draw?.purpose === told.purpose || after.match?.awaited === "cut" || after.match?.awaited === "throw";
}

/**
 * @param {string} purpose
 * @param {[number, string][]} cut
 * @param {TableView} after
 * @returns {Settled}
 */
function settledBy(purpose, cut, { match, sides }) {
  const first = (purpose === "trumps" ? match?.chooser : match?.dealer) ?? null;
  if (purpose !== "partners") return { first, sides: {} };
  return { first, sides: Object.fromEntries(cut.map(([seat]) => [seat, sides.findIndex((side) => side.includes(seat))])) };
}

/**
 * Who plays next can be seen at once; that it is oneself, only when all has been shown.
 * @param {TableView} table
 * @param {boolean} goes Whether the trick goes on.
 * @returns {TableView}
 */
function nextAfter(table, goes) {
  const match = table.match;
  const next = match?.table_seats[match.table.length];
  if (!match || !goes || next === undefined || next === match.seat) return table;
  return { ...table, turn: placeAt(table, next), match: { ...match, to_act: next } };
}

/**
 * What an update changes besides the cards on the table.
 * @param {TableView} table As the cards have left it.
 * @param {TableView} after
 * @param {string[]} said
 * @param {Update} update
 * @returns {Moment[]}
 */
function changes(table, after, said, update) {
  const moments = [];
  const word = wordsOnTable(table, after, update);
  if (word.length) moments.push(moment("word", settled(table, after), { word: word.join(" "), said: word.join(" ") }));
  const spoken = said.filter((line) => !word.includes(line));
  if (after.stage !== table.stage) spoken.push(...resultLines(after));
  if (after.stage === "drawing" && after.draw?.number !== table.draw?.number) {
    return [...moments, moment("drawing", after, { said: spoken.join(" ") })];
  }
  if (dealtAnew(table, after)) {
    moments.push(moment("dealt", after, { said: [...spoken, dealLine(after), handLine(after)].join(" ") }));
    spoken.length = 0;
  }
  const turn = update.turn || update.table ? turnLine(after) : "";
  return [...moments, moment("still", after, { said: [...spoken, turn].filter(Boolean).join(" ") })];
}

/**
 * What is worth a word for all to see.
 * @param {TableView} table
 * @param {TableView} after
 * @param {Update} update
 * @returns {string[]}
 */
function wordsOnTable(table, after, update) {
  const large = update.events.flatMap((told) =>
    told.type === "note" && (told.kind === "claimed" || told.kind === "claim-denied") ? [noteLine(told, table, after)] : [],
  );
  return [...large, ...throwLines(table, after), ...actLine(table, after)].filter(Boolean);
}

/**
 * The table while a word stands on it: what was cut or thrown lies there, nobody is dealt cards yet.
 * @param {TableView} table
 * @param {TableView} after
 * @returns {TableView}
 */
function settled(table, after) {
  if (!table.match || !after.match || !dealtAnew(table, after)) return { ...after, turn: null };
  const counts = after.match.counts.map(() => 0);
  const match = { ...after.match, hand: [], counts, to_act: null, trump_known: after.match.awaited === "card" && after.match.chooser !== null };
  return { ...after, turn: null, match };
}

/**
 * Whether there are other cards to be taken up.
 * @param {TableView} table
 * @param {TableView} after
 */
export function dealtAnew(table, after) {
  const [was, now] = [table.match, after.match];
  if (!now || after.stage !== "playing" || !now.counts.some(Boolean)) return false;
  if (!was || table.number !== after.number) return true;
  const other = was.number !== now.number || was.hand_number !== now.hand_number;
  return other || !was.counts.some(Boolean);
}

/**
 * @param {Moment["kind"]} kind
 * @param {TableView} table
 * @param {Partial<Moment>} [more]
 * @returns {Moment}
 */
function moment(kind, table, more) {
  return { kind, table, seat: null, card: null, said: "", word: "", settled: null, ...more };
}
