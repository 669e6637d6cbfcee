// The waiting room before a match: invitation link, bots for free seats, table settings.

import { element, icon } from "../ui/dom.js";
import { loadMessages, t, tOr } from "../i18n/translate.js";
import { copyValue } from "../ui/copy-value.js";
import { openDialog } from "../ui/dialog.js";
import { get, RequestError } from "../ui/http-client.js";
import { act, actionButton, primary } from "./action-buttons.js";
import { addStyles } from "./lazy-part.js";

/** @import {Part} from "../ui/dom.js" */
/** @import {TableView} from "../wire/protocol" */
/** @import {Panel} from "./middle-panel.js" */

await addStyles("seat-buttons.css", "waiting-room.css");
await loadMessages("table-menus");

const DEFAULT_LEVEL = "casual";

const QR_CODE = "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v2M18 18h-2v2M20 20h0";

/**
 * The panel of the waiting room.
 * @param {TableView} table
 * @param {string} awaited What the start waits for; empty if it was not pressed.
 * @returns {Panel}
 */
export function waitingRoom(table, awaited) {
  const open = table.places.some((place) => place.kind === "open");
  return { name: table.stage, from: [table.you, table.you_host, open, awaited], make: () => content(table, open, awaited) };
}

/**
 * @param {TableView} table
 * @param {boolean} open Whether seats are free.
 * @param {string} awaited
 * @returns {Part[]}
 */
function content(table, open, awaited) {
  const link = new URL(`/t/${table.code}`, window.location.href).href;
  const input = element("input", { readonly: true, value: link, "aria-label": t("waiting.link") });
  input.addEventListener("focus", () => input.select());
  const level = table.you_host && open ? levelSelect() : null;
  const begin = (/** @type {MouseEvent} */ event) => act(event.currentTarget, { type: "begin", fill: level ? level.value || null : null });
  return [
    qrCode(table.code),
    element(
      "div",
      { class: "invite" },
      element("h2", {}, t("waiting.title")),
      element("p", { class: "small" }, t("waiting.explain")),
      table.settings.rated && element("p", { class: "small" }, t("waiting.rated")),
      element("p", { class: "link" }, input, shareButton(input), qrButton(table.code)),
      level && element("label", { class: "level" }, element("span", {}, t("waiting.level")), level),
      awaited !== "" && element("p", {}, awaited),
      table.you_host && primary(actionButton(t(awaited ? "action.begin-now" : "action.begin"), "begin", begin)),
      table.you === null && element("p", {}, t("waiting.watching")),
      !table.you_host && table.you !== null && element("p", {}, t("turn.host-begins", { name: table.host })),
      open && table.you !== null && actionButton(t("action.invite"), "invite", () => void inviteMet(table.code)),
      table.you_host && actionButton(t("action.arrange"), "arrange", { type: "show-panel", what: "arrange" }),
    ),
  ];
}

/** @param {string} code */
function qrCode(code) {
  return element("img", { class: "qr", src: `/t/${code}/qr.svg`, alt: t("waiting.qr"), width: 132, height: 132 });
}

/**
 * A button that shows the QR code where the panel has no room for it.
 * @param {string} code
 */
function qrButton(code) {
  const show = () => openDialog(t("waiting.title"), qrCode(code));
  return element("button", { type: "button", class: "show-qr", "data-key": "qr", "aria-label": t("waiting.qr"), title: t("waiting.qr"), click: show }, icon(QR_CODE));
}

/** @param {string} code */
async function inviteMet(code) {
  const { openInviteDialog } = await import("../people/invite-dialog.js");
  await openInviteDialog(code);
}

/** The select for the bots that fill free seats. */
function levelSelect() {
  const chooser = element("select", { name: "level", "data-key": "level" }, levelOption(DEFAULT_LEVEL));
  void fetchLevels().then((names) => {
    const chosen = chooser.value;
    chooser.replaceChildren(...names.map(levelOption), element("option", { value: "" }, t("waiting.none")));
    chooser.value = chosen;
  });
  return chooser;
}

/** @param {string} name */
function levelOption(name) {
  return element("option", { value: name, selected: name === DEFAULT_LEVEL }, tOr(`level.${name}`, name));
}

/**
 * Fetches the bot levels of the server.
 * @returns {Promise<string[]>}
 */
async function fetchLevels() {
  try {
    /** @type {import("../wire/protocol").Levels} */
    const response = await get("/api/bots/levels");
    return response.levels;
  } catch (error) {
    if (error instanceof RequestError) return [DEFAULT_LEVEL];
    throw error;
  }
}

/**
 * A button that shares the link on phones and copies it elsewhere.
 * @param {HTMLInputElement} input
 */
function shareButton(input) {
  const canShare = typeof navigator.share === "function" && window.matchMedia("(pointer: coarse)").matches;
  const button = element("button", { type: "button", "data-key": "copy" }, t(canShare ? "waiting.share" : "waiting.copy"));
  button.addEventListener("click", async () => {
    if (canShare) return void navigator.share({ url: input.value }).catch(() => null);
    button.textContent = await copyValue(input);
  });
  return button;
}
