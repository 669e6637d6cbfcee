// Coming in: whoever sits down has a name.

import { openDialog } from "../page/dialog.js";
import { element } from "../page/element.js";
import { words } from "../words/words.js";

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
