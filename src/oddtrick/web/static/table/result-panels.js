// The panels of a finished deal and of a finished match, at a table or in practice.

import { element } from "../ui/dom.js";
import { joinNames, loadMessages, t } from "../i18n/translate.js";
import { ownSeat } from "../wire/state.js";
import { actionButton, OFFLINE_SETUP, primary, reviewLink } from "./action-buttons.js";
import { addStyles } from "./lazy-part.js";
import { resultTable, tricksOfSide } from "./score-sheet.js";
import { bestCardLine, leadChart, storyList, updateBestCard } from "./match-story.js";
import { resultLine } from "./table-texts.js";

/** @import {Part} from "../ui/dom.js" */
/** @import {TableView, BestCardFrame} from "../wire/protocol" */
/** @import {TableKind} from "./action-buttons.js" */
/** @import {Panel} from "./middle-panel.js" */

await addStyles("seat-buttons.css", "results.css");
await loadMessages("table-menus");

/** Time before the next deal from which it is counted down (ms): alone against bots a pause has minutes. */
const COUNTED = 60_000;

/**
 * @param {TableView} table
 * @param {TableKind} kind
 * @param {BestCardFrame | null} bestCard
 * @returns {Panel}
 */
export function resultPanel(table, { practice, offline }, bestCard) {
  const { stage, you, match } = table;
  const ready = you !== null && Boolean(table.places[you]?.ready);
  if (practice) return { name: stage, from: stage, make: () => practiceOverPanel(table, practice) };
  const reviewed = !offline && isReviewed(table);
  const update = (/** @type {HTMLElement} */ panel) => reviewed && updateBestCard(panel, table, bestCard);
  if (stage === "pause") {
    const from = [ready, match?.deals.length, table.pause_until, ready && table.places];
    return { name: stage, from, make: () => pausePanel(table, offline, ready), update };
  }
  if (stage === "closed") return { name: stage, from: stage, make: () => [element("h2", {}, t("turn.closed")), homeLink()] };
  const open = table.places.some((place) => place.kind === "open");
  return { name: stage, from: [ready, you, open, table.number, ready && table.places], make: () => matchOverPanel(table, offline, ready, open), update };
}

/**
 * @param {TableView} table
 * @param {boolean} offline
 * @param {boolean} ready
 * @returns {Part[]}
 */
function pausePanel(table, offline, ready) {
  const next = primary(actionButton(t("action.next"), "next", { type: "ready" }));
  return [
    element("h2", {}, t("result.title", { n: table.match?.deals.length ?? 0 })),
    resultTable(table),
    storyList(table),
    table.you !== null && !ready && next,
    ready && waitingLine(table),
    !offline && table.you !== null && reviewBetweenDeals(table),
    table.pause_until !== null &&
      element(
        "p",
        { class: "small", hidden: true, "data-from": table.pause_until - COUNTED },
        `${t("result.goes-on")} `,
        element("span", { "data-until": table.pause_until }),
      ),
    !offline && isReviewed(table) && bestCardLine(),
  ];
}

/**
 * @param {TableView} table
 * @param {boolean} offline
 * @param {boolean} ready
 * @param {boolean} open
 * @returns {Part[]}
 */
function matchOverPanel(table, offline, ready, open) {
  const rematch = primary(actionButton(t("action.rematch"), "rematch", { type: "rematch" }));
  return [
    element("h2", {}, resultLine(table)),
    rubberLine(table),
    resultTable(table),
    storyList(table),
    leadChart(table),
    sealedLink(table),
    table.you !== null && !ready && !open && !table.sealed?.once && rematch,
    ready && waitingLine(table),
    open && element("p", {}, t("result.open")),
    open && !offline && table.you !== null && inviteAgain(table),
    ...(offline ? offlineLinks(table) : [element("p", { class: "choices" }, replayLink(table), dealReviewLink(table), sharePicture(table), homeLink())]),
    !offline && isReviewed(table) && bestCardLine(),
  ];
}

/** Names the people who are not ready yet. @param {TableView} table */
function waitingLine({ places, you }) {
  const names = places.filter((place, at) => at !== you && place.kind === "person" && !place.ready && !place.stand_in).map((place) => place.name);
  return element("p", {}, names.length ? t("result.waiting-for", { names: joinNames(names) }) : t("result.waiting"));
}

/**
 * A button that shares the result as a picture.
 * @param {TableView} table
 */
function sharePicture(table) {
  return actionButton(t("action.share"), "share", async () => {
    const { shareResult } = await import("./share-picture.js");
    await shareResult(table);
  });
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

/** Where a finished match without the server is found, and what can follow it. @param {TableView} table */
function offlineLinks(table) {
  return [
    element("p", { class: "small" }, t("result.offline")),
    element("p", { class: "choices" }, element("a", { class: "button", href: OFFLINE_SETUP, "data-key": "setup" }, t("action.offline-setup")), sharePicture(table), homeLink()),
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
    storyList(table),
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
  const href = `/t/${table.code}/replay/${table.number}#deal=${number}&review`;
  return element("a", { class: "button", href, "data-key": "review" }, t("action.review"));
}

/** Whether the last deal has a review: one in which a seat may pass has none. @param {TableView} table */
function isReviewed({ eliminates, match }) {
  return !(eliminates && leavesDogs(match?.deals.at(-2)));
}

/** The same between deals, in a window of its own: those who leave the table's page are away. @param {TableView} table */
function reviewBetweenDeals(table) {
  const link = dealReviewLink(table);
  link?.setAttribute("target", "_blank");
  return element("p", { class: "choices" }, link);
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
