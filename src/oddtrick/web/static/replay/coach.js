// The review of a deal on its replay: a card about the decision at hand, and the line of fortune and skill.

import { reasonText } from "../cards/reason-text.js";
import { icon, element, setAttribute, setText, updateContent } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { numberText, t } from "../i18n/translate.js";
import { choiceList, decisionParts, lineParts, momentParts } from "./coach-card.js";
import { costTexts, keptOrder, placeText, signedText, storyOf, verdictText } from "./coach-texts.js";
import { balanceAt, courseOf, courseShapes, madeBy } from "./fortune-line.js";
import { seatName } from "./replay-names.js";
import { turnCount, turnOf } from "./replay-states.js";
import { ReviewSource } from "./review-source.js";

/** @import {MatchSteps, DealSteps, Decision} from "../wire/protocol" */
/** @import {Worths} from "./replay-board.js" */
/** @import {ReplayPosition} from "./replay-states.js" */

/**
 * @typedef {object} Addresses Where the reviews of a match are, each without the number of the deal.
 * @property {string} data
 * @property {string} retry
 * @property {string} print
 */
/**
 * @typedef {object} Host The replay that is reviewed.
 * @property {MatchSteps} match
 * @property {number | null} reader The reader's seat.
 * @property {Addresses} addresses
 * @property {(deal: number) => import("./coach-texts.js").Unit | null} unitOf The unit of a deal; null: unknown before the values come.
 * @property {(place: ReplayPosition) => void} go
 * @property {(decision: Decision | null) => void} showLine Shows the deal as it would have gone, or as it was played.
 * @property {() => void} render
 * @property {() => void} close
 */
/**
 * @typedef {object} Shown What is on screen.
 * @property {ReplayPosition} place
 * @property {number} seat Seat in view.
 * @property {boolean} everyone No seat has been chosen: the decisions of all count.
 * @property {Decision | null} line The decision whose other line is shown.
 */

/** The number of decisions that are listed as those that mattered. */
const MOST = 3;

/** Least way of a finger sideways that counts as a swipe (px). */
const SWIPE = 50;

/** The review of the deals of one match. */
export class Coach {
  /** @type {ReviewSource | null} */
  #source = null;
  /** Index of the deal reviewed. */
  #deal = -1;
  /** The overview is shown although there is a decision here. */
  #overview;
  /** The decision asked for, where two are taken at one position. */
  #asked = -1;
  /** The mistakes as the reader has them before the eyes. @type {Decision[]} */
  #listed = [];
  /** What has been announced last. */
  #said = "";
  /** Request of the next frame, for values that come in a crowd. */
  #frame = 0;
  /** Reasons in words, by their sentences. @type {Map<string, string>} */
  #reasons = new Map();
  /** @type {Shown | null} */
  #shown = null;

  /**
   * @param {Host} host
   * @param {HTMLElement} at The card.
   * @param {Element} line The drawing behind the slider.
   * @param {HTMLElement} legend Room for what the line says at the position.
   * @param {boolean} overview Whether it begins with the overview.
   */
  constructor(host, at, line, legend, overview) {
    this.#overview = overview;
    this.host = host;
    this.at = at;
    this.line = line;
    this.legend = legend;
    this.figures = element("p", {});
    legend.replaceChildren(this.figures, element("button", { type: "button", "aria-haspopup": "dialog", "aria-label": t("coach.about"), title: t("coach.about"), click: () => this.#explain() }));
    this.title = element("h2", {});
    this.body = element("div", { class: "coach-body" });
    this.progress = element("p", { class: "small coach-progress" });
    this.status = element("p", { class: "visually-hidden", role: "status" });
    this.back = this.#navigation("coach.back", "M15 6l-6 6 6 6", -1);
    this.on = this.#navigation("coach.on", "M9 6l6 6-6 6", 1);
    const close = element("button", { type: "button", class: "close", "aria-label": t("coach.close"), title: t("coach.close"), click: () => host.close() }, "✕");
    const titles = element("div", { class: "coach-titles" }, this.title, this.progress);
    at.replaceChildren(element("div", { class: "coach-head" }, this.back, titles, this.on, close), this.body, this.status);
    this.#watchSwipes();
  }

  /** Stops waiting for values. */
  close() {
    this.#source?.close();
    this.at.replaceChildren();
    this.line.replaceChildren();
    this.legend.replaceChildren();
  }

  get overview() {
    return this.#overview;
  }

  /** Says what the line and its figures mean. */
  #explain() {
    const unit = this.#source?.unit ?? "tricks";
    openDialog(t("coach.about"), ...[t(`coach.about.expected.${unit}`), t("coach.about.fortune"), t("coach.about.skill"), t("coach.about.line")].map((text) => element("p", {}, text)));
  }

  /** Tells the coach that the reader has moved to another card. */
  leaveOverview() {
    this.#overview = false;
    this.#asked = -1;
  }

  /**
   * The cards to mark on the board.
   * @returns {Worths | null}
   */
  get marks() {
    const decision = this.#shown?.line ? null : this.#decision;
    if (!decision || decision.kind !== "card") return null;
    return { seat: decision.seat, values: {}, chosen: decision.played, best: decision.loss.real ? decision.best : decision.played };
  }

  /** @param {Shown} shown */
  render(shown) {
    this.#shown = shown;
    if (shown.place.deal !== this.#deal) this.#open(shown.place.deal);
    const { line } = shown;
    const decision = this.#decision;
    const moments = this.#moments;
    const at = moments.findIndex((each) => each.number === decision?.number);
    setAttribute(this.at, "data-grade", this.#source?.failure ? "failed" : this.#source?.grade || "none");
    setText(this.title, line ? t("coach.line.title") : decision ? this.#titleOf(decision, at, moments.length) : t(this.#source?.grade ? "coach.overview" : "review.title"));
    setAttribute(this.back, "aria-disabled", line || !decision ? "true" : null);
    setAttribute(this.on, "aria-disabled", line || !moments.length || at === moments.length - 1 ? "true" : null);
    if (line) this.#renderLine(line);
    else if (decision) this.#renderDecision(decision);
    else this.#renderOverview(moments);
    this.#renderProgress();
    this.#renderCourse();
    this.#announce(decision, moments);
  }

  /** @param {number} deal */
  #open(deal) {
    if (this.#deal >= 0) this.#overview = this.#shown?.place.card === 0;
    this.#source?.close();
    this.#deal = deal;
    this.#said = "";
    this.#asked = -1;
    this.#listed = [];
    this.#source = new ReviewSource(`${this.host.addresses.data}/${deal + 1}`, this.host.unitOf(deal), () => this.#renderSoon());
  }

  #renderSoon() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.host.render());
  }

  get #steps() {
    return /** @type {DealSteps} */ (this.host.match.deals[this.#deal]);
  }

  /** The decisions known, in order. */
  get #decisions() {
    return [...(this.#source?.decisions.values() ?? [])].sort((one, other) => one.number - other.number);
  }

  /** The seat whose decisions count; null: those of all. */
  get #subject() {
    return !this.#shown || this.#shown.everyone ? null : this.#shown.seat;
  }

  /** The decisions that cost most, the worst first; none before all are known. */
  get #moments() {
    if (!this.#source?.grade) return [];
    const subject = this.#subject;
    const real = this.#decisions.filter(({ loss, seat }) => loss.real && (subject === null || seat === subject));
    const worst = real.sort((one, other) => other.loss.utility - one.loss.utility || one.number - other.number).slice(0, MOST);
    this.#listed = keptOrder(worst, this.#listed);
    return this.#listed;
  }

  /** The decision at the position on screen; null on the overview. */
  get #decision() {
    if (this.#overview) return null;
    const here = this.#decisions.filter((each) => this.#turnOf(each) === this.#shown?.place.card);
    return here.find((each) => each.number === this.#asked) ?? here.find((each) => each.loss.real) ?? here.at(-1) ?? null;
  }

  /** @param {Decision} decision */
  #turnOf(decision) {
    return turnOf(this.#steps, decision);
  }

  /** @param {Decision} decision */
  #goTo(decision) {
    this.#listed = [];
    this.host.go({ deal: this.#deal, card: this.#turnOf(decision) });
    this.#overview = false;
    this.#asked = decision.number;
    this.host.render();
  }

  /** @param {1 | -1} step */
  #move(step) {
    if (this.#shown?.line) return;
    const moments = this.#moments;
    const at = moments.findIndex((each) => each.number === this.#decision?.number);
    const next = moments[at + step];
    if (next) this.#goTo(next);
    else if (step < 0 && this.#decision) {
      this.#overview = true;
      this.host.render();
    }
  }

  /**
   * @param {"coach.back" | "coach.on"} name
   * @param {string} path
   * @param {1 | -1} step
   */
  #navigation(name, path, step) {
    return element("button", { type: "button", "aria-label": t(name), title: t(name), click: () => this.#move(step) }, icon(path));
  }

  #watchSwipes() {
    let from = { x: 0, y: 0 };
    this.at.addEventListener("touchstart", ({ touches: [touch] }) => (from = { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 }), { passive: true });
    this.at.addEventListener("touchend", ({ changedTouches: [touch] }) => {
      const [x, y] = [(touch?.clientX ?? 0) - from.x, (touch?.clientY ?? 0) - from.y];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.#move(x < 0 ? 1 : -1);
    });
  }

  /**
   * @param {Decision} decision
   * @param {number} at Index among those that mattered.
   * @param {number} all
   */
  #titleOf(decision, at, all) {
    const place = placeText(this.#steps, decision);
    return at < 0 ? place : t("coach.of", { n: at + 1, all, place });
  }

  /** @param {Decision} decision */
  #renderDecision(decision) {
    const { match, addresses } = this.host;
    const unit = this.#source?.unit ?? "tricks";
    const reasons = this.#reasonsOf(decision);
    const retry = `${addresses.retry}/${this.#deal + 1}/${decision.number + 1}#card=${this.#turnOf(decision)}`;
    updateContent(this.body, [decision, reasons, unit], () => [
      ...decisionParts(decision, verdictText(match, decision), decision.loss.real ? costTexts(decision, unit) : []),
      ...reasons.map((reason) => element("p", {}, reason)),
      decision.forced ? null : choiceList(decision, unit),
      decision.loss.real
        ? element(
            "p",
            { class: "choices" },
            element("a", { class: "button primary", href: retry, "data-key": "retry" }, t("coach.retry")),
            decision.line && element("button", { type: "button", "data-key": "line", click: () => this.host.showLine(decision) }, t("coach.line")),
          )
        : null,
    ]);
  }

  /** The reasons of a decision in words; they come a moment later. @param {Decision} decision */
  #reasonsOf({ seat, explanation = [] }) {
    const { match, reader } = this.host;
    const names = Array.from({ length: match.players }, (_, seat) => seatName(match, seat));
    return explanation.flatMap((sentence) => {
      const decides = seat === reader;
      const key = JSON.stringify([sentence, decides]);
      const text = this.#reasons.get(key);
      if (text === undefined) {
        this.#reasons.set(key, "");
        void reasonText(sentence, { names, seat: reader, decides }).then((said) => {
          this.#reasons.set(key, said);
          this.#renderSoon();
        });
      }
      return text ? [text] : [];
    });
  }

  /** @param {Decision} decision */
  #renderLine(decision) {
    const { match } = this.host;
    const unit = this.#source?.unit ?? "tricks";
    const other = decision.line;
    if (!other) return;
    const made = numberText(madeBy(other, match.sides, decision.seat, unit));
    const played = numberText(madeBy(this.#steps, match.sides, decision.seat, unit));
    updateContent(this.body, ["line", decision], () =>
      lineParts(decision, unit, made, played, () => this.host.showLine(null)),
    );
  }

  /** @param {Decision[]} moments */
  #renderOverview(moments) {
    const source = this.#source;
    const { match } = this.host;
    const story = this.#story();
    const summary = source?.grade ? this.#summary(moments) : [];
    updateContent(this.body, [source?.failure, summary, story, moments.map((each) => [each.number, each.best])], () => [
      ...(source?.failure ? this.#failureParts(source.failure) : []),
      ...summary.map((line, at) => element("p", { class: at ? "" : "verdict-line" }, line)),
      ...momentParts(match, this.#steps, moments, source?.unit ?? "tricks", this.#subject, (decision) => this.#goTo(decision)),
      story && element("p", { class: "story" }, story),
    ]);
  }

  /** @param {string} failure */
  #failureParts(failure) {
    const again = () => {
      this.#open(this.#deal);
      this.host.render();
    };
    return [element("p", { class: "error" }, failure), element("p", { class: "choices" }, element("button", { type: "button", "data-key": "again", click: again }, t("coach.reload")))];
  }

  /** Whether anything mattered, and why not. @param {Decision[]} moments */
  #summary(moments) {
    const subject = this.#subject;
    const own = this.#decisions.filter(({ seat }) => subject === null || seat === subject);
    const real = own.filter(({ loss }) => loss.real).length;
    const who = subject === null ? "" : seatName(this.host.match, subject);
    const form = subject === null ? "all" : subject === this.host.reader ? "you" : null;
    const say = (/** @type {"coach.mattered" | "coach.none"} */ name, /** @type {number} */ n) => t(form ? `${name}.${form}` : name, { n, who });
    if (real) return [say("coach.mattered", real), ...(real > moments.length ? [t("coach.most")] : [])];
    const choices = own.filter(({ forced }) => !forced).length;
    if (!choices) return [form === "you" ? t("coach.no-choice.you") : t("coach.no-choice", { who })];
    return [say("coach.none", choices), t("coach.none.why")];
  }

  #renderProgress() {
    const source = this.#source;
    const done = source?.decisions.size ?? 0;
    const text = source?.failure || source?.grade === "full" ? "" : source?.grade ? t("coach.quick") : done ? t("coach.wait.some", { n: done }) : t("coach.wait");
    setText(this.progress, text);
  }

  /** The course of the seat in view through the decisions known. */
  #course() {
    const { seat } = /** @type {Shown} */ (this.#shown);
    const { unit, grade } = this.#source ?? {};
    const own = this.#decisions.filter((each) => each.seat === seat);
    const end = grade && unit ? madeBy(this.#steps, this.host.match.sides, seat, unit) : null;
    return unit ? courseOf(own, (each) => this.#turnOf(each), turnCount(this.#steps), unit, end) : null;
  }

  #renderCourse() {
    const { seat, place, line } = /** @type {Shown} */ (this.#shown);
    const course = this.#course();
    const others = this.#decisions.filter((each) => each.seat !== seat && each.loss.real).map((each) => this.#turnOf(each));
    updateContent(this.line, [course, others], () => courseShapes(course, others));
    if (!course || line) return setText(this.figures, "");
    const { expected, fortune, skill } = balanceAt(course, place.card);
    const unit = this.#source?.unit ?? "tricks";
    const over = place.card === course.turns && course.end !== null;
    const name = /** @type {const} */ (`coach.${over ? "made" : "expected"}.${unit}`);
    const who = seat === this.host.reader ? "" : `${seatName(this.host.match, seat)}: `;
    const behind = unit === "points" && !over && expected < 0;
    const parts = [who + (behind ? t("coach.behind", { n: numberText(-expected) }) : t(name, { n: numberText(expected) })), t("coach.fortune", { n: signedText(fortune) }), t("coach.skill", { n: signedText(skill) })];
    setText(this.figures, parts.join(" · "));
  }

  /** The deal in one sentence: what was to be expected, what was made, and why. */
  #story() {
    return storyOf(this.#source?.grade ? this.#course() : null, this.#source?.unit ?? "tricks");
  }

  /**
   * Announces the result of the review, and each mistake that the reader comes to; values that only get more exact are silent.
   * @param {Decision | null} decision
   * @param {Decision[]} moments
   */
  #announce(decision, moments) {
    const source = this.#source;
    const { match } = this.host;
    let text = "";
    if (source?.failure) text = source.failure;
    else if (decision?.loss.real) text = [placeText(this.#steps, decision), verdictText(match, decision)].join(". ");
    else if (!decision && source?.grade) text = this.#summary(moments).join(" ");
    if (text === this.#said) return;
    this.#said = text;
    setText(this.status, text);
  }
}
