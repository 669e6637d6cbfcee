// Modal dialogs with a title and a close button.

import { element, icon } from "./dom.js";
import { t } from "../i18n/translate.js";

/**
 * Opens a dialog. Escape, the close button and a tap outside close it. It is then removed, and the focus
 * returns to where it was.
 * @param {string} title
 * @param {...import("./dom.js").Part} parts
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...parts) {
  /** @type {HTMLDialogElement} */
  const dialog = document.createElement("dialog");
  const close = element(
    "button",
    { type: "button", class: "close", "aria-label": t("page.close"), click: () => dialog.close() },
    closeIcon(),
  );
  dialog.className = "sheet";
  dialog.setAttribute("aria-label", title);
  dialog.addEventListener("close", () => dialog.remove());
  closeOnBackdropClick(dialog);
  dialog.append(element("header", {}, element("h2", {}, title), close), element("div", { class: "dialog-body" }, ...parts));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
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
