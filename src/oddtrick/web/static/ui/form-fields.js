// What forms are made of: a choice of a few, of many, a number, yes or no.

import { element } from "./dom.js";
import { words } from "../i18n/translate.js";

/**
 * @typedef {object} Offer
 * @property {string} value
 * @property {string} text
 */

/** Names that tie labels to their fields have to differ. */
let made = 0;

/**
 * A few to choose from, all in sight.
 * @param {string} label
 * @param {Offer[]} offers
 * @param {string} chosen
 * @param {(value: string) => void} change
 * @param {string} [about] One sentence.
 */
export function choice(label, offers, chosen, change, about = "") {
  const name = `choice-${made++}`;
  const picks = offers.map(({ value, text }) =>
    element(
      "label",
      { class: "pick" },
      element("input", { type: "radio", name, value, checked: value === chosen, change: () => change(value) }),
      element("span", {}, text),
    ),
  );
  return element(
    "fieldset",
    { class: "field" },
    element("legend", {}, label),
    about && element("p", { class: "small" }, about),
    element("div", { class: "picks" }, ...picks),
  );
}

/**
 * One of many.
 * @param {string} label
 * @param {Offer[]} offers
 * @param {string} chosen
 * @param {(value: string) => void} change
 * @param {string} [about]
 */
export function selection(label, offers, chosen, change, about = "") {
  const options = offers.map(({ value, text }) => element("option", { value, selected: value === chosen }, text));
  return labelled(label, about, (given) =>
    element("select", { ...given, change: (event) => change(event.target.value) }, ...options),
  );
}

/**
 * A whole number.
 * @param {string} label
 * @param {{least: number, most?: number | undefined}} bounds
 * @param {number} value
 * @param {(value: number) => void} change Called with numbers within the bounds only.
 * @param {string} [about]
 */
export function number(label, { least, most }, value, change, about = "") {
  const step = (/** @type {number} */ by) => () => {
    const to = Math.max(least, Math.min(most ?? Infinity, (Number(input.value) || least) + by));
    input.value = String(to);
    change(to);
  };
  /** @type {HTMLInputElement} */
  let input;
  return labelled(label, about, (given) => {
    input = element("input", {
      ...given,
      type: "number",
      min: least,
      max: most,
      step: 1,
      value,
      required: true,
      inputmode: "numeric",
      input: () => input.validity.valid && change(Number(input.value)),
    });
    return element(
      "div",
      { class: "stepper" },
      element("button", { type: "button", "aria-label": words("page.less", { what: label }), click: step(-1) }, "−"),
      input,
      element("button", { type: "button", "aria-label": words("page.more", { what: label }), click: step(1) }, "+"),
    );
  });
}

/**
 * Yes or no.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {string} [about]
 */
export function tick(label, on, change, about = "") {
  const id = `about-${made++}`;
  const input = element("input", {
    type: "checkbox",
    role: "switch",
    checked: on,
    "aria-describedby": about ? id : null,
    change: (event) => change(event.target.checked),
  });
  return element(
    "div",
    { class: "field tick" },
    element("label", {}, element("span", {}, label), input),
    about && element("p", { class: "small", id }, about),
  );
}

/**
 * A line of text.
 * @param {string} label
 * @param {Record<string, string | number | boolean | null>} given Attributes of the input.
 * @param {string} [about]
 */
export function line(label, given, about = "") {
  return labelled(label, about, (tied) => element("input", { ...tied, ...given }));
}

/**
 * @param {string} label
 * @param {string} about
 * @param {(given: Record<string, string | null>) => HTMLElement} make
 */
function labelled(label, about, make) {
  const id = `field-${made++}`;
  return element(
    "div",
    { class: "field" },
    element("label", { for: id }, label),
    about && element("p", { class: "small", id: `${id}-about` }, about),
    make({ id, "aria-describedby": about ? `${id}-about` : null }),
  );
}
