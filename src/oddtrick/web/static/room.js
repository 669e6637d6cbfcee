// One table: what is told is folded, what is known is drawn, what is wanted is asked for.

import { draw } from "./draw.js";
import { element, field, find, mark, say, template } from "./element.js";
import { call } from "./http.js";
import { contribution } from "./seals.js";
import { updated, welcomed } from "./table.js";
import { news, PHRASES } from "./voice.js";
import { openTable } from "./wire.js";

/** @typedef {import("./frames").PlayerCommand} PlayerCommand */
/** @typedef {import("./frames").TableFrame} TableFrame */
/** @typedef {import("./frames").Update} Update */
/** @typedef {import("./table.js").Known} Known */

const LINGER = 1500;
const PROBLEM_SHOWN = 8000;

/**
 * Shows a table and plays at it.
 * @param {string} code
 */
export function showRoom(code) {
  document.body.append(template("table"));
  const page = document.body;
  /** @type {Known | null} */
  let known = null;
  /** @type {string | null} */
  let sent = null;
  let reason = "";
  let lingering = 0;
  let shown = 0;
  /** Contributions that were made; one is made once. @type {Set<string>} */
  const contributed = new Set();

  const wire = openTable(code, {
    seq: () => known?.seq ?? null,
    heard,
    changed(state, why) {
      const words = { connecting: "Connecting…", open: "", lost: "Reconnecting…", ended: "Not connected" };
      say(find(page, ".line"), words[state]);
      mark(page, "data-line", state);
      if (state === "lost" && known) tell("The connection is lost. Reconnecting.");
      if (state === "ended") ended(reason || why);
    },
  });

  /** @param {TableFrame} frame */
  function heard(frame) {
    if (frame.type === "welcome") {
      known = welcomed(known, frame, Date.now());
      if (!known) wire.renew();
    } else if (frame.type === "update") take(frame);
    else if (frame.type === "notice") problem(frame.message);
    else if (frame.type === "refused" && frame.re === null) problem((reason = frame.message));
    else if (frame.type === "refused" && frame.retry) problem(frame.message);
    redraw();
    contribute();
  }

  /** @param {Update} update */
  function take(update) {
    if (!known) return;
    const before = known;
    const after = updated(known, update);
    if (!after) return wire.renew();
    known = after;
    if (after === before) return;
    tell(news(before.table, update, after.table));
    if (before.table.stage === "playing" && ["pause", "over"].includes(after.table.stage)) linger();
  }

  /** The last trick of a deal can be seen before the score covers it. */
  function linger() {
    window.clearTimeout(lingering);
    lingering = window.setTimeout(() => {
      lingering = 0;
      redraw();
    }, LINGER);
  }

  function redraw() {
    if (!known) return;
    draw(page, known.table, { act, sent, lingering: lingering > 0 });
    tick();
  }

  function contribute() {
    const asked = known && contribution(known.table, window.sessionStorage);
    const name = asked && `${asked.type} ${asked.round}`;
    if (!asked || !name || contributed.has(name)) return;
    contributed.add(name);
    void wire.ask(asked); // too late is no harm: the house goes on by itself
  }

  /** @param {PlayerCommand} command */
  async function act(command) {
    /** @type {HTMLDetailsElement} */ (find(page, ".more")).open = false;
    if (command.type === "play") {
      if (sent !== null) return;
      sent = command.card;
      redraw();
    }
    problem("");
    try {
      if (command.type === "sit" && known?.person === null) await enter();
      const refusal = await wire.ask(command);
      if (refusal) problem(`${refusal.message}${refusal.rule ? ` (${refusal.rule})` : ""}`);
      else if (command.type === "abandon") window.location.assign("/");
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
    }
    if (command.type === "play") sent = null;
    redraw();
  }

  /** Somebody without a name becomes a guest, and comes in again as one. */
  async function enter() {
    await call(await askName(page));
    known = null;
    wire.renew();
  }

  /** @param {string} message */
  function problem(message) {
    window.clearTimeout(shown);
    say(find(page, ".problem"), message);
    if (!message) return;
    tell(message);
    shown = window.setTimeout(problem, PROBLEM_SHOWN, "");
  }

  /** @param {string} text */
  function tell(text) {
    if (text) find(page, ".live").textContent = text;
  }

  /** What time is left, wherever something says until when. */
  function tick() {
    const now = Date.now() + (known?.ahead ?? 0);
    for (const clock of page.querySelectorAll("[data-until]")) {
      const left = Number(clock.getAttribute("data-until")) - now;
      say(clock, `${Math.max(0, Math.ceil(left / 1000))} s`);
    }
  }

  /** @param {string} why */
  function ended(why) {
    if (known) problem(why || "this page is out of date: load it again");
    else showNowhere(why);
  }

  window.setInterval(tick, 500);
  prepareTalk(page, act);
}

/**
 * @param {HTMLElement} page
 * @param {(command: PlayerCommand) => Promise<void>} act
 */
function prepareTalk(page, act) {
  const talk = /** @type {HTMLDetailsElement} */ (find(page, ".talk"));
  talk.open = window.matchMedia("(min-width: 60rem)").matches;
  const phrase = field(talk, "[name=phrase]");
  const text = field(talk, "[name=text]");
  phrase.append(
    element("option", { value: "" }, "…"),
    ...Object.entries(PHRASES).map(([name, words]) => element("option", { value: name }, words)),
  );
  find(talk, "form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) void act({ type: "say", text: text.value });
    else if (phrase.value) void act({ type: "say", phrase: phrase.value });
    text.value = phrase.value = "";
  });
}

/**
 * Asks for a name.
 * @param {HTMLElement} page
 * @returns {Promise<string>}
 */
function askName(page) {
  const dialog = /** @type {HTMLDialogElement} */ (find(page, ".who"));
  dialog.showModal();
  return new Promise((answer, cancel) => {
    const form = find(dialog, "form");
    form.onsubmit = (event) => {
      event.preventDefault();
      answer(field(form, "[name=name]").value.trim() || "Guest");
      dialog.close();
    };
    dialog.onclose = () => cancel(new Error("nobody sits down without a name"));
  });
}

/**
 * Shows that there is nothing at this address.
 * @param {string} why
 */
function showNowhere(why) {
  document.body.replaceChildren(template("nowhere"));
  say(find(document, ".reason"), why || "There is no such table.");
}
