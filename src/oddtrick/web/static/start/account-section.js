// Who one is here: a guest by name, or an account that can be taken to other devices.

import { openDialog } from "../ui/dialog.js";
import { element, field } from "../ui/dom.js";
import { line } from "../ui/form-fields.js";
import { ask, attempt, post } from "../ui/http-client.js";
import { words } from "../i18n/translate.js";

/** @typedef {import("../wire/protocol").Me} Me */
/** @typedef {import("../i18n/translate.js").Word} Word */

/** The least length of a password that the house takes. */
const SHORTEST = 8;

/**
 * Who one is, and what can be done about it.
 * @param {Me} me
 */
export function person(me) {
  const account = me.kind === "account";
  const about = account
    ? words("person.account", { login: me.login ?? "" })
    : words(me.id ? "person.guest" : "person.nobody");
  const button = (/** @type {Word} */ word, /** @type {() => void} */ click) =>
    element("button", { type: "button", click }, words(word));
  return element(
    "section",
    { class: "person", "aria-labelledby": "person" },
    element(
      "div",
      {},
      element("h2", { id: "person" }, me.name ?? words("person.none")),
      element("p", { class: "small" }, about),
    ),
    element(
      "div",
      { class: "buttons" },
      button(me.name ? "person.rename" : "person.take", () => rename(me.name ?? "")),
      ...(account
        ? [button("person.password", changePassword), button("person.logout", logOut)]
        : [button("person.register", register), button("person.login", logIn)]),
      me.id && button("person.delete", () => forget(account)),
    ),
    element("p", { class: "problem", role: "alert" }),
  );
}

/**
 * A dialog that asks for a few lines and does something with them; then the page is another.
 * @param {Word} title
 * @param {HTMLElement[]} fields
 * @param {Word} verb
 * @param {(form: HTMLFormElement) => Promise<unknown>} deed
 */
function askFor(title, fields, verb, deed) {
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    await attempt(form, async () => {
      await deed(form);
      window.location.reload();
    });
  };
  fields[0]?.querySelector("input")?.setAttribute("autofocus", "");
  openDialog(
    words(title),
    element(
      "form",
      { submit: send },
      ...fields,
      element("p", { class: "problem", role: "alert" }),
      element("div", { class: "buttons" }, element("button", { class: "chief" }, words(verb))),
    ),
  );
}

/** @param {string} now */
function rename(now) {
  const name = line(words("person.name"), {
    name: "name",
    value: now,
    maxlength: 24,
    required: true,
    autocomplete: "nickname",
  });
  askFor("person.rename", [name], "person.rename", (form) => post("/api/me", { name: valueOf(form, "name") }));
}

function register() {
  const asked = [
    loginLine(),
    passwordLine("new-password"),
    element("p", { class: "small" }, words("person.register.about")),
  ];
  askFor("person.register", asked, "person.register", (form) => post("/api/accounts", loginOf(form)));
}

function logIn() {
  askFor("person.login", [loginLine(), passwordLine("current-password")], "person.login", (form) =>
    post("/api/session", loginOf(form)),
  );
}

async function logOut() {
  const at = document.querySelector(".person");
  if (!(at instanceof HTMLElement)) return;
  await attempt(at, async () => {
    await ask("DELETE", "/api/session");
    window.location.reload();
  });
}

function changePassword() {
  const old = line(words("person.old"), {
    name: "old",
    type: "password",
    required: true,
    autocomplete: "current-password",
  });
  askFor("person.password", [old, passwordLine("new-password")], "person.password", (form) =>
    ask("PUT", "/api/me/password", { old: valueOf(form, "old"), new: valueOf(form, "password") }),
  );
}

/** @param {boolean} account */
function forget(account) {
  const about = element("p", {}, words(account ? "person.delete.account" : "person.delete.guest"));
  askFor("person.delete", [about], "person.delete.yes", () => ask("DELETE", "/api/me"));
}

function loginLine() {
  return line(words("person.loginname"), {
    name: "login",
    required: true,
    autocomplete: "username",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 32,
  });
}

/** @param {"new-password" | "current-password"} kind */
function passwordLine(kind) {
  const fresh = kind === "new-password";
  const about = fresh ? words("person.shortest", { n: SHORTEST }) : "";
  return line(
    words("person.secret"),
    { name: "password", type: "password", required: true, autocomplete: kind, minlength: fresh ? SHORTEST : null },
    about,
  );
}

/** @param {HTMLFormElement} form */
function loginOf(form) {
  return { login: valueOf(form, "login"), password: valueOf(form, "password") };
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function valueOf(form, name) {
  return field(form, `[name=${name}]`).value;
}
