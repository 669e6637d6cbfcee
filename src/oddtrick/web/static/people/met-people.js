// The people one has met: who, when, at which game, and a button that invites them again.

import { element, updateContent, updateList } from "../ui/dom.js";
import { request, runAction } from "../ui/http-client.js";
import { currentLanguage, loadMessages, t, tOr } from "../i18n/translate.js";
import { contactSettings } from "./who-may-invite-me.js";
import { fetchPeopleMet, openTableAndInvite } from "./invite.js";

/** @typedef {import("../wire/protocol").Acquaintance} Acquaintance */

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
  const game = gameName(person);
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
      `${gameName(person)}, `,
      element("time", { datetime: met.toISOString() }, when),
      !person.invitable && `, ${t("people.no-invitations")}`,
    ),
  ];
}

/** @param {Acquaintance} person */
function gameName({ rules }) {
  return tOr(`game.${rules.game}`, rules.game);
}
