// The account section: guest name, registration, login, recovery codes and deletion.

import { copyValue } from "../ui/copy-value.js";
import { openDialog } from "../ui/dialog.js";
import { element, findInput, setText } from "../ui/dom.js";
import { textField } from "../ui/form-fields.js";
import { request, runAction, post } from "../ui/http-client.js";
import { t } from "../i18n/translate.js";

/** @import {Me} from "../wire/protocol" */
/** @import {MessageKey} from "../i18n/translate.js" */

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
      account && !me.recoverable && element("p", { class: "small" }, t("account.recovery.none")),
    ),
    element(
      "div",
      { class: "buttons" },
      button(me.name ? "account.rename" : "account.choose-name", () => rename(me.name ?? "")),
      ...(account
        ? [
            button("account.change-password", changePassword),
            button("account.recovery", () => makeRecoveryCode(me.recoverable === true)),
            button("account.logout", logOut),
          ]
        : [button("account.register", register), button("account.login", logIn)]),
      me.id && button("account.delete", () => deleteAccount(account)),
    ),
    element("p", { class: "error", role: "alert" }),
  );
}

/**
 * Opens a dialog with a form. After success the page reloads, first showing the recovery code if there is a new one.
 * @param {MessageKey} title
 * @param {HTMLElement[]} fields
 * @param {MessageKey} verb
 * @param {(form: HTMLFormElement) => Promise<import("../wire/protocol").RecoveryCode | null | void>} submit
 * @param {HTMLElement | null} [other] What else can be done here.
 */
function openFormDialog(title, fields, verb, submit, other = null) {
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    await runAction(form, async () => {
      const made = await submit(form);
      if (!made?.code) return window.location.reload();
      dialog.close();
      showRecoveryCode(made.code);
    });
  };
  fields[0]?.querySelector("input")?.setAttribute("autofocus", "");
  const dialog = openDialog(
    t(title),
    element(
      "form",
      { submit: send },
      ...fields,
      element(
        "div",
        { class: "buttons" },
        element("p", { class: "error", role: "alert" }),
        element("button", { class: "primary" }, t(verb)),
        other,
      ),
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
  openFormDialog("account.register", fields, "account.register", async (form) => {
    await post("/api/accounts", credentials(form));
    // Without a code the account is as good; the page then says that it has none.
    return newRecoveryCode(inputValue(form, "password")).catch(() => null);
  });
}

function logIn() {
  const forgot = element("button", { type: "button" }, t("account.forgot"));
  forgot.addEventListener("click", () => {
    forgot.closest("dialog")?.close();
    recover();
  });
  const submit = (/** @type {HTMLFormElement} */ form) => post("/api/session", credentials(form));
  openFormDialog("account.login", [loginField(), passwordField("current-password")], "account.login", submit, forgot);
}

/** Sets a new password with the recovery code. */
function recover() {
  const code = textField(
    t("account.recovery"),
    { name: "code", required: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 40 },
    t("account.recovery.form"),
  );
  openFormDialog("account.recover", [loginField(), code, passwordField("new-password", "account.new-password")], "account.recover", (form) => {
    const { login, password } = credentials(form);
    return post("/api/recovery", { login, code: inputValue(form, "code"), new: password });
  });
}

/** @param {boolean} replaces There is a code, which the new one makes void. */
function makeRecoveryCode(replaces) {
  const about = element("p", {}, t(replaces ? "account.recovery.replaces" : "account.recovery.about"));
  openFormDialog("account.recovery", [passwordField("current-password"), about], "account.recovery.make", (form) =>
    newRecoveryCode(inputValue(form, "password")),
  );
}

/**
 * @param {string} password
 * @returns {Promise<import("../wire/protocol").RecoveryCode>}
 */
function newRecoveryCode(password) {
  return post("/api/me/recovery-code", { password });
}

/**
 * Shows a new recovery code, the only time; then the page reloads.
 * @param {string} code
 */
function showRecoveryCode(code) {
  const shown = element("input", { class: "recovery-code", readonly: true, value: code, "aria-label": t("account.recovery") });
  const status = element("span", { class: "small", role: "status" });
  const copy = async () => setText(status, await copyValue(shown));
  const dialog = openDialog(
    t("account.recovery.yours"),
    shown,
    element("p", {}, t("account.recovery.keep")),
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "primary", click: () => dialog.close() }, t("account.recovery.kept")),
      element("button", { type: "button", click: () => void copy() }, t("account.recovery.copy")),
      status,
    ),
  );
  dialog.addEventListener("close", () => window.location.reload());
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
  openFormDialog("account.change-password", [old, passwordField("new-password", "account.new-password")], "account.change-password", async (form) => {
    const password = inputValue(form, "password");
    await request("PUT", "/api/me/password", { old: inputValue(form, "old"), new: password });
    return newRecoveryCode(password).catch(() => null); // the one there was is void
  });
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

/**
 * @param {"new-password" | "current-password"} kind
 * @param {MessageKey} [label]
 */
function passwordField(kind, label = "account.password-field") {
  const fresh = kind === "new-password";
  const about = fresh ? t("account.password-length", { n: MIN_PASSWORD_LENGTH }) : "";
  return textField(
    t(label),
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
