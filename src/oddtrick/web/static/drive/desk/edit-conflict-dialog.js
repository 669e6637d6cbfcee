// The dialog for a change that somebody else has made in the meantime: both values, and the choice between them.

import { openDialog } from "../../ui/dialog.js";
import { element } from "../../ui/dom.js";
import { joinNames, t } from "../../i18n/translate.js";
import { timeOfDay, amountText, groupLabel, playerName, wordFor } from "../drive-words.js";
import { trumpsText, wholeList } from "../setup/drive-fields.js";

/** @import {Command, Conflict, NewResults} from "../drive-types" */
/** @import {Desk} from "./desk-state.js" */
/** @import {OnlineSettings, PlanChoices} from "../../wire/protocol" */
/** @import {MessageKey} from "../../i18n/translate.js" */

/**
 * Shows both values and lets the organiser choose.
 * @param {Desk} desk
 * @param {Command} command The command that was refused.
 * @param {Conflict} conflict
 */
export function openConflict(desk, command, conflict) {
  if (conflict.kind === "results") return desk.fail(new Error(newResultsText(conflict)));
  const who = byName(conflict.by);
  // There is no choice between two rounds: the one that somebody has begun or undone stays as it is.
  if (conflict.kind === "round") return desk.fail(new Error(roundText(who, conflict.round)));
  const override = async () => {
    dialog.close();
    // The socket may be slower than the refusal: what has just been shown here is no conflict any more.
    await desk.run(async () => desk.connection.outbox.acknowledge((await desk.connection.api.get()).seq));
    await desk.send(overriding(desk, command, conflict), t("desk.conflict.done"));
  };
  const [theirs, yours] = valueTexts(desk, conflict);
  const value = (/** @type {string} */ label, /** @type {string} */ text) => element("div", {}, element("dt", {}, label), element("dd", {}, text));
  const dialog = openDialog(
    t("desk.conflict"),
    element("p", { class: "subject" }, subjectText(desk, conflict)),
    element("p", {}, t("desk.conflict.about", { by: who, time: timeOfDay(conflict.at) })),
    element("dl", { class: "two-values" }, value(t("desk.conflict.theirs"), theirs), value(t("desk.conflict.yours"), yours)),
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "primary", click: () => dialog.close() }, t("desk.conflict.keep")),
      element("button", { type: "button", click: () => void override() }, t("desk.conflict.override")),
    ),
  );
}

/**
 * The command that puts the own value in the place of the other: a result that stands already is corrected, not entered.
 * @param {Desk} desk
 * @param {Command} command
 * @param {Conflict} conflict
 * @returns {Command}
 */
function overriding({ parts: { round } }, command, conflict) {
  if (command.type !== "enter-result") return command;
  const { table, tricks } = command;
  const reported = round?.number === command.round && round.tables.find((each) => each.table === table)?.tricks;
  const stands = (conflict.kind === "result" && conflict.theirs) || reported;
  return stands ? { type: "correct-result", round: command.round, table, tricks, why: t("desk.why.settled") } : command;
}

/** A conflict between two values. @typedef {Exclude<Conflict, NewResults | import("../../wire/protocol").RoundConflict>} ValueConflict */

// What a conflict is about, and its values, in the words of the desk.

/** Labels of the fields of an entry, as in its form. @type {Record<import("../../wire/protocol").EntryConflict["field"], MessageKey>} */
const ENTRY_LABELS = { name: "desk.name", group: "drive.group", here: "desk.here", paid: "desk.paid.amount", note: "desk.note", online: "desk.at-home", crosses: "desk.crosses", partner: "desk.partner", team: "drive.team" };

/** Labels of the settings, as in their form. @type {Record<import("../../wire/protocol").SettingConflict["field"], MessageKey>} */
const SETTING_LABELS = {
  name: "new.name",
  minutes: "new.minutes",
  fee: "new.fee",
  check_in: "new.check-in",
  confirm: "new.confirm",
  hide_last: "new.hide",
  names: "new.names",
  online: "new.online",
};

/**
 * Names what two people have changed, for example a table and its round.
 * @param {Desk} desk
 * @param {ValueConflict} conflict
 */
function subjectText(desk, conflict) {
  switch (conflict.kind) {
    case "result":
      return t("desk.correct.title", { round: conflict.round, table: conflict.table });
    case "entry":
      return `${entryName(desk, conflict.entry)}: ${t(ENTRY_LABELS[conflict.field])}`;
    case "setting":
      return `${t("desk.settings")}: ${t(SETTING_LABELS[conflict.field])}`;
    case "card":
      return t("drive.card-number", { n: conflict.player + 1 });
    case "plan":
      return t("desk.plan");
    case "prizes":
      return t("drive.prizes");
  }
}

/**
 * Both values of a conflict in words, the stored one first.
 * @param {Desk} desk
 * @param {ValueConflict} conflict
 * @returns {[string, string]}
 */
function valueTexts(desk, conflict) {
  switch (conflict.kind) {
    case "result":
      return [resultText(conflict.theirs), resultText(conflict.yours)];
    case "entry":
      return [entryValue(desk, conflict.field, conflict.theirs), entryValue(desk, conflict.field, conflict.yours)];
    case "setting":
      if (conflict.field === "online") return differences(onlineWords(conflict.theirs), onlineWords(conflict.yours));
      return [settingValue(conflict.field, conflict.theirs), settingValue(conflict.field, conflict.yours)];
    case "card":
      return [holderText(conflict.theirs), holderText(conflict.yours)];
    case "plan":
      return differences(planWords(conflict.theirs), planWords(conflict.yours));
    case "prizes":
      return differences(prizeWords(desk, conflict.theirs), prizeWords(desk, conflict.yours));
  }
}

/**
 * Says that a round was begun or undone by somebody else.
 * @param {string} by
 * @param {number} round The last round by now; 0 before the first.
 */
function roundText(by, round) {
  return round ? t("desk.conflict.round", { by, round }) : t("desk.conflict.no-round", { by });
}

/**
 * Says which results keep a round from being undone.
 * @param {NewResults} conflict
 */
function newResultsText({ round, results }) {
  const each = results.map(({ table, tricks, by }) => t("desk.undo.new.result", { table, result: resultText(tricks), by: byName(by) }));
  return t("desk.undo.new", { round, results: joinNames(each) });
}

/**
 * The name of the one who made a change; a role instead if the log has no name.
 * @param {string} by
 */
function byName(by) {
  return by ? wordFor("desk.role", by) : t("desk.conflict.somebody");
}

/** @param {readonly number[] | string | null} tricks */
function resultText(tricks) {
  if (typeof tricks === "string") return wordFor("desk.log.unplayed", tricks);
  return tricks ? tricks.join("–") : t("desk.conflict.no-result");
}

/** @param {import("../../wire/protocol").CardHolder} holder */
function holderText({ state, name }) {
  return state === "playing" ? name : t(state === "gone" ? "desk.conflict.gone" : "desk.conflict.back");
}

/**
 * @param {Desk} desk
 * @param {import("../../wire/protocol").EntryConflict["field"]} field
 * @param {string | number | boolean | null} value
 */
function entryValue(desk, field, value) {
  if (field === "group") return value === null ? t("desk.conflict.any") : groupLabel(desk.parts, /** @type {"A" | "B"} */ (value));
  if (field === "partner") return (typeof value === "number" && entryName(desk, value)) || t("desk.partner.none");
  return field === "paid" ? amountText(Number(value)) : plainText(value);
}

/**
 * @param {import("../../wire/protocol").SettingConflict["field"]} field
 * @param {string | number | boolean | OnlineSettings} value
 */
function settingValue(field, value) {
  if (field === "fee") return amountText(Number(value));
  if (field === "names") return wordFor("new.names", String(value));
  if (field === "minutes") return value ? t("drive.minutes", { n: Number(value) }) : t("new.minutes.none");
  return plainText(value);
}

/** @param {unknown} value */
function plainText(value) {
  if (typeof value === "boolean") return t(value ? "desk.conflict.yes" : "desk.conflict.no");
  return value === null || value === "" ? "–" : String(value);
}

/**
 * The settings of online tables in words, by label.
 * @param {string | number | boolean | OnlineSettings} value
 */
function onlineWords(value) {
  const { tables = "none", pause_seconds: pause = null, move_seconds: move = 0, bots = "club" } = /** @type {OnlineSettings} */ (value);
  return new Map([
    [t("new.online"), wordFor("new.online", tables)],
    [t("new.online.pause"), pause === null ? t("new.online.pause.none") : t("new.online.pause.after", { n: pause })],
    [t("new.online.move"), move ? t("new.online.seconds", { n: move }) : t("new.online.move.none")],
    [t("new.online.bots"), wordFor("level", bots)],
  ]);
}

/**
 * A plan in words, by label.
 * @param {PlanChoices} plan
 */
function planWords({ movement = "progressive", rounds = 24, scoring = "odd", trumps = "", spare = "bots", seats = "list", groups = ["A", "B"] }) {
  return new Map([
    [t("new.movement"), wordFor("drive.movement", movement)],
    [t("new.deals"), String(rounds)],
    [t("new.scoring"), wordFor("drive.scoring", scoring)],
    [t("new.groups"), groups.join(", ")],
    [t("new.trumps"), trumpsText(trumps)],
    [t("new.spare"), wordFor("new.spare", spare)],
    [t("new.seats"), wordFor("new.seats", seats)],
  ]);
}

/**
 * A list of prizes in words, by label.
 * @param {Desk} desk
 * @param {import("../../wire/protocol").PrizeList} list
 */
function prizeWords(desk, list) {
  const { places, halves, lowest, each_group: eachGroup, one_each: oneEach, own } = wholeList(list);
  return new Map([
    [t("new.prizes.places"), String(places)],
    [t("new.prizes.halves"), plainText(halves)],
    [t("new.prizes.lowest"), plainText(lowest)],
    [t("new.prizes.each-group"), plainText(eachGroup)],
    [t("new.prizes.one-each"), plainText(oneEach)],
    ...own.map(({ name, player }) => /** @type {[string, string]} */ ([name, player == null ? t("desk.prizes.nobody") : playerName(desk.parts, player)])),
  ]);
}

/**
 * What differs between two values that have several parts.
 * @param {Map<string, string>} theirs
 * @param {Map<string, string>} yours
 * @returns {[string, string]}
 */
function differences(theirs, yours) {
  const labels = [...new Set([...theirs.keys(), ...yours.keys()])].filter((label) => theirs.get(label) !== yours.get(label));
  const text = (/** @type {Map<string, string>} */ words) => labels.map((label) => `${label}: ${words.get(label) ?? "–"}`).join(" · ") || "–";
  return [text(theirs), text(yours)];
}

/**
 * @param {Desk} desk
 * @param {number} id
 */
function entryName(desk, id) {
  return desk.parts.entries?.find((entry) => entry.id === id)?.name ?? "";
}
