// The account section: guest name, registration, login and deletion.

import { openDialog } from "../ui/dialog.js";
import { element, findInput } from "../ui/dom.js";
import { textField } from "../ui/form-fields.js";
import { request, runAction, post } from "../ui/http-client.js";
import { t } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Me} Me */
/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */

/** Minimum length of a password; the server checks the same. */
const MIN_PASSWORD_LENGTH = 8;

/**
 * The account section of the page.
 * @param {Me} me
 */
export function accountSection(me) {
  const account = me.kind === "account";
  const about = account
    ? t("account.account", { login: me.login ?? "" })
    : t(me.id ? "account.guest" : "account.anonymous");
  const button = (/** @type {MessageKey} */ key, /** @type {() => void} */ click) =>
    element("button", { type: "button", click }, t(key));
  return element(
    "section",
    { class: "person", "aria-labelledby": "person" },
    element(
      "div",
      {},
      element("h2", { id: "person" }, me.name ?? t("account.no-name")),
      element("p", { class: "small" }, about),
    ),
    element(
      "div",
      { class: "buttons" },
      button(me.name ? "account.rename" : "account.choose-name", () => rename(me.name ?? "")),
      ...(account
        ? [button("account.change-password", changePassword), button("account.logout", logOut)]
        : [button("account.register", register), button("account.login", logIn)]),
      me.id && button("account.delete", () => deleteAccount(account)),
    ),
    element("p", { class: "error", role: "alert" }),
  );
}

/**
 * Opens a dialog with a form; after success the page reloads.
 * @param {MessageKey} title
 * @param {HTMLElement[]} fields
 * @param {MessageKey} verb
 * @param {(form: HTMLFormElement) => Promise<unknown>} submit
 */
function openFormDialog(title, fields, verb, submit) {
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    await runAction(form, async () => {
      await submit(form);
      window.location.reload();
    });
  };
  fields[0]?.querySelector("input")?.setAttribute("autofocus", "");
  openDialog(
    t(title),
    element(
      "form",
      { submit: send },
      ...fields,
      element("p", { class: "error", role: "alert" }),
      element("div", { class: "buttons" }, element("button", { class: "primary" }, t(verb))),
    ),
  );
}

/** @param {string} now */
function rename(now) {
  const name = textField(t("account.name"), {
    name: "name",
    value: now,
    maxlength: 24,
    required: true,
    autocomplete: "nickname",
  });
  openFormDialog("account.rename", [name], "account.rename", (form) => post("/api/me", { name: inputValue(form, "name") }));
}

function register() {
  const fields = [
    loginField(),
    passwordField("new-password"),
    element("p", { class: "small" }, t("account.register.about")),
  ];
  openFormDialog("account.register", fields, "account.register", (form) => post("/api/accounts", credentials(form)));
}

function logIn() {
  openFormDialog("account.login", [loginField(), passwordField("current-password")], "account.login", (form) =>
    post("/api/session", credentials(form)),
  );
}

async function logOut() {
  const at = document.querySelector(".person");
  if (!(at instanceof HTMLElement)) return;
  await runAction(at, async () => {
    await request("DELETE", "/api/session");
    window.location.reload();
  });
}

function changePassword() {
  const old = textField(t("account.current-password"), {
    name: "old",
    type: "password",
    required: true,
    autocomplete: "current-password",
  });
  openFormDialog("account.change-password", [old, passwordField("new-password")], "account.change-password", (form) =>
    request("PUT", "/api/me/password", { old: inputValue(form, "old"), new: inputValue(form, "password") }),
  );
}

/** @param {boolean} account */
function deleteAccount(account) {
  const about = element("p", {}, t(account ? "account.delete.account" : "account.delete.guest"));
  openFormDialog("account.delete", [about], "account.delete.yes", () => request("DELETE", "/api/me"));
}

function loginField() {
  return textField(t("account.username"), {
    name: "login",
    required: true,
    autocomplete: "username",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 32,
  });
}

/** @param {"new-password" | "current-password"} kind */
function passwordField(kind) {
  const fresh = kind === "new-password";
  const about = fresh ? t("account.password-length", { n: MIN_PASSWORD_LENGTH }) : "";
  return textField(
    t("account.password-field"),
    { name: "password", type: "password", required: true, autocomplete: kind, minlength: fresh ? MIN_PASSWORD_LENGTH : null },
    about,
  );
}

/** @param {HTMLFormElement} form */
function credentials(form) {
  return { login: inputValue(form, "login"), password: inputValue(form, "password") };
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function inputValue(form, name) {
  return findInput(form, `[name=${name}]`).value;
}
