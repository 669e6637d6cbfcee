// Invitations from people one has played with, shown on whichever page is open.

import { element, updateContent, updateList } from "../ui/dom.js";
import { get, post, request, runAction } from "../ui/http-client.js";
import { gameName, loadMessages, t } from "../i18n/translate.js";

/** @import {Invitation, Invitations} from "../wire/protocol" */

/** Time until the server is asked again after a failure (ms). */
const AFTER_FAILURE = 60_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Asks for invitations as often as the server suggests, while the page is visible. */
export function watchInvitations() {
  document.addEventListener("visibilitychange", () => void ask());
  void ask();
}

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return; // becoming visible asks again
  let wait = AFTER_FAILURE;
  try {
    if (navigator.onLine) {
      /** @type {Invitations} */
      const { invitations, again_ms } = await get("/api/me/invitations");
      await show(invitations.filter(({ table }) => !window.location.pathname.startsWith(`/t/${table}`)));
      wait = again_ms;
    }
  } catch {
    // The page works without them.
  }
  clearTimeout(timer); // another call may have been faster
  timer = setTimeout(ask, wait);
}

/** @param {Invitation[]} invitations */
async function show(invitations) {
  let list = document.querySelector(".invitations ul");
  if (!invitations.length && !list) return;
  await loadMessages("people");
  list ??= makeList();
  updateList(list, invitations, ({ id }) => id, () => element("li"), updateItem);
  /** @type {HTMLElement} */ (list.parentElement).hidden = !invitations.length;
}

function makeList() {
  const list = element("ul", { "aria-live": "polite" });
  document.body.append(element("section", { class: "invitations", "aria-label": t("invitations.title") }, list));
  return list;
}

/**
 * @param {HTMLElement} item
 * @param {Invitation} invitation
 */
function updateItem(item, { id, sender, name, game }) {
  const path = `/api/me/invitations/${id}`;
  const answer = (/** @type {() => Promise<unknown>} */ action) => () =>
    void runAction(item, async () => {
      await action();
      await ask();
    });
  updateContent(item, [id, name], () => [
    element("p", {}, t("invitations.text", { name, game: gameName(game) })),
    element("p", { class: "error", role: "alert" }),
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "primary", "data-key": "join", click: answer(() => join(path)) }, t("invitations.join")),
      element("button", { type: "button", "data-key": "decline", click: answer(() => request("DELETE", path)) }, t("invitations.decline")),
      moreButton(
        element(
          "button",
          { type: "button", class: "quiet", "data-key": "mute", click: answer(() => request("PUT", `/api/me/muted/${sender}`)) },
          t("people.mute", { name }),
        ),
      ),
    ),
  ]);
}

/**
 * A small button that is replaced by a rarely wanted one.
 * @param {HTMLButtonElement} rare
 */
function moreButton(rare) {
  const show = () => {
    more.replaceWith(rare);
    rare.focus();
  };
  const more = element("button", { type: "button", class: "quiet", "aria-label": t("invitations.more"), click: show }, "⋯");
  return more;
}

/** @param {string} path */
async function join(path) {
  /** @type {import("../wire/protocol").AcceptedInvitation} */
  const { url } = await post(`${path}/accept`, {});
  window.location.assign(url);
}
