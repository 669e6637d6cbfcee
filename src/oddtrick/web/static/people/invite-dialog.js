// Invites people one has met to a table that is open already, or to a new one.

import { openDialog } from "../ui/dialog.js";
import { element } from "../ui/dom.js";
import { errorMessage, runAction } from "../ui/http-client.js";
import { loadMessages, t } from "../i18n/translate.js";
import { describePerson, fetchPeopleMet, invitePerson, openTableAndInvite } from "./met-people.js";

/** @import {Acquaintance, TableView} from "../wire/protocol" */

/**
 * Opens the list of people to invite to a table.
 * @param {string} code
 */
export async function openInviteDialog(code) {
  await loadMessages("people");
  const list = element("ul", { class: "people" });
  const none = element("p", { role: "status" }, t("page.loading"));
  openDialog(t("action.invite"), none, list);
  try {
    const { people } = await fetchPeopleMet();
    none.textContent = people.length ? "" : t("people.nobody");
    list.append(...people.map((person) => invitationItem(code, person)));
  } catch (error) {
    none.textContent = errorMessage(error);
  }
}

/**
 * @param {string} code
 * @param {Acquaintance} person
 */
function invitationItem(code, person) {
  const button = element("button", { type: "button", "aria-label": t("people.invite-here", { name: person.name }) }, t("people.invite"));
  const item = element("li", {}, ...describePerson(person), person.invitable && button, element("p", { class: "error", role: "alert" }));
  button.addEventListener("click", async () => {
    await runAction(item, async () => {
      await invitePerson(code, person.id);
      button.replaceWith(element("span", { role: "status" }, t("people.invited")));
    });
  });
  return item;
}

/**
 * Invites the people of a match to a new table with the same rules.
 * @param {TableView} table
 */
export async function inviteSamePeople(table) {
  await loadMessages("people");
  try {
    const { people } = await fetchPeopleMet();
    const here = people.filter((person) => person.table === table.code && person.invitable);
    if (!here.length) throw new Error(t("people.nobody-of-match"));
    await openTableAndInvite({ game: table.game, ...table.options }, here, table.settings);
  } catch (error) {
    openDialog(t("action.invite-again"), element("p", { role: "alert" }, errorMessage(error)));
  }
}
