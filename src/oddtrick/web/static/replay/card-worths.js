// The worth of each legal card at each decision of a replay, computed in the browser.

import { cardName } from "../cards/card-names.js";
import { element, setAttribute, setText } from "../ui/dom.js";
import { switchField } from "../ui/form-fields.js";
import { joinNames, loadMessages, t } from "../i18n/translate.js";
import { seatName } from "./replay-names.js";

/** @import {MatchSteps, DealSteps, SolverRules} from "../wire/protocol" */
/** @import {ReplayState} from "./replay-states.js" */
/** @import {Worths} from "./replay-board.js" */
/** @import {OpenDeal} from "../solver/solver-worker.js" */

/**
 * @typedef {object} Decision A position in which a card is to be played.
 * @property {OpenDeal} deal
 * @property {string[]} plays Cards before it.
 * @property {number} seat Seat to play.
 * @property {string} card Card that was played.
 */

/** The switch, the link to the solver page, the line of text, and the worths for the board. */
export class CardWorths {
  #on = false;
  /** @type {import("../solver/solver-client.js").SolverClient | null} */
  #client = null;
  /** @type {typeof import("../solver/worth-texts.js") | null} */
  #texts = null;
  /** @type {typeof import("../solver/deal-state.js") | null} */
  #solve = null;
  /** The position asked about, as a key. */
  #requestedKey = "";
  /** Worths found, by position. @type {Map<string, Record<string, number>>} */
  #found = new Map();

  /**
   * @param {MatchSteps} match
   * @param {readonly (SolverRules | null)[]} rules Of each deal; null where best play has no value.
   * @param {() => void} onChange Called when there is something new to show.
   */
  constructor(match, rules, onChange) {
    this.match = match;
    this.rules = rules;
    this.onChange = onChange;
    this.line = element("p", { class: "worth-line", role: "status", hidden: true });
    this.link = element("a", { class: "button", href: "/solve", hidden: true }, t("replay.worth.solve"));
    this.field = element("div", {}, switchField(t("replay.worth"), false, (on) => void this.#switch(on), t("replay.worth.about")), this.link);
    this.none = element("p", { class: "small", hidden: true }, t("replay.worth.none"));
    this.section = element("section", { class: "worths" }, this.field, this.none);
  }

  /**
   * Returns the worths of a position; if they are not known yet, asks for them.
   * @param {DealSteps} deal
   * @param {ReplayState} state
   * @returns {Worths | null}
   */
  at(deal, state) {
    const beyond = Boolean(deal.dogs?.length || deal.stock?.length); // The solver knows no passes (X5), and no stock.
    const rules = this.rules[this.match.deals.indexOf(deal)] ?? null;
    setAttribute(this.section, "hidden", beyond);
    this.field.hidden = !rules;
    this.none.hidden = Boolean(rules);
    if (!this.#on || !this.#client) return null;
    const decision = beyond || !rules ? null : decisionAt(deal, state, rules);
    this.#renderLink(decision);
    if (!decision) {
      this.#requestedKey = "";
      this.#client.cancel();
      setText(this.line, "");
      return null;
    }
    const key = JSON.stringify([decision.deal.rules, decision.deal.hands, decision.deal.trump, decision.plays]);
    const values = this.#found.get(key);
    if (values) {
      this.#requestedKey = "";
      setText(this.line, this.#text(decision, values));
      return { seat: decision.seat, values, top: this.#texts?.bestOf(decision.deal.rules, values), chosen: decision.card };
    }
    setText(this.line, t("solve.working"));
    if (this.#requestedKey !== key) this.#ask(key, decision);
    return null;
  }

  /**
   * @param {string} key
   * @param {Decision} decision
   */
  #ask(key, { deal, plays }) {
    this.#requestedKey = key;
    this.#client?.ask(deal, plays, {
      onValues: (values) => {
        this.#found.set(key, values);
        this.onChange();
      },
      onSlow: () => setText(this.line, t("solve.slow")),
      onError: (message) => setText(this.line, message ? t("solve.error.solver", { message }) : t("solve.error.missing")),
    });
  }

  /** @param {boolean} on */
  async #switch(on) {
    this.#on = on;
    this.line.hidden = !on;
    if (on && !this.#client) await this.#load();
    if (!on) {
      this.#client?.cancel();
      this.link.hidden = true;
    }
    this.#requestedKey = "";
    this.onChange();
  }

  async #load() {
    const [client, texts, solve] = await Promise.all([
      import("../solver/solver-client.js"),
      import("../solver/worth-texts.js"),
      import("../solver/deal-state.js"),
      loadMessages("solve"),
    ]);
    this.#texts = texts;
    this.#solve = solve;
    this.#client = new client.SolverClient();
  }

  /**
   * Links to the position on the solver page, which knows the games by their default rules.
   * @param {Decision | null} decision
   */
  #renderLink(decision) {
    const game = decision && this.#solve?.findByRules(this.match.game, this.match.players, decision.deal.rules);
    this.link.hidden = !this.#solve || !game || !decision;
    if (!this.#solve || !game || !decision) return;
    const { hands, trump, leader } = decision.deal;
    this.link.href = `/solve${this.#solve.toHash({ game, hands, trump, leader, plays: decision.plays, undone: [] })}`;
  }

  /**
   * "Ann to play. Best play: 9 tricks for Ann and Cat. The king of hearts, played here, costs 1 trick."
   * @param {Decision} decision
   * @param {Record<string, number>} values
   */
  #text({ deal, seat, card }, values) {
    const texts = this.#texts;
    if (!texts) return "";
    const best = texts.bestOf(deal.rules, values);
    const side = texts.sideOf(deal.rules, seat).map((each) => seatName(this.match, each));
    const worth = (/** @type {number} */ n) => texts.worthText(deal.rules, deal.trump, n);
    const loss = Math.abs(best - (values[card] ?? best));
    return [
      t("solve.turn", { who: seatName(this.match, seat) }),
      texts.bestText(deal.rules, joinNames(side), worth(best)),
      t(loss ? "replay.worth.loss" : "replay.worth.best", { card: cardName(card), worth: worth(loss) }),
    ].join(" ");
  }
}

/**
 * Returns the decision that comes next in a position; null if none does.
 * @param {DealSteps} deal
 * @param {ReplayState} state
 * @param {SolverRules} rules
 * @returns {Decision | null}
 */
function decisionAt(deal, state, rules) {
  const hand = deal.hands[state.hand];
  if (!hand || !deal.trump) return null;
  const all = hand.tricks.flatMap(({ plays }) => plays);
  const next = all[state.played.size];
  if (!next) return null;
  const [seat, card] = /** @type {[number, string]} */ (next);
  const leader = all[0]?.[0] ?? 0;
  const plays = all.slice(0, state.played.size).map(([, played]) => String(played));
  return { deal: { rules, hands: hand.cards, trump: deal.trump, leader: Number(leader) }, plays, seat, card };
}
