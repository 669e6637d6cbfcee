// A sheet over the table: a title, what it is about, and a way out.

import { element } from "../page/element.js";
import { words } from "../words/words.js";

/** @typedef {import("../page/element.js").Part} Part */

/**
 * Shows one; whatever was open before is closed. It closes by its button, by Escape, by a press
 * beside it, and by any button in it that does something.
 * @param {HTMLElement} page
 * @param {string} name
 * @param {string} title
 * @param {(close: () => void) => Part[]} make
 * @returns {HTMLDialogElement}
 */
export function openDialog(page, name, title, make) {
  closeDialogs(page);
  const heading = `dialog-${name}`;
  const close = () => dialog.close();
  const dialog = element(
    "dialog",
    { class: "over", "data-dialog": name, "aria-labelledby": heading },
    element(
      "div",
      { class: "inside" },
      element(
        "header",
        {},
        element("h2", { id: heading }, title),
        element("button", { type: "button", class: "close", "aria-label": words("deed.close"), click: close }, "✕"),
      ),
      ...make(close),
    ),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => dialog.remove());
  page.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} page */
export function closeDialogs(page) {
  for (const open of page.querySelectorAll("dialog.over[open]")) /** @type {HTMLDialogElement} */ (open).close();
}

/**
 * Asks for a name.
 * @param {HTMLElement} page
 * @returns {Promise<string>}
 */
export function askName(page) {
  return new Promise((answer, cancel) => {
    const name = element("input", {
      name: "name", maxlength: 24, autocomplete: "nickname", placeholder: words("who.guest"), "aria-labelledby": "dialog-who",
    });
    const form = element("form", { class: "who" }, name, element("button", { type: "submit", class: "chief" }, words("enter.sit")));
    const dialog = openDialog(page, "who", words("enter.title"), () => [form]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(name.value.trim() || words("who.guest"));
      dialog.close();
    });
    dialog.addEventListener("close", () => cancel(new Error(words("enter.nobody"))));
    name.focus();
  });
}
