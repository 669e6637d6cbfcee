// Days of the daily deal as text. They are days of UTC, whatever the browser's time zone is.

import { currentLanguage } from "../i18n/translate.js";

/**
 * A day in words, as in "Monday 23 November 2026".
 * @param {string} day As in "2026-11-23".
 */
export function longDate(day) {
  return format(day, { dateStyle: "full" });
}

/**
 * A month in words, as in "November 2026".
 * @param {string} month As in "2026-11".
 */
export function monthName(month) {
  return format(`${month}-01`, { month: "long", year: "numeric" });
}

/**
 * The abbreviated names of the days of the week, Monday first.
 * @returns {{short: string, long: string}[]}
 */
export function weekdays() {
  // 5 January 1970 was a Monday.
  const days = [5, 6, 7, 8, 9, 10, 11].map((day) => `1970-01-${String(day).padStart(2, "0")}`);
  return days.map((day) => ({ short: format(day, { weekday: "short" }), long: format(day, { weekday: "long" }) }));
}

/**
 * The days of a month in weeks from Monday to Sunday; null outside the month.
 * @param {string} month As in "2026-11".
 * @returns {(string | null)[][]}
 */
export function weeksOf(month) {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  /** @type {(string | null)[]} */
  const cells = Array.from({ length: (first.getUTCDay() + 6) % 7 }, () => null);
  for (let day = 1; day <= days; day++) cells.push(`${month}-${String(day).padStart(2, "0")}`);
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

/**
 * The month before or after another.
 * @param {string} month As in "2026-11".
 * @param {number} by
 */
export function monthBeside(month, by) {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/**
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(day, options) {
  return new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
