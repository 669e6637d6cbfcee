// Lines of a list that name two people, as in "Ann & Bob": whether they share a seat, or are a couple.

import { radioGroup } from "../ui/form-fields.js";
import { t } from "../i18n/translate.js";
import { ask } from "./question-dialogs.js";

/** @typedef {"share" | "couple"} TwoNames */

/** @param {string} text */
export function hasTwoNames(text) {
  return text.split("\n").some((line) => /\S\s+&\s+\S/.test(line));
}

/**
 * The question what such lines mean, for a form; nothing is chosen beforehand.
 * @param {(answer: TwoNames) => void} change
 */
export function twoNamesField(change) {
  const offers = [
    { value: "share", text: t("new.two-names.share") },
    { value: "couple", text: t("new.two-names.couple") },
  ];
  const field = radioGroup(t("new.two-names"), offers, "", (value) => change(/** @type {TwoNames} */ (value)), t("new.two-names.about"));
  for (const input of field.querySelectorAll("input")) input.required = true;
  return field;
}

/**
 * Asks once for all such lines of a text.
 * @param {string} verb Text of the button that goes on.
 * @returns {Promise<TwoNames | null>} Null if the dialog was closed.
 */
export function askTwoNames(verb) {
  /** @type {TwoNames} */
  let answer = "share";
  const field = twoNamesField((chosen) => (answer = chosen));
  return ask(t("new.two-names.title"), verb, [field], () => answer);
}
