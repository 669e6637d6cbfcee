// The dialog with the links to a drive: for phones, the projector and helpers.

import { copyValue } from "../../ui/copy-value.js";
import { openDialog } from "../../ui/dialog.js";
import { element, findElement, findInput, setText } from "../../ui/dom.js";
import { textField, selectField } from "../../ui/form-fields.js";
import { errorMessage, get } from "../../ui/http-client.js";
import { t } from "../../i18n/translate.js";
import { wordFor, addressParts } from "../drive-words.js";

/** @import {DriveKey, HallAccess} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */

/** The keys that every drive has one of, by role: what they are called in the log. */
const SHARED_LABELS = { screen: "screen", player: "players" };

/**
 * Opens the dialog.
 * @param {Desk} desk
 */
export function openShare(desk) {
  const { code } = desk.connection.api;
  const phones = element("div", { class: "phone-links" });
  const own = element("div", { class: "own-links" });
  const problem = element("p", { class: "error", role: "alert" });
  openDialog(t("desk.share"), phones, own, problem);
  const load = async () => {
    // QR codes of keys are images, which carry no header: they need the cookie.
    await desk.connection.api.post("/session", { key: desk.connection.api.key });
    /** @type {import("../drive-types").Hall} */
    const hall = await get("/api/hall");
    // In a hall the desk may call the laptop 127.0.0.1, which no phone would find.
    const base = hall.address ?? window.location.href;
    if (hall.hall) await showHall(desk, phones);
    else phones.append(linkPart(base, t("desk.share.phones"), t("desk.share.phones.about"), `/drive/${code}`, `/api/drives/${code}/qr.svg?page=phone`));
    const tableKeys = new TableKeyPart(desk, tablesOf(desk));
    await tableKeys.load();
    phones.append(tableKeys.root);
    if (desk.isOrganiser) await new KeyLinks(desk, base, own, problem).load();
    else own.append(linkPart(base, t("desk.share.screen"), t("desk.share.screen.about"), `/drive/${code}/screen`));
  };
  void load().catch((error) => setText(problem, error.message));
}

/** The number of tables that are seated, or that could be before the first round. @param {Desk} desk */
function tablesOf({ parts: { round, entries = [] } }) {
  return round?.tables.length ?? Math.max(1, Math.ceil(entries.length / 4));
}

/**
 * @param {Desk} desk
 * @param {HTMLElement} at
 */
async function showHall(desk, at) {
  const part = new PhoneAccessPart(desk);
  await part.load();
  at.append(part.root);
}

/**
 * A link with its QR code.
 * @param {string} base The address of the server for others.
 * @param {string} title
 * @param {string} about
 * @param {string} path
 * @param {string} [qr] Address of the QR code.
 */
function linkPart(base, title, about, path, qr) {
  const address = new URL(path, base).href;
  const link = element("input", { readonly: true, value: address, "aria-label": title, focus: () => link.select() });
  const status = element("span", { class: "small", role: "status" });
  const copy = async () => setText(status, await copyValue(link));
  return element(
    "section",
    { class: "part link-part" },
    qr && element("img", { class: "qr", src: qr, alt: t("desk.qr", { title }), width: 148, height: 148 }),
    element(
      "div",
      {},
      element("h3", {}, title),
      element("p", { class: "small" }, about),
      link,
      element(
        "div",
        { class: "buttons" },
        element("button", { type: "button", "aria-label": t("desk.copy.name", { title }), click: () => void copy() }, t("desk.copy")),
        element("a", { class: "button", href: path, target: "_blank", rel: "noopener", "aria-label": t("desk.open.name", { title }) }, t("drive.open")),
      ),
      status,
    ),
  );
}

/** The links with keys: of the projector, organisers and scorers. Each can be revoked on its own. */
class KeyLinks {
  /**
   * @param {Desk} desk
   * @param {string} base The address of the server for others.
   * @param {HTMLElement} at
   * @param {HTMLElement} problem
   */
  constructor(desk, base, at, problem) {
    this.base = base;
    this.api = desk.connection.api;
    this.online = (desk.parts.drive?.settings.online?.tables ?? "none") !== "none";
    this.at = at;
    this.problem = problem;
    this.name = textField(t("desk.share.name"), { name: "helper", maxlength: 40, autocomplete: "off" }, t("desk.share.name.about"));
  }

  async load() {
    await this.#run(async () => {
      const shared = this.online ? /** @type {const} */ (["player", "screen"]) : /** @type {const} */ (["screen"]);
      let { keys } = await this.api.get("/keys");
      for (const role of shared) {
        if (keys.some((/** @type {DriveKey} */ key) => key.role === role)) continue;
        await this.api.post("/keys", { role, label: SHARED_LABELS[role] });
        ({ keys } = await this.api.get("/keys"));
      }
      this.#show(keys);
    });
  }

  /** @param {DriveKey[]} keys */
  #show(keys) {
    const screens = keys.filter((key) => key.role === "screen");
    const players = keys.filter((key) => key.role === "player");
    const helpers = keys.filter((key) => key.role !== "screen" && key.role !== "player");
    const add = (/** @type {"organiser" | "scorer"} */ role) =>
      element("button", { type: "button", click: () => void this.#add(role) }, t(role === "scorer" ? "desk.share.add-scorer" : "desk.share.add-organiser"));
    this.at.replaceChildren(
      ...(this.online ? players.map((key) => this.#playersPart(key)) : []),
      ...screens.map((key) => linkPart(this.base, t("desk.share.screen"), t("desk.share.screen.about"), key.link, this.#qrCode(key))),
      element("section", { class: "part" }, element("h3", {}, t("desk.share.helpers")), element("p", { class: "small" }, t("desk.share.helpers.about"))),
      ...helpers.map((key) => this.#keyPart(key)),
      element("section", { class: "part" }, this.name, element("div", { class: "buttons" }, add("scorer"), add("organiser"))),
    );
  }

  /** @param {DriveKey} key */
  #qrCode({ id, role }) {
    return `/api/drives/${this.api.code}/qr.svg?page=${role === "screen" ? "screen" : "desk"}&grant=${id}`;
  }

  /** @param {DriveKey} key */
  #playersPart(key) {
    const part = linkPart(this.base, t("desk.share.players"), t("desk.share.players.about"), key.link, this.#qrCode(key));
    findElement(part, ".buttons").append(element("button", { type: "button", click: () => void this.#revoke(key) }, t("desk.share.players.replace")));
    return part;
  }

  /** @param {DriveKey} key */
  #keyPart(key) {
    const title = wordFor("desk.role", key.label);
    const plain = (/** @type {string | null} */ text) => text?.replace(/-/g, "").toLowerCase();
    const own = plain(key.key) === plain(this.api.key);
    const part = linkPart(this.base, title, wordFor("desk.role-about", key.role), key.link, this.#qrCode(key));
    const address = new URL(`/drive/${this.api.code}/desk`, this.base).href;
    findElement(part, ".buttons").before(element("p", { class: "small" }, t("desk.share.code", { address, key: key.key })));
    if (own) part.append(element("p", { class: "small" }, t("desk.share.own")));
    else findElement(part, ".buttons").append(element("button", { type: "button", "aria-label": t("desk.revoke.name", { title }), click: () => void this.#revoke(key) }, t("desk.revoke")));
    return part;
  }

  /** @param {"organiser" | "scorer"} role */
  async #add(role) {
    const name = findInput(this.name, "input");
    const label = name.value.trim() || role;
    await this.#run(async () => {
      await this.api.post("/keys", { role, label });
      name.value = "";
      await this.load();
    });
  }

  /** @param {DriveKey} key */
  async #revoke(key) {
    await this.#run(async () => {
      await this.api.remove(`/keys/${key.id}`);
      await this.load();
    });
  }

  /** @param {() => Promise<void>} action */
  async #run(action) {
    setText(this.problem, "");
    await action().catch((error) => setText(this.problem, error.message));
  }
}

// How phones in a hall reach the drive: into the wireless network, then the short address.

/** The two steps of a phone, and the form in which the organiser enters the network once. */
class PhoneAccessPart {
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
        setText(this.problem, errorMessage(error));
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

// The key of a table, as on its card: shown for a table without one, and replaced when the card was lost.

/** One table's key at a time, chosen by its number. */
class TableKeyPart {
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
