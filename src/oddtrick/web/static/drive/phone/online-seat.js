// Playing online: joining with a name, the way to the own table, and the time until the next round.

import { element, findInput, setText, updateContent } from "../../ui/dom.js";
import { textField } from "../../ui/form-fields.js";
import { errorMessage, runAction } from "../../ui/http-client.js";
import { t } from "../../i18n/translate.js";
import { FINAL_STATUSES } from "../drive-connection.js";
import { DriveError, fetchDrive } from "../drive-api.js";
import { hasStandings, standingsTable } from "../standings-table.js";

/** @import {DriveConnection} from "../drive-connection.js" */

/** The table to which this window has gone by itself, so that going back does not lead there again. */
const TAKEN_KEY = "oddtrick-drive-table";
/** Time until a table that is not open yet is asked for again, and the longest one while no answer comes (ms). */
const RETRY = 500;
const LONGEST_RETRY = 8000;

/** Returns whether anybody can play this drive online. @param {DriveConnection} connection */
export function isOnline({ parts }) {
  return (parts.drive?.settings.online?.tables ?? "none") !== "none";
}

/**
 * The form with which somebody joins.
 * @param {DriveConnection} connection
 * @param {(key: string) => void} onJoined Called with the key of the card.
 */
export function joinForm(connection, onJoined) {
  const name = textField(t("online.name"), { name: "online-name", required: true, maxlength: 80, autocomplete: "nickname", spellcheck: "false" }, t("online.join.about"));
  const join = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void runAction(form, async () => {
      const right = connection.api.key ? { list_key: connection.api.key } : {};
      const { key } = await postJoin(connection.api.code, { name: findInput(name, "input").value.trim(), ...right });
      onJoined(key);
    });
  };
  const form = element(
    "form",
    { class: "online-join", submit: join, "aria-labelledby": "online-join" },
    element("h2", { id: "online-join" }, t("online.join")),
    name,
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("online.join.do"))),
    element("p", { class: "error", role: "alert" }),
  );
  return form;
}

/**
 * Joins as the person of this browser, without the key of this device.
 * @param {string} code
 * @param {{name: string, list_key?: string} | {key: string} | {}} who A name, with the right to those on the list, or a
 *   key; neither: this browser has the key as a cookie.
 * @returns {Promise<import("../../wire/protocol").OnlineKey>} The key, and the code of the table that waits for the person.
 */
async function postJoin(code, who) {
  return (await fetchDrive("POST", `/api/drives/${encodeURIComponent(code)}/join`, { body: who })).json();
}

/** What somebody who plays online sees beside the seat. */
export class OnlineSeat {
  /** The table that is being looked for. @type {string | null} */
  #going = null;

  /**
   * @param {DriveConnection} connection
   * @param {(key: string) => void} onJoined Called with the key of a card that is played online from now on.
   */
  constructor(connection, onJoined) {
    this.connection = connection;
    this.onJoined = onJoined;
    this.problem = element("p", { class: "error", role: "alert" });
    this.state = element("div", { class: "online-state", "aria-live": "polite" });
    this.next = element("p", { class: "small", role: "timer" });
    this.standings = element("div", { class: "scrolled", tabindex: 0, role: "group", "aria-label": t("drive.standings") });
    this.root = element("section", { class: "online-seat" }, this.state, this.next, this.standings);
    window.setInterval(() => this.#updateNext(), 1000);
  }

  update() {
    const { you, next, round, drive, standings = [] } = this.connection.parts;
    const code = this.#openTable();
    const visits = !you?.online && code !== null;
    this.root.hidden = !(you?.online || visits) || drive?.stage === "closed";
    if (this.root.hidden) return;
    if (visits) return this.#offer();
    const between = drive?.stage === "between" || drive?.stage === "over";
    updateContent(this.state, [code, round?.number, next?.table, drive?.stage, Boolean(you?.player !== null)], () => this.#stateParts(code));
    const shown = between && hasStandings(this.connection.parts);
    this.standings.hidden = !shown;
    updateContent(this.standings, shown && [standings, you], () =>
      shown ? [standingsTable(this.connection.parts, standings, { own: you?.player ?? null, caption: t("drive.standings"), groups: false })] : [],
    );
    this.#updateNext();
    if (code && window.sessionStorage.getItem(TAKEN_KEY) !== code) void this.#go(code);
  }

  /** Offers somebody from the hall, whom the movement has seated online, to play on this phone. */
  #offer() {
    const { next, you } = this.connection.parts;
    this.standings.hidden = true;
    setText(this.next, "");
    updateContent(this.state, ["offer", next?.table, you], () => [
      element("p", {}, t("online.visit", { table: next?.table ?? 0 })),
      element("div", { class: "buttons" }, element("button", { type: "button", class: "primary", click: () => void this.#join() }, t("online.visit.do"))),
      element("p", { class: "small" }, t("online.visit.else")),
      this.problem,
    ]);
  }

  /** Joins as this phone's player. */
  async #join() {
    const { api } = this.connection;
    setText(this.problem, "");
    try {
      this.onJoined((await postJoin(api.code, { key: api.key ?? "" })).key);
    } catch (error) {
      setText(this.problem, errorMessage(error));
    }
  }

  /** The code of the own table, while its result is missing. */
  #openTable() {
    const { next, round } = this.connection.parts;
    if (!next?.online || next.round !== round?.number) return null;
    const table = round.tables.find((each) => each.table === next.table);
    return table?.state === "missing" ? next.online : null;
  }

  /** @param {string | null} code */
  #stateParts(code) {
    const { next, drive } = this.connection.parts;
    if (code)
      return [
        element("p", {}, t("online.table", { table: next?.table ?? 0 })),
        element("button", { type: "button", class: "primary", click: () => void this.#go(code) }, t("online.go")),
        element("p", { class: "small" }, t("online.bot-plays")),
        this.problem,
      ];
    if (drive?.stage === "entries" || next === null) return [element("p", {}, t("online.joined")), this.#seals()];
    return drive?.stage === "playing" && next?.online ? [element("p", {}, t("online.playing"))] : [];
  }

  /** Says that the cards are fixed already, before anybody has a seat. */
  #seals() {
    const { boards } = this.connection.parts;
    if (!boards) return null;
    return element("p", { class: "small" }, `${t("online.sealed", { n: boards.boards })} `, element("code", {}, boards.fingerprint));
  }

  #updateNext() {
    const { round, drive } = this.connection.parts;
    const between = drive?.stage === "between";
    const at = round?.next_at ?? null;
    const left = at === null ? 0 : Math.max(0, Math.ceil((at - this.connection.now()) / 1000));
    setText(this.next, !between ? "" : at === null ? t("online.next.organiser") : t("online.next", { n: left }));
  }

  /**
   * Goes to a table. Joining again makes the person of this browser the one who plays the card, as after a change of
   * device, and makes sure that the table is open and knows them: the table's page is never asked for too early.
   * @param {string} code
   */
  async #go(code) {
    if (this.#going === code) return;
    this.#going = code;
    setText(this.problem, "");
    const { api } = this.connection;
    let wait = RETRY;
    while (this.#openTable() === code) {
      try {
        const { table } = await postJoin(api.code, api.key ? { key: api.key } : {});
        wait = RETRY;
        if (table === code) {
          window.sessionStorage.setItem(TAKEN_KEY, code);
          window.location.assign(`/t/${code}`);
          return;
        }
      } catch (error) {
        if (error instanceof DriveError && FINAL_STATUSES.has(error.status)) {
          setText(this.problem, error.message);
          window.sessionStorage.setItem(TAKEN_KEY, code); // another attempt is up to the person
          break;
        }
        wait = Math.min(2 * wait, LONGEST_RETRY);
      }
      await new Promise((resolve) => window.setTimeout(resolve, wait));
    }
    this.#going = null;
  }
}

/**
 * The link with which the same card can be played on another device.
 * @param {DriveConnection} connection
 */
export function otherDeviceLink({ api }) {
  const address = new URL(`/drive/${api.code}#key=${api.key}`, window.location.href).href;
  const link = element("input", { readonly: true, value: address, "aria-label": t("online.other-device"), focus: () => link.select() });
  return element("details", { class: "more" }, element("summary", {}, t("online.other-device")), element("p", { class: "small" }, t("online.other-device.about")), link);
}
