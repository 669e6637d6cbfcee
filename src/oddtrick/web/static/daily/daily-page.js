// The daily deal: the same cards for everybody, played once, then compared with the others.

import "../i18n/en/daily.js"; // preloaded with the page
import { element } from "../ui/dom.js";
import { ensureGuest, get, post, runAction } from "../ui/http-client.js";
import { renderPage } from "../shell/page-header.js";
import { currentLanguage, numberText, t } from "../i18n/translate.js";

/** @import {Daily, DailyDeal, DailyCalendar, Comparison, PlayedDay} from "../wire/protocol" */
/** @import {Part} from "../ui/dom.js" */

/**
 * Shows the deal of today, or of the day in the address.
 * @param {HTMLElement} page
 * @param {string} [day] As in "2026-11-23".
 */
export function show(page, day) {
  const title = element("h1", {}, t("daily.title"));
  const problem = element("p", { class: "error", role: "alert" });
  const loading = element("p", { class: "none", role: "status" }, t("page.loading"));
  const main = element("main", { class: "daily" }, element("div", {}, title, element("p", { class: "about" }, t("daily.about"))), problem, loading);
  renderPage(page, "", t("daily.title"), main);
  void runAction(main, async () => {
    try {
      const [daily, days, other] = await Promise.all([
        /** @type {Promise<Daily>} */ (get("/api/daily")),
        /** @type {Promise<DailyCalendar>} */ (get("/api/me/daily")),
        /** @type {Promise<DailyDeal | null>} */ (day ? get(`/api/daily/${encodeURIComponent(day)}`) : Promise.resolve(null)),
      ]);
      const deal = other ?? daily.today;
      main.append(dealSection(deal, main), calendar(daily, days, deal.day), fairness(daily, deal));
    } finally {
      loading.remove();
    }
  });
}

/**
 * The deal of a day: what to do with it, and the results.
 * @param {DailyDeal} deal
 * @param {HTMLElement} main Contains the element for error messages.
 */
function dealSection(deal, main) {
  const { you, comparison } = deal;
  return element(
    "section",
    { class: "cloth day-deal", "aria-labelledby": "day" },
    element("h2", { id: "day" }, element("time", { datetime: deal.day }, longDate(deal.day))),
    element("p", { class: "what-now" }, situation(deal)),
    element("p", { class: "small" }, t("daily.table", { level: t(`level.${/** @type {"club"} */ (deal.level)}`) })),
    element("div", { class: "buttons" }, ...actions(deal, main)),
    comparison && resultsSection(comparison, you?.tricks ?? null),
  );
}

/** Says where the player stands with this deal. @param {DailyDeal} deal */
function situation({ stage, you, ends }) {
  if (you && you.tricks !== null) {
    const own = t("daily.own", { n: you.tricks });
    return you.counts ? own : `${own} ${t("daily.late")}`;
  }
  if (stage === "over") return t(you ? "daily.unfinished" : "daily.missed");
  if (you) return t("daily.under-way");
  if (stage === "closing") return t("daily.closing");
  const time = new Intl.DateTimeFormat(currentLanguage(), { timeStyle: "short" }).format(new Date(ends));
  return t("daily.waiting", { time });
}

/**
 * The buttons for a deal.
 * @param {DailyDeal} deal
 * @param {HTMLElement} main
 * @returns {Part[]}
 */
function actions({ day, stage, you }, main) {
  if (you && you.tricks !== null)
    return [
      link(`/t/${you.table}/replay/1#deal=1&review`, t("daily.review"), "primary"),
      link(`/t/${you.table}/replay/1`, t("daily.replay")),
      stage === "over" && opener("daily.again", `/api/daily/${day}/practice`, main),
      day !== today() && link("/daily", t("daily.today")),
    ];
  if (stage === "over") return [opener("daily.practise", `/api/daily/${day}/practice`, main, "primary"), link("/daily", t("daily.today"))];
  if (you) return [link(`/t/${you.table}`, t("daily.continue"), "primary")];
  if (stage === "closing") return [link("/daily", t("daily.today"), "primary")];
  return [opener("daily.play", `/api/daily/${day}/attempt`, main, "primary")];
}

/** The current day in UTC, as in "2026-11-23". */
function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * @param {string} href
 * @param {string} text
 * @param {string} [kind]
 */
function link(href, text, kind = "") {
  return element("a", { class: `button ${kind}`, href }, text);
}

/**
 * A button that opens a table.
 * @param {"daily.play" | "daily.practise" | "daily.again"} name
 * @param {string} path
 * @param {HTMLElement} main
 * @param {string} [kind]
 */
function opener(name, path, main, kind = "") {
  const open = () =>
    void runAction(main, async () => {
      // The server's default name for a guest is English.
      if (currentLanguage() !== "en") await ensureGuest();
      window.location.assign((await post(path, {})).url);
    });
  return element("button", { type: "button", class: kind, click: open }, t(name));
}

/**
 * How the deal was sealed, for those who want to check it.
 * @param {Daily} daily
 * @param {DailyDeal} deal
 */
function fairness({ tomorrow }, deal) {
  const row = (/** @type {string} */ name, /** @type {string} */ value) =>
    element("div", {}, element("dt", {}, name), element("dd", { class: "code" }, value));
  return element(
    "details",
    { class: "fairness" },
    element("summary", {}, t("daily.fair.title")),
    element("p", {}, t("daily.fair.about")),
    element(
      "dl",
      {},
      row(t("daily.fair.event"), deal.event),
      row(t("daily.fair.seal"), deal.seal),
      deal.secret !== null && row(t("daily.fair.secret"), deal.secret),
      row(t("daily.fair.tomorrow"), tomorrow.seal),
    ),
    deal.secret === null && element("p", { class: "small" }, t("daily.fair.later")),
  );
}

// How others did: the number of people by tricks, the own rank and match points.

/** Tricks of a side that don't score. */
const BOOK = 6;

/**
 * The comparison of all results.
 * @param {Comparison} comparison
 * @param {number | null} own The player's tricks.
 */
function resultsSection(comparison, own) {
  const { results, people } = comparison;
  return element(
    "div",
    { class: "results" },
    element("h3", {}, t("daily.results")),
    rankLine(comparison),
    people > 0 && resultsTable(results, people, own),
  );
}

/** @param {Comparison} comparison */
function rankLine({ people, rank, match_points: points }) {
  if (!people) return element("p", {}, t("daily.results.none"));
  if (rank === null) return element("p", {}, t("daily.results.people", { n: people }));
  if (points === null) return element("p", {}, t("daily.results.first"));
  const percent = numberText(points / 100, { style: "percent", maximumFractionDigits: 0 });
  return element("p", {}, element("strong", {}, t("daily.results.rank", { rank, n: people })), " ", t("daily.results.points", { percent }));
}

/**
 * @param {Comparison["results"]} results
 * @param {number} people
 * @param {number | null} own
 */
function resultsTable(results, people, own) {
  const most = Math.max(...results.map((each) => each.people));
  const rows = results.map(({ tricks, people: n }) => {
    const bar = element("meter", { min: 0, max: most, value: n, "aria-hidden": "true" });
    return element(
      "tr",
      { "data-own": tricks === own },
      element("th", { scope: "row" }, t("daily.day.tricks", { n: tricks }), tricks === own && element("span", { class: "own-result" }, t("who.you"))),
      element("td", {}, t("daily.points", { n: Math.max(0, tricks - BOOK) })),
      element("td", { class: "bar" }, bar),
      element("td", {}, t("daily.people", { n })),
    );
  });
  const head = /** @type {const} */ (["tricks", "score"]).map((name) => element("th", { scope: "col" }, t(`daily.column.${name}`)));
  return element(
    "table",
    { "aria-label": t("daily.results"), "data-people": people },
    element("thead", {}, element("tr", {}, ...head, element("th", { scope: "col", colspan: 2 }, t("daily.column.people")))),
    element("tbody", {}, ...rows),
  );
}

// The days that the player has played: a month at a time, and runs of days.

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

/**
 * A day in words, as in "Monday 23 November 2026".
 * @param {string} day As in "2026-11-23".
 */
function longDate(day) {
  return format(day, { dateStyle: "full" });
}

/**
 * A month in words, as in "November 2026".
 * @param {string} month As in "2026-11".
 */
function monthName(month) {
  return format(`${month}-01`, { month: "long", year: "numeric" });
}

/**
 * The abbreviated names of the days of the week, Monday first.
 * @returns {{short: string, long: string}[]}
 */
function weekdays() {
  // 5 January 1970 was a Monday.
  const days = [5, 6, 7, 8, 9, 10, 11].map((day) => `1970-01-${String(day).padStart(2, "0")}`);
  return days.map((day) => ({ short: format(day, { weekday: "short" }), long: format(day, { weekday: "long" }) }));
}

/**
 * The days of a month in weeks from Monday to Sunday; null outside the month.
 * @param {string} month As in "2026-11".
 * @returns {(string | null)[][]}
 */
function weeksOf(month) {
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
function monthBeside(month, by) {
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
