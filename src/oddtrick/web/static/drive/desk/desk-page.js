// The organiser's desk: players, rounds, results and prizes of one drive.

import { element, setAttribute, setText, findElement, findInput } from "../../ui/dom.js";
import { settingsButton } from "../../shell/page-header.js";
import { showNotFound } from "../../shell/not-found-page.js";
import { loadMessages, t } from "../../i18n/translate.js";
import { unlockBell, ClockDisplay } from "../drive-clock.js";
import { updateConnectionNote, DriveConnection } from "../drive-connection.js";
import { forgetKey, keyFor, rememberDrive, DriveApi } from "../drive-api.js";
import { Desk } from "./desk-state.js";
import { openDriveSettings } from "./drive-settings-dialog.js";
import { PlayersPhase } from "./players-phase.js";
import { openPrint } from "./print-dialog.js";
import { prizesPhase } from "./prizes-phase.js";
import { ResultsPhase } from "./results-and-standings-phase.js";
import { RoundsPhase } from "./rounds-phase.js";
import { openShare } from "./share-dialog.js";

/** @import {MessageKey} from "../../i18n/translate.js" */
/** @import {Phase} from "./desk-state.js" */


/** The phases of a drive, in their order, with the functions that build them. @type {[string, MessageKey, (desk: Desk) => Phase][]} */
const PHASES = [
  ["players", "desk.players", (desk) => new PlayersPhase(desk)],
  ["rounds", "desk.rounds", (desk) => new RoundsPhase(desk)],
  ["results", "desk.results", (desk) => new ResultsPhase(desk)],
  ["prizes", "desk.prizes", prizesPhase],
];

/**
 * Shows the desk.
 * @param {HTMLElement} page
 * @param {string} [code]
 */
export async function show(page, code = "") {
  const key = keyFor(code, "desk");
  await loadMessages("drive-desk");
  if (!key) return showKeyForm(code);
  new DeskPage(page, code, key);
}

/** The page around the phases. */
class DeskPage {
  /** @type {string | null} */
  #phase = null;
  #remembered = "";

  /**
   * @param {HTMLElement} page
   * @param {string} code
   * @param {string} key
   */
  constructor(page, code, key) {
    this.code = code;
    this.connection = new DriveConnection(code, "desk", key, {
      onChange: () => this.#update(),
      onEnd: (ended, message) => this.#end(ended, message),
    });
    this.status = element("p", { class: "said", role: "status" });
    this.problem = element("p", { class: "error", role: "alert" });
    this.note = element("p", { class: "connection quiet", role: "status" });
    this.warnings = element("ul", { class: "warnings" });
    this.desk = new Desk(this.connection, this.status, this.problem);
    this.phases = new Map(PHASES.map(([name, , build]) => [name, build(this.desk)]));
    this.clockText = element("span", { class: "clock", role: "timer", hidden: true });
    this.clock = new ClockDisplay(this.clockText, () => this.connection.now());
    this.title = element("h1", {}, t("drive.one"));
    this.tabs = this.#tabs();
    const main = element("main", { id: "main", class: "desk", tabindex: -1 }, this.note, this.warnings, this.problem, ...[...this.phases].map(([name, { root }]) => this.#panel(name, root)), this.status);
    page.append(element("a", { class: "skip", href: "#main" }, t("page.skip")), this.#header(), main);
    document.addEventListener("pointerdown", () => void unlockBell(), { once: true });
    document.addEventListener("keydown", () => void unlockBell(), { once: true });
    window.addEventListener("hashchange", () => this.#show(window.location.hash.slice(1)));
  }

  #header() {
    const button = (/** @type {MessageKey} */ name, /** @type {() => void} */ click) => element("button", { type: "button", click }, t(name));
    return element(
      "header",
      { class: "desk-head" },
      element("div", { class: "desk-title" }, element("a", { class: "brand", href: "/drive" }, t("drive.title")), this.title),
      this.tabs,
      this.clockText,
      element(
        "div",
        { class: "desk-tools" },
        button("desk.share", () => openShare(this.desk)),
        button("desk.print", () => openPrint(this.desk)),
        button("desk.settings", () => openDriveSettings(this.desk)),
        settingsButton(),
      ),
    );
  }

  #tabs() {
    const tabs = PHASES.map(([name, label]) =>
      element(
        "button",
        { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `phase-${name}`, "data-phase": name, click: () => this.#open(name) },
        t(label),
      ),
    );
    return element("div", { role: "tablist", class: "tabs", "aria-label": t("desk.phases"), keydown: (event) => this.#moveBetweenTabs(event) }, ...tabs);
  }

  /**
   * @param {string} name
   * @param {HTMLElement} root
   */
  #panel(name, root) {
    return element("section", { role: "tabpanel", id: `phase-${name}`, class: "phase", "aria-labelledby": `tab-${name}`, hidden: true }, root);
  }

  /** @param {KeyboardEvent} event */
  #moveBetweenTabs(event) {
    const names = PHASES.map(([name]) => name);
    const at = names.indexOf(this.#phase ?? "");
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + names.length, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const name = names[to % names.length] ?? "players";
    this.#open(name, false);
    document.getElementById(`tab-${name}`)?.focus();
  }

  /**
   * Opens a phase and keeps it in the address.
   * @param {string} name
   * @param {boolean} [enter] Whether the focus goes into the phase.
   */
  #open(name, enter = true) {
    window.history.replaceState(null, "", `#${name}`);
    this.#show(name, enter);
  }

  /**
   * @param {string} name
   * @param {boolean} [enter]
   */
  #show(name, enter = true) {
    const phase = this.phases.get(name);
    if (!phase) return;
    this.#phase = name;
    for (const [each] of this.phases) {
      const tab = document.getElementById(`tab-${each}`);
      if (tab) {
        setAttribute(tab, "aria-selected", String(each === name));
        tab.tabIndex = each === name ? 0 : -1;
      }
      const panel = document.getElementById(`phase-${each}`);
      if (panel) panel.hidden = each !== name;
    }
    if (!this.connection.parts.drive) return;
    phase.update();
    if (enter) phase.shown?.();
  }

  #update() {
    updateConnectionNote(this.note, this.connection);
    const { drive, you, clock, warnings = [] } = this.connection.parts;
    if (!drive || !you) return;
    if (you.role !== "organiser" && you.role !== "scorer") return this.#end("drive-role", "");
    setText(this.title, this.desk.name);
    document.title = `${this.desk.name} · Oddtrick`;
    if (this.#remembered !== this.desk.name) rememberDrive(this.code, { name: (this.#remembered = this.desk.name) });
    this.clock.update(clock);
    this.warnings.replaceChildren(...warnings.map((warning) => element("li", {}, warning.message)));
    for (const refused of this.connection.outbox.refused.splice(0)) this.desk.fail(refused.message);
    if (this.#phase === null) this.#show(this.#first(drive.stage));
    else this.phases.get(this.#phase)?.update();
  }

  /**
   * The phase to begin with: that of the address, or the one that the drive is in.
   * @param {import("../drive-types").Stage} stage
   */
  #first(stage) {
    const asked = window.location.hash.slice(1);
    if (this.phases.has(asked)) return asked;
    return { entries: "players", playing: "rounds", between: "rounds", over: "prizes", closed: "prizes" }[stage];
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  #end(code, message) {
    if (code === "not-found") return showNotFound(message);
    forgetKey(this.code, "desk");
    showKeyForm(this.code);
  }
}

// The form for the key of a desk, for a device that cannot scan its QR code.

/**
 * Replaces the page with the form.
 * @param {string} code
 */
function showKeyForm(code) {
  showNotFound(t("desk.no-key"));
  const problem = element("p", { class: "error", role: "alert" });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    setText(problem, "");
    const typed = findInput(/** @type {HTMLFormElement} */ (event.target), "[name=key]").value;
    void open(code, typed.trim()).catch((error) => setText(problem, error.message));
  };
  const form = element(
    "form",
    { class: "join", submit },
    element("label", { for: "desk-key" }, t("desk.key")),
    element(
      "div",
      {},
      element("input", { id: "desk-key", name: "key", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true }),
      element("button", {}, t("drive.open")),
    ),
    problem,
  );
  findElement(document, ".not-found .reason").after(form);
  // A link with the key differs from this address in its fragment alone, which loads nothing.
  window.addEventListener("hashchange", () => window.location.reload());
}

/**
 * Opens the desk with a key that somebody has typed.
 * @param {string} code
 * @param {string} key
 */
async function open(code, key) {
  const { parts } = await new DriveApi(code, key).get();
  if (parts.you.role !== "organiser" && parts.you.role !== "scorer") throw new Error(t("desk.key.other"));
  rememberDrive(code, { desk: key });
  window.location.reload();
}
