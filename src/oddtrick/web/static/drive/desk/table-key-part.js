// The key of a table, as on its card: shown for a table without one, and replaced when the card was lost.

import { element, setText } from "../../ui/dom.js";
import { selectField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";

/** @typedef {import("./desk-state.js").Desk} Desk */

/** One table's key at a time, chosen by its number. */
export class TableKeyPart {
  #table = 1;

  /**
   * @param {Desk} desk
   * @param {number} tables The number of tables.
   */
  constructor(desk, tables) {
    this.desk = desk;
    this.shown = element("div", { class: "link-part" });
    this.problem = element("p", { class: "error", role: "alert" });
    const offers = Array.from({ length: tables }, (_, at) => ({ value: String(at + 1), text: t("drive.table-number", { table: at + 1 }) }));
    const table = selectField(t("drive.table"), offers, "1", (value) => void this.#choose(Number(value)));
    this.root = element("section", { class: "part" }, element("h3", {}, t("desk.table-key")), element("p", { class: "small" }, t("desk.table-key.about")), table, this.shown, this.problem);
  }

  /** @param {number} [table] */
  async #choose(table = this.#table) {
    this.#table = table;
    await this.load().catch((error) => setText(this.problem, error.message));
  }

  async load() {
    setText(this.problem, "");
    const { api } = this.desk.connection;
    const { table, key, link, replaced } = await api.get(`/tables/${this.#table}/key`);
    if (table !== this.#table) return;
    this.shown.replaceChildren(
      element("img", { class: "qr", src: `/api/drives/${api.code}/qr.svg?table=${table}&v=${replaced}`, alt: t("desk.qr", { title: link }), width: 148, height: 148 }),
      element(
        "div",
        {},
        element("p", {}, element("strong", { class: "typed" }, key)),
        element("div", { class: "buttons" }, element("button", { type: "button", click: () => void this.#replace(table) }, t("desk.table-key.replace"))),
      ),
    );
  }

  /** @param {number} table */
  async #replace(table) {
    if (await this.desk.send({ type: "new-table-key", table }, t("desk.table-key.replaced", { table }))) await this.#choose();
  }
}
