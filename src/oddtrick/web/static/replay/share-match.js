// Sharing a match: a link to the current card, the game file and PBN.

import { element, setText } from "../ui/dom.js";
import { copyValue } from "../ui/copy-value.js";
import { openDialog } from "../ui/dialog.js";
import { t } from "../i18n/translate.js";

/** @import {Replay} from "../wire/protocol" */

/**
 * Opens a dialog with a link to the current position.
 * @param {string} title Title of the shared page.
 * @param {string} url
 */
export function openShareDialog(title, url) {
  const link = element("input", { type: "text", readonly: true, value: url, "aria-label": t("share.link"), focus: () => link.select() });
  const status = element("p", { class: "small", role: "status" });
  const copy = element("button", { type: "button", class: "primary", click: async () => setText(status, await copyValue(link)) }, t("share.copy"));
  const share = element("button", { type: "button", click: () => void shareLink(title, url) }, t("share.share"));
  openDialog(
    t("share.title"),
    element("p", {}, t("share.about")),
    link,
    element("div", { class: "buttons" }, copy, "share" in navigator ? share : null),
    status,
  );
}

/**
 * @param {string} title
 * @param {string} url
 */
async function shareLink(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // The user cancelled.
  }
}

/**
 * Download links of the match.
 * @param {Replay} replay
 * @param {string | null} record Address of the record; null for an imported file.
 * @returns {HTMLElement[]}
 */
export function downloadLinks(replay, record) {
  if (record === null) return [];
  const name = replay.table ? `oddtrick-${replay.table}-${replay.number}` : "oddtrick-record";
  const links = [element("a", { class: "button", href: `${record}?format=json`, download: `${name}.json` }, t("share.record"))];
  if (replay.pbn) links.push(element("a", { class: "button", href: `${record}?format=pbn`, download: `${name}.pbn` }, t("share.pbn")));
  return links;
}
