// How phones in a hall reach the drive: into the wireless network, then the short address.

import { element, findInput, setText } from "../../ui/dom.js";
import { textField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { addressParts } from "../drive-words.js";

/** @typedef {import("./desk-state.js").Desk} Desk */
/** @typedef {import("../drive-types").HallAccess} HallAccess */

/** The two steps of a phone, and the form in which the organiser enters the network once. */
export class PhoneAccessPart {
  /** Changes with the network, so that its picture is loaded again. */
  #version = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.steps = element("div", { class: "phone-steps" });
    this.form = element("div", {});
    this.problem = element("p", { class: "error", role: "alert" });
    this.root = element("section", { class: "part phone-access-part" }, element("h3", {}, t("desk.share.phones")), this.steps, this.form, this.problem);
  }

  async load() {
    this.#show(await this.desk.connection.api.get("/hall"));
  }

  /** @param {HallAccess} access */
  #show({ address, wifi }) {
    const { code } = this.desk.connection.api;
    const password = wifi?.password && element("p", {}, t("drive.hall.password"), " ", element("strong", { class: "typed" }, wifi.password));
    this.steps.replaceChildren(
      ...(wifi ? [step(1, t("drive.hall.join"), `/api/drives/${code}/wifi.svg?v=${this.#version}`, wifi.name, password)] : []),
      step(wifi ? 2 : 1, t("drive.hall.open"), `/api/drives/${code}/qr.svg?page=phone`, address ?? ""),
    );
    this.form.replaceChildren(...(this.desk.isOrganiser ? [this.#wifiForm(wifi)] : []));
  }

  /** @param {HallAccess["wifi"]} wifi */
  #wifiForm(wifi) {
    const name = textField(t("desk.hall.name"), { name: "wifi-name", value: wifi?.name ?? "", maxlength: 32, autocomplete: "off", spellcheck: "false" });
    const password = textField(t("desk.hall.password.enter"), { name: "wifi-password", value: wifi?.password ?? "", maxlength: 63, autocomplete: "off", spellcheck: "false" });
    const form = element(
      "form",
      { submit: (event) => (event.preventDefault(), void save()) },
      name,
      password,
      element("div", { class: "buttons" }, element("button", {}, t("desk.save"))),
    );
    const save = async () => {
      setText(this.problem, "");
      const entered = { name: findInput(name, "input").value.trim(), password: findInput(password, "input").value };
      try {
        this.#version += 1;
        this.#show(await this.desk.connection.api.put("/hall", { wifi: entered.name ? entered : null }));
      } catch (error) {
        setText(this.problem, error instanceof Error ? error.message : String(error));
      }
    };
    return element("details", { class: "more", open: !wifi }, element("summary", {}, t("desk.hall.wifi")), element("p", { class: "small" }, t("desk.hall.wifi.about")), form);
  }
}

/**
 * @param {number} number
 * @param {string} title
 * @param {string} qr Address of the QR code.
 * @param {string} typed What people type who cannot scan it.
 * @param {import("../../ui/dom.js").Part} [more]
 */
function step(number, title, qr, typed, more) {
  return element(
    "div",
    { class: "hall-step" },
    element("img", { class: "qr", src: qr, alt: t("desk.qr", { title: typed }), width: 148, height: 148 }),
    element("div", {}, element("h4", {}, `${number}. ${title}`), element("p", {}, element("strong", { class: "typed" }, ...addressParts(typed))), more),
  );
}
