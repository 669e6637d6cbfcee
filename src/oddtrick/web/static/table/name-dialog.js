// Coming in: whoever sits down has a name.

import { openDialog } from "../ui/dialog.js";
import { element } from "../ui/dom.js";
import { words } from "../i18n/translate.js";

/**
 * Asks for a name.
 * @returns {Promise<string>}
 */
export function askName() {
  return new Promise((answer, cancel) => {
    const name = element("input", {
      name: "name", maxlength: 24, autocomplete: "nickname", placeholder: words("who.guest"), "aria-label": words("enter.title"),
    });
    const form = element("form", { class: "who" }, name, element("button", { type: "submit", class: "chief" }, words("enter.sit")));
    const dialog = openDialog(words("enter.title"), form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(name.value.trim() || words("who.guest"));
      dialog.close();
    });
    dialog.addEventListener("close", () => cancel(new Error(words("enter.nobody"))));
    name.focus();
  });
}
