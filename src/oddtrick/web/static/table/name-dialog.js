// The dialog that asks a guest for a name before they take a seat.

import { openDialog } from "../ui/dialog.js";
import { element } from "../ui/dom.js";
import { t } from "../i18n/translate.js";

/**
 * Asks for a name in a dialog. Rejects if the dialog is closed.
 * @returns {Promise<string>}
 */
export function askName() {
  return new Promise((answer, cancel) => {
    const name = element("input", {
      name: "name", maxlength: 24, autocomplete: "nickname", placeholder: t("who.guest"), "aria-label": t("name-dialog.title"),
    });
    const form = element("form", { class: "who" }, name, element("button", { type: "submit", class: "primary" }, t("name-dialog.sit")));
    const dialog = openDialog(t("name-dialog.title"), form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(name.value.trim() || t("who.guest"));
      dialog.close();
    });
    dialog.addEventListener("close", () => cancel(new Error(t("name-dialog.nobody"))));
    name.focus();
  });
}
