// The form for the key of a desk, for a device that cannot scan its QR code.

import { element, findElement, findInput, setText } from "../../ui/dom.js";
import { showNotFound } from "../../ui/not-found-page.js";
import { t } from "../../i18n/translate.js";
import { DriveApi } from "../drive-api.js";
import { rememberDrive } from "../drive-keys.js";

/**
 * Replaces the page with the form.
 * @param {string} code
 */
export function showKeyForm(code) {
  showNotFound(t("desk.no-key"));
  const problem = element("p", { class: "error", role: "alert" });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    setText(problem, "");
    const typed = findInput(/** @type {HTMLFormElement} */ (event.target), "[name=key]").value;
    void open(code, typed.trim()).catch((error) => setText(problem, error.message));
  };
  const form = element(
    "form",
    { class: "join", submit },
    element("label", { for: "desk-key" }, t("desk.key")),
    element(
      "div",
      {},
      element("input", { id: "desk-key", name: "key", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true }),
      element("button", {}, t("drive.open")),
    ),
    problem,
  );
  findElement(document, ".not-found .reason").after(form);
  // A link with the key differs from this address in its fragment alone, which loads nothing.
  window.addEventListener("hashchange", () => window.location.reload());
}

/**
 * Opens the desk with a key that somebody has typed.
 * @param {string} code
 * @param {string} key
 */
async function open(code, key) {
  const { parts } = await new DriveApi(code, key).get();
  if (parts.you.role !== "organiser" && parts.you.role !== "scorer") throw new Error(t("desk.key.other"));
  rememberDrive(code, { desk: key });
  window.location.reload();
}
