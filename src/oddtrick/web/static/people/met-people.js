// The people one has met: who they are, invitations to them, and what one allows them.

import { element, updateContent, updateList } from "../ui/dom.js";
import { request, runAction, get, post } from "../ui/http-client.js";
import { currentLanguage, gameName, loadMessages, t } from "../i18n/translate.js";
import { switchField } from "../ui/form-fields.js";

/** @import {Acquaintance, NewTable, ContactSettings} from "../wire/protocol" */

/** The section of My games; empty and hidden as long as one has met nobody. */
export function metPeopleSection() {
  const section = element("section", { class: "people-met", "aria-labelledby": "people-met", hidden: true });
  void load(section).catch(() => undefined); // the page works without them
  return section;
}

/** @param {HTMLElement} section */
async function load(section) {
  const [{ people, settings }] = await Promise.all([fetchPeopleMet(), loadMessages("people")]);
  if (!people.length) return;
  const list = element("ul", { class: "tables people" });
  section.append(
    element("h2", { id: "people-met" }, t("people.title")),
    element("p", { class: "small" }, t("people.about")),
    list,
    element("p", { class: "error", role: "alert" }),
    element("details", {}, element("summary", {}, t("people.allow")), ...contactSettings(settings)),
  );
  showPeople(section, list, people);
  section.hidden = false;
}

/**
 * @param {HTMLElement} section
 * @param {Element} list
 * @param {Acquaintance[]} people
 */
function showPeople(section, list, people) {
  const change = (/** @type {"PUT" | "DELETE"} */ method, /** @type {Acquaintance} */ person) =>
    runAction(section, async () => {
      await request(method, `/api/me/muted/${person.id}`);
      showPeople(section, list, (await fetchPeopleMet()).people);
    });
  updateList(
    list,
    people,
    ({ id }) => id,
    () => element("li"),
    (item, person) => updateContent(item, person, () => [...describePerson(person), element("div", { class: "links" }, ...buttons(section, person, change))]),
  );
}

/**
 * @param {HTMLElement} section
 * @param {Acquaintance} person
 * @param {(method: "PUT" | "DELETE", person: Acquaintance) => Promise<void>} change
 */
function buttons(section, person, change) {
  const { name, muted } = person;
  const game = gameName(person.rules.game);
  const invite = () => void runAction(section, () => openTableAndInvite(person.rules, [person]));
  return [
    person.invitable &&
      element("button", { type: "button", "data-key": "invite", "aria-label": t("people.invite-to", { name, game }), click: invite }, t("people.invite")),
    element(
      "button",
      { type: "button", class: "quiet", "data-key": "mute", click: () => void change(muted ? "DELETE" : "PUT", person) },
      t(muted ? "people.unmute" : "people.mute", { name }),
    ),
  ];
}

/**
 * The name of a person, whether they are here, and when one has met them.
 * @param {Acquaintance} person
 */
export function describePerson(person) {
  const met = new Date(person.met);
  const when = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(met);
  return [
    element("span", { class: "what" }, element("bdi", {}, person.name), person.here && element("span", { class: "outcome won" }, t("people.here"))),
    element(
      "span",
      { class: "small" },
      `${gameName(person.rules.game)}, `,
      element("time", { datetime: met.toISOString() }, when),
      !person.invitable && `, ${t("people.no-invitations")}`,
    ),
  ];
}

// Sends invitations to people one has played with.

/**
 * Fetches the people whom the player has met, and what they are allowed.
 * @returns {Promise<import("../wire/protocol").Acquaintances>}
 */
export function fetchPeopleMet() {
  return get("/api/me/people");
}

/**
 * Invites a person to a table.
 * @param {string} code
 * @param {string} person
 */
export function invitePerson(code, person) {
  return request("PUT", `/api/tables/${code}/invitations/${person}`);
}

/**
 * Opens a table, invites people to it, and goes there.
 * @param {Record<string, unknown>} rules `game` and its options.
 * @param {Acquaintance[]} people
 * @param {Partial<NewTable["settings"]>} [settings]
 */
export async function openTableAndInvite(rules, people, settings = {}) {
  /** @type {import("../wire/protocol").OpenedTable} */
  const { code, url } = await post("/api/tables", { rules, settings, sit: 0 });
  const sent = await Promise.allSettled(people.map(({ id }) => invitePerson(code, id)));
  const failed = sent.find((each) => each.status === "rejected");
  // Whoever could be invited is on the way; the others can be sent the link of the table.
  if (failed && sent.every((each) => each.status === "rejected")) throw failed.reason;
  window.location.assign(url);
}

// What one allows the people one has played with: invitations, and being seen.

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
