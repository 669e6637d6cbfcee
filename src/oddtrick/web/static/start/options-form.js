// Builds the options form of a game from its JSON Schema.

import { radioGroup, numberField, selectField, switchField } from "../ui/form-fields.js";
import { optionText } from "../i18n/option-texts.js";
import { t } from "../i18n/translate.js";

/** @typedef {Record<string, any>} Values */
/** @typedef {{game: string, name: string, schema: any, change: (value: any) => void}} OptionField */

/** Largest range shown as radio buttons; larger ranges get a number field. */
const MAX_RADIO_BUTTONS = 8;

/** Options shown only with some values of another option, in the games that have it. @type {Record<string, [string, (value: unknown) => boolean]>} */
const DEPENDENCIES = {
  deals: ["match", (match) => match === "deals"],
  rubber_points: ["match", (match) => match === "rubber"],
  partners: ["sides", (sides) => sides !== null],
};

/**
 * Creates fields for the options of a game.
 * @param {string} game
 * @param {any} schema Schema from `GET /api/games`.
 * @param {Values} values Receives changed options; missing options have their default.
 * @returns {HTMLElement[]}
 */
export function optionFields(game, schema, values) {
  const properties = Object.entries(optionSchemas(schema));
  /** @type {Map<string, HTMLElement>} */
  const fields = new Map();
  const updateVisibility = () => {
    for (const [name, [other, fits]] of Object.entries(DEPENDENCIES)) {
      const now = values[other] ?? optionSchemas(schema)[other]?.default;
      const field = fields.get(name);
      if (field) field.hidden = !fits(now);
      if (field?.hidden) delete values[name];
    }
  };
  for (const [name, property] of properties) {
    const change = (/** @type {any} */ value) => {
      if (value === property.default) delete values[name];
      else values[name] = value;
      updateVisibility();
    };
    fields.set(name, createField({ game, name, schema: property, change }));
  }
  updateVisibility();
  return [...fields.values()];
}

/**
 * @param {any} schema
 * @returns {Record<string, any>}
 */
export function optionSchemas(schema) {
  const root = schema.$ref ? schema.$defs[schema.$ref.split("/").pop()] : schema;
  return root.properties ?? {};
}

/** @param {OptionField} option */
function createField(option) {
  const { schema } = option;
  if (schema.anyOf) return nullableIntegerField(option);
  if (schema.enum) return enumField(option);
  if (schema.type === "boolean") return switchField(optionLabel(option), schema.default, option.change, optionHelp(option));
  return integerField(option);
}

/** @param {OptionField} option */
function enumField(option) {
  const { schema, change } = option;
  const values = [schema.default, ...schema.enum.filter((/** @type {string} */ each) => each !== schema.default)];
  const offers = values.map((value) => ({ value, text: textOf(option, `.${value}`, value) }));
  return radioGroup(optionLabel(option), offers, schema.default, change, optionHelp(option));
}

/** @param {OptionField} option */
function integerField(option) {
  const { schema, change } = option;
  const { minimum: least, maximum: most } = schema;
  if (most - least >= MAX_RADIO_BUTTONS || most === undefined) {
    return numberField(optionLabel(option), { least, most }, schema.default, change, optionHelp(option));
  }
  return radioGroup(
    optionLabel(option),
    numberOptions(least, most),
    String(schema.default),
    (value) => change(Number(value)),
    optionHelp(option),
  );
}

/** A number that may be null. @param {OptionField} option */
function nullableIntegerField(option) {
  const { schema, change } = option;
  const { minimum, maximum } = schema.anyOf.find((/** @type {any} */ each) => each.type === "integer");
  const none = { value: "", text: textOf(option, ".none", t("start.none")) };
  const offers = [none, ...numberOptions(minimum, maximum)];
  const changeTo = (/** @type {string} */ value) => change(value === "" ? null : Number(value));
  return selectField(optionLabel(option), offers, String(schema.default ?? ""), changeTo, optionHelp(option));
}

/**
 * @param {number} least
 * @param {number} most
 */
function numberOptions(least, most) {
  return Array.from({ length: most - least + 1 }, (_, at) => ({ value: String(least + at), text: String(least + at) }));
}

/** @param {OptionField} option */
function optionLabel(option) {
  return textOf(option, "", option.schema.description ?? option.name);
}

/** @param {OptionField} option */
function optionHelp(option) {
  const { schema } = option;
  return textOf(option, "", "") ? textOf(option, ".about", schema.description ?? "") : "";
}

/**
 * A text about an option.
 * @param {OptionField} option
 * @param {string} part
 * @param {string} fallback
 */
function textOf({ game, name }, part, fallback) {
  return optionText(game, name, part, fallback);
}
