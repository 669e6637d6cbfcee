// What one allows the people one has played with: invitations, and being seen.

import { element } from "../ui/dom.js";
import { switchField } from "../ui/form-fields.js";
import { get, request } from "../ui/http-client.js";
import { loadMessages, t } from "../i18n/translate.js";
import { fetchPeopleMet } from "./invite.js";

/** @typedef {import("../wire/protocol").ContactSettings} ContactSettings */

/**
 * The switches.
 * @param {ContactSettings} settings
 */
export function contactSettings(settings) {
  const now = { invitations: true, presence: false, ...settings };
  const problem = element("p", { class: "error", role: "alert" });
  const save = (/** @type {Partial<ContactSettings>} */ change) => {
    Object.assign(now, change);
    problem.textContent = "";
    request("PUT", "/api/me/contact-settings", now).catch((error) => (problem.textContent = error.message));
  };
  return [
    switchField(t("contacts.invitations"), now.invitations, (invitations) => save({ invitations }), t("contacts.invitations.about")),
    switchField(t("contacts.presence"), now.presence, (presence) => save({ presence }), t("contacts.presence.about")),
    problem,
  ];
}

/**
 * Adds the switches to the settings, if the server knows the player.
 * @param {HTMLElement} section
 */
export async function addContactSettings(section) {
  /** @type {import("../wire/protocol").Me} */
  const me = await get("/api/me");
  if (me.via !== "guest" && me.via !== "session") return;
  const [{ settings }] = await Promise.all([fetchPeopleMet(), loadMessages("people")]);
  section.append(element("h3", {}, t("contacts.title")), ...contactSettings(settings));
  section.hidden = false;
}
