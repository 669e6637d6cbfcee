// The page of whist drives: run one, join one, and those that this browser knows.

import { element, findInput } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { get, runAction } from "../ui/http-client.js";
import { acceptDroppedFile } from "../ui/form-fields.js";
import { t } from "../i18n/translate.js";
import { DriveError, fetchDrive, forgetDrive, knownDrives, rememberDrive } from "./drive-api.js";
import { confirmDialog } from "./question-dialogs.js";
import { browserLocale } from "./drive-words.js";

/** @import {KnownDrive} from "./drive-api.js" */

/**
 * Shows the page.
 * @param {HTMLElement} page
 */
export function show(page) {
  const problem = element("p", { class: "error", role: "alert" });
  const file = element("input", {
    type: "file",
    class: "visually-hidden",
    accept: ".drive,.json",
    change: () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      // Without this, a browser does not tell that the same file, mended meanwhile, is chosen again.
      file.value = "";
      void runAction(main, () => importDrive(chosen));
    },
  });
  const main = element(
    "main",
    { class: "drive-hub" },
    element("h1", {}, t("drive.title")),
    element("p", { class: "motto" }, t("drive.about")),
    element(
      "div",
      { class: "buttons" },
      element("a", { class: "button primary", href: "/drive/new" }, t("drive.run")),
      element("label", { class: "button bring" }, t("drive.import"), file),
    ),
    problem,
    hallLink(),
    joinForm(),
    ownDrives(),
  );
  renderPage(page, "", t("drive.title"), main);
  acceptDroppedFile(main, (dropped) => void runAction(main, () => importDrive(dropped)));
}

/** The drive of this hall, if the server runs on a laptop in one. */
function hallLink() {
  const at = element("p", { hidden: true });
  const load = async () => {
    /** @type {import("./drive-types").Hall} */
    const hall = await get("/api/hall");
    if (!hall.drive) return;
    at.append(element("a", { class: "button primary", href: `/drive/${hall.drive}` }, t("drive.hall")));
    at.hidden = false;
  };
  void load().catch(() => undefined); // the page works without it
  return at;
}

/** The form for the code or link of a drive. */
function joinForm() {
  const open = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const typed = findInput(/** @type {HTMLFormElement} */ (event.target), "[name=code]").value;
    window.location.assign(addressIn(typed));
  };
  return element(
    "form",
    { class: "join", submit: open },
    element("label", { for: "code" }, t("drive.join")),
    element(
      "div",
      {},
      element("input", { id: "code", name: "code", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true }),
      element("button", {}, t("drive.open")),
    ),
  );
}

/**
 * Returns the address of a drive from its code, as it stands on the wall, or from a link, which may carry a key.
 * @param {string} typed
 */
function addressIn(typed) {
  const link = /\/drive\/([^/?#\s]+)(\/desk|\/screen)?[^#\s]*(#\S*)?/.exec(typed);
  if (link) return `/drive/${link[1]}${link[2] ?? ""}${link[3] ?? ""}`;
  return `/drive/${encodeURIComponent(typed.toLowerCase().replace(/[\s-]/g, ""))}`;
}

/** The section with the drives that this browser knows. */
function ownDrives() {
  const drives = knownDrives();
  if (!drives.length) return null;
  return element(
    "section",
    { "aria-labelledby": "own-drives" },
    element("h2", { id: "own-drives" }, t("drive.own")),
    element("ul", { class: "own-drives" }, ...drives.map(ownDrive)),
    drives.filter((drive) => drive.desk).length > 1 && element("p", {}, element("a", { class: "button", href: "/drive/season" }, t("drive.season"))),
  );
}

/** @param {KnownDrive} drive */
function ownDrive(drive) {
  const name = drive.name || drive.code;
  const day = new Intl.DateTimeFormat(browserLocale(), { dateStyle: "medium" }).format(drive.at);
  const link = (/** @type {string} */ path, /** @type {string} */ text) =>
    element("a", { class: "button", href: `/drive/${drive.code}${path}`, "aria-label": `${text}: ${name}` }, text);
  const item = element(
    "li",
    {},
    element("span", { class: "what" }, name),
    element("time", { class: "small", datetime: new Date(drive.at).toISOString() }, day),
    element(
      "span",
      { class: "links" },
      drive.desk ? link("/desk", t("drive.desk")) : link("", t("drive.open")),
      drive.desk && link("/screen", t("drive.screen")),
      element("button", { type: "button", "aria-label": t("drive.forget.name", { name }), click: () => void forget() }, t("drive.forget")),
    ),
  );
  const forget = async () => {
    if (drive.desk && !(await confirmDialog(t("drive.forget.name", { name }), t("drive.forget.sure"), t("drive.forget")))) return;
    forgetDrive(drive.code);
    item.remove();
  };
  return item;
}

/**
 * The name of an event in that of its file. A copy on the stick has dashes for spaces, and the code of the drive at the end.
 * @param {string} file
 */
function nameFrom(file) {
  const name = file.replace(/\.\w+$/, "");
  const copied = /^(.+)-[0-9a-z]{12}$/.exec(name);
  return copied?.[1] ? copied[1].replace(/-+/g, " ") : name;
}

/**
 * Opens a saved drive as a new one on this server.
 * @param {File | undefined} file
 */
async function importDrive(file) {
  if (!file) return;
  const answer = await fetchDrive("POST", "/api/drives/import", { body: await file.text() }).catch((error) => {
    throw error instanceof DriveError && error.code === "invalid" ? new Error(t("drive.import.refused", { file: file.name, why: (error.details.message ?? "").replace(/^this is not a drive: /, "") })) : error;
  });
  /** @type {import("./drive-types").OpenedDrive} */
  const opened = await answer.json();
  const name = nameFrom(file.name);
  rememberDrive(opened.code, { desk: opened.key, name });
  // A drive's file has no name of the event: that of the file takes its place.
  const command = { type: "change-settings", name: name.slice(0, 80) };
  await fetchDrive("POST", `/api/drives/${opened.code}/commands`, { key: opened.key, body: { id: crypto.getRandomValues(new Uint32Array(2)).join("-"), seen: opened.seq, command } });
  window.location.assign(`/drive/${opened.code}/desk`);
}
