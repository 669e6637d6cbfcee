// Modal dialogs with a title and a close button.

import { element } from "./dom.js";
import { t } from "../i18n/translate.js";

/**
 * Opens a dialog. Escape, its button and a tap beside it close it; then it is gone, and what had the
 * the focus returns to where it was.
 * @param {string} title
 * @param {...import("./dom.js").Part} parts
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...parts) {
  /** @type {HTMLDialogElement} */
  const made = document.createElement("dialog");
  const close = element(
    "button",
    { type: "button", class: "close", "aria-label": t("page.close"), click: () => made.close() },
    closeIcon(),
  );
  made.className = "sheet";
  made.setAttribute("aria-label", title);
  made.addEventListener("close", () => made.remove());
  closeOnBackdropClick(made);
  made.append(element("header", {}, element("h2", {}, title), close), element("div", { class: "dialog-body" }, ...parts));
  document.body.append(made);
  made.showModal();
  return made;
}

/**
 * Closes the dialog on a tap on the backdrop, but not on a drag that merely ends there.
 * @param {HTMLDialogElement} dialog
 */
function closeOnBackdropClick(dialog) {
  let began = false;
  dialog.addEventListener("pointerdown", (event) => (began = event.target === dialog));
  dialog.addEventListener("click", (event) => began && event.target === dialog && dialog.close());
}

function closeIcon() {
  return icon("M5 5l14 14M19 5L5 19");
}

/**
 * Draws a line icon at text size.
 * @param {string} path Path data in a 24 × 24 box.
 */
export function icon(path) {
  const at = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(at, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) {
    made.setAttribute(name, value);
  }
  const line = document.createElementNS(at, "path");
  line.setAttribute("d", path);
  made.append(line);
  return made;
}
