// Words: what has happened, whose turn it is, what a deal came to.

import { cardName, suitName } from "../cards/names.js";
import { wordsOr } from "../words/words.js";
import { isOwnTurn, nameAt, ownSeat, sideName } from "../wire/known.js";

/** @typedef {import("../wire/frames").TableSeen} TableSeen */
/** @typedef {import("../wire/frames").DealSeen} DealSeen */
/** @typedef {import("../wire/frames").Note} Note */
/** @typedef {import("../wire/frames").Played} Played */
/** @typedef {import("../wire/frames").Talk} Talk */
/** @typedef {import("../wire/frames").Update} Update */

/** The phrases that the server knows, in our words. @type {Record<string, string>} */
export const PHRASES = {
  hello: "Hello!",
  "good-luck": "Good luck!",
  "well-played": "Well played!",
  thanks: "Thank you!",
  sorry: "Sorry!",
  "one-moment": "One moment, please.",
  "good-game": "Good game!",
  bye: "Goodbye!",
};

/**
 * What somebody has said.
 * @param {Talk} talk
 */
export function words(talk) {
  return talk.text ?? PHRASES[talk.phrase ?? ""] ?? talk.phrase ?? "";
}

/**
 * What a game is called, from its id.
 * @param {string} game
 */
export function gameName(game) {
  return wordsOr(`game.${game}`, game);
}

/**
 * Whose turn it is and what for, in one line.
 * @param {TableSeen} table
 * @returns {string}
 */
export function situation(table) {
  const { match, stage } = table;
  if (stage === "gathering") return gathering(table);
  if (stage === "drawing") return "The cards are being shuffled and dealt.";
  if (stage === "pause") return "The deal is over.";
  if (stage === "closed") return "This table is closed.";
  if (stage === "over") return "The match is over.";
  if (!match || match.to_act === null) return "";
  const name = nameAt(table, match.to_act);
  const own = isOwnTurn(table);
  if (match.awaited === "choice") return own ? "Choose trumps." : `${name} chooses trumps.`;
  if (match.awaited === "throw") return own ? "Rock, paper or scissors?" : `${name} throws.`;
  if (match.awaited === "cut") return "The cards are cut.";
  if (own) return match.table.length ? "Your turn." : "Your turn: you lead.";
  return `${name} is to ${match.table.length ? "play" : "lead"}.`;
}

/** @param {TableSeen} table */
function gathering(table) {
  const open = table.places.filter((place) => place.kind === "open").length;
  if (table.you === null) return "Take a place.";
  if (open) return `${open} ${open === 1 ? "place is" : "places are"} open.`;
  return table.you_host ? "Everybody is here: begin." : `${table.host} begins the match.`;
}

/**
 * What an update tells, as sentences to be read aloud.
 * @param {TableSeen} before
 * @param {Update} update
 * @param {TableSeen} after
 */
export function news(before, update, after) {
  const told = update.told.map((each) => {
    if (each.type === "played") return playedLine(before, each);
    if (each.type === "talk") return `${each.talk.name}: ${words(each.talk)}`;
    return noteLine(each, before, after);
  });
  if (isOwnTurn(after) && (update.turn || update.table)) told.push(situation(after));
  return told.filter(Boolean).join(" ");
}

/**
 * @param {TableSeen} table
 * @param {Played} played
 */
function playedLine(table, { seat, card, winner }) {
  const own = ownSeat(table);
  const who = seat === own ? "You play" : `${nameAt(table, seat)} plays`;
  const line = `${who} the ${cardName(card)}.`;
  if (winner === null) return line;
  return `${line} ${winner === own ? "You win" : `${nameAt(table, winner)} wins`} the trick.`;
}

/**
 * @param {Note} note
 * @param {TableSeen} before
 * @param {TableSeen} after
 */
function noteLine(note, before, after) {
  if (note.what === "drawn" || note.what === "acted") return dealtLine(after);
  if (note.what === "closed") return "The table is closed.";
  const line = NOTES[note.what];
  if (!line || note.place === null) return "";
  const own = note.place === after.you;
  const name = after.places[note.place]?.name || before.places[note.place]?.name || "Somebody";
  return own ? line[0] : `${name} ${line[1]}`;
}

/** For each kind of note: what it is when one has done it oneself, and of others. @type {Record<string, [string, string]>} */
const NOTES = {
  sat: ["You sit down.", "sits down."],
  "bot-sat": ["A bot sits down.", "sits down."],
  stood: ["You get up.", "gets up."],
  claimed: ["You claim the rest, and get it.", "claims the rest, and gets it."],
  "claim-denied": ["Your claim does not stand.", "claims the rest, in vain."],
  undone: ["Taken back.", "takes a card back."],
  "took-over": ["A bot plays for you.", "is away: a bot plays."],
  returned: ["You play again.", "plays again."],
};

/** @param {TableSeen} table */
function dealtLine(table) {
  const match = table.match;
  if (table.stage !== "playing" || !match || match.awaited !== "card") return "";
  if (!match.trump_known) return "";
  return match.trump ? `Trumps are ${suitName(match.trump)}.` : "There are no trumps.";
}

/**
 * What the last deal came to, in one line for each side.
 * @param {TableSeen} table
 * @param {DealSeen} deal
 */
export function dealLines(table, deal) {
  return table.sides.map((side, at) => {
    const tricks = side.reduce((sum, seat) => sum + (deal.tricks[seat] ?? 0), 0);
    return { name: sideName(table, side), tricks, points: deal.points[at] ?? 0 };
  });
}

/**
 * Who has won the match.
 * @param {TableSeen} table
 */
export function resultLine(table) {
  const match = table.match;
  if (!match || match.winner === null) return "The match is drawn.";
  const side = table.sides[match.winner] ?? [];
  const own = ownSeat(table);
  const several = side.length > 1 || (own !== null && side.includes(own));
  return `${sideName(table, side)} ${several ? "win" : "wins"} the match.`;
}
