// Dialogs that ask one thing and return the answer.

import { openDialog } from "../ui/dialog.js";
import { element, findInput } from "../ui/dom.js";
import { textField } from "../ui/form-fields.js";
import { t } from "../i18n/translate.js";

/**
 * Asks before something that is hard to take back.
 * @param {string} title
 * @param {string} about What happens then.
 * @param {string} verb Text of the button that does it.
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, about, verb) {
  return ask(title, verb, [element("p", {}, about)], () => true).then((answer) => answer ?? false);
}

/**
 * Asks for the reason of a change, which goes into the log.
 * @param {string} title
 * @param {string} about
 * @param {string} verb
 * @param {string[]} usual Reasons that can be chosen with one press.
 * @returns {Promise<string | null>} The reason; null if the dialog was closed.
 */
export function reasonDialog(title, about, verb, usual = []) {
  return ask(title, verb, [element("p", {}, about), reasonField(usual)], (form) => findInput(form, "[name=why]").value.trim());
}

/**
 * A field for the reason of a change.
 * @param {string[]} usual Reasons that can be chosen with one press.
 */
export function reasonField(usual) {
  const field = textField(t("drive.why"), { name: "why", required: true, maxlength: 200, autocomplete: "off" }, t("drive.why.about"));
  const choose = (/** @type {string} */ reason) => {
    const input = findInput(field, "input");
    input.value = reason;
    input.focus();
  };
  const buttons = usual.map((reason) => element("button", { type: "button", click: () => choose(reason) }, reason));
  return element("div", { class: "reason-field" }, field, element("div", { class: "picks" }, ...buttons));
}

/**
 * Opens a dialog with a form.
 * @template Answer
 * @param {string} title
 * @param {string} verb
 * @param {HTMLElement[]} parts
 * @param {(form: HTMLFormElement) => Answer} read Reads the answer from the form.
 * @returns {Promise<Answer | null>} Null if the dialog was closed.
 */
export function ask(title, verb, parts, read) {
  return new Promise((resolve) => {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      resolve(read(form));
      dialog.close();
    };
    const buttons = element(
      "div",
      { class: "buttons" },
      element("button", { class: "primary" }, verb),
      element("button", { type: "button", click: () => dialog.close() }, t("page.cancel")),
    );
    const form = element("form", { submit }, ...parts, buttons);
    const dialog = openDialog(title, form);
    dialog.addEventListener("close", () => resolve(null));
    const [first] = form.querySelectorAll("input, textarea, select");
    if (first instanceof HTMLElement) first.focus();
  });
}
