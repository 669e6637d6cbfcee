// The dialog "Was this deal fair?": explains each step of the verification.

import { openDialog } from "../ui/dialog.js";
import { element } from "../ui/dom.js";
import { get } from "../ui/http-client.js";
import { cardName, rankLabel } from "../cards/card-names.js";
import { forgetRounds, sealRecords } from "../wire/player-seals.js";
import { joinNames, t } from "../i18n/translate.js";
import { seatName } from "./replay-names.js";
import { verify } from "./verify-proof.js";

/** @import {Proof, Replay, MatchSteps, Round} from "../wire/protocol" */
/** @import {SealRecord} from "../wire/player-seals.js" */
/** @import {CheckedRound, VerificationResult} from "./verify-proof.js" */

/** @typedef {"right" | "wrong" | "note"} Verdict */

const MARK_SIGNS = { right: "✓", wrong: "✗", note: "–" };

/**
 * Returns the address of a match's proof.
 * @param {Replay} replay
 */
function proofAddress({ table, number }) {
  return `/api/tables/${table}/matches/${number}/proof`;
}

/**
 * Fetches and verifies the proof of the match, and shows the result for one deal.
 * @param {Replay} replay
 * @param {number} deal Index of the deal.
 */
export async function openProof(replay, deal) {
  /** @type {Proof} */
  const proof = await get(proofAddress(replay));
  const own = [...sealRecords(proof.table, window.sessionStorage), ...(confirmedSeals.get(proof.table) ?? [])];
  const verified = verify(proof, replay.match);
  const title = t("proof.title", { n: deal + 1 });
  if (!verified.wrong && replay.match.over) forgetConfirmed(proof.table, verified.rounds, own);
  return openDialog(title, ...dialogContent(replay, verified, deal, own));
}

/** Seal records confirmed by a proof, by table, while this page is open. @type {Map<string, SealRecord[]>} */
const confirmedSeals = new Map();

/**
 * Deletes the stored seal records that a proof of a finished match has confirmed.
 * @param {string} table
 * @param {CheckedRound[]} rounds
 * @param {SealRecord[]} own
 */
function forgetConfirmed(table, rounds, own) {
  const passed = own.filter((record) => rounds.some(({ round }) => round.number === record.round && matchesSealRecord(round, record)));
  confirmedSeals.set(table, passed);
  forgetRounds(table, passed.map(({ round }) => round), window.sessionStorage);
}

/**
 * @param {Replay} replay
 * @param {VerificationResult} verified
 * @param {number} deal
 * @param {SealRecord[]} own
 */
function dialogContent(replay, verified, deal, own) {
  const { match } = replay;
  const rounds = verified.rounds.filter(({ round }) => round.deal === deal + 1);
  const broken = rounds.filter(({ round }) => own.some((record) => record.round === round.number && !matchesSealRecord(round, record)));
  const file = `oddtrick-${replay.table}-${replay.number}-proof.json`;
  return [
    verdict(match, verified, rounds, broken.length > 0),
    ...rounds.map((checked) => roundSection(match, deal, checked, own)),
    element("p", { class: "small elsewhere" }, t("proof.elsewhere"), element("code", {}, t("proof.command"))),
    element(
      "div",
      { class: "buttons" },
      element("a", { class: "button", href: proofAddress(replay), download: file }, t("proof.file")),
    ),
  ];
}

/**
 * The overall result.
 * @param {MatchSteps} match
 * @param {VerificationResult} verified
 * @param {CheckedRound[]} rounds Rounds of this deal.
 * @param {boolean} broken Whether a round differs from what this browser recorded.
 */
function verdict(match, { wrong }, rounds, broken) {
  if (wrong) {
    const { seat } = wrong.values;
    const values = seat === undefined ? wrong.values : { ...wrong.values, who: seatName(match, Number(seat)) };
    const name = /** @type {import("../i18n/translate.js").MessageKey} */ (`proof.wrong.${wrong.code}`);
    return banner("wrong", t("proof.is-wrong"), t(name, values));
  }
  if (broken) return banner("wrong", t("proof.is-wrong"), t("proof.own.wrong"));
  const opened = rounds.flatMap(({ round }) => (round.purpose === "deal" ? round.contributions : [])).filter((each) => each.opened !== null);
  const proves = opened.length ? t("proof.proves", { who: joinNames(opened.map(({ name }) => name)) }) : t("proof.proves.little");
  const all = t("proof.all", { n: match.deals.length });
  return banner("right", t("proof.is-right"), `${proves} ${all}`);
}

/**
 * @param {Verdict} mark
 * @param {string} title
 * @param {string} text
 */
function banner(mark, title, text) {
  return element("div", { class: "verdict", "data-mark": mark, role: mark === "wrong" ? "alert" : null }, element("p", { class: "says" }, verdictMark(mark), title), element("p", {}, text));
}

/** @param {Verdict} mark */
function verdictMark(mark) {
  return element("span", { class: "mark", "data-mark": mark, role: "img", "aria-label": t(`proof.mark.${mark}`) }, MARK_SIGNS[mark]);
}

/**
 * One round, step by step.
 * @param {MatchSteps} match
 * @param {number} deal
 * @param {CheckedRound} checked
 * @param {SealRecord[]} own
 */
function roundSection(match, deal, checked, own) {
  const { round } = checked;
  const title = t(`proof.round.${round.purpose}`, { n: round.number });
  return element("section", { class: "part round" }, element("h3", {}, title), element("ol", { class: "steps" }, ...roundSteps(match, deal, checked, own).map(([mark, ...parts]) => element("li", {}, verdictMark(mark), element("div", {}, ...parts)))));
}

/** @typedef {[Verdict, ...(Node | string)[]]} Step */

/**
 * @param {MatchSteps} match
 * @param {number} deal
 * @param {CheckedRound} checked
 * @param {SealRecord[]} own
 * @returns {Step[]}
 */
function roundSteps(match, deal, checked, own) {
  const { round, key } = checked;
  if (round.taken_back) return [["note", t("proof.taken-back")]];
  if (key === null) return [["note", t("proof.waits")]];
  return [
    ["right", t("proof.server"), hexDigits(round.seal)],
    ...contributionSteps(checked),
    ...ownSealStep(checked, own),
    ["right", t("proof.key"), hexDigits(key)],
    ...resultSteps(match, deal, checked),
  ];
}

/**
 * @param {CheckedRound} checked
 * @returns {Step[]}
 */
function contributionSteps({ round, places }) {
  if (!round.contributions.length) return [["note", t("proof.nobody")]];
  return round.contributions.map(({ place, name, seal, opened }) => {
    const who = round.purpose === "deal" ? t(roleKey(places, place), { who: name }) : name;
    if (opened === null) return ["note", t("proof.withheld", { who }), hexDigits(seal)];
    return ["right", t("proof.opened", { who }), hexDigits(seal)];
  });
}

/**
 * @param {number[]} places The shuffler, then the cutter; one for both.
 * @param {number} place
 */
function roleKey(places, place) {
  if (places.length === 1) return "proof.both";
  return places[0] === place ? "proof.shuffler" : "proof.cutter";
}

/**
 * @param {CheckedRound} checked
 * @param {SealRecord[]} own
 * @returns {Step[]}
 */
function ownSealStep({ round }, own) {
  const record = own.find((each) => each.round === round.number);
  if (!record) return [];
  return matchesSealRecord(round, record) ? [["right", t("proof.own")]] : [["wrong", t("proof.own.wrong")]];
}

/**
 * @param {MatchSteps} match
 * @param {number} deal
 * @param {CheckedRound} checked
 * @returns {Step[]}
 */
function resultSteps(match, deal, { round, cut, pack }) {
  if (round.purpose !== "deal") {
    const list = joinNames(cut.map(([seat, card]) => t("replay.shows", { who: seatName(match, seat), what: cardName(card) })));
    return [["right", t("proof.cut", { list })]];
  }
  const dealer = match.deals[deal]?.dealer ?? 0;
  const order = element("details", {}, element("summary", {}, t("proof.pack")), element("p", { class: "pack" }, pack.map(cardSymbol).join(" ")));
  const turnUp = match.deals[deal]?.turn_up;
  const dealt = t(turnUp ? "proof.dealt.turn-up" : "proof.dealt", { who: seatName(match, dealer), card: turnUp ? cardName(turnUp) : "" });
  return [["right", t("proof.shuffled"), order], ["right", dealt]];
}

/** @param {string} card */
function cardSymbol(card) {
  const suits = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
  return `${suits[card[1] ?? ""]}${rankLabel(card)}`;
}

/** @param {string} hex */
function hexDigits(hex) {
  return element("code", {}, hex);
}

// Compares a proof with the seals this browser saw during play.

/**
 * Returns whether a round matches what this browser saw before it revealed its secret: the server's seal,
 * exactly the same other seals, and the own secret among those revealed.
 * @param {Round} round
 * @param {SealRecord} sealRecord
 */
function matchesSealRecord(round, sealRecord) {
  const seals = new Map(sealRecord.seals);
  const contributions = round.contributions;
  return (
    round.seal === sealRecord.serverSeal &&
    contributions.length === seals.size &&
    contributions.every(({ place, seal }) => seals.get(place) === seal) &&
    contributions.some(({ place, opened }) => place === sealRecord.place && opened === sealRecord.secret)
  );
}
