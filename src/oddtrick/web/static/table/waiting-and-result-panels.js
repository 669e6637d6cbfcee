// The panels while no card is played: the waiting room, a player who is disconnected, the results, and the deals of a drive.

import { element, icon, setAttribute } from "../ui/dom.js";
import { languageQuery, t, tOr } from "../i18n/translate.js";
import { ownSeat } from "../wire/state.js";
import { openDialog } from "../ui/dialog.js";
import { get, RequestError } from "../ui/http-client.js";
import { act, actionButton, OFFLINE_SETUP, primary, reviewLink } from "./action-buttons.js";
import { addStyles } from "./lazy-part.js";
import { resultTable, tricksOfSide } from "./score-sheet.js";
import { eliminationLines, resultLine } from "./table-texts.js";

/** @typedef {import("../ui/dom.js").Part} Part */
/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("./action-buttons.js").TableKind} TableKind */
/** @typedef {{name: string, from: unknown, make: () => Part[]}} Panel What the panel shows: made again when `from` changes. */
/** @typedef {import("../wire/protocol").DriveDealView} DriveDeal */

await addStyles("seat-buttons.css", "results.css", "waiting-room.css", "absence-panel.css");

/** Time before the next deal from which it is counted down (ms): alone against bots a pause has minutes. */
const COUNTED = 60_000;

/**
 * @param {TableView} table
 * @param {TableKind} kind
 * @returns {Panel}
 */
export function resultPanel(table, { practice, offline }) {
  const { stage, you, match } = table;
  const ready = you !== null && Boolean(table.places[you]?.ready);
  if (practice) return { name: stage, from: stage, make: () => practiceOverPanel(table, practice) };
  if (stage === "pause") {
    return { name: stage, from: [ready, match?.deals.length, table.pause_until], make: () => pausePanel(table, ready) };
  }
  if (stage === "closed") return { name: stage, from: stage, make: () => [element("h2", {}, t("turn.closed")), homeLink()] };
  const open = table.places.some((place) => place.kind === "open");
  return { name: stage, from: [ready, you, open, table.number], make: () => matchOverPanel(table, offline, ready, open) };
}

/**
 * @param {TableView} table
 * @param {boolean} ready
 * @returns {Part[]}
 */
function pausePanel(table, ready) {
  const next = primary(actionButton(t("action.next"), "next", { type: "ready" }));
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
    sealedLink(table),
    table.you !== null && !ready && !open && !table.sealed?.once && rematch,
    ready && element("p", {}, t("result.waiting")),
    open && element("p", {}, t("result.open")),
    open && !offline && table.you !== null && inviteAgain(table),
    ...(offline ? offlineLinks() : [element("p", { class: "choices" }, replayLink(table), dealReviewLink(table), homeLink())]),
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

// The waiting room before a match: invitation link, bots for free seats, table settings.

const DEFAULT_LEVEL = "casual";

const QR_CODE = "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v2M18 18h-2v2M20 20h0";

/**
 * The panel of the waiting room.
 * @param {TableView} table
 * @returns {Panel}
 */
export function waitingRoom(table) {
  const open = table.places.some((place) => place.kind === "open");
  return { name: table.stage, from: [table.you, table.you_host, open], make: () => content(table, open) };
}

/**
 * @param {TableView} table
 * @param {boolean} open Whether seats are free.
 * @returns {Part[]}
 */
function content(table, open) {
  const link = new URL(`/t/${table.code}`, window.location.href).href;
  const input = element("input", { readonly: true, value: link, "aria-label": t("waiting.link") });
  input.addEventListener("focus", () => input.select());
  const level = table.you_host && open ? levelSelect() : null;
  const begin = (/** @type {MouseEvent} */ event) => act(event.currentTarget, { type: "begin", fill: level ? level.value || null : null });
  return [
    qrCode(table.code),
    element(
      "div",
      { class: "invite" },
      element("h2", {}, t("waiting.title")),
      element("p", { class: "small" }, t("waiting.explain")),
      table.settings.rated && element("p", { class: "small" }, t("waiting.rated")),
      element("p", { class: "link" }, input, shareButton(input), qrButton(table.code)),
      level && element("label", { class: "level" }, element("span", {}, t("waiting.level")), level),
      table.you_host && primary(actionButton(t("action.begin"), "begin", begin)),
      table.you === null && element("p", {}, t("waiting.watching")),
      !table.you_host && table.you !== null && element("p", {}, t("turn.host-begins", { name: table.host })),
      open && table.you !== null && actionButton(t("action.invite"), "invite", () => void inviteMet(table.code)),
      table.you_host && actionButton(t("action.arrange"), "arrange", { type: "show-panel", what: "arrange" }),
    ),
  ];
}

/** @param {string} code */
function qrCode(code) {
  return element("img", { class: "qr", src: `/t/${code}/qr.svg`, alt: t("waiting.qr"), width: 132, height: 132 });
}

/**
 * A button that shows the QR code where the panel has no room for it.
 * @param {string} code
 */
function qrButton(code) {
  const show = () => openDialog(t("waiting.title"), qrCode(code));
  return element("button", { type: "button", class: "show-qr", "data-key": "qr", "aria-label": t("waiting.qr"), title: t("waiting.qr"), click: show }, icon(QR_CODE));
}

/** @param {string} code */
async function inviteMet(code) {
  const { openInviteDialog } = await import("../people/invite-dialog.js");
  await openInviteDialog(code);
}

/** The select for the bots that fill free seats. */
function levelSelect() {
  const chooser = element("select", { name: "level", "data-key": "level" }, levelOption(DEFAULT_LEVEL));
  void fetchLevels().then((names) => {
    const chosen = chooser.value;
    chooser.replaceChildren(...names.map(levelOption), element("option", { value: "" }, t("waiting.none")));
    chooser.value = chosen;
  });
  return chooser;
}

/** @param {string} name */
function levelOption(name) {
  return element("option", { value: name, selected: name === DEFAULT_LEVEL }, tOr(`level.${name}`, name));
}

/**
 * Fetches the bot levels of the server.
 * @returns {Promise<string[]>}
 */
async function fetchLevels() {
  try {
    /** @type {import("../wire/protocol").Levels} */
    const response = await get("/api/bots/levels");
    return response.levels;
  } catch (error) {
    if (error instanceof RequestError) return [DEFAULT_LEVEL];
    throw error;
  }
}

/**
 * A button that shares the link on phones and copies it elsewhere. Without clipboard access (no https),
 * it selects the link instead.
 * @param {HTMLInputElement} input
 */
function shareButton(input) {
  const canShare = typeof navigator.share === "function" && window.matchMedia("(pointer: coarse)").matches;
  const button = element("button", { type: "button", "data-key": "copy" }, t(canShare ? "waiting.share" : "waiting.copy"));
  button.addEventListener("click", async () => {
    if (canShare) return void navigator.share({ url: input.value }).catch(() => null);
    input.select();
    const copied = await (navigator.clipboard?.writeText(input.value) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    button.textContent = t(copied ? "waiting.copied" : "waiting.selected");
  });
  return button;
}

// The panel while the table waits for a player who is disconnected.

/**
 * Returns the panel, or null if nobody is awaited.
 * @param {TableView} table
 * @returns {Panel | null}
 */
export function absencePanel(table) {
  const at = table.turn ?? -1;
  const place = table.places[at];
  const until = place?.stand_in_at ?? null;
  if (!place || until === null) return null;
  const make = () => {
    const standIn = actionButton(t("action.stand-in-now"), "stand-in", { type: "stand-in", place: at });
    standIn.hidden = true;
    setAttribute(standIn, "data-from", place.stand_in_from);
    return [
      element("p", {}, t("absent.title", { name: place.name })),
      element("p", { class: "small" }, `${t("absent.bot")} `, element("span", { "data-until": until })),
      table.you !== null && standIn,
    ];
  };
  return { name: "absent", from: [at, until], make };
}

// The panels of a table that plays one deal of a whist drive: the start, and the way back to the drive.

/** Time after which the page goes back to the drive by itself (ms), unless somebody touches it. */
const BACK_AFTER = 12_000;

const TRICKS = 13;

/** The table for which the way back has been prepared. */
let returning = "";

/**
 * @param {TableView} table
 * @param {DriveDeal} drive
 * @returns {Panel}
 */
export function drivePanel(table, drive) {
  const { stage } = table;
  if (stage === "gathering") return { name: "drive-start", from: drive.starts_at, make: () => startPanel(drive) };
  if (table.you !== null && returning !== table.code) returnLater(table.code, drive);
  return { name: stage, from: [stage, table.match?.deals.length], make: () => endPanel(table, drive) };
}

/**
 * @param {DriveDeal} drive
 * @returns {Part[]}
 */
function startPanel(drive) {
  return [
    element("h2", {}, driveTitle(drive)),
    element("p", {}, `${t("drive-table.starts")} `, element("span", { "data-until": drive.starts_at })),
    element("p", { class: "small" }, t("drive-table.starts.about")),
  ];
}

/**
 * @param {TableView} table
 * @param {DriveDeal} drive
 * @returns {Part[]}
 */
function endPanel(table, drive) {
  const over = table.stage === "over";
  return [
    element("h2", {}, over ? resultText(table) : t("drive-table.closed")),
    element("p", {}, t(over ? "drive-table.entered" : "drive-table.closed.about")),
    element(
      "p",
      { class: "choices" },
      backLink(drive, "button primary"),
      over && element("a", { class: "button", href: `/t/${table.code}/review/1/1${languageQuery()}`, "data-key": "review" }, t("action.review")),
    ),
  ];
}

/**
 * Goes back to the drive after a while, unless somebody stays to look at the deal.
 * @param {string} code
 * @param {DriveDeal} drive
 */
function returnLater(code, drive) {
  returning = code;
  const timer = window.setTimeout(() => window.location.assign(`/drive/${drive.code}`), BACK_AFTER);
  const stay = () => window.clearTimeout(timer);
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, stay, { once: true });
}

/** Says how many tricks each side took. @param {TableView} table */
function resultText({ match, sides }) {
  const deal = match?.deals.at(-1);
  const own = sides.find((side) => side.includes(match?.seat ?? 0)) ?? [];
  const won = deal ? tricksOfSide(deal, own) : 0;
  return t("drive-table.result", { won, lost: TRICKS - won });
}

/** @param {DriveDeal} drive */
function driveTitle({ round, rounds, table }) {
  return t("drive-table.title", { round, rounds, table });
}

/**
 * @param {DriveDeal} drive
 * @param {string} kind
 */
function backLink({ code }, kind) {
  return element("a", { class: kind, href: `/drive/${code}`, "data-key": "drive" }, t("drive-table.back"));
}
