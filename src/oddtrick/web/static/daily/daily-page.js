// The daily deal: the same cards for everybody, played once, then compared with the others.

import "../i18n/en/daily.js"; // preloaded with the page
import { element } from "../ui/dom.js";
import { ensureGuest, get, post, runAction } from "../ui/http-client.js";
import { renderPage } from "../ui/page-header.js";
import { currentLanguage, languageQuery, t } from "../i18n/translate.js";
import { calendar } from "./calendar.js";
import { longDate } from "./day-texts.js";
import { resultsSection } from "./results-table.js";

/** @typedef {import("../wire/protocol").Daily} Daily */
/** @typedef {import("../wire/protocol").DailyDeal} DailyDeal */
/** @typedef {import("../wire/protocol").DailyCalendar} DailyCalendar */
/** @typedef {import("../ui/dom.js").Part} Part */

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
      link(`/t/${you.table}/review/1/1${languageQuery()}`, t("daily.review"), "primary"),
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
