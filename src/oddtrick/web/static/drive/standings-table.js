// The standings as a table, and the prizes as a list.

import { element } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { groupLabel, playerName, prizeName, scoreText, tieBreakText } from "./drive-words.js";

/** @import {Parts, Standing} from "./drive-types" */
/** @import {MessageKey} from "../i18n/translate.js" */

/** A column of figures: its heading and how it is read from a standing. */
/** @typedef {[MessageKey, (standing: Standing) => number | null | undefined]} Column */

/**
 * Returns the columns of figures that a drive has; the first decides the places.
 * @param {Partial<Parts>} parts
 * @returns {Column[]}
 */
export function figureColumns(parts) {
  const movement = parts.drive?.movement;
  /** @type {Column[]} */
  const columns = [["drive.total", (standing) => standing.total]];
  if (movement === "duplicate") columns.unshift(["drive.match-points", (standing) => standing.match_points]);
  if (movement === "military") columns.unshift(["drive.flags", (standing) => standing.flags]);
  return [...columns, ["drive.won", (standing) => standing.won]];
}

/**
 * The standings, best first.
 * @param {Partial<Parts>} parts
 * @param {readonly Standing[]} standings
 * @param {{own?: number | null, caption: string, groups?: boolean}} options The player of this phone, if it has one.
 */
export function standingsTable(parts, standings, { own = null, caption, groups = true }) {
  const columns = figureColumns(parts);
  const grouped = groups && parts.players?.some((player) => player.group) === true;
  const heading = (/** @type {string} */ text) => element("th", { scope: "col" }, text);
  const row = (/** @type {Standing} */ standing) => {
    const group = groupLabel(parts, parts.players?.[standing.player]?.group);
    // On narrow phones the group stands below the name, so that every column of figures is in view.
    const team = parts.drive?.movement === "military" && parts.players?.[standing.player]?.team;
    const below = grouped && element("span", { class: "group-below" }, group);
    return element(
      "tr",
      { "data-own": standing.player === own },
      element("td", {}, String(standing.place)),
      element("th", { scope: "row" }, playerName(parts, standing.player), standing.player === own && ownMark(), below, team && element("span", { class: "small team" }, ` ${t("drive.team.of", { team })}`)),
      grouped && element("td", { class: "group" }, group),
      ...columns.map(([, figure]) => element("td", {}, scoreText(figure(standing)))),
    );
  };
  return element(
    "table",
    { class: "standings" },
    element("caption", { class: "visually-hidden" }, caption),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col", class: "place" }, t("drive.place")),
        heading(t("drive.name")),
        grouped && element("th", { scope: "col", class: "group" }, t("drive.group")),
        ...columns.map(([name]) => heading(t(name))),
      ),
    ),
    element("tbody", {}, ...standings.map(row)),
  );
}

function ownMark() {
  return element("span", { class: "own-mark" }, t("drive.you"));
}

/**
 * Returns whether any round is complete, so that standings mean something.
 * @param {Partial<Parts>} parts
 */
export function hasStandings({ standings_info: info, round }) {
  const complete = (info?.after_round ?? 0) - (round?.number === info?.after_round && round?.missing.length ? 1 : 0);
  return complete > 0;
}

/**
 * Says after which round the standings are, and that they are hidden or provisional.
 * @param {Partial<Parts>} parts
 */
export function standingsNote(parts) {
  const info = parts.standings_info;
  if (!info || !hasStandings(parts)) return t("drive.standings.none");
  const underWay = parts.round?.number === info.after_round && parts.round.missing.length > 0;
  const after = t(underWay ? "drive.standings.during" : "drive.standings.after", { round: info.after_round, rounds: parts.drive?.rounds ?? 0 });
  const atDesk = parts.you?.role === "organiser" || parts.you?.role === "scorer";
  if (info.hidden) return `${after} ${t(atDesk ? "drive.standings.hidden.desk" : "drive.standings.hidden")}`;
  return info.provisional ? `${after} ${t("drive.standings.provisional")}` : after;
}

/**
 * The figure that won a prize.
 * @param {Partial<Parts>} parts
 * @param {import("./drive-types").Prize} prize
 * @returns {Column}
 */
function prizeColumn(parts, { kind }) {
  if (kind === "first-half") return ["drive.first-half", (standing) => standing.first_half];
  if (kind === "last-half") return ["drive.last-half", (standing) => standing.last_half];
  return figureColumns(parts)[0] ?? ["drive.total", (standing) => standing.total];
}

/**
 * The prizes with the ties that were settled.
 * @param {Partial<Parts>} parts
 */
export function prizeList(parts) {
  const { drive, prizes = [] } = parts;
  const scores = new Map((parts.standings ?? []).map((standing) => [standing.player, standing]));
  const items = prizes.map((prize) => {
    const standing = scores.get(prize.player);
    const [name, figure] = prizeColumn(parts, prize);
    const tie = tieBreakText(parts, prize);
    return element(
      "li",
      {},
      element("span", { class: "prize" }, drive ? prizeName(prize, drive) : prize.prize),
      element("span", { class: "winner" }, playerName(parts, prize.player)),
      standing && prize.kind !== "own" && element("span", { class: "score" }, `${t(name)}: ${scoreText(figure(standing))}`),
      tie && element("span", { class: "small tie" }, tie),
    );
  });
  return element("ol", { class: "prizes" }, ...items);
}
