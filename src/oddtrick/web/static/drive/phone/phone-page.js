// The page of a drive on a phone: where to sit, the result, the own card, the standings.

import { element, setAttribute, setText, updateContent, findInput } from "../../ui/dom.js";
import { settingsButton } from "../../shell/page-header.js";
import { showNotFound } from "../../shell/not-found-page.js";
import { t } from "../../i18n/translate.js";
import { textField } from "../../ui/form-fields.js";
import { runAction } from "../../ui/http-client.js";
import { updateConnectionNote, DriveConnection } from "../drive-connection.js";
import { ClockDisplay } from "../drive-clock.js";
import { forgetKey, keyFor, knownDrive, rememberDrive } from "../drive-api.js";
import { playerName, timeOfDay, directionName } from "../drive-words.js";
import { hasStandings, prizeList, standingsNote, standingsTable } from "../standings-table.js";
import { CardView, FieldView } from "./scorecard-and-comparison.js";
import { isOnline, joinForm, OnlineSeat, otherDeviceLink } from "./online-seat.js";
import { RoundView } from "./round-view.js";

/** @import {MessageKey} from "../../i18n/translate.js" */
/** @import {Parts} from "../drive-types" */

/** @type {[string, MessageKey][]} */
const VIEWS = [
  ["round", "phone.now"],
  ["card", "phone.card"],
  ["standings", "drive.standings"],
];

/**
 * Shows the page.
 * @param {HTMLElement} page
 * @param {string} [code]
 */
export function show(page, code = "") {
  // A phone that is somebody's already stays so, and keeps the key of the table's card for later.
  const table = keyFor(code, "table");
  const key = keyFor(code, "phone") ?? table;
  new PhonePage(page, code, key);
}

/** The page around the three views. */
class PhonePage {
  #view = "round";

  /**
   * @param {HTMLElement} page
   * @param {string} code
   * @param {string | null} key
   */
  constructor(page, code, key) {
    this.code = code;
    this.connection = new DriveConnection(code, "phone", key, { onChange: () => this.#update(), onEnd: (ended, message) => this.#end(ended, message) });
    this.connection.parts = storedView(code) ?? {};
    this.title = element("h1", {}, t("drive.one"));
    this.clockText = element("span", { class: "clock", role: "timer", hidden: true });
    this.clock = new ClockDisplay(this.clockText, () => this.connection.now(), { onBell: () => undefined });
    this.note = element("p", { class: "connection quiet", role: "status" });
    this.refusals = element("ul", { class: "refusals", role: "alert" });
    this.who = element("div", { class: "who-bar" });
    this.online = new OnlineSeat(this.connection, (key) => this.#take(key));
    this.round = new RoundView(this.connection, () => this.#update());
    this.field = new FieldView(this.connection);
    this.round.root.append(this.field.root, this.online.root);
    this.card = new CardView(this.connection);
    this.standings = element("div", { class: "view" });
    this.tabs = element("nav", { class: "phone-tabs", "aria-label": t("page.pages") }, ...VIEWS.map(([name, label]) => this.#tab(name, label)));
    const main = element("main", { id: "main", class: "phone", tabindex: -1 }, this.note, this.refusals, this.who, this.round.root, this.card.root, this.standings);
    page.append(
      element("a", { class: "skip", href: "#main" }, t("page.skip")),
      element("header", { class: "phone-head" }, this.title, this.clockText, settingsButton()),
      main,
      this.tabs,
    );
    this.#show("round");
  }

  /**
   * @param {string} name
   * @param {MessageKey} label
   */
  #tab(name, label) {
    return element("button", { type: "button", "data-view": name, click: () => this.#show(name) }, t(label));
  }

  /** @param {string} name */
  #show(name) {
    this.#view = name;
    for (const tab of this.tabs.children) setAttribute(tab, "aria-current", tab.getAttribute("data-view") === name ? "page" : null);
    this.round.root.hidden = name !== "round";
    this.card.root.hidden = name !== "card";
    this.standings.hidden = name !== "standings";
    this.#update();
  }

  #update() {
    const { parts } = this.connection;
    updateConnectionNote(this.note, this.connection);
    this.#updateRefusals();
    if (!parts.drive) return;
    const name = parts.drive.settings.name || t("drive.one");
    if (this.title.textContent !== name) rememberDrive(this.code, { name });
    setText(this.title, name);
    document.title = `${name} · Oddtrick`;
    this.clock.update(parts.clock);
    this.#updateWho();
    this.online.update();
    this.field.update();
    if (this.#view === "round") this.round.update();
    else if (this.#view === "card") this.card.update();
    else this.#updateStandings();
    storeView(this.code, parts);
  }

  /** Says whose phone this is, or asks. */
  #updateWho() {
    const { you, drive, players, round } = this.connection.parts;
    const mine = you?.role === "captain";
    this.who.hidden = drive?.stage === "closed" && !mine;
    const online = isOnline(this.connection);
    updateContent(this.who, [you, online, mine ? playerName(this.connection.parts, you.player) : "", mine ? 0 : round?.tables, mine ? 0 : players, drive?.stage], () =>
      mine ? [this.#identity(), this.#changeButton(), you.online && drive?.stage !== "closed" && otherDeviceLink(this.connection)] : this.#choosers(),
    );
  }

  #identity() {
    const { you } = this.connection.parts;
    const name = you?.label ?? ""; // in full, also where the names of others are not
    const text = you?.table ? t("phone.is-table", { table: you.table }) : t("phone.is-player", { name });
    return element("p", { class: "identity" }, text);
  }

  #changeButton() {
    const open = () => {
      const before = [...this.who.childNodes];
      this.who.replaceChildren(changeIdentity({ choose: () => void this.#leave(knownDrive(this.code)?.table), watch: () => void this.#leave(), cancel: () => this.who.replaceChildren(...before) }));
    };
    return element("button", { type: "button", class: "change", click: open }, t("phone.change"));
  }

  /** The ways to take part: online, in the hall, or both. */
  #choosers() {
    if (!isOnline(this.connection) || this.connection.parts.you?.table) return [this.#chooser()];
    const join = joinForm(this.connection, (key) => this.#take(key));
    if (this.connection.parts.drive?.settings.online?.tables === "all") return [join];
    return [join, element("details", { class: "more" }, element("summary", {}, t("online.hall")), this.#chooser())];
  }

  #chooser() {
    return chooseIdentity(this.connection, (key) => this.#take(key), (key) => this.#takeTable(key));
  }

  /** Goes on with a new key. @param {string} key */
  #take(key) {
    rememberDrive(this.code, { phone: key });
    this.connection.changeKey(key);
  }

  /** Goes on as somebody at a table, who may say whose phone this is. @param {string} key */
  #takeTable(key) {
    rememberDrive(this.code, { table: key });
    this.connection.changeKey(key);
  }

  #updateStandings() {
    const { parts } = this.connection;
    const { standings = [], prizes = [], you } = parts;
    updateContent(this.standings, [standings, prizes, parts.standings_info, parts.players, you], () => [
      prizes.length > 0 && element("h2", {}, t("drive.prizes")),
      prizes.length > 0 && prizeList(parts),
      element("h2", {}, t("drive.standings")),
      element("p", { class: "small" }, standingsNote(parts)),
      hasStandings(parts) &&
        element(
          "div",
          { class: "scrolled", tabindex: 0, role: "group", "aria-label": t("drive.standings") },
          standingsTable(parts, standings, { own: you?.player ?? null, caption: t("drive.standings") }),
        ),
    ]);
  }

  /** Shows the commands from before a reload that the server has refused. */
  #updateRefusals() {
    const { outbox } = this.connection;
    updateContent(this.refusals, outbox.refused, () => [
      ...outbox.refused.map(({ message }) => element("li", {}, message)),
      outbox.refused.length > 0 && element("li", {}, element("button", { type: "button", click: () => outbox.clearRefused() }, t("page.close"))),
    ]);
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  #end(code, message) {
    if (code === "not-found") return showNotFound(message);
    this.connection.outbox.refused.push({ message: code === "replaced" ? t("phone.replaced", { time: timeOfDay(Date.now()) }) : t("phone.revoked") });
    const { you } = this.connection.parts;
    if (you?.role !== "captain") forgetKey(this.code, "table");
    void this.#leave(knownDrive(this.code)?.table);
  }

  /**
   * Gives up what this phone is: it watches until somebody chooses again.
   * @param {string | null} [table] Key of a table, to choose at once.
   */
  async #leave(table = null) {
    forgetKey(this.code, "phone");
    // The cookie would give the old key again.
    await this.connection.api.remove("/session").catch(() => undefined);
    this.connection.changeKey(table);
  }
}

// What a phone knew last: shown at once after a reload, until the server answers.

/** @param {string} code */
const keyOf = (code) => `oddtrick-drive-view-${code}`;

/**
 * @param {string} code
 * @returns {Partial<Parts> | null}
 */
function storedView(code) {
  try {
    const stored = JSON.parse(window.localStorage.getItem(keyOf(code)) ?? "null");
    return stored?.drive?.code === code ? stored : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} code
 * @param {Partial<Parts>} parts
 */
function storeView(code, parts) {
  try {
    window.localStorage.setItem(keyOf(code), JSON.stringify(parts));
  } catch {
    // Storage is blocked or full: a reload shows nothing until the server answers.
  }
}

// The question whose phone this is: that of somebody at the table whose card it has read, or that of the table.

/**
 * Builds the question; before a table's card is read, it asks for the code on the card.
 * @param {DriveConnection} connection
 * @param {(key: string) => void} onChosen Called with the phone's new key.
 * @param {(key: string) => void} onTable Called with the key of a table.
 */
function chooseIdentity(connection, onChosen, onTable) {
  const { you } = connection.parts;
  return you?.table ? atTable(connection, you.table, onChosen) : codeForm(connection, onTable);
}

/**
 * Asks what to do with a phone that is somebody's already.
 * @param {{choose: () => void, watch: () => void, cancel: () => void}} actions
 */
function changeIdentity({ choose, watch, cancel }) {
  const button = (/** @type {import("../../i18n/translate.js").MessageKey} */ label, /** @type {() => void} */ act, /** @type {string} */ kind = "") => element("button", { type: "button", class: kind, click: act }, t(label));
  return element("section", { class: "identity-choice" }, element("div", { class: "buttons" }, button("phone.choose-again", choose, "primary"), button("phone.just-watch", watch), button("page.cancel", cancel)));
}

/**
 * @param {DriveConnection} connection
 * @param {number} number The number of the table.
 * @param {(key: string) => void} onChosen
 */
function atTable(connection, number, onChosen) {
  const { parts } = connection;
  const table = parts.round?.tables.find((each) => each.table === number);
  const choose = (/** @type {{table: number} | {player: number}} */ what) =>
    void runAction(form, async () => {
      const { key } = await connection.api.post("/devices", what);
      onChosen(key);
    });
  const people = (table?.pairs ?? []).flatMap((pair, at) => pair.map((player) => ({ player, at }))).filter(({ player }) => !parts.players?.[player]?.bot);
  const button = (/** @type {{player: number, at: number}} */ { player, at }) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", click: () => choose({ player }) },
        element("span", {}, playerName(parts, player)),
        element("span", { class: "small" }, [parts.players?.[player]?.name && t("drive.card-number", { n: player + 1 }), directionName(at)].filter(Boolean).join(" · ")),
      ),
    );
  const form = element(
    "section",
    { class: "identity-choice", "aria-labelledby": "whose" },
    element("h2", { id: "whose" }, `${t("drive.table-number", { table: number })}: ${t(people.length ? "phone.whose" : "phone.not-begun")}`),
    people.length > 0 && element("ul", { class: "names" }, ...people.map(button)),
    element("p", { class: "small" }, t("phone.for-table.about")),
    element("div", { class: "buttons" }, element("button", { type: "button", click: () => choose({ table: number }) }, t("phone.for-table"))),
    element("p", { class: "error", role: "alert" }),
  );
  return form;
}

/**
 * @param {DriveConnection} connection
 * @param {(key: string) => void} onTable
 */
function codeForm(connection, onTable) {
  const { parts } = connection;
  const begun = Boolean(parts.players?.length);
  const code = textField(t("phone.table-code"), { name: "table-code", required: true, maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" }, t("phone.table-code.about"));
  const enter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void runAction(form, async () => {
      const key = findInput(code, "input").value.trim();
      const you = await connection.api.post("/session", { key });
      if (!you.table) throw new Error(t("phone.table-code.wrong"));
      onTable(key);
    });
  };
  // Where people can play from home as well, the page says elsewhere that the drive has not begun.
  const title = !begun && !isOnline(connection) && element("h2", {}, t("phone.not-begun"));
  const form = element(
    "form",
    { class: "identity-choice", submit: enter },
    title,
    !begun && element("p", {}, t("phone.not-begun.about")),
    code,
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("phone.table-code.go"))),
    element("p", { class: "error", role: "alert" }),
  );
  return form;
}
