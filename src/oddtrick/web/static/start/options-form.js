// Builds the options form of a game from its JSON Schema.

import { radioGroup, numberField, selectField, switchField } from "../ui/form-fields.js";
import { t, tOr } from "../i18n/translate.js";

/** @typedef {Record<string, any>} Values */
/** @typedef {{name: string, schema: any, change: (value: any) => void}} OptionField */

/** Largest range shown as radio buttons; larger ranges get a number field. */
const MAX_RADIO_BUTTONS = 8;

/** Options shown only when another option has a given value. @type {Record<string, [string, unknown]>} */
const DEPENDENCIES = { deals: ["match", "deals"] };

/**
 * Creates fields for the options of a game.
 * @param {any} schema Schema from `GET /api/games`.
 * @param {Values} values Receives changed options; missing options have their default.
 * @returns {HTMLElement[]}
 */
export function optionFields(schema, values) {
  const properties = Object.entries(schemaProperties(schema));
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  const settle = () => {
    for (const [name, [other, value]] of Object.entries(DEPENDENCIES)) {
      const now = values[other] ?? schemaProperties(schema)[other]?.default;
      const shown = made.get(name);
      if (shown) shown.hidden = now !== value;
      if (shown?.hidden) delete values[name];
    }
  };
  for (const [name, property] of properties) {
    const change = (/** @type {any} */ value) => {
      if (value === property.default) delete values[name];
      else values[name] = value;
      settle();
    };
    made.set(name, createField({ name, schema: property, change }));
  }
  settle();
  return [...made.values()];
}

/**
 * @param {any} schema
 * @returns {Record<string, any>}
 */
function schemaProperties(schema) {
  const root = schema.$ref ? schema.$defs[schema.$ref.split("/").pop()] : schema;
  return root.properties ?? {};
}

/** @param {OptionField} asked */
function createField(asked) {
  const { schema } = asked;
  if (schema.anyOf) return nullableIntegerField(asked);
  if (schema.enum) return enumField(asked);
  if (schema.type === "boolean") return switchField(optionLabel(asked), schema.default, asked.change, optionHelp(asked));
  return integerField(asked);
}

/** @param {OptionField} asked */
function enumField(asked) {
  const { name, schema, change } = asked;
  const values = [schema.default, ...schema.enum.filter((/** @type {string} */ each) => each !== schema.default)];
  const offers = values.map((value) => ({ value, text: tOr(`option.${name}.${value}`, value) }));
  return radioGroup(optionLabel(asked), offers, schema.default, change, optionHelp(asked));
}

/** @param {OptionField} asked */
function integerField(asked) {
  const { schema, change } = asked;
  const { minimum: least, maximum: most } = schema;
  if (most - least >= MAX_RADIO_BUTTONS || most === undefined) {
    return numberField(optionLabel(asked), { least, most }, schema.default, change, optionHelp(asked));
  }
  return radioGroup(
    optionLabel(asked),
    numberOptions(least, most),
    String(schema.default),
    (value) => change(Number(value)),
    optionHelp(asked),
  );
}

/** A number that may be null. @param {OptionField} asked */
function nullableIntegerField(asked) {
  const { name, schema, change } = asked;
  const { minimum, maximum } = schema.anyOf.find((/** @type {any} */ each) => each.type === "integer");
  const none = { value: "", text: tOr(`option.${name}.none`, t("start.none")) };
  const offers = [none, ...numberOptions(minimum, maximum)];
  const taken = (/** @type {string} */ value) => change(value === "" ? null : Number(value));
  return selectField(optionLabel(asked), offers, String(schema.default ?? ""), taken, optionHelp(asked));
}

/**
 * @param {number} least
 * @param {number} most
 */
function numberOptions(least, most) {
  return Array.from({ length: most - least + 1 }, (_, at) => ({ value: String(least + at), text: String(least + at) }));
}

/** @param {OptionField} asked */
function optionLabel({ name, schema }) {
  return tOr(`option.${name}`, schema.description ?? name);
}

/** @param {OptionField} asked */
function optionHelp({ name, schema }) {
  return tOr(`option.${name}`, "") ? tOr(`option.${name}.about`, schema.description ?? "") : "";
}
