// One line about the connection: that it is lost, since when, and what waits to be sent.

import { setAttribute, setText } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { timeOfDay } from "./drive-words.js";

/** @typedef {import("./drive-connection.js").DriveConnection} DriveConnection */

/**
 * Returns what is to be said about a connection; empty if all is well.
 * @param {DriveConnection} connection
 */
export function connectionText(connection) {
  const waiting = connection.outbox.waiting.length;
  if (!connection.lost) return waiting && connection.outbox.failing ? t("drive.waiting", { n: waiting }) : "";
  const since = connection.currentAt === null ? t("drive.unreachable") : t("drive.lost", { time: timeOfDay(connection.currentAt) });
  return waiting ? `${since} ${t("drive.waiting", { n: waiting })}` : since;
}

/**
 * Updates the line; it is hidden while all is well.
 * @param {HTMLElement} at Has the role "status".
 * @param {DriveConnection} connection
 */
export function updateConnectionNote(at, connection) {
  const text = connectionText(connection);
  setText(at, text);
  setAttribute(at, "data-lost", connection.lost);
  at.classList.toggle("quiet", !text);
}
