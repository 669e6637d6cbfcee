// Words: what has happened, and whose turn it is.

import { cardName, sorted, suitName } from "../cards/card-names.js";
import { words, wordsOr } from "../i18n/translate.js";
import { isOwnTurn } from "../wire/state.js";
import { about, nameAt, sideName, youOrName } from "./player-names.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").Note} Note */
/** @typedef {import("../wire/protocol").CardPlayed} CardPlayed */
/** @typedef {import("../wire/protocol").ChatMessage} ChatMessage */
/** @typedef {import("../cards/card-names.js").Suit} Suit */
/** @typedef {"red" | "blue"} Pack */

/** The phrases that the server knows. */
export const PHRASES = ["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game", "bye"];

/**
 * What somebody has said.
 * @param {ChatMessage} talk
 */
export function saying(talk) {
  return talk.text ?? wordsOr(`phrase.${talk.phrase}`, talk.phrase ?? "");
}

/** @param {ChatMessage} talk */
export function talkLine(talk) {
  return words("talk.line", { name: talk.name, text: saying(talk) });
}

/**
 * What a game is called, from its id.
 * @param {string} game
 */
export function gameName(game) {
  return wordsOr(`game.${game}`, game);
}

/**
 * Which pack is dealt: two are used in turn (W3).
 * @param {TableView} table
 * @returns {Pack}
 */
export function packOf(table) {
  return (table.match?.number ?? 0) % 2 ? "blue" : "red";
}

/**
 * Whose turn it is and what for, in a few words.
 * @param {TableView} table
 * @returns {string}
 */
export function situation(table) {
  const { match, stage } = table;
  if (stage === "gathering") return gathering(table);
  if (stage === "drawing") return words(table.draw?.purpose === "deal" ? "turn.drawing" : "turn.cutting");
  if (stage === "pause") return words("turn.pause");
  if (stage === "closed") return words("turn.closed");
  if (stage === "over") return words("turn.over");
  if (!match || match.to_act === null || table.turn === null) return isOut(table) ? words("turn.out") : "";
  const name = nameAt(table, match.to_act);
  const own = isOwnTurn(table);
  if (match.awaited === "choice") return own ? words("turn.choose") : words("turn.other-choose", { name });
  if (match.awaited === "throw") return own ? words("turn.throw") : words("turn.other-throw", { name });
  if (own) return words(match.table.length ? "turn.yours" : "turn.lead");
  const turn = words(match.table.length ? "turn.other" : "turn.other-lead", { name });
  return isOut(table) ? `${words("turn.out")} ${turn}` : turn;
}

/** @param {TableView} table */
function gathering(table) {
  const open = table.places.filter((place) => place.kind === "open").length;
  if (table.you === null) return words("turn.take");
  if (open) return words("turn.gathering", { n: open });
  return table.you_host ? words("turn.begin") : words("turn.host-begins", { name: table.host });
}

/** Whether one plays no more in this match (K6). @param {TableView} table */
export function isOut({ match }) {
  return match !== null && match.seat !== null && !match.over && !match.seats.includes(match.seat);
}

/** Said aloud when one is to act. @param {TableView} table */
export function turnLine(table) {
  return isOwnTurn(table) ? `${situation(table).replace(/[.?!]$/, "")}.` : "";
}

/**
 * @param {TableView} table As it was before the card.
 * @param {CardPlayed} played
 */
export function playedLine(table, { seat, card }) {
  const leads = !table.match?.table.length;
  return about(table, seat, leads ? "told.lead" : "told.play", { card: cardName(card) });
}

/**
 * @param {TableView} table
 * @param {number} winner
 */
export function wonLine(table, winner) {
  return about(table, winner, "told.win");
}

/**
 * Who deals which pack, and what are trumps.
 * @param {TableView} table
 */
export function dealLine(table) {
  const match = table.match;
  if (!match) return "";
  const count = match.hand_count;
  const lines = [];
  if (match.hand_number) lines.push(words("told.hand", { n: match.hand_number + 1, count }));
  else lines.push(about(table, match.dealer, "told.dealt", { pack: words(`pack.${packOf(table)}`) }));
  if (!match.hand_number && count > 1) lines.push(words("told.hand", { n: 1, count }));
  return [...lines, trumpLine(table)].join(" ").trim();
}

/** @param {TableView} table */
export function trumpLine({ match }) {
  if (!match?.trump_known) return "";
  if (!match.trump) return words("told.no-trumps");
  const suit = suitName(match.trump);
  const turned = match.turn_up_shown && match.turn_up;
  return turned ? words("told.turned", { card: cardName(turned), suit }) : words("told.trumps", { suit });
}

/** One's own hand, to be heard. @param {TableView} table */
export function handLine({ match }) {
  if (!match?.hand.length) return match?.seat === null ? "" : words("told.no-hand");
  return words("told.your-hand", { cards: sorted(match.hand).map(cardName).join(", ") });
}

/**
 * What was turned when cards were cut, and what that settles.
 * @param {TableView} table After it.
 * @param {import("../wire/protocol").CardsCut} told
 * @param {boolean} again It was a tie.
 * @returns {{cards: string, settled: string}}
 */
export function cutLines(table, { purpose, cards }, again) {
  const one = (/** @type {[number, string]} */ [place, card]) =>
    about(table, table.places[place]?.seat ?? 0, "told.cut", { card: cardName(card) });
  return { cards: cards.map(one).join(" "), settled: again ? words("told.cut.again") : drawnLine(purpose, table) };
}

/**
 * What was thrown in a tie for the choice of trumps, and who has it now (K5).
 * @param {TableView} before
 * @param {TableView} after
 * @returns {string[]}
 */
export function throwLines(before, after) {
  const [was, now] = [before.match, after.match];
  if (!now?.contest.length || JSON.stringify(was?.contest) === JSON.stringify(now.contest)) return [];
  if (now.contest.every(([, shown]) => shown.length === 2)) return []; // cards, which were told of when they were cut
  const throws = now.contest.map(([seat, thrown]) =>
    words("told.throw.one", { name: youOrName(after, seat), throw: throwName(thrown) }),
  );
  const again = now.awaited === "throw" ? words("told.throw.again") : now.awaited === "cut" ? words("told.cut.again") : "";
  const settled = now.chooser === null ? again : about(after, now.chooser, "told.chooser");
  return [words("told.throws", { throws: throws.join(", ") }), settled];
}

/** @param {string} thrown */
export function throwName(thrown) {
  return wordsOr(`throw.${thrown}`, thrown);
}

/**
 * @param {string} purpose Of a cut that is over.
 * @param {TableView} table
 */
function drawnLine(purpose, table) {
  const { match } = table;
  if (!match) return "";
  if (purpose === "trumps") return match.chooser === null ? "" : about(table, match.chooser, "told.chooser");
  const dealer = about(table, match.dealer, "told.first-dealer");
  if (purpose !== "partners") return dealer;
  const sides = table.sides.map((side) => sideName(table, side)).join(" – ");
  return `${words("told.partners", { sides })} ${dealer}`;
}

/**
 * What somebody has chosen.
 * @param {TableView} before
 * @param {TableView} after
 */
export function actLine(before, after) {
  const [was, now] = [before.match, after.match];
  if (was?.awaited !== "choice" || !now?.trump || now.chooser === null || !now.trump_known) return [];
  return [about(after, now.chooser, "told.choose", { suit: suitName(now.trump) })];
}

/** For each kind of note, its text. @type {Record<string, string>} */
const NOTES = {
  sat: "told.sat",
  "bot-seated": "told.sat",
  vacated: "told.stood",
  claimed: "told.claimed",
  "claim-denied": "told.denied",
  undone: "told.undone",
  "took-over": "told.away",
  returned: "told.back",
};

/**
 * @param {Note} note
 * @param {TableView} before
 * @param {TableView} after
 */
export function noteLine(note, before, after) {
  if (note.kind === "closed") return words("told.closed");
  if (note.kind === "begun") return words("told.begun");
  const stem = NOTES[note.kind];
  if (!stem || note.place === null) return "";
  const own = note.place === after.you || note.place === before.you;
  const name = after.places[note.place]?.name || before.places[note.place]?.name || words("who.somebody");
  return words(/** @type {import("../i18n/translate.js").Word} */ (`${stem}.${own ? "you" : "other"}`), { name });
}

/**
 * Who takes no more part from now on, in words (K6).
 * @param {TableView} table At the end of a deal.
 */
export function outLines(table) {
  const { match } = table;
  const deal = match?.deals.at(-1);
  if (!match || !deal || !table.eliminates) return [];
  const played = table.places.map((place) => place.seat).filter((seat) => stillIn(match.deals.slice(0, -1), seat));
  return played.filter((seat) => !deal.tricks[seat]).map((seat) => about(table, seat, "told.out"));
}

/**
 * @param {import("../wire/protocol").DealView[]} deals
 * @param {number} seat
 */
function stillIn(deals, seat) {
  return deals.every((deal) => Boolean(deal.tricks[seat]));
}

/**
 * What a deal, or the match, has come to, to be heard.
 * @param {TableView} table
 */
export function resultLines(table) {
  const deal = table.match?.deals.at(-1);
  if (!deal || (table.stage !== "pause" && table.stage !== "over")) return [];
  const sides = table.sides.map((side, at) => {
    const n = side.reduce((sum, seat) => sum + (deal.tricks[seat] ?? 0), 0);
    return words("again.side", { name: sideName(table, side), tricks: words("tricks", { n }), score: deal.score[at] ?? 0 });
  });
  const result = `${situation(table)}. ${sides.join("; ")}.`;
  return [result, ...outLines(table), ...(table.stage === "over" ? [resultLine(table)] : [])];
}

/** Who has won the match. @param {TableView} table */
export function resultLine(table) {
  const match = table.match;
  if (!match || match.winner === null) return words("result.drawn");
  const side = table.sides[match.winner] ?? [];
  const own = match.seat !== null && side.includes(match.seat);
  if (own) return side.length > 1 ? words("result.won.yours", { name: sideName(table, side) }) : words("result.won.you");
  return words(side.length > 1 ? "result.won.several" : "result.won.one", { name: sideName(table, side) });
}

/** The last trick, in words. @param {TableView} table */
export function lastTrickLine(table) {
  const last = table.match?.last_trick;
  if (!last) return words("again.no-trick");
  const cards = last.cards.map((card, at) => {
    const seat = last.seats[at] ?? 0;
    const given = { name: youOrName(table, seat), card: cardName(card) };
    return words(seat === last.winner ? "again.won" : "again.card", given);
  });
  return words("again.trick", { cards: cards.join(", ") });
}

/** Whose turn it is and what lies on the table, in words. @param {TableView} table */
export function turnAgainLine(table) {
  const match = table.match;
  const lying = (match?.table ?? []).map((card, at) =>
    words("again.card", { name: youOrName(table, match?.table_seats[at] ?? 0), card: cardName(card) }),
  );
  const cards = lying.length ? words("again.table", { cards: lying.join(", ") }) : words("again.nothing");
  return table.stage === "playing" ? `${situation(table)}. ${cards}` : situation(table);
}

/** Tricks and score of each side, in words. @param {TableView} table */
export function scoreLine(table) {
  const match = table.match;
  if (!match) return words("again.deal");
  const sides = table.sides.map((side, at) => {
    const n = side.reduce((sum, seat) => sum + (match.won[seat] ?? 0), 0);
    const given = { name: sideName(table, side), tricks: words("tricks", { n }), score: scoreOf(table, at) };
    return words("again.side", given);
  });
  return `${sides.join("; ")}.`;
}

/**
 * The score of a side; when the deal or the match is over, with what it has brought.
 * @param {TableView} table
 * @param {number} side
 */
export function scoreOf({ match, stage }, side) {
  if (!match) return 0;
  const after = stage === "pause" || stage === "over" ? match.deals.at(-1)?.score : undefined;
  return (after ?? match.score)[side] ?? 0;
}
