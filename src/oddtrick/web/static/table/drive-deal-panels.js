// The panels of a table that plays one deal of a whist drive: the start, and the way back to the drive.

import { element } from "../ui/dom.js";
import { loadMessages, t } from "../i18n/translate.js";
import { addStyles } from "./lazy-part.js";
import { tricksOfSide } from "./score-sheet.js";
import { bestCardLine, storyList, updateBestCard } from "./match-story.js";

/** @import {Part} from "../ui/dom.js" */
/** @import {TableView, DriveDealView as DriveDeal, BestCardFrame} from "../wire/protocol" */
/** @import {Panel} from "./middle-panel.js" */

await addStyles("seat-buttons.css", "results.css");
await loadMessages("table-menus");

/** Time after which the page goes back to the drive by itself (ms), unless somebody touches it. */
const BACK_AFTER = 12_000;

const TRICKS = 13;

/** The table for which the way back has been prepared. */
let returning = "";

/**
 * @param {TableView} table
 * @param {DriveDeal} drive
 * @param {BestCardFrame | null} bestCard
 * @returns {Panel}
 */
export function drivePanel(table, drive, bestCard) {
  const { stage } = table;
  if (stage === "gathering") return { name: "drive-start", from: drive.starts_at, make: () => startPanel(drive) };
  if (table.you !== null && returning !== table.code) returnLater(table.code, drive);
  const update = (/** @type {HTMLElement} */ panel) => stage === "over" && updateBestCard(panel, table, bestCard);
  return { name: stage, from: [stage, table.match?.deals.length], make: () => endPanel(table, drive), update };
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
    over && storyList(table),
    element("p", {}, t(over ? "drive-table.entered" : "drive-table.closed.about")),
    element(
      "p",
      { class: "choices" },
      backLink(drive, "button primary"),
      over && element("a", { class: "button", href: `/t/${table.code}/replay/1#deal=1&review`, "data-key": "review" }, t("action.review")),
    ),
    over && bestCardLine(),
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
