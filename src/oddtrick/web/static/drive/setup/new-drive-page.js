// The page that sets up a new whist drive.

import { element, findInput } from "../../ui/dom.js";
import { textField } from "../../ui/form-fields.js";
import { acceptDroppedFile } from "../../ui/file-drop.js";
import { runAction } from "../../ui/http-client.js";
import { renderPage } from "../../ui/page-header.js";
import { t } from "../../i18n/translate.js";
import { fetchDrive } from "../drive-api.js";
import { rememberDrive } from "../drive-keys.js";
import { entriesField } from "./entries-field.js";
import { planFields, usualPlan } from "./plan-fields.js";
import { prizeFields, wholeList } from "./prize-fields.js";
import { seatsField, settingsFields, spareField, USUAL_SETTINGS } from "./settings-fields.js";

/** @typedef {import("../drive-types").Plan} Plan */
/** @typedef {import("../drive-types").Prizes} Prizes */
/** @typedef {import("../drive-types").Settings} Settings */

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
    { class: "new-drive", submit: (event) => void create(event, form, { plan, settings, prizes, entries: entries.text }) },
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
 * @param {{plan: Plan, settings: Omit<Settings, "name">, prizes: Prizes, entries: () => string}} drive
 */
async function create(event, form, { plan, settings, prizes, entries }) {
  event.preventDefault();
  const name = findInput(form, "[name=name]").value.trim();
  await runAction(form, async () => {
    const answer = await fetchDrive("POST", "/api/drives", { body: { plan, settings: { name, ...settings }, prizes, entries: entries() } });
    /** @type {import("../drive-types").OpenedDrive} */
    const opened = await answer.json();
    rememberDrive(opened.code, { desk: opened.key, name });
    window.location.assign(`/drive/${opened.code}/desk`);
  });
}
