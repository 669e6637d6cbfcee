// The page that sets up a new whist drive.

import { element, findInput, setAttribute, setText } from "../../ui/dom.js";
import { textField, acceptDroppedFile } from "../../ui/form-fields.js";
import { runAction } from "../../ui/http-client.js";
import { renderPage } from "../../shell/page-header.js";
import { t } from "../../i18n/translate.js";
import { fetchDrive, DriveError, rememberDrive } from "../drive-api.js";
import { hasTwoNames, twoNamesField } from "../two-names.js";
import { planFields, usualPlan, prizeFields, wholeList, seatsField, settingsFields, spareField, USUAL_SETTINGS } from "./drive-fields.js";

/** @import {Plan, Prizes, Settings, Preview} from "../drive-types" */
/** @import {TwoNames} from "../two-names.js" */

/**
 * Shows the page.
 * @param {HTMLElement} page
 */
export function show(page) {
  const plan = usualPlan();
  const settings = { ...USUAL_SETTINGS };
  const prizes = wholeList();
  const entries = entriesField(plan);
  const name = textField(t("new.name"), { name: "name", value: t("drive.one"), required: true, maxlength: 80, autocomplete: "off" });
  const form = element(
    "form",
    { class: "new-drive", submit: (event) => void create(event, form, { plan, settings, prizes, entries: entries.text, twoNames: entries.twoNames }) },
    element("section", { class: "panel" }, name, ...planFields(plan, () => entries.refresh()), moreOptions(plan, settings, prizes, () => entries.refresh())),
    element(
      "section",
      { class: "panel" },
      ...entries.parts,
      element("p", { class: "error", role: "alert" }),
      element("div", { class: "buttons" }, element("button", { class: "primary" }, t("new.create"))),
      element("p", { class: "small" }, t("new.later")),
    ),
  );
  const main = element("main", { class: "drive-setup" }, element("h1", {}, t("drive.run")), form);
  renderPage(page, "", t("drive.run"), main);
  acceptDroppedFile(main, (file) => void entries.take(file));
}

/**
 * The options that most drives leave as they are.
 * @param {Plan} plan
 * @param {Omit<Settings, "name">} settings
 * @param {Prizes} prizes
 * @param {() => void} onChange
 */
function moreOptions(plan, settings, prizes, onChange) {
  const spare = spareField(plan, onChange);
  return element(
    "details",
    { class: "more" },
    element("summary", {}, t("new.more")),
    seatsField(plan),
    ...settingsFields(settings, spare.fit),
    spare.field,
    element("h2", {}, t("drive.prizes")),
    ...prizeFields(prizes),
  );
}

/**
 * @param {SubmitEvent} event
 * @param {HTMLFormElement} form
 * @param {{plan: Plan, settings: Omit<Settings, "name">, prizes: Prizes, entries: () => string, twoNames: () => TwoNames}} drive
 */
async function create(event, form, { plan, settings, prizes, entries, twoNames }) {
  event.preventDefault();
  const name = findInput(form, "[name=name]").value.trim();
  await runAction(form, async () => {
    const answer = await fetchDrive("POST", "/api/drives", { body: { plan, settings: { name, ...settings }, prizes, entries: entries(), two_names: twoNames() } });
    /** @type {import("../drive-types").OpenedDrive} */
    const opened = await answer.json();
    rememberDrive(opened.code, { desk: opened.key, name });
    window.location.assign(`/drive/${opened.code}/desk`);
  });
}

// The field for the names of a drive, with a live preview of how they fill the tables.

const PREVIEW_DELAY = 300;

/** The largest file of names that is read, in bytes. */
const MAX_FILE = 1_000_000;

/**
 * Creates the field.
 * @param {Plan} plan The plan as it is now; the preview asks how the names fit it.
 */
function entriesField(plan) {
  const status = element("p", { class: "preview", role: "status" });
  const area = element("textarea", {
    id: "entries",
    rows: 12,
    spellcheck: "false",
    autocapitalize: "words",
    "aria-describedby": "entries-about",
    placeholder: t("new.entries.example"),
    input: () => refresh(),
  });
  const file = element("input", { type: "file", class: "visually-hidden", accept: ".csv,.txt,.tsv", change: () => file.files?.[0] && void take(file.files[0]) });
  let timer = 0;
  const question = element("div", {});
  let asks = false;
  /** @type {TwoNames} */
  let twoNames = "share";
  const ask = () => {
    if (asks === hasTwoNames(area.value)) return;
    asks = !asks;
    twoNames = "share";
    const choose = (/** @type {TwoNames} */ answer) => ((twoNames = answer), refresh());
    question.replaceChildren(...(asks ? [twoNamesField(choose)] : []));
  };
  const refresh = () => {
    ask();
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void showPreview(status, { plan, entries: area.value, two_names: twoNames }, () => area.value), PREVIEW_DELAY);
  };
  const take = async (/** @type {File} */ chosen) => {
    if (chosen.size > MAX_FILE) return setText(status, t("new.entries.large"));
    area.value = decodeText(new Uint8Array(await chosen.arrayBuffer()));
    refresh();
  };
  const field = element(
    "div",
    { class: "field entries-field" },
    element("label", { for: "entries" }, t("new.entries")),
    element("p", { class: "small", id: "entries-about" }, t("new.entries.about")),
    area,
    status,
  );
  const chooser = element("div", { class: "buttons" }, element("label", { class: "button bring" }, t("new.entries.file"), file));
  setText(status, t("new.preview.none"));
  return { parts: [field, question, chooser], refresh, take, text: () => area.value, twoNames: () => twoNames };
}

/**
 * Returns the text of a file. Spreadsheets save CSV in UTF-8, in UTF-16 with a mark at the start, or in the code page of
 * Windows, whose umlauts are not valid UTF-8.
 * @param {Uint8Array} bytes
 */
function decodeText(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Asks the server how these names fill the tables, and says so.
 * @param {HTMLElement} status
 * @param {Tried} tried
 * @param {() => string} current Returns the names as they are when the answer comes.
 */
async function showPreview(status, tried, current) {
  const { entries } = tried;
  const [text, problem, labels] = entries.trim() ? await previewText(tried) : [t("new.preview.none"), false, tried.plan.groups];
  if (current() !== entries) return;
  for (const [at, field] of document.querySelectorAll(".groups .field").entries()) {
    const input = findInput(field, "input");
    if (input !== document.activeElement) input.value = labels[at] ?? "";
  }
  setText(status, text);
  setAttribute(status, "data-problem", problem);
}

/** What is tried. @typedef {{plan: Plan, entries: string, two_names: TwoNames}} Tried */

/**
 * @param {Tried} tried
 * @returns {Promise<[string, boolean, string[]]>} The text, whether it is a problem, and the labels of the groups.
 */
async function previewText(tried) {
  const { plan } = tried;
  try {
    const answer = await fetchDrive("POST", "/api/drives/preview", { body: tried });
    /** @type {Preview} */
    const preview = await answer.json();
    const { players, tables = 0, bots = 0, sitting_out: out = 0, problem, groups, crossing = 0, couples = 0, teams = 0 } = preview;
    const labels = preview.labels ?? plan.groups;
    if (problem) return [problem, true, labels];
    const spare = out ? t("new.preview.out", { n: out }) : t("new.preview.bots", { n: bots });
    const company = [couples && t("drive.couples", { n: couples }), teams && t("drive.teams", { n: teams })].filter(Boolean);
    const seated = t("new.preview", { players: t("drive.players", { n: players }), tables: t("drive.tables", { n: tables }), spare });
    const filled = [seated, ...company].join(", ");
    if (!crossing || !groups) return [filled, false, labels];
    const [from, to] = groups[0] > groups[1] ? labels : [...labels].reverse();
    return [`${filled}. ${t("new.preview.crossing", { from: from ?? "", to: to ?? "", n: crossing })}`, false, labels];
  } catch (error) {
    return [error instanceof DriveError ? error.message : t("new.preview.later"), true, plan.groups];
  }
}
