// What one takes along from a match: a link to this very card, the record, PBN.

import { openDialog } from "../ui/dialog.js";
import { element, say } from "../ui/dom.js";
import { words } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Replay} Replay */

/**
 * Opens a dialog with a link to the moment that is shown.
 * @param {string} title Of what is shared.
 * @param {string} url
 */
export function openShare(title, url) {
  const link = element("input", { type: "text", readonly: true, value: url, "aria-label": words("share.link"), focus: () => link.select() });
  const said = element("p", { class: "small", role: "status" });
  const copy = element("button", { type: "button", class: "chief", click: () => void copied(link, said) }, words("share.copy"));
  const share = element("button", { type: "button", click: () => void shared(title, url) }, words("share.share"));
  openDialog(
    words("share.title"),
    element("p", {}, words("share.about")),
    link,
    element("div", { class: "buttons" }, copy, "share" in navigator ? share : null),
    said,
  );
}

/**
 * @param {HTMLInputElement} link
 * @param {HTMLElement} said
 */
async function copied(link, said) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    say(said, words("share.copied"));
  } catch {
    // A page that came without https may not; the link is marked, so that a key can do it.
    say(said, words("share.by-hand"));
  }
}

/**
 * @param {string} title
 * @param {string} url
 */
async function shared(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // They thought better of it.
  }
}

/**
 * Links to the match as files.
 * @param {Replay} replay
 * @param {string | null} record Where the record is to be had; null: only here, from a file.
 * @returns {HTMLElement[]}
 */
export function downloads(replay, record) {
  if (record === null) return [];
  const name = replay.table ? `oddtrick-${replay.table}-${replay.number}` : "oddtrick-record";
  const made = [element("a", { class: "button", href: `${record}?format=json`, download: `${name}.json` }, words("share.record"))];
  if (replay.pbn) made.push(element("a", { class: "button", href: `${record}?format=pbn`, download: `${name}.pbn` }, words("share.pbn")));
  return made;
}
