// The review of one deal to print or to keep: everything that the replay shows one after another, on a few pages.

import { callJack } from "../cards/card-names.js";
import { reasonText } from "../cards/reason-text.js";
import { element, setAttribute, setText } from "../ui/dom.js";
import { selectField } from "../ui/form-fields.js";
import { errorMessage, get } from "../ui/http-client.js";
import { gameName, loadMessages, numberText, t } from "../i18n/translate.js";
import { captionOf, cardText, contractSentences, outcomeSentences, renderTrickList } from "./captions-and-lists.js";
import { choiceList, decisionParts } from "./coach-card.js";
import { costTexts, percentText, placeText, storyOf, verdictText } from "./coach-texts.js";
import { courseOf, courseShapes, createLine, madeBy } from "./fortune-line.js";
import { createBoard, renderBoard } from "./replay-board.js";
import { matchToShow, seatName, seatNames, sentenceAbout } from "./replay-names.js";
import { callsOf, positionHash, stateAt, tricksOf, turnCount, turnOf } from "./replay-states.js";
import { reviewAddresses } from "./review-link.js";

/** @import {Replay, MatchSteps, DealSteps, Decision, DealReview, Review, SeatLosses} from "../wire/protocol" */
/** @import {Addresses} from "./coach.js" */

/** What a kept page may load: nothing; its style is in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Value of the choice of all seats. */
const EVERYONE = "";

/**
 * @typedef {object} Printed What is printed.
 * @property {MatchSteps} match
 * @property {DealSteps} deal
 * @property {number} number Index of the deal.
 * @property {string} title
 * @property {DealReview} review
 * @property {number | null} reader The reader's seat.
 * @property {number | null} subject The seat whose decisions are listed; null: all.
 */

/**
 * Shows the review of a deal with all its decisions.
 * @param {HTMLElement} main
 * @param {Replay} replay
 * @param {number} number Index of the deal.
 * @param {string} record Address of the record of the match.
 */
export async function showPrintedReview(main, replay, number, record) {
  const addresses = /** @type {Addresses} */ (reviewAddresses(replay, record));
  const match = matchToShow(replay);
  const reader = replay.you;
  callJack(match.jack);
  setAttribute(main, "data-print", true);
  await loadMessages("review");
  const title = `${gameName(match.game)}, ${t("replay.deal", { n: number + 1 })}`;
  document.title = `${t("review.title")}: ${title} · Oddtrick`;
  const back = element("a", { class: "button", href: `${addresses.print}${positionHash({ deal: number, card: null }, null, true)}` }, t("print.back"));
  const status = element("p", { role: "status" }, t("coach.wait"));
  main.replaceChildren(status, back);
  /** @type {Review} */
  let found;
  try {
    found = await get(`${addresses.data}/${number + 1}`);
  } catch (error) {
    setText(status, errorMessage(error));
    return;
  }
  const review = /** @type {DealReview} */ (found.deals[0]);
  const article = element("article", { class: "printed" });
  const fill = async (/** @type {number | null} */ subject) =>
    article.replaceChildren(...(await contentOf({ match, deal: /** @type {DealSteps} */ (match.deals[number]), number, title, review, reader, subject })));
  await fill(reader);
  const seats = [{ value: EVERYONE, text: t("print.everyone") }, ...review.steps.seats.map((seat) => ({ value: String(seat), text: seatName(match, seat) }))];
  const whose = selectField(t("print.whose"), seats, String(reader ?? EVERYONE), (value) => void fill(value === EVERYONE ? null : Number(value)));
  const print = element("button", { type: "button", class: "primary", click: () => window.print() }, t("print.print"));
  const keep = element("button", { type: "button", click: () => save(article) }, t("print.save"));
  main.replaceChildren(element("div", { class: "print-actions" }, print, keep, back, whose), article);
}

/** Saves what is shown as a page of its own, which needs no server and no network. @param {HTMLElement} article */
function save(article) {
  const kept = document.implementation.createHTMLDocument(document.title);
  for (const { name, value } of document.documentElement.attributes) kept.documentElement.setAttribute(name, value);
  const style = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join("\n");
  kept.head.prepend(
    element("meta", { charset: "utf-8" }),
    element("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
  );
  kept.body.append(element("main", { class: "replay", "data-print": true }, article.cloneNode(true)));
  // As text: the policy of this page holds for elements of the kept one as well, and lets no style in.
  const html = kept.documentElement.outerHTML.replace("</head>", () => `<style>${style}</style></head>`);
  const file = new Blob(["<!doctype html>\n", html], { type: "text/html" });
  const href = URL.createObjectURL(file);
  element("a", { href, download: `${document.title.replace(/[^\p{L}\p{N}]+/gu, "-")}.html` }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * @param {Printed} printed
 * @returns {Promise<HTMLElement[]>}
 */
async function contentOf(printed) {
  const { match, deal, number, title, review, subject } = printed;
  const own = review.decisions.filter(({ seat }) => subject === null || seat === subject);
  const real = own.filter(({ loss }) => loss.real);
  const losses = review.losses.filter(({ seat }) => subject === null || seat === subject);
  const mistakes = await Promise.all(real.map((decision) => mistakeItem(printed, decision)));
  const lessons = await Promise.all(losses.map((each) => lessonParts(printed, each)));
  const facts = [captionOf(match, number, stateAt(deal, 0)), ...contractSentences(match, deal), ...outcomeSentences(match, number, deal)];
  const parts = [
    element("header", {}, element("h1", {}, title), element("p", {}, facts.join(" "))),
    element("div", { class: "print-cards" }, part("print.hands", ...boards(printed), ...stock(deal)), part("replay.tricks.title", tricks(printed, real))),
    part("print.mistakes", mistakes.length ? element("ol", {}, ...mistakes) : element("p", {}, t("print.none"))),
    part("print.course", element("div", { class: "courses" }, ...losses.map(({ seat }) => course(printed, seat)))),
    part("print.losses", lossTable(printed, losses), ...lessons.flat()),
    ...(review.luck.par && review.luck.made ? [part("print.luck", luckTable(printed))] : []),
    element("details", {}, element("summary", {}, t("print.all")), element("ol", {}, ...own.map((each) => decisionItem(printed, each)))),
    element("p", { class: "small" }, t("print.method")),
  ];
  return parts.map(withoutButtons);
}

/**
 * @param {"print.hands" | "replay.tricks.title" | "print.mistakes" | "print.course" | "print.losses" | "print.luck"} title
 * @param {...HTMLElement} parts
 */
function part(title, ...parts) {
  return element("section", { class: "print-part", "data-part": title }, element("h2", {}, t(title)), ...parts);
}

/** Puts their text in the place of buttons: on paper they lead nowhere. @param {HTMLElement} at */
function withoutButtons(at) {
  for (const button of at.querySelectorAll("button")) button.replaceWith(element("span", { class: button.className }, ...button.childNodes));
  return at;
}

/** The cards with which each hand of the deal is played, and the tricks made up to its end. @param {Printed} printed */
function boards({ match, deal, reader }) {
  const all = tricksOf(deal);
  return deal.hands.flatMap((_, hand) => {
    const played = all.filter((each) => each.hand === hand);
    if (hand && !played.length) return [];
    const before = played[0]?.first ?? callsOf(deal).length;
    const state = stateAt(deal, hand ? before + 1 : before);
    const { won } = stateAt(deal, played.at(-1)?.end ?? before);
    const board = createBoard(match.players, () => {});
    renderBoard(board, match, deal, { ...state, won, table: [], winner: null, next: null, played: new Set() }, reader ?? 0);
    return [element("div", { class: "board-frame" }, board)];
  });
}

/** The cards that are drawn after tricks, if there are any. @param {DealSteps} deal */
function stock({ stock: cards = [] }) {
  if (!cards.length) return [];
  return [element("h3", {}, t("print.stock")), element("ul", { class: "stock" }, ...cards.map((card) => element("li", {}, ...cardText(card))))];
}

/**
 * The tricks, with a mark at each mistake.
 * @param {Printed} printed
 * @param {Decision[]} mistakes
 */
function tricks({ match, deal, number }, mistakes) {
  const list = element("div", { class: "wide" });
  renderTrickList(list, match, { deal: number, card: turnCount(deal) }, () => {});
  for (const cell of list.querySelectorAll("[data-now]")) cell.removeAttribute("data-now");
  const calls = callsOf(deal).length ? 1 : 0;
  for (const { kind, hand, trick, seat } of mistakes) {
    const step = kind === "card" ? calls + tricksOf(deal).findIndex((each) => each.hand === hand && each.number === trick) : 0;
    const cell = kind === "trumps" ? undefined : list.querySelectorAll(`td[data-step="${step}"]`)[deal.seats.indexOf(seat)];
    cell?.setAttribute("data-missed", "");
  }
  return list;
}

/**
 * A mistake: what was done and what was better, what lay on the table, why, and what each choice is worth.
 * @param {Printed} printed
 * @param {Decision} decision
 */
async function mistakeItem(printed, decision) {
  const { match, deal, review } = printed;
  const reasons = await Promise.all((decision.explanation ?? []).map((sentence) => saidOf(printed, sentence)));
  const lying = decision.kind === "card" ? stateAt(deal, turnOf(deal, decision)).table.slice(0, decision.place) : [];
  const table = lying.flatMap(([seat, card], at) => [`${at ? "," : ":"} ${seatName(match, seat)} `, ...(card ? cardText(card) : [t("replay.knocks.short")])]);
  return element(
    "li",
    { "data-decision": decision.number },
    element("p", { class: "small" }, placeText(deal, decision), ...(table.length ? [". ", t("replay.centre"), ...table] : [])),
    ...decisionParts(decision, verdictText(match, decision), costTexts(decision, review.unit)),
    ...reasons.map((text) => element("p", {}, text)),
    choiceList(decision, review.unit),
  );
}

/**
 * @param {Printed} printed
 * @param {import("../wire/protocol").Sentence} sentence
 */
function saidOf({ match, reader }, sentence) {
  return reasonText(sentence, { names: Array.from({ length: match.players }, (_, seat) => seatName(match, seat)), seat: reader });
}

/**
 * @param {Printed} printed
 * @param {Decision} decision
 */
function decisionItem({ match, deal, review }, decision) {
  return element("li", {}, element("p", {}, `${placeText(deal, decision)}: ${verdictText(match, decision)}`), decision.forced ? null : choiceList(decision, review.unit));
}

/**
 * What a seat could expect through the deal, drawn and told.
 * @param {Printed} printed
 * @param {number} seat
 */
function course({ match, deal, review }, seat) {
  const { unit, decisions, steps } = review;
  const turns = (/** @type {Decision} */ each) => turnOf(deal, each);
  const end = steps.points ? madeBy(steps, match.sides, seat, unit) : null;
  const found = courseOf(decisions.filter((each) => each.seat === seat), turns, turnCount(deal), unit, end);
  const drawing = createLine();
  drawing.append(...courseShapes(found, decisions.filter((each) => each.seat !== seat && each.loss.real).map(turns)));
  return element("figure", {}, element("h3", {}, seatName(match, seat)), drawing, element("figcaption", { class: "small" }, found ? storyOf(found, unit) : ""));
}

/**
 * @param {Printed} printed
 * @param {SeatLosses[]} losses
 */
function lossTable({ match, review: { unit } }, losses) {
  const chances = losses.some(({ total }) => total.win_chance);
  const rows = losses.map(({ seat, total }) => [
    seatName(match, seat),
    t("print.of", { n: total.mistakes ?? 0, all: total.decisions ?? 0 }),
    numberText(Math.max(total[unit] ?? 0, 0)),
    ...(chances ? [percentText(total.win_chance ?? 0)] : []),
  ]);
  return table([t("print.player"), t("print.count"), t(`print.cost.${unit}`), ...(chances ? [t("print.chance")] : [])], rows);
}

/**
 * What the cards of each side were worth with open cards, what strong bots made of them, and what the players did.
 * @param {Printed} printed
 */
function luckTable({ match, deal, review: { luck } }) {
  const [par, made, expert] = [luck.par ?? [], luck.made ?? [], luck.expert];
  const rows = match.sides.flatMap((side, at) => {
    if (!side.some((seat) => deal.seats.includes(seat))) return [];
    return [[seatNames(match, side), ...[par, expert, made].flatMap((figures) => (figures ? [numberText(figures[at] ?? 0)] : []))]];
  });
  return table([t("print.player"), t("print.worth"), ...(expert ? [t("print.experts")] : []), t("print.made")], rows);
}

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function table(heads, rows) {
  const head = element("tr", {}, ...heads.map((each) => element("th", { scope: "col" }, each)));
  const body = rows.map(([name = "", ...cells]) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))));
  return element("div", { class: "wide" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

/**
 * @param {Printed} printed
 * @param {SeatLosses} losses
 */
async function lessonParts(printed, { seat, lessons }) {
  if (!lessons?.length) return [];
  const said = await Promise.all(lessons.map((lesson) => saidOf(printed, lesson)));
  return [element("h3", {}, sentenceAbout("print.lessons", printed.match, seat)), element("ul", { class: "lessons" }, ...said.map((text) => element("li", {}, text)))];
}
