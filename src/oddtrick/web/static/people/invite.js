// Sends invitations to people one has played with.

import { get, post, request } from "../ui/http-client.js";

/** @typedef {import("../wire/protocol").Acquaintance} Acquaintance */
/** @typedef {import("../wire/protocol").NewTable} NewTable */

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
