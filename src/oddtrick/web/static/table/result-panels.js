// The panels between deals and after a match: results, and what comes next.

import { element } from "../ui/dom.js";
import { languageQuery, t } from "../i18n/translate.js";
import { primary, actionButton, OFFLINE_SETUP } from "./action-buttons.js";
import { addStyles } from "./late-styles.js";
import { reviewLink } from "./more-menu.js";
import { resultTable, tricksOfSide } from "./score-sheet.js";
import { eliminationLines, resultLine } from "./event-text.js";
import { ownSeat } from "../wire/state.js";

await addStyles("seat-buttons.css", "results.css");

/** Time before the next deal from which it is counted down (ms): alone against bots a pause has minutes. */
const COUNTED = 60_000;

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./action-buttons.js").TableActions} TableActions */
/** @typedef {import("./middle-panel.js").Panel} Panel */

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @returns {Panel}
 */
export function resultPanel(table, actions) {
  const { stage, you, match } = table;
  const ready = you !== null && Boolean(table.places[you]?.ready);
  const { practice } = actions;
  if (practice) return { name: stage, from: stage, make: () => practiceOverPanel(table, practice) };
  if (stage === "pause") {
    return { name: stage, from: [ready, match?.deals.length, table.pause_until], make: () => pausePanel(table, actions, ready) };
  }
  if (stage === "closed") return { name: stage, from: stage, make: () => [element("h2", {}, t("turn.closed")), homeLink()] };
  const open = table.places.some((place) => place.kind === "open");
  return { name: stage, from: [ready, you, open, table.number], make: () => matchOverPanel(table, actions, ready, open) };
}

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @param {boolean} ready
 * @returns {Part[]}
 */
function pausePanel(table, actions, ready) {
  const next = primary(actionButton(t("action.next"), "next", () => actions.act({ type: "ready" })));
  return [
    element("h2", {}, t("result.title", { n: table.match?.deals.length ?? 0 })),
    ...eliminationLines(table).map((line) => element("p", {}, line)),
    resultTable(table),
    table.you !== null && !ready && next,
    ready && element("p", {}, t("result.waiting")),
    table.pause_until !== null &&
      element(
        "p",
        { class: "small", hidden: true, "data-from": table.pause_until - COUNTED },
        `${t("result.goes-on")} `,
        element("span", { "data-until": table.pause_until }),
      ),
  ];
}

/**
 * @param {TableView} table
 * @param {TableActions} actions
 * @param {boolean} ready
 * @param {boolean} open
 * @returns {Part[]}
 */
function matchOverPanel(table, actions, ready, open) {
  const rematch = primary(actionButton(t("action.rematch"), "rematch", () => actions.act({ type: "rematch" })));
  return [
    element("h2", {}, resultLine(table)),
    rubberLine(table),
    resultTable(table),
    sealedLink(table),
    table.you !== null && !ready && !open && !table.sealed?.once && rematch,
    ready && element("p", {}, t("result.waiting")),
    open && element("p", {}, t("result.open")),
    open && !actions.offline && table.you !== null && inviteAgain(table),
    ...(actions.offline ? offlineLinks() : [element("p", { class: "choices" }, replayLink(table), dealReviewLink(table), homeLink())]),
  ];
}

/** What a rubber was worth to its winners, where its games have points (X6). @param {TableView} table */
function rubberLine({ match }) {
  if (!match?.rubber.length) return null;
  const [most = 0, least = 0] = [...match.rubber].sort((one, other) => other - one);
  return element("p", {}, t("result.rubber", { n: most - least, won: most, lost: least }));
}

/**
 * A button for a new table with the people of a match of whom some have left.
 * @param {TableView} table
 */
function inviteAgain(table) {
  return actionButton(t("action.invite-again"), "invite-again", async () => {
    const { inviteSamePeople } = await import("../people/invite-dialog.js");
    await inviteSamePeople(table);
  });
}

/** Where a finished match without the server is found, and what can follow it. */
function offlineLinks() {
  return [
    element("p", { class: "small" }, t("result.offline")),
    element("p", { class: "choices" }, element("a", { class: "button", href: OFFLINE_SETUP, "data-key": "setup" }, t("action.offline-setup")), homeLink()),
  ];
}

/** Returns the seats of the viewer's side. @param {TableView} table */
function ownSide(table) {
  const seat = table.match?.seat ?? -1;
  return table.sides.find((side) => side.includes(seat)) ?? [];
}

/**
 * The end of a practice: its result beside that of the deal as it was played.
 * @param {TableView} table
 * @param {import("./action-buttons.js").Practice} practice
 * @returns {Part[]}
 */
function practiceOverPanel(table, practice) {
  const again = actionButton(t("practice.again"), "again", () => window.location.reload());
  return [
    element("h2", {}, t("practice.title")),
    resultTable(table),
    practice.played && element("p", {}, t("practice.before", { tricks: t("tricks", { n: tricksOfSide(practice.played, ownSide(table)) }) })),
    element("p", { class: "choices", "data-main": true }, primary(again), reviewLink(practice)),
  ];
}

/**
 * A link from a deal of the day to its results.
 * @param {TableView} table
 */
function sealedLink({ sealed }) {
  const day = /^daily-(\d{4}-\d\d-\d\d)$/.exec(sealed?.event ?? "")?.[1];
  return day ? element("a", { class: "button primary", href: `/daily/${day}`, "data-key": "daily" }, t("action.daily")) : null;
}

/**
 * A link to the review of the last finished deal, or of the one before if a seat might pass in the last (X5).
 * @param {TableView} table
 */
function dealReviewLink(table) {
  const deals = table.match?.deals ?? [];
  if (!deals.length) return null;
  // In knock-out the last deal of a player is the one that ends it for them.
  const seat = table.eliminates ? ownSeat(table) : null;
  const last = seat === null ? 0 : deals.findIndex((deal) => deal.score[seat] === 0) + 1;
  const finished = last || deals.length;
  // Passes aren't reviewed. Only one deal of a match has any, so that the one before has none.
  const number = table.eliminates && leavesDogs(deals[finished - 2]) ? finished - 1 : finished;
  const href = `/t/${table.code}/review/${table.number}/${number}${languageQuery()}`;
  return element("a", { class: "button", href, "data-key": "review" }, t("action.review"));
}

/** Whether a player without a trick stayed in, as a dog of the next deal (X5). @param {import("../wire/protocol").DealView} [deal] */
function leavesDogs(deal) {
  return Boolean(deal?.score.some((stays, seat) => stays && !deal.tricks[seat]));
}

/** @param {TableView} table */
function replayLink(table) {
  return element("a", { class: "button", href: `/t/${table.code}/replay/${table.number}`, "data-key": "replay" }, t("action.replay"));
}

function homeLink() {
  return element("a", { class: "button", href: "/", "data-key": "home" }, t("action.home"));
}
