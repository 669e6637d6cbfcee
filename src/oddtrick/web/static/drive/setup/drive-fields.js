// The fields that describe a drive: plan, settings, play at home, and prizes.

import { findInput, element } from "../../ui/dom.js";
import { numberField, radioGroup, selectField, switchField, textField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { wordFor, MOVEMENTS, suitSign, UNGROUPED } from "../drive-words.js";

/** @import {Plan, Settings, Online, Prizes} from "../drive-types" */

/** Offered minutes for a deal; 0: no clock. */
const MINUTES = [0, 6, 7, 8, 10, 12, 15];

/** @type {Omit<Settings, "name">} */
export const USUAL_SETTINGS = { minutes: 0, fee: 0, check_in: false, hide_last: 0, names: "full", confirm: true, online: usualOnline() };

/**
 * The fields; each change goes into the settings.
 * @param {Omit<Settings, "name">} settings
 * @param {(online: Settings["online"]) => void} [onOnline] Called when the tables on the server change.
 * @returns {HTMLElement[]}
 */
export function settingsFields(settings, onOnline = () => undefined) {
  const minutes = [...new Set([...MINUTES, settings.minutes])].map((n) => ({ value: String(n), text: n ? t("drive.minutes", { n }) : t("new.minutes.none") }));
  const names = [
    { value: "full", text: t("new.names.full") },
    { value: "initials", text: t("new.names.initials") },
    { value: "hidden", text: t("new.names.hidden") },
  ];
  return [
    selectField(t("new.minutes"), minutes, String(settings.minutes), (value) => (settings.minutes = Number(value)), t("new.minutes.about")),
    numberField(t("new.hide"), { least: 0, most: 99 }, settings.hide_last, (value) => (settings.hide_last = value), t("new.hide.about")),
    switchField(t("new.check-in"), settings.check_in, (on) => (settings.check_in = on), t("new.check-in.about")),
    feeField(settings),
    switchField(t("new.confirm"), settings.confirm, (on) => (settings.confirm = on), t("new.confirm.about")),
    ...onlineFields(settings.online, (online) => onOnline((settings.online = online))),
    selectField(t("new.names"), names, settings.names, (value) => (settings.names = /** @type {Settings["names"]} */ (value)), t("new.names.about")),
  ];
}

/**
 * What happens with seats that nobody fills. Until it is chosen, it follows from the tables on the server: with cards in
 * a hall nobody can play a bot's hand.
 * @param {Plan} plan
 * @param {() => void} onChange
 * @returns {{field: HTMLElement, fit: (online: Settings["online"]) => void}}
 */
export function spareField(plan, onChange) {
  let isChosen = false;
  const offers = [
    { value: "sit-out", text: t("new.spare.sit-out") },
    { value: "bots", text: t("new.spare.bots") },
  ];
  const change = (/** @type {string} */ value) => {
    isChosen = true;
    plan.spare = /** @type {Plan["spare"]} */ (value);
    onChange();
  };
  const field = radioGroup(t("new.spare"), offers, plan.spare, change, t("new.spare.about"));
  const fit = (/** @type {Settings["online"]} */ { tables }) => {
    if (isChosen) return;
    plan.spare = tables === "all" ? "bots" : "sit-out";
    findInput(field, `input[value=${plan.spare}]`).checked = true;
    onChange();
  };
  return { field, fit };
}

/**
 * How the first seats are given.
 * @param {Plan} plan
 */
export function seatsField(plan) {
  const offers = ["draw", "list"].map((value) => ({ value, text: wordFor("new.seats", value) }));
  return radioGroup(t("new.seats"), offers, plan.seats, (value) => (plan.seats = /** @type {Plan["seats"]} */ (value)), t("new.seats.about"));
}

/** @param {Omit<Settings, "name">} settings */
function feeField(settings) {
  const attributes = { type: "number", min: 0, max: 1000, step: "0.01", inputmode: "decimal", placeholder: "0", value: settings.fee ? (settings.fee / 100).toFixed(2) : "" };
  const field = textField(t("new.fee"), attributes, t("new.fee.about"));
  const input = findInput(field, "input");
  input.addEventListener("input", () => input.validity.valid && (settings.fee = Math.round(Number(input.value) * 100)));
  return field;
}

// The fields for the plan of a drive: movement, deals, scoring, groups, trumps.

/** Numbers of deals that are usual. */
const USUAL_DEALS = [12, 16, 20, 24];
const MOST_DEALS = 99;

/** Orders of trumps that are in use, the usual one first. */
const USUAL_TRUMPS = ["HDSC", "HCDS", "CDHS", "HDSCN"];

/** The word that stands for a list of trumps where a cut decides each. */
const CUT = "cut";

const OTHER = "other";

/**
 * The plan that a new drive begins with.
 * @returns {Plan}
 */
export function usualPlan() {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return { movement: "progressive", rounds: 24, scoring: "odd", trumps: "HDSC", spare: "sit-out", seats: "draw", groups: ["A", "B"], seed };
}

/**
 * The fields that matter most; each change goes into the plan.
 * @param {Plan} plan
 * @param {() => void} onChange
 * @returns {HTMLElement[]}
 */
export function planFields(plan, onChange) {
  const change = (/** @type {Partial<Plan>} */ facts) => {
    Object.assign(plan, facts);
    fitMovement();
    onChange();
  };
  const groups = groupsField(plan, onChange);
  const trumps = trumpsField(plan, change);
  const fitMovement = () => {
    groups.hidden = UNGROUPED.has(plan.movement);
    offerCut(trumps, plan.movement !== "duplicate");
  };
  fitMovement();
  return [movementField(plan, change), dealsField(plan, change), scoringField(plan, change), groups, trumps];
}

/**
 * @param {Plan} plan
 * @param {(facts: Partial<Plan>) => void} change
 */
function movementField(plan, change) {
  const about = element("p", { class: "small", role: "status" }, wordFor("drive.movement", `${plan.movement}.about`));
  const offers = MOVEMENTS.map((value) => ({ value, text: wordFor("drive.movement", value) }));
  const field = selectField(t("new.movement"), offers, plan.movement, (movement) => {
    about.textContent = wordFor("drive.movement", `${movement}.about`);
    change({ movement: /** @type {Plan["movement"]} */ (movement) });
  });
  field.append(about);
  return field;
}

/**
 * @param {Plan} plan
 * @param {(facts: Partial<Plan>) => void} change
 */
function dealsField(plan, change) {
  const usual = USUAL_DEALS.includes(plan.rounds);
  const own = numberField(t("new.deals.own"), { least: 1, most: MOST_DEALS }, plan.rounds, (rounds) => change({ rounds }));
  own.hidden = usual;
  const offers = [...USUAL_DEALS.map((deals) => ({ value: String(deals), text: String(deals) })), { value: OTHER, text: t("new.other") }];
  const pick = radioGroup(t("new.deals"), offers, usual ? String(plan.rounds) : OTHER, (value) => {
    own.hidden = value !== OTHER;
    if (value !== OTHER) change({ rounds: Number(value) });
  });
  return element("div", { class: "field-group" }, pick, own);
}

/**
 * @param {Plan} plan
 * @param {(facts: Partial<Plan>) => void} change
 */
function scoringField(plan, change) {
  const offers = ["odd", "tricks", "matches"].map((value) => ({ value, text: wordFor("drive.scoring", value) }));
  const about = t("new.scoring.about");
  return radioGroup(t("new.scoring"), offers, plan.scoring, (scoring) => change({ scoring: /** @type {Plan["scoring"]} */ (scoring) }), about);
}

/**
 * @param {Plan} plan
 * @param {() => void} onChange
 */
function groupsField(plan, onChange) {
  // What the fields show may come from the list of names: both count once one is typed.
  const set = () => {
    const [first = "A", second = "B"] = fields.map((field, at) => findInput(field, "input").value.trim() || plan.groups[at]);
    plan.groups = [first, second];
    onChange();
  };
  const fields = plan.groups.map((value, at) => typedField(t(at ? "new.group.second" : "new.group.first"), { value, maxlength: 20 }, "", set));
  return element(
    "fieldset",
    { class: "field groups" },
    element("legend", {}, t("new.groups")),
    element("p", { class: "small" }, t("new.groups.about")),
    element("div", { class: "side-by-side" }, ...fields),
  );
}

/**
 * @param {Plan} plan
 * @param {(facts: Partial<Plan>) => void} change
 */
function trumpsField(plan, change) {
  const usual = plan.trumps === CUT || USUAL_TRUMPS.includes(plan.trumps);
  const letters = { value: plan.trumps === CUT ? "" : plan.trumps, pattern: "[cdhsnCDHSN ,]+", maxlength: 60, spellcheck: "false" };
  const own = typedField(t("new.trumps.own"), letters, t("new.trumps.own.about"), (typed) => change({ trumps: typed.toUpperCase() }));
  own.hidden = usual;
  const named = [...USUAL_TRUMPS, CUT].map((value) => ({ value, text: trumpsText(value) }));
  const offers = [...named, { value: OTHER, text: t("new.other") }];
  const pick = radioGroup(
    t("new.trumps"),
    offers,
    usual ? plan.trumps : OTHER,
    (value) => {
      own.hidden = value !== OTHER;
      if (value !== OTHER) change({ trumps: value });
    },
    t("new.trumps.about"),
  );
  for (const [at, label] of pick.querySelectorAll(".pick span").entries()) {
    const order = USUAL_TRUMPS[at];
    if (order) label.replaceChildren(...trumpSigns(order));
  }
  return element("div", { class: "field-group trumps-field" }, pick, own);
}

/**
 * Offers the cut, or takes it away: the boards of a duplicate drive are sealed with their trumps.
 * @param {HTMLElement} field
 * @param {boolean} offered
 */
function offerCut(field, offered) {
  const cut = findInput(field, `input[value="${CUT}"]`);
  const pick = cut.closest("label");
  if (pick) pick.hidden = !offered;
  if (cut.checked && !offered) findInput(field, "input").click();
}

/**
 * A text field that tells each valid change.
 * @param {string} label
 * @param {Record<string, string | number | boolean | null>} attributes
 * @param {string} about
 * @param {(typed: string) => void} change
 */
function typedField(label, attributes, about, change) {
  const field = textField(label, { autocomplete: "off", ...attributes }, about);
  const input = findInput(field, "input");
  input.addEventListener("input", () => input.value && input.validity.valid && change(input.value));
  return field;
}

/**
 * An order of trumps as symbols, named for screen readers.
 * @param {string} order
 */
function trumpSigns(order) {
  const signs = [...order].map((letter) => (letter === "N" ? element("span", {}, t("drive.trump.none.short")) : suitSign(letter)));
  const picture = element("span", { "aria-hidden": "true", class: "signs" });
  picture.append(...signs);
  return [element("span", { class: "visually-hidden" }, trumpsText(order)), picture];
}

/**
 * An order of trumps in words.
 * @param {string} order Letters of suits, and N for no trumps; or "cut".
 */
export function trumpsText(order) {
  if (order === CUT) return t("drive.trump.cut");
  return [...order].map((letter) => (letter === "N" ? t("drive.trump.none") : wordFor("drive.trump", letter))).join(", ");
}

// The fields for tables that are played on the server.

const PAUSES = [15, 30, 60, 120];
const MOVES = [0, 20, 30, 60, 120];
const LEVELS = /** @type {const} */ (["novice", "casual", "club", "expert"]);

/** @returns {Online} */
function usualOnline() {
  return { tables: "none", start_seconds: 15, move_seconds: 60, absence_seconds: 45, pause_seconds: 30, bots: "club", bot_delay_ms: 700 };
}

/**
 * The fields; each change makes new settings.
 * @param {Online} online
 * @param {(changed: Online) => void} change
 */
function onlineFields(online, change) {
  const set = (/** @type {Partial<Online>} */ fields) => {
    online = { ...online, ...fields };
    change(online);
    more.hidden = online.tables === "none";
  };
  const tables = (["none", "some", "all"]).map((value) => ({ value, text: t(/** @type {import("../../i18n/translate.js").MessageKey} */ (`new.online.${value}`)) }));
  const pauses = [{ value: "", text: t("new.online.pause.none") }, ...withCurrent(PAUSES, online.pause_seconds).map((n) => ({ value: String(n), text: t("new.online.pause.after", { n }) }))];
  const moves = withCurrent(MOVES, online.move_seconds).map((n) => ({ value: String(n), text: n ? t("new.online.seconds", { n }) : t("new.online.move.none") }));
  const levels = LEVELS.map((value) => ({ value, text: t(`level.${value}`) }));
  const more = element(
    "div",
    { class: "part", hidden: online.tables === "none" },
    selectField(t("new.online.pause"), pauses, String(online.pause_seconds ?? ""), (value) => set({ pause_seconds: value === "" ? null : Number(value) }), t("new.online.pause.about")),
    selectField(t("new.online.move"), moves, String(online.move_seconds), (value) => set({ move_seconds: Number(value) }), t("new.online.move.about")),
    selectField(t("new.online.bots"), levels, online.bots, (value) => set({ bots: value })),
  );
  return [
    selectField(t("new.online"), tables, online.tables, (value) => set({ tables: /** @type {Online["tables"]} */ (value) }), t("new.online.about")),
    more,
  ];
}

/**
 * @param {number[]} offered
 * @param {number | null} current
 */
function withCurrent(offered, current) {
  return [...new Set(current === null ? offered : [...offered, current])].sort((one, other) => one - other);
}

// The fields for the prizes that a drive has.

const MOST_PLACES = 10;

/**
 * The whole list: what the server leaves out is as usual.
 * @param {import("../../wire/protocol").PrizeList} [list]
 * @returns {Prizes}
 */
export function wholeList(list) {
  return { places: 3, halves: true, lowest: true, each_group: false, one_each: true, own: [], ...list };
}

/**
 * The fields; each change goes into the list.
 * @param {Prizes} prizes
 * @returns {HTMLElement[]}
 */
export function prizeFields(prizes) {
  return [
    numberField(t("new.prizes.places"), { least: 0, most: MOST_PLACES }, prizes.places, (places) => (prizes.places = places), t("new.prizes.places.about")),
    switchField(t("new.prizes.halves"), prizes.halves, (on) => (prizes.halves = on)),
    switchField(t("new.prizes.lowest"), prizes.lowest, (on) => (prizes.lowest = on)),
    switchField(t("new.prizes.each-group"), prizes.each_group, (on) => (prizes.each_group = on)),
    switchField(t("new.prizes.one-each"), prizes.one_each, (on) => (prizes.one_each = on), t("new.prizes.one-each.about")),
    ownField(prizes),
  ];
}

/** @param {Prizes} prizes */
function ownField(prizes) {
  const winners = new Map(prizes.own.map(({ name, player }) => [name, player]));
  const area = element("textarea", {
    id: "own-prizes",
    rows: 3,
    spellcheck: "false",
    "aria-describedby": "own-prizes-about",
    input: () => {
      const names = new Set(area.value.split("\n").map((line) => line.trim()).filter(Boolean));
      prizes.own = [...names].map((name) => ({ name, player: winners.get(name) ?? null }));
    },
  });
  area.value = prizes.own.map(({ name }) => name).join("\n");
  return element(
    "div",
    { class: "field" },
    element("label", { for: "own-prizes" }, t("new.prizes.own")),
    element("p", { class: "small", id: "own-prizes-about" }, t("new.prizes.own.about")),
    area,
  );
}
