// The fields for the plan of a drive: movement, deals, scoring, groups, trumps.

import { element, findInput } from "../../ui/dom.js";
import { numberField, radioGroup, selectField, textField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";
import { MOVEMENTS, suitSign, UNGROUPED, wordFor } from "../drive-words.js";

/** @typedef {import("../drive-types").Plan} Plan */

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
  const set = (/** @type {0 | 1} */ at, /** @type {string} */ label) => {
    plan.groups[at] = label.trim();
    onChange();
  };
  const field = (/** @type {0 | 1} */ at) => {
    const label = t(at ? "new.group.second" : "new.group.first");
    return typedField(label, { value: plan.groups[at], maxlength: 24 }, "", (typed) => set(at, typed));
  };
  return element(
    "fieldset",
    { class: "field groups" },
    element("legend", {}, t("new.groups")),
    element("p", { class: "small" }, t("new.groups.about")),
    element("div", { class: "side-by-side" }, field(0), field(1)),
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
