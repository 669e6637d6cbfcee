// "Verify this deal": what was sealed, what was opened, and that these cards had to come, in words.

import { openDialog } from "../ui/dialog.js";
import { element } from "../ui/dom.js";
import { get } from "../ui/http-client.js";
import { cardName } from "../cards/card-names.js";
import { forget, remembered } from "../wire/seals.js";
import { words } from "../i18n/translate.js";
import { listed, seatName } from "./seat-names.js";
import { agrees } from "./local-seals.js";
import { verify } from "./verify-proof.js";

/** @typedef {import("../wire/protocol").Proof} Proof */
/** @typedef {import("../wire/protocol").Replay} Replay */
/** @typedef {import("../wire/protocol").MatchSteps} MatchSteps */
/** @typedef {import("../wire/seals.js").Remembered} Remembered */
/** @typedef {import("./verify-proof.js").Checked} Checked */
/** @typedef {import("./verify-proof.js").Verified} Verified */
/** @typedef {"right" | "wrong" | "note"} Mark */

const SIGNS = { right: "✓", wrong: "✗", note: "–" };

/**
 * Where the proof of a match is.
 * @param {Replay} replay
 */
export function proofAddress({ table, number }) {
  return `/api/tables/${table}/matches/${number}/proof`;
}

/**
 * Fetches the proof, verifies all of it, and shows what that says of one deal.
 * @param {Replay} replay
 * @param {number} deal From 0.
 */
export async function openProof(replay, deal) {
  /** @type {Proof} */
  const proof = await get(proofAddress(replay));
  const own = [...remembered(proof.table, window.sessionStorage), ...(agreed.get(proof.table) ?? [])];
  const verified = verify(proof, replay.match);
  const title = words("proof.title", { n: deal + 1 });
  if (!verified.wrong && replay.match.over) forgetAgreed(proof.table, verified.rounds, own);
  return openDialog(title, ...told(replay, verified, deal, own));
}

/** What agreed with a proof, by table: for as long as this page is open. @type {Map<string, Remembered[]>} */
const agreed = new Map();

/**
 * A match that is over and was dealt as it was sealed: nothing of it has to be kept in the browser any longer.
 * @param {string} table
 * @param {Checked[]} rounds
 * @param {Remembered[]} own
 */
function forgetAgreed(table, rounds, own) {
  const passed = own.filter((shown) => rounds.some(({ round }) => round.number === shown.round && agrees(round, shown)));
  agreed.set(table, passed);
  forget(table, passed.map(({ round }) => round), window.sessionStorage);
}

/**
 * @param {Replay} replay
 * @param {Verified} verified
 * @param {number} deal
 * @param {Remembered[]} own
 */
function told(replay, verified, deal, own) {
  const { match } = replay;
  const rounds = verified.rounds.filter(({ round }) => round.deal === deal + 1);
  const broken = rounds.filter(({ round }) => own.some((shown) => shown.round === round.number && !agrees(round, shown)));
  const file = `oddtrick-${replay.table}-${replay.number}-proof.json`;
  return [
    verdict(match, verified, rounds, broken.length > 0),
    ...rounds.map((checked) => shownRound(match, deal, checked, own)),
    element("p", { class: "small elsewhere" }, words("proof.elsewhere"), element("code", {}, words("proof.command"))),
    element(
      "div",
      { class: "buttons" },
      element("a", { class: "button", href: proofAddress(replay), download: file }, words("proof.file")),
    ),
  ];
}

/**
 * What it all comes to.
 * @param {MatchSteps} match
 * @param {Verified} verified
 * @param {Checked[]} rounds Of this deal.
 * @param {boolean} broken Whether something is not as one's own browser kept it.
 */
function verdict(match, { wrong }, rounds, broken) {
  if (wrong) {
    const { seat } = wrong.given;
    const given = seat === undefined ? wrong.given : { ...wrong.given, who: seatName(match, Number(seat)) };
    const name = /** @type {import("../i18n/translate.js").Word} */ (`proof.wrong.${wrong.code}`);
    return banner("wrong", words("proof.is-wrong"), words(name, given));
  }
  if (broken) return banner("wrong", words("proof.is-wrong"), words("proof.own.wrong"));
  const opened = rounds.flatMap(({ round }) => (round.purpose === "deal" ? round.contributions : [])).filter((each) => each.opened !== null);
  const proves = opened.length ? words("proof.proves", { who: listed(opened.map(({ name }) => name)) }) : words("proof.proves.little");
  const all = words("proof.all", { n: match.deals.length });
  return banner("right", words("proof.is-right"), `${proves} ${all}`);
}

/**
 * @param {Mark} mark
 * @param {string} title
 * @param {string} text
 */
function banner(mark, title, text) {
  return element("div", { class: "verdict", "data-mark": mark, role: mark === "wrong" ? "alert" : null }, element("p", { class: "says" }, sealed(mark), title), element("p", {}, text));
}

/** @param {Mark} mark */
function sealed(mark) {
  return element("span", { class: "mark", "data-mark": mark, role: "img", "aria-label": words(`proof.mark.${mark}`) }, SIGNS[mark]);
}

/**
 * One round, step by step.
 * @param {MatchSteps} match
 * @param {number} deal
 * @param {Checked} checked
 * @param {Remembered[]} own
 */
function shownRound(match, deal, checked, own) {
  const { round } = checked;
  const title = words(`proof.round.${round.purpose}`, { n: round.number });
  return element("section", { class: "part round" }, element("h3", {}, title), element("ol", { class: "steps" }, ...steps(match, deal, checked, own).map(([mark, ...parts]) => element("li", {}, sealed(mark), element("div", {}, ...parts)))));
}

/** @typedef {[Mark, ...(Node | string)[]]} Step */

/**
 * @param {MatchSteps} match
 * @param {number} deal
 * @param {Checked} checked
 * @param {Remembered[]} own
 * @returns {Step[]}
 */
function steps(match, deal, checked, own) {
  const { round, key } = checked;
  if (round.taken_back) return [["note", words("proof.taken-back")]];
  if (key === null) return [["note", words("proof.waits")]];
  return [
    ["right", words("proof.house"), digits(round.seal)],
    ...contributed(checked),
    ...ownPart(checked, own),
    ["right", words("proof.key"), digits(key)],
    ...result(match, deal, checked),
  ];
}

/**
 * @param {Checked} checked
 * @returns {Step[]}
 */
function contributed({ round, places }) {
  if (!round.contributions.length) return [["note", words("proof.nobody")]];
  return round.contributions.map(({ place, name, seal, opened }) => {
    const who = round.purpose === "deal" ? words(roleOf(places, place), { who: name }) : name;
    if (opened === null) return ["note", words("proof.withheld", { who }), digits(seal)];
    return ["right", words("proof.opened", { who }), digits(seal)];
  });
}

/**
 * @param {number[]} places The shuffler, then the cutter; one for both.
 * @param {number} place
 */
function roleOf(places, place) {
  if (places.length === 1) return "proof.both";
  return places[0] === place ? "proof.shuffler" : "proof.cutter";
}

/**
 * @param {Checked} checked
 * @param {Remembered[]} own
 * @returns {Step[]}
 */
function ownPart({ round }, own) {
  const shown = own.find((each) => each.round === round.number);
  if (!shown) return [];
  return agrees(round, shown) ? [["right", words("proof.own")]] : [["wrong", words("proof.own.wrong")]];
}

/**
 * @param {MatchSteps} match
 * @param {number} deal
 * @param {Checked} checked
 * @returns {Step[]}
 */
function result(match, deal, { round, cut, pack }) {
  if (round.purpose !== "deal") {
    const list = listed(cut.map(([seat, card]) => words("replay.shows", { who: seatName(match, seat), what: cardName(card) })));
    return [["right", words("proof.cut", { list })]];
  }
  const dealer = match.deals[deal]?.dealer ?? 0;
  const order = element("details", {}, element("summary", {}, words("proof.pack")), element("p", { class: "pack" }, pack.map(short).join(" ")));
  const turnUp = match.deals[deal]?.turn_up;
  const dealt = words(turnUp ? "proof.dealt.turn-up" : "proof.dealt", { who: seatName(match, dealer), card: turnUp ? cardName(turnUp) : "" });
  return [["right", words("proof.shuffled"), order], ["right", dealt]];
}

/** @param {string} card */
function short(card) {
  const suits = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
  return `${suits[card[1] ?? ""]}${card[0] === "T" ? "10" : card[0]}`;
}

/** @param {string} hex */
function digits(hex) {
  return element("code", {}, hex);
}
