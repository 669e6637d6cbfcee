// Who came with whom: couples, and teams of a military drive, set with two taps on the list of players.

import { element, findElement, setAttribute, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { FIXED_PAIRS } from "../drive-words.js";

/** @import {Entry} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */

/** The button of each player, and the question who came with the one that was tapped. */
export class Company {
  /** @type {Map<number, Entry>} */
  #entries = new Map();
  /** The entry that was tapped first. @type {number | null} */
  #first = null;

  /**
   * @param {Desk} desk
   * @param {() => void} onChange
   */
  constructor(desk, onChange) {
    this.desk = desk;
    this.onChange = onChange;
    const button = (/** @type {import("../../i18n/translate.js").MessageKey} */ label, /** @type {string} */ name, /** @type {() => void} */ click) =>
      element("button", { type: "button", "data-name": name, click }, t(label));
    this.question = element(
      "div",
      { class: "company-question", role: "status", hidden: true },
      element("p", {}),
      element("div", { class: "picks" }, button("desk.with.alone", "alone", () => this.#part()), button("page.cancel", "cancel", () => this.#choose(null))),
    );
  }

  get #movement() {
    return this.desk.parts.drive?.movement ?? "";
  }

  get #inTeams() {
    return this.#movement === "military";
  }

  /** @param {Entry[]} entries */
  update(entries) {
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    const first = this.#entries.get(this.#first ?? 0);
    if (!first) this.#first = null;
    this.question.hidden = !first;
    if (!first) return;
    setText(findElement(this.question, "p"), t(this.#inTeams ? "desk.team.question" : "desk.with.question", { name: first.name }));
    findElement(this.question, "[data-name=alone]").hidden = this.#inTeams ? !first.team : first.partner === null;
  }

  /** What the line of a player says, where the button does not say it. @param {Entry} entry */
  fact(entry) {
    const partner = FIXED_PAIRS.has(this.#movement) && !this.#inTeams ? "" : this.#with(entry);
    return [partner, entry.team && !this.#inTeams ? t("drive.team.of", { team: entry.team }) : ""].filter(Boolean).join(" · ");
  }

  /** @param {Entry} entry */
  #with({ partner }) {
    const other = this.#entries.get(partner ?? 0);
    return other ? t("drive.with", { name: other.name }) : "";
  }

  /** The button of a player. @param {() => Entry | undefined} entry */
  button(entry) {
    const click = () => {
      const tapped = entry();
      if (tapped) this.#tap(tapped);
    };
    return element("button", { type: "button", class: "together", click });
  }

  /**
   * @param {HTMLElement} button
   * @param {Entry} entry
   * @param {boolean} gone
   */
  updateButton(button, entry, gone) {
    const { drive } = this.desk.parts;
    button.hidden = gone || !FIXED_PAIRS.has(this.#movement) || drive?.stage === "over" || drive?.stage === "closed";
    const isFirst = this.#first === entry.id;
    const isOffer = this.#first !== null && !isFirst;
    const own = this.#inTeams ? entry.team && t("drive.team.of", { team: entry.team }) : this.#with(entry);
    setText(button, isOffer && !(this.#inTeams && own) ? t("desk.with.this") : own || t(this.#inTeams ? "desk.team.none" : "desk.with.none"));
    setAttribute(button, "aria-pressed", String(isFirst));
    setAttribute(button, "aria-label", isOffer ? t("desk.with.this.name", { name: entry.name }) : `${entry.name}: ${button.textContent}`);
    button.toggleAttribute("data-alone", !isOffer && !own);
    button.toggleAttribute("data-offer", isOffer);
  }

  /** @param {Entry} tapped */
  #tap(tapped) {
    const first = this.#entries.get(this.#first ?? 0);
    if (!first || first.id === tapped.id) return this.#choose(first ? null : tapped.id);
    this.#choose(null);
    void (this.#inTeams ? this.#joinTeam(first, tapped) : this.#join(first, tapped));
  }

  /** @param {number | null} first */
  #choose(first) {
    this.#first = first;
    this.onChange();
  }

  /**
   * @param {Entry} one
   * @param {Entry} other
   */
  async #join(one, other) {
    await this.desk.send({ type: "change-entry", entry: one.id, partner: other.id }, t("desk.with.done", { one: one.name, two: other.name }));
  }

  /**
   * One joins the team of the other; two who have none make one, which is called after the first.
   * @param {Entry} one
   * @param {Entry} other
   */
  async #joinTeam(one, other) {
    const team = other.team || one.team || one.name;
    const done = t("desk.team.done", { one: one.name, two: other.name, team });
    if (other.team !== team && !(await this.desk.send({ type: "change-entry", entry: other.id, team }, done))) return;
    if (one.team !== team) await this.desk.send({ type: "change-entry", entry: one.id, team }, done);
  }

  #part() {
    const first = this.#entries.get(this.#first ?? 0);
    this.#choose(null);
    if (!first) return;
    const command = this.#inTeams ? { team: "" } : { partner: null };
    void this.desk.send({ type: "change-entry", entry: first.id, ...command }, t("desk.with.alone.done", { name: first.name }));
  }
}
