// A form made from the declared options of a game: their JSON Schema says what may be given.

import { choice, number, selection, tick } from "../ui/form-fields.js";
import { words, wordsOr } from "../i18n/translate.js";

/** @typedef {Record<string, any>} Values */
/** @typedef {{name: string, schema: any, change: (value: any) => void}} Asked */

/** So many numbers are shown one beside the other; more are counted up and down. */
const FEW = 8;

/** Options that mean something only where another has this value. @type {Record<string, [string, unknown]>} */
const WHERE = { deals: ["match", "deals"] };

/**
 * Fields for the options of a game.
 * @param {any} schema As `GET /api/games` tells it.
 * @param {Values} values What was changed is put here; what is left out has its default.
 * @returns {HTMLElement[]}
 */
export function optionFields(schema, values) {
  const properties = Object.entries(propertiesOf(schema));
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  const settle = () => {
    for (const [name, [other, value]] of Object.entries(WHERE)) {
      const now = values[other] ?? propertiesOf(schema)[other]?.default;
      const shown = made.get(name);
      if (shown) shown.hidden = now !== value;
      if (shown?.hidden) delete values[name];
    }
  };
  for (const [name, told] of properties) {
    const change = (/** @type {any} */ value) => {
      if (value === told.default) delete values[name];
      else values[name] = value;
      settle();
    };
    made.set(name, fieldOf({ name, schema: told, change }));
  }
  settle();
  return [...made.values()];
}

/**
 * @param {any} schema
 * @returns {Record<string, any>}
 */
function propertiesOf(schema) {
  const root = schema.$ref ? schema.$defs[schema.$ref.split("/").pop()] : schema;
  return root.properties ?? {};
}

/** @param {Asked} asked */
function fieldOf(asked) {
  const { schema } = asked;
  if (schema.anyOf) return orNone(asked);
  if (schema.enum) return ofChoices(asked);
  if (schema.type === "boolean") return tick(labelOf(asked), schema.default, asked.change, aboutOf(asked));
  return ofNumbers(asked);
}

/** @param {Asked} asked */
function ofChoices(asked) {
  const { name, schema, change } = asked;
  const values = [schema.default, ...schema.enum.filter((/** @type {string} */ each) => each !== schema.default)];
  const offers = values.map((value) => ({ value, text: wordsOr(`option.${name}.${value}`, value) }));
  return choice(labelOf(asked), offers, schema.default, change, aboutOf(asked));
}

/** @param {Asked} asked */
function ofNumbers(asked) {
  const { schema, change } = asked;
  const { minimum: least, maximum: most } = schema;
  if (most - least >= FEW || most === undefined) {
    return number(labelOf(asked), { least, most }, schema.default, change, aboutOf(asked));
  }
  return choice(
    labelOf(asked),
    numbers(least, most),
    String(schema.default),
    (value) => change(Number(value)),
    aboutOf(asked),
  );
}

/** @param {Asked} asked A number that may also be left unset. */
function orNone(asked) {
  const { name, schema, change } = asked;
  const { minimum, maximum } = schema.anyOf.find((/** @type {any} */ each) => each.type === "integer");
  const none = { value: "", text: wordsOr(`option.${name}.none`, words("start.none")) };
  const offers = [none, ...numbers(minimum, maximum)];
  const taken = (/** @type {string} */ value) => change(value === "" ? null : Number(value));
  return selection(labelOf(asked), offers, String(schema.default ?? ""), taken, aboutOf(asked));
}

/**
 * @param {number} least
 * @param {number} most
 */
function numbers(least, most) {
  return Array.from({ length: most - least + 1 }, (_, at) => ({ value: String(least + at), text: String(least + at) }));
}

/** @param {Asked} asked */
function labelOf({ name, schema }) {
  return wordsOr(`option.${name}`, schema.description ?? name);
}

/** @param {Asked} asked */
function aboutOf({ name, schema }) {
  return wordsOr(`option.${name}`, "") ? wordsOr(`option.${name}.about`, schema.description ?? "") : "";
}
