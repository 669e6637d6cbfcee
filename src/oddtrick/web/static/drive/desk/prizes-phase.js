// The prizes of the desk: the winners with the ties that were settled, and the end of the drive.

import { element, setText, updateContent } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { confirmDialog } from "../question-dialogs.js";
import { prizeList } from "../standings-table.js";

/** @typedef {import("./desk-state.js").Desk} Desk */

/**
 * Builds the phase.
 * @param {Desk} desk
 * @returns {import("./desk-page.js").Phase}
 */
export function prizesPhase(desk) {
  const note = element("p", { role: "status" });
  const prizes = element("div", {});
  const close = element("button", { type: "button", class: "primary", click: () => void closeDrive(desk) }, t("desk.close"));
  const save = (/** @type {string} */ form, /** @type {string} */ extension) => void desk.run(() => desk.connection.api.save(`/export?form=${form}`, `${desk.name}.${extension}`));
  const root = element(
    "div",
    { class: "prizes-part" },
    element("h2", {}, t("drive.prizes")),
    note,
    prizes,
    element(
      "div",
      { class: "buttons" },
      close,
      element("button", { type: "button", click: () => save("csv", "csv") }, t("desk.save.csv")),
      element("button", { type: "button", click: () => save("drive", "drive") }, t("desk.save.drive")),
    ),
    element("p", { class: "small" }, t("desk.save.about")),
  );
  const update = () => {
    const { parts } = desk;
    setText(note, noteText(desk));
    close.hidden = parts.drive?.stage !== "over" || !desk.isOrganiser;
    updateContent(prizes, [parts.prizes, parts.players, parts.standings], () => [Boolean(parts.prizes?.length) && prizeList(parts)]);
  };
  return { root, update };
}

/** @param {Desk} desk */
function noteText({ parts: { drive, round } }) {
  if (drive?.stage === "closed") return t("desk.closed");
  if (drive?.stage === "over") return t("desk.provisional");
  const complete = (round?.number ?? 0) - (round?.missing.length ? 1 : 0);
  return t("desk.prizes.later", { n: complete, rounds: drive?.rounds ?? 0 });
}

/** @param {Desk} desk */
async function closeDrive(desk) {
  // The note says that the drive is closed; said here too, a screen reader would read it twice.
  if (await confirmDialog(t("desk.close.title"), t("desk.close.about"), t("desk.close"))) await desk.send({ type: "close" });
}
