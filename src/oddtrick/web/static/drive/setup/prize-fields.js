// The fields for the prizes that a drive has.

import { element } from "../../ui/dom.js";
import { numberField, switchField } from "../../ui/form-fields.js";
import { t } from "../../i18n/translate.js";

/** @typedef {import("../drive-types").Prizes} Prizes */

const MOST_PLACES = 10;

/**
 * The whole list: what the server leaves out is as usual.
 * @param {import("../../wire/protocol").PrizeList} [list]
 * @returns {Prizes}
 */
export function wholeList(list) {
  return { places: 3, halves: true, lowest: true, one_each: true, own: [], ...list };
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
