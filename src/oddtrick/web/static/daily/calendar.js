// The days that the player has played: a month at a time, and runs of days.

import { element } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { longDate, monthBeside, monthName, weekdays, weeksOf } from "./day-texts.js";

/** @typedef {import("../wire/protocol").Daily} Daily */
/** @typedef {import("../wire/protocol").DailyCalendar} DailyCalendar */
/** @typedef {import("../wire/protocol").PlayedDay} PlayedDay */

/**
 * The section with streaks and calendar.
 * @param {Daily} daily
 * @param {DailyCalendar} played
 * @param {string} shown The day on this page.
 */
export function calendar(daily, played, shown) {
  const days = new Map(played.days.map((day) => [day.day, day]));
  const holder = element("div", { class: "month" });
  const showMonth = (/** @type {string} */ month, focus = "") => {
    holder.replaceChildren(...monthView(month, { daily, days, shown, showMonth }));
    const button = focus && holder.querySelector(`[data-turn="${focus}"]`);
    if (button instanceof HTMLElement) button.focus();
  };
  showMonth(shown.slice(0, 7));
  return element(
    "section",
    { class: "calendar", "aria-labelledby": "calendar" },
    element("h2", { id: "calendar" }, t("daily.calendar")),
    streakLine(played),
    holder,
  );
}

/** @param {DailyCalendar} played */
function streakLine({ streaks }) {
  if (!streaks.total) return element("p", { class: "none" }, t("daily.streak.none"));
  const figure = (/** @type {number} */ n, /** @type {"daily.streak.current" | "daily.streak.longest" | "daily.streak.total"} */ name) =>
    element("div", {}, element("dt", {}, t(name)), element("dd", {}, String(n)));
  return element(
    "dl",
    { class: "streaks" },
    streaks.current > 1 && figure(streaks.current, "daily.streak.current"),
    figure(streaks.longest, "daily.streak.longest"),
    figure(streaks.total, "daily.streak.total"),
  );
}

/**
 * @typedef {object} CalendarState
 * @property {Daily} daily
 * @property {Map<string, PlayedDay>} days
 * @property {string} shown
 * @property {(month: string, focus?: string) => void} showMonth
 */

/**
 * A month as a table of links, with buttons to the months beside it.
 * @param {string} month As in "2026-11".
 * @param {CalendarState} state
 */
function monthView(month, state) {
  const { daily, showMonth } = state;
  const turn = (/** @type {number} */ by, /** @type {string} */ name, /** @type {"daily.month.before" | "daily.month.after"} */ label) => {
    const other = monthBeside(month, by);
    const exists = other >= daily.first.slice(0, 7) && other <= daily.today.day.slice(0, 7);
    const button = element("button", { type: "button", "data-turn": name, "aria-label": t(label), click: () => showMonth(other, name) }, by < 0 ? "‹" : "›");
    button.disabled = !exists;
    return button;
  };
  const head = weekdays().map(({ short, long }) => element("th", { scope: "col", abbr: long }, short));
  const rows = weeksOf(month).map((week) => element("tr", {}, ...week.map((day) => element("td", {}, day && dayCell(day, state)))));
  return [
    element("div", { class: "month-head" }, turn(-1, "before", "daily.month.before"), element("h3", { "aria-live": "polite" }, monthName(month)), turn(1, "after", "daily.month.after")),
    element("table", { "aria-label": monthName(month) }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
  ];
}

/**
 * @param {string} day
 * @param {CalendarState} state
 */
function dayCell(day, { daily, days, shown }) {
  const text = String(Number(day.slice(8)));
  if (day < daily.first || day > daily.today.day) return element("span", { class: "day" }, element("span", { class: "number" }, text));
  const number = element("span", { class: "number", "aria-hidden": "true" }, text);
  const played = days.get(day);
  const result = played?.tricks ?? null;
  const about = result === null ? t(played ? "daily.day.begun" : "daily.day.open") : t("daily.day.tricks", { n: result });
  return element(
    "a",
    {
      class: "day",
      href: day === daily.today.day ? "/daily" : `/daily/${day}`,
      "aria-current": day === shown ? "date" : null,
      "data-result": result === null ? null : String(result > 6),
      "data-counts": played?.counts ?? null,
    },
    element("span", { class: "visually-hidden" }, `${longDate(day)}: ${about}`),
    number,
    element("span", { class: "result", "aria-hidden": "true" }, result === null ? (played ? "…" : "") : String(result)),
  );
}
