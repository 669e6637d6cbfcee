// Texts about a table: who sits where, what happens, and what is awaited.

import { joinNames, joinShortly, t, tOr } from "../i18n/translate.js";
import { ownSeat, placeAt, canPass, isOwnTurn, mayCallCards, namesTrumps } from "../wire/state.js";
import { cardName, sortHand, suitName } from "../cards/card-names.js";

/** @import {TableView, Note, CardPlayed, ChatMessage} from "../wire/protocol" */

/**
 * Returns the name of the player in a seat.
 * @param {TableView} table
 * @param {number} seat
 */
export function nameAt(table, seat) {
  return table.places[placeAt(table, seat)]?.name || t("who.seat", { n: seat + 1 });
}

/**
 * Returns the player's name, or “you” for the viewer.
 * @param {TableView} table
 * @param {number} seat
 */
export function youOrName(table, seat) {
  return seat === ownSeat(table) ? t("who.you") : nameAt(table, seat);
}

/**
 * Returns the name of a side in a sentence: its players, the viewer first.
 * @param {TableView} table
 * @param {readonly number[]} side Its seats.
 */
export function sideName(table, side) {
  return joinNames(namesOf(table, side));
}

/**
 * Returns the name of a side on a label, where there is little room.
 * @param {TableView} table
 * @param {readonly number[]} side Its seats.
 */
export function sideLabel(table, side) {
  return joinShortly(namesOf(table, side));
}

/**
 * @param {TableView} table
 * @param {readonly number[]} side
 */
function namesOf(table, side) {
  const own = ownSeat(table);
  const order = own !== null && side.includes(own) ? [own, ...side.filter((seat) => seat !== own)] : side;
  return order.map((seat) => youOrName(table, seat));
}

/** Returns the sides of the deal: those of the match, unless its contract has made others. @param {TableView} table */
export function dealSides({ match, sides }) {
  return match?.deal_sides ?? sides;
}

/**
 * Returns the side of a seat.
 * @param {TableView} table
 * @param {number} seat
 * @returns {number}
 */
export function sideOf(table, seat) {
  return table.sides.findIndex((side) => side.includes(seat));
}

/** Returns whether everyone plays for themselves. @param {TableView} table */
export function playsIndividually(table) {
  return table.sides.every((side) => side.length === 1);
}

/**
 * Returns whether a seat belongs to a partner of the viewer.
 * @param {TableView} table
 * @param {number} seat
 */
export function isPartner(table, seat) {
  const own = ownSeat(table);
  return own !== null && seat !== own && dealSides(table).some((side) => side.includes(own) && side.includes(seat));
}

/**
 * Translates a text about a player: `….you` for the viewer, `….partner` for a partner if there is such a
 * text, otherwise `….other`.
 * @param {TableView} table
 * @param {number} seat
 * @param {string} stem
 * @param {Record<string, string | number>} [values]
 */
export function textAbout(table, seat, stem, values = {}) {
  const own = seat === ownSeat(table);
  const name = /** @type {import("../i18n/translate.js").MessageKey} */ (`${stem}.${own ? "you" : "other"}`);
  const all = { name: nameAt(table, seat), ...values };
  return isPartner(table, seat) ? tOr(`${stem}.partner`, t(name, all), all) : t(name, all);
}

/**
 * Returns the seat of a player's only partner; null where there are more, or none.
 * @param {TableView} table
 * @param {number} seat
 */
export function partnerOf(table, seat) {
  const others = dealSides(table).find((side) => side.includes(seat))?.filter((each) => each !== seat) ?? [];
  return others.length === 1 ? (others[0] ?? null) : null;
}

/**
 * Returns the seat that keeps the tricks of a player's side: partners have one pile, at the one who won their first trick.
 * @param {TableView} table
 * @param {number} seat
 */
export function keeperOf(table, seat) {
  const side = dealSides(table).find((each) => each.includes(seat)) ?? [seat];
  return table.match?.tricks.find(({ winner }) => side.includes(winner))?.winner ?? seat;
}

/** @typedef {"red" | "blue"} Pack */

// Sentences for events and for the status line.

/** Quick messages known to the server. */
export const PHRASES = ["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game", "bye"];

/**
 * Returns the text of a chat message.
 * @param {ChatMessage} message
 */
export function chatText(message) {
  return message.text ?? tOr(`phrase.${message.phrase}`, message.phrase ?? "");
}

/** @param {ChatMessage} message */
export function chatLine(message) {
  return t("chat.line", { name: message.name, text: chatText(message) });
}

/**
 * Returns the pack in use: two packs alternate (W3).
 * @param {TableView} table
 * @returns {Pack}
 */
export function packOf(table) {
  return (table.match?.number ?? 0) % 2 ? "blue" : "red";
}

/**
 * Returns the pack that is not in use: while one is dealt, the dealer's partner shuffles the other (W3).
 * @param {TableView} table
 * @returns {Pack}
 */
export function otherPackOf(table) {
  return packOf(table) === "red" ? "blue" : "red";
}

/**
 * Returns the status line: whose turn it is and for what.
 * @param {TableView} table
 * @returns {string}
 */
export function statusText(table) {
  const { match, stage } = table;
  if (stage === "gathering") return waitingText(table);
  if (stage === "drawing") return t(table.draw?.purpose === "deal" ? "turn.drawing" : "turn.cutting");
  if (stage === "pause") return t("turn.pause");
  if (stage === "closed") return t("turn.closed");
  if (stage === "over") return t(table.drive ? "drive-table.over" : "turn.over");
  if (!match || match.to_act === null || table.turn === null) return isEliminated(table) ? t("turn.out") : "";
  const name = nameAt(table, match.to_act);
  const own = isOwnTurn(table);
  if (match.awaited === "choice" || namesTrumps(match)) return own ? t("turn.choose") : t("turn.other-choose", { name });
  if (match.awaited === "throw") return own ? t("turn.throw") : t("turn.other-throw", { name });
  if (match.awaited === "call") return own ? t(mayCallCards(table) ? "turn.call-card" : "turn.call") : t("turn.other-call", { name });
  if (canPass(table)) return t("turn.knock");
  if (own) return t(match.table.length ? "turn.yours" : "turn.lead");
  const turn = t(match.table.length ? "turn.other" : "turn.other-lead", { name });
  return isEliminated(table) ? `${t("turn.out")} ${turn}` : turn;
}

/** @param {TableView} table */
function waitingText(table) {
  if (table.drive) return t("drive-table.waits");
  const open = table.places.filter((place) => place.kind === "open").length;
  if (table.you === null) return t("turn.take");
  if (open) return t("turn.waiting", { n: open });
  return table.you_host ? t("turn.begin") : t("turn.host-begins", { name: table.host });
}

/** Returns whether the viewer has been eliminated (K6). @param {TableView} table */
export function isEliminated({ match }) {
  return match !== null && match.seat !== null && !match.over && !match.seats.includes(match.seat);
}

/** Announcement of the viewer's turn. @param {TableView} table */
export function turnLine(table) {
  return isOwnTurn(table) ? `${statusText(table).replace(/[.?!]$/, "")}.` : "";
}

/**
 * @param {TableView} table The table before the card.
 * @param {CardPlayed} played
 */
export function playedLine(table, { seat, card }) {
  const leads = !table.match?.table.length;
  return textAbout(table, seat, leads ? "event.lead" : "event.play", { card: cardName(card) });
}

/** @param {TableView} table @param {number} seat */
export function passedLine(table, seat) {
  return textAbout(table, seat, "event.knock");
}

/**
 * A card in few words: of another player, since one's own needs none.
 * @param {TableView} table
 * @param {CardPlayed} played
 */
export function briefPlay(table, { seat, card }) {
  if (seat === table.match?.seat) return "";
  return t("event.brief", { name: isPartner(table, seat) ? t("who.partner") : nameAt(table, seat), card: cardName(card) });
}

/**
 * @param {TableView} table
 * @param {number} winner
 */
export function wonLine(table, winner) {
  return textAbout(table, winner, "event.win");
}

/**
 * Announces the dealer, the pack and the trumps.
 * @param {TableView} table
 */
export function dealLine(table) {
  const match = table.match;
  if (!match) return "";
  const count = match.hand_count;
  const lines = [];
  if (match.hand_number) lines.push(t("event.hand", { n: match.hand_number + 1, count }));
  else lines.push(textAbout(table, match.dealer, "event.dealt", { pack: t(`pack.${packOf(table)}`) }));
  const partner = partnerOf(table, match.dealer);
  if (!match.hand_number && partner !== null) lines.push(textAbout(table, partner, "event.shuffles"));
  if (!match.hand_number && count > 1) lines.push(t("event.hand", { n: 1, count }));
  return [...lines, trumpLine(table)].join(" ").trim();
}

/**
 * Names shuffler, cutter and dealer (W3): the players left and right of the dealer.
 * @param {TableView} table
 */
export function drawLine(table) {
  const match = table.match;
  const seats = match?.seats ?? [];
  const at = seats.indexOf(match?.dealer ?? -1);
  if (at < 0 || seats.length < 2) return t("draw.server");
  const [shuffler = 0, cutter = 0] = [seats[(at + 1) % seats.length], seats[(at + seats.length - 1) % seats.length]];
  return t("draw.deal", {
    shuffler: youOrName(table, shuffler), cutter: youOrName(table, cutter), dealer: youOrName(table, match?.dealer ?? 0),
  });
}

/** @param {TableView} table */
export function trumpLine({ match }) {
  if (!match?.trump_known) return "";
  if (!match.trump) return t("event.no-trumps");
  const suit = suitName(match.trump);
  const turned = match.turn_up_shown && match.turn_up;
  return turned ? t("event.turned", { card: cardName(turned), suit }) : t("event.trumps", { suit });
}

/** Announcement of the viewer's hand. @param {TableView} table */
export function handLine({ match }) {
  if (!match?.hand.length) return match?.seat === null ? "" : t("event.no-hand");
  return t("event.your-hand", { cards: sortHand(match.hand, match.ranks).map(cardName).join(", ") });
}

/**
 * Announces the cut cards and the result.
 * @param {TableView} table The table after the cut.
 * @param {import("../wire/protocol").CardsCut} cut
 * @param {boolean} again Whether tied players cut again.
 * @returns {{cards: string, settled: string}}
 */
export function cutLines(table, { purpose, cards }, again) {
  const one = (/** @type {[number, string]} */ [place, card]) =>
    textAbout(table, table.places[place]?.seat ?? 0, "event.cut", { card: cardName(card) });
  return { cards: cards.map(one).join(" "), settled: again ? t("event.cut.again") : cutResultLine(purpose, table) };
}

/**
 * Announces the throws that break a tie for choosing trumps, and the winner (K5).
 * @param {TableView} before
 * @param {TableView} after
 * @returns {string[]}
 */
export function throwLines(before, after) {
  const [was, now] = [before.match, after.match];
  if (!now?.contest.length || JSON.stringify(was?.contest) === JSON.stringify(now.contest)) return [];
  if (now.contest.every(([, item]) => item.length === 2)) return []; // cut cards were announced with the cut
  const throws = now.contest.map(([seat, thrown]) =>
    t("event.throw.one", { name: youOrName(after, seat), throw: throwName(thrown) }),
  );
  const again = now.awaited === "throw" ? t("event.throw.again") : now.awaited === "cut" ? t("event.cut.again") : "";
  const settled = now.chooser === null ? again : textAbout(after, now.chooser, "event.chooser");
  return [t("event.throws", { throws: throws.join(", ") }), settled];
}

/** @param {string} thrown */
export function throwName(thrown) {
  return tOr(`throw.${thrown}`, thrown);
}

/**
 * @param {string} purpose Purpose of the finished cut.
 * @param {TableView} table
 */
function cutResultLine(purpose, table) {
  const { match } = table;
  if (!match) return "";
  if (purpose === "trumps") return match.chooser === null ? "" : textAbout(table, match.chooser, "event.chooser");
  const dealer = textAbout(table, match.dealer, "event.first-dealer");
  if (purpose !== "partners") return dealer;
  const sides = table.sides.map((side) => sideName(table, side)).join(" – ");
  return `${t("event.partners", { sides })} ${dealer}`;
}

/**
 * Announces the chosen trumps.
 * @param {TableView} before
 * @param {TableView} after
 */
export function trumpChoiceLine(before, after) {
  const [was, now] = [before.match, after.match];
  if (was?.awaited !== "choice" || !now?.trump || now.chooser === null || !now.trump_known) return [];
  return [textAbout(after, now.chooser, "event.choose", { suit: suitName(now.trump) })];
}

/** Message stem of each kind of note. @type {Record<string, string>} */
const NOTES = {
  sat: "event.sat",
  "bot-seated": "event.sat",
  vacated: "event.stood",
  claimed: "event.claimed",
  "claim-denied": "event.denied",
  undone: "event.undone",
  "took-over": "event.away",
  "bot-failed": "event.bot-failed",
  returned: "event.back",
};

/**
 * @param {Note} note
 * @param {TableView} before
 * @param {TableView} after
 */
export function noteLine(note, before, after) {
  if (note.kind === "closed") return t("event.closed");
  if (note.kind === "begun") return t("event.begun");
  if (note.kind === "settled") return tOr("event.settled", "");
  const [was, now] = [before.places[note.place ?? -1], after.places[note.place ?? -1]];
  if (note.kind === "bot-seated" && was?.kind === "person" && note.place !== before.you)
    return t("event.replaced", { name: was.name ?? "", bot: now?.name ?? "" });
  if (note.kind === "vacated" && was?.kind === "bot" && now?.kind === "person") return ""; // a bot gives way
  const stem = NOTES[note.kind];
  if (!stem || note.place === null) return "";
  const own = note.place === after.you || note.place === before.you;
  const name = after.places[note.place]?.name || before.places[note.place]?.name || t("who.somebody");
  return t(/** @type {import("../i18n/translate.js").MessageKey} */ (`${stem}.${own ? "you" : "other"}`), { name });
}

/**
 * Announces eliminated players (K4), and those who stay in for a dog's life (X5).
 * @param {TableView} table The table at the end of a deal.
 */
export function eliminationLines(table) {
  const { match } = table;
  const deal = match?.deals.at(-1);
  if (!match || !deal || !table.eliminates) return [];
  const before = match.deals.at(-2);
  const out = table.places.map((place) => place.seat).filter((seat) => (before?.score[seat] ?? 1) && !deal.score[seat]);
  return [...linesAbout(table, out, "event.out"), ...linesAbout(table, match.dogs, "event.dog")];
}

/**
 * One line about the viewer, and one about all others.
 * @param {TableView} table
 * @param {number[]} seats
 * @param {"event.out" | "event.dog"} stem
 */
function linesAbout(table, seats, stem) {
  const others = seats.filter((seat) => seat !== table.match?.seat);
  if (others.length < 2) return seats.map((seat) => textAbout(table, seat, stem));
  const names = joinNames(others.map((seat) => nameAt(table, seat)));
  return [...(others.length < seats.length ? [t(`${stem}.you`)] : []), t(`${stem}.several`, { names })];
}

/**
 * Announces the result of a deal and of the match.
 * @param {TableView} table
 */
export function resultLines(table) {
  const deal = table.match?.deals.at(-1);
  if (!deal || (table.stage !== "pause" && table.stage !== "over")) return [];
  const sides = table.sides.map((side, at) => {
    const n = side.reduce((sum, seat) => sum + (deal.tricks[seat] ?? 0), 0);
    const values = { name: sideName(table, side), tricks: t("tricks", { n }), points: t("points", { n: deal.points[at] ?? 0 }), score: deal.score[at] ?? 0 };
    return t(table.eliminates ? "summary.side.tricks" : "summary.side.points", values);
  });
  const result = `${statusText(table)}. ${sides.join("; ")}.`;
  return [result, ...eliminationLines(table), ...(table.stage === "over" ? [resultLine(table)] : [])];
}

/** Announces the winner of the match. @param {TableView} table */
export function resultLine(table) {
  const match = table.match;
  if (!match || match.winner === null) return t("result.drawn");
  const side = table.sides[match.winner] ?? [];
  const own = match.seat !== null && side.includes(match.seat);
  if (own) return side.length > 1 ? t("result.won.yours", { name: sideName(table, side) }) : t("result.won.you");
  return t(side.length > 1 ? "result.won.several" : "result.won.one", { name: sideName(table, side) });
}

/**
 * Returns the score of a side; after a deal, including that deal.
 * @param {TableView} table
 * @param {number} side
 */
export function scoreOf({ match, stage }, side) {
  if (!match) return 0;
  const after = stage === "pause" || stage === "over" ? match.deals.at(-1)?.score : undefined;
  return (after ?? match.score)[side] ?? 0;
}

/**
 * Returns the games that each side has won, in a match of several games; empty before the first is won.
 * @param {TableView} table
 */
export function gamesOf({ match, stage, eliminates }) {
  const games = match?.games ?? [];
  const won = games.reduce((sum, each) => sum + each, 0);
  return eliminates || won <= Number(stage === "over") ? [] : games;
}
