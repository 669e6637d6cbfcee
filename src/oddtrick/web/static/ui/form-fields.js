// Form fields: radio group, select, number, switch and text.

import { t } from "../i18n/translate.js";
import { element } from "./dom.js";

/**
 * @typedef {object} Option
 * @property {string} value
 * @property {string} text
 */

/** Counter for the unique ids that tie labels to their fields. */
let idCounter = 0;

/**
 * A group of radio buttons.
 * @param {string} label
 * @param {Option[]} offers
 * @param {string} chosen
 * @param {(value: string) => void} change
 * @param {string} [about] Help text, one sentence.
 */
export function radioGroup(label, offers, chosen, change, about = "") {
  const name = `choice-${idCounter++}`;
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
 * A select element.
 * @param {string} label
 * @param {Option[]} offers
 * @param {string} chosen
 * @param {(value: string) => void} change
 * @param {string} [about]
 */
export function selectField(label, offers, chosen, change, about = "") {
  const options = offers.map(({ value, text }) => element("option", { value, selected: value === chosen }, text));
  return labelledField(label, about, (attributes) =>
    element("select", { ...attributes, change: (event) => change(event.target.value) }, ...options),
  );
}

/**
 * An integer field with minus and plus buttons.
 * @param {string} label
 * @param {{least: number, most?: number | undefined}} bounds
 * @param {number} value
 * @param {(value: number) => void} change Called only with values within the bounds.
 * @param {string} [about]
 */
export function numberField(label, { least, most }, value, change, about = "") {
  const step = (/** @type {number} */ by) => () => {
    const to = Math.max(least, Math.min(most ?? Infinity, (Number(input.value) || least) + by));
    input.value = String(to);
    change(to);
  };
  /** @type {HTMLInputElement} */
  let input;
  return labelledField(label, about, (attributes) => {
    input = element("input", {
      ...attributes,
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
      element("button", { type: "button", "aria-label": t("page.less", { what: label }), click: step(-1) }, "−"),
      input,
      element("button", { type: "button", "aria-label": t("page.more", { what: label }), click: step(1) }, "+"),
    );
  });
}

/**
 * A switch.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {string} [about]
 */
export function switchField(label, on, change, about = "") {
  const id = `about-${idCounter++}`;
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
 * A text field.
 * @param {string} label
 * @param {Record<string, string | number | boolean | null>} attributes Attributes of the input.
 * @param {string} [about]
 */
export function textField(label, attributes, about = "") {
  return labelledField(label, about, (labelAttributes) => element("input", { ...labelAttributes, ...attributes }));
}

/**
 * @param {string} label
 * @param {string} about
 * @param {(attributes: Record<string, string | null>) => HTMLElement} make
 */
function labelledField(label, about, make) {
  const id = `field-${idCounter++}`;
  return element(
    "div",
    { class: "field" },
    element("label", { for: id }, label),
    about && element("p", { class: "small", id: `${id}-about` }, about),
    make({ id, "aria-describedby": about ? `${id}-about` : null }),
  );
}

/**
 * Takes a file that is dropped anywhere on the page, and marks an element while one is above it.
 * @param {HTMLElement} marked Gets the attribute `data-over`.
 * @param {(file: File) => void} onFile
 * @param {() => boolean} [enabled] Tells whether a file is welcome now.
 */
export function acceptDroppedFile(marked, onFile, enabled = () => true) {
  const welcome = (/** @type {DragEvent} */ event) => enabled() && Boolean(event.dataTransfer?.types.includes("Files"));
  document.addEventListener("dragover", (event) => {
    if (!welcome(event)) return;
    event.preventDefault();
    marked.toggleAttribute("data-over", true);
  });
  document.addEventListener("dragleave", (event) => {
    // The pointer also leaves one element for the next: only the end of the page has no next.
    if (!event.relatedTarget) marked.toggleAttribute("data-over", false);
  });
  document.addEventListener("drop", (event) => {
    if (!welcome(event)) return;
    event.preventDefault();
    marked.toggleAttribute("data-over", false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) onFile(file);
  });
}
