// A window over the page, with a heading and a way out.

import { element } from "./dom.js";
import { words } from "../i18n/translate.js";

/**
 * Opens a dialog. Escape, its button and a tap beside it close it; then it is gone, and what had the
 * focus has it again.
 * @param {string} title
 * @param {...import("./dom.js").Part} parts
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...parts) {
  /** @type {HTMLDialogElement} */
  const made = document.createElement("dialog");
  const close = element(
    "button",
    { type: "button", class: "close", "aria-label": words("page.close"), click: () => made.close() },
    cross(),
  );
  made.className = "sheet";
  made.setAttribute("aria-label", title);
  made.addEventListener("close", () => made.remove());
  closeBeside(made);
  made.append(element("header", {}, element("h2", {}, title), close), element("div", { class: "within" }, ...parts));
  document.body.append(made);
  made.showModal();
  return made;
}

/**
 * A tap beside it closes it; a drag that only ends there does not.
 * @param {HTMLDialogElement} dialog
 */
function closeBeside(dialog) {
  let began = false;
  dialog.addEventListener("pointerdown", (event) => (began = event.target === dialog));
  dialog.addEventListener("click", (event) => began && event.target === dialog && dialog.close());
}

function cross() {
  return drawing("M5 5l14 14M19 5L5 19");
}

/**
 * A small drawing of lines, as large as text.
 * @param {string} path In a square of 24.
 */
export function drawing(path) {
  const at = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(at, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", class: "drawing", "aria-hidden": "true" })) {
    made.setAttribute(name, value);
  }
  const line = document.createElementNS(at, "path");
  line.setAttribute("d", path);
  made.append(line);
  return made;
}
