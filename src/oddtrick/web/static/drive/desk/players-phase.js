// The players of the desk: names to add, and the list to check them in.

import { element, findElement, setText, updateList } from "../../ui/dom.js";
import { acceptDroppedFile } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { amountText, compareNames, groupLabel, matchesSearch } from "../drive-words.js";
import { askTwoNames, hasTwoNames } from "../two-names.js";
import { Company } from "./company.js";
import { openEntry } from "./entry-dialog.js";

/** @import {Entry} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */

/** @typedef {"all" | "absent" | "owing"} Filter */

/** @type {[Filter, import("../../i18n/translate.js").MessageKey][]} */
const FILTERS = [
  ["all", "desk.filter.all"],
  ["absent", "desk.filter.absent"],
  ["owing", "desk.filter.owing"],
];

/** The list of entries and the form for more. */
export class PlayersPhase {
  /** @type {Filter} */
  #filter = "all";

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.company = new Company(desk, () => this.update());
    this.summary = element("p", { class: "summary" });
    this.list = element("ul", { class: "entries" });
    this.none = element("p", { class: "none" });
    this.search = element("input", {
      type: "search",
      id: "search",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "search-about",
      input: () => this.update(),
      keydown: (event) => event.key === "Enter" && this.#checkInFirst(event),
    });
    this.area = element("textarea", { id: "more-entries", rows: 5, spellcheck: "false", "aria-describedby": "more-entries-about" });
    this.root = element("div", { class: "columns" }, this.#side(), this.#main());
    acceptDroppedFile(this.area, (file) => void file.text().then((text) => (this.area.value = text)));
  }

  #side() {
    const add = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.#add();
    };
    return element(
      "div",
      { class: "side" },
      this.summary,
      element(
        "form",
        { class: "field", submit: add },
        element("label", { for: "more-entries" }, t("desk.add")),
        element("p", { class: "small", id: "more-entries-about" }, t("new.entries.about")),
        this.area,
        element("div", { class: "buttons" }, element("button", {}, t("desk.add.do"))),
      ),
      element("button", { type: "button", class: "primary to-rounds", click: () => findElement(document, "#tab-rounds").click() }, t("desk.to-rounds")),
    );
  }

  #main() {
    const filters = FILTERS.map(([value, label]) =>
      element("button", { type: "button", "data-filter": value, "aria-pressed": String(value === "all"), click: () => this.#setFilter(value) }, t(label)),
    );
    return element(
      "div",
      { class: "entries-side" },
      element(
        "div",
        { class: "field search" },
        element("label", { for: "search" }, t("desk.search")),
        this.search,
        element("p", { class: "small", id: "search-about" }, t("desk.search.about")),
      ),
      element("div", { class: "picks filters", role: "group", "aria-label": t("desk.filter") }, ...filters),
      this.company.question,
      this.list,
      this.none,
    );
  }

  shown() {
    if (window.matchMedia("(pointer: fine)").matches) this.search.focus();
  }

  /** The entries, with the changes that are on their way. */
  #entries() {
    const { entries = [], drive } = this.desk.parts;
    /** @type {Map<number, Partial<Entry>>} */
    const changes = new Map();
    for (const command of this.desk.connection.outbox.pending) {
      if (command.type !== "change-entry") continue;
      const { type: _, entry, ...fields } = command;
      changes.set(entry, { ...changes.get(entry), ...fields });
    }
    return entries.map((entry) => {
      const changed = { ...entry, ...changes.get(entry.id) };
      return { ...changed, owed: Math.max(0, (drive?.settings.fee ?? 0) - changed.paid) };
    });
  }

  update() {
    const { drive } = this.desk.parts;
    const entries = this.#entries();
    const fee = drive?.settings.fee ?? 0;
    const shown = this.#shown(entries, fee);
    findElement(this.root, "[data-filter=owing]").hidden = fee === 0;
    setText(this.summary, this.#summary(entries, fee));
    this.company.update(entries);
    setText(this.none, entries.length ? t("drive.no-match") : t("desk.no-entries"));
    this.none.hidden = shown.length > 0;
    updateList(
      this.list,
      shown,
      (entry) => String(entry.id),
      () => element("li", { class: "entry" }),
      (row, entry) => this.#updateRow(row, entry, fee),
    );
  }

  /**
   * @param {Entry[]} entries
   * @param {number} fee
   */
  #shown(entries, fee) {
    const passes = (/** @type {Entry} */ entry) =>
      this.#filter === "all" || (this.#filter === "absent" ? !entry.here : fee > 0 && entry.owed > 0);
    return entries
      .filter((entry) => passes(entry) && matchesSearch(`${entry.name} ${entry.player === null ? "" : entry.player + 1}`, this.search.value))
      .sort((one, other) => compareNames(one.name, other.name));
  }

  /** @param {Entry} entry */
  #isGone({ gone, player }) {
    return gone || (player !== null && this.desk.parts.players?.[player]?.left != null);
  }

  /** What is said of somebody who plays in the seats of the other group: now, or when the first round begins. @param {Entry} entry */
  #crosses({ id, player }) {
    const { parts } = this.desk;
    const card = player === null ? undefined : parts.players?.[player];
    const crosses = card ? card.plays && card.plays !== card.group : parts.crossing?.entries.includes(id);
    const group = card ? card.plays : parts.crossing?.group === "A" ? "B" : "A";
    return crosses ? t("drive.plays-as", { group: groupLabel(parts, group) }) : "";
  }

  /**
   * @param {Entry[]} entries
   * @param {number} fee
   */
  #summary(entries, fee) {
    const owed = entries.reduce((sum, entry) => sum + Math.max(0, entry.owed), 0);
    const parts = [t("drive.players", { n: entries.filter((entry) => !this.#isGone(entry)).length }), t("desk.here.count", { n: entries.filter((entry) => entry.here).length })];
    if (fee) parts.push(t("desk.owed", { amount: amountText(owed) }));
    return parts.join(" · ");
  }

  /**
   * @param {HTMLElement} row
   * @param {Entry} entry
   * @param {number} fee
   */
  #updateRow(row, entry, fee) {
    if (!row.firstChild) this.#fillRow(row, entry.id);
    const { parts } = this.desk;
    const gone = this.#isGone(entry);
    setText(findElement(row, ".name"), entry.name);
    const facts = [
      entry.player === null ? "" : t("drive.card-number", { n: entry.player + 1 }),
      groupLabel(parts, entry.group),
      entry.online && parts.drive?.settings.online?.tables === "some" ? t("desk.from-home") : "",
      this.#crosses(entry),
      gone ? t("desk.left") : "",
      entry.waits ? t("desk.waits") : "",
      this.company.fact(entry),
      entry.note,
    ];
    setText(findElement(row, ".small"), facts.filter(Boolean).join(" · "));
    this.company.updateButton(findElement(row, ".together"), entry, gone);
    row.toggleAttribute("data-gone", gone);
    row.toggleAttribute("data-waits", entry.waits);
    tick(row, "here", entry.here, t("desk.here.name", { name: entry.name }));
    tick(row, "paid", fee > 0 && entry.owed <= 0, t("desk.paid.name", { name: entry.name }));
    findElement(row, ".paid").hidden = fee === 0;
    findElement(row, ".more").setAttribute("aria-label", t("desk.more.name", { name: entry.name }));
  }

  /**
   * @param {HTMLElement} row
   * @param {number} id
   */
  #fillRow(row, id) {
    const entry = () => this.desk.parts.entries?.find((each) => each.id === id);
    const box = (/** @type {"here" | "paid"} */ name, /** @type {(on: boolean) => object} */ change) =>
      element(
        "label",
        { class: `check ${name}` },
        element("input", {
          type: "checkbox",
          "data-name": name,
          change: (event) => void this.desk.send({ type: "change-entry", entry: id, ...change(event.target.checked) }),
        }),
        element("span", { "aria-hidden": "true" }, t(name === "here" ? "desk.here" : "desk.paid")),
      );
    row.append(
      element("span", { class: "who" }, element("span", { class: "name" }), element("span", { class: "small" }), this.company.button(entry)),
      box("here", (here) => ({ here })),
      box("paid", (paid) => ({ paid: paid ? this.desk.parts.drive?.settings.fee : 0 })),
      element("button", { type: "button", class: "more", click: () => openEntry(this.desk, entry()) }, "…"),
    );
  }

  /** @param {Filter} filter */
  #setFilter(filter) {
    this.#filter = filter;
    for (const [value] of FILTERS) findElement(this.root, `[data-filter=${value}]`).setAttribute("aria-pressed", String(value === filter));
    this.update();
  }

  /**
   * Checks in the first player that the search found: name, Enter, next name.
   * @param {KeyboardEvent} event
   */
  #checkInFirst(event) {
    event.preventDefault();
    const [first] = this.#shown(this.#entries(), this.desk.parts.drive?.settings.fee ?? 0);
    if (!first || !this.search.value.trim()) return;
    void this.desk.send({ type: "change-entry", entry: first.id, here: true }, t("desk.here.done", { name: first.name }));
    this.search.value = "";
    this.update();
  }

  async #add() {
    const text = this.area.value;
    if (!text.trim()) return this.area.focus();
    const answer = hasTwoNames(text) ? await askTwoNames(t("desk.add.do")) : "share";
    if (!answer || !(await this.desk.send({ type: "add-entries", text, two_names: answer }, t("desk.add.done")))) return;
    this.area.value = "";
    this.area.focus();
  }
}

/**
 * @param {HTMLElement} row
 * @param {string} name
 * @param {boolean} on
 * @param {string} label
 */
function tick(row, name, on, label) {
  const input = /** @type {HTMLInputElement} */ (findElement(row, `[data-name=${name}]`));
  input.checked = on;
  input.setAttribute("aria-label", label);
}
