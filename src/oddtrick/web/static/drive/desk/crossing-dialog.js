// The question who plays in the seats of the other group, where the groups are unequal.

import { element, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { compareNames, groupLabel } from "../drive-words.js";
import { ask } from "../question-dialogs.js";

/** @typedef {import("../drive-types").Entry} Entry */
/** @typedef {import("./desk-state.js").Desk} Desk */

/**
 * The labels of the larger group and of the group in whose seats some of it play; null if nobody has to.
 * @param {import("../drive-types").Parts} parts
 */
export function crossingLabels(parts) {
  const { crossing } = parts;
  if (!crossing) return null;
  return { from: groupLabel(parts, crossing.group), to: groupLabel(parts, crossing.group === "A" ? "B" : "A") };
}

/**
 * Asks who crosses over, with those whom the program proposes ticked, and sends the answer.
 * @param {Desk} desk
 * @returns {Promise<boolean>} Whether the question was answered.
 */
export async function askCrossing(desk) {
  const { crossing, entries = [] } = desk.parts;
  const labels = crossingLabels(desk.parts);
  if (!crossing || !labels) return true;
  const chosen = new Set(crossing.entries);
  const needed = crossing.entries.length;
  const among = (/** @type {number[]} */ ids) => entries.filter(({ id }) => ids.includes(id)).sort((one, other) => compareNames(one.name, other.name));
  const group = [...among(crossing.entries), ...among(crossing.others)];
  const count = element("p", { class: "progress", role: "status" });
  const update = () => setText(count, t("desk.crossing.count", { n: chosen.size, needed }));
  const tick = (/** @type {number} */ id, /** @type {boolean} */ on) => {
    if (on) chosen.add(id);
    else chosen.delete(id);
    update();
  };
  update();
  const parts = [
    element("p", {}, t("desk.crossing.about", { ...labels, n: needed })),
    element("p", { class: "small" }, t("desk.crossing.prizes", labels)),
    count,
    element("ul", { class: "crossing-list" }, ...group.map((entry) => entryItem(entry, chosen.has(entry.id), tick))),
  ];
  const answer = await ask(t("desk.crossing.title", { ...labels, n: needed }), t("desk.crossing.do"), parts, () => [...chosen].sort((one, other) => one - other));
  return answer !== null && desk.send({ type: "choose-crossing", entries: answer }, t("desk.saved"));
}

/**
 * @param {Entry} entry
 * @param {boolean} checked
 * @param {(id: number, on: boolean) => void} tick
 */
function entryItem({ id, name }, checked, tick) {
  return element("li", {}, element("label", { class: "check" }, element("input", { type: "checkbox", checked, change: (event) => tick(id, event.target.checked) }), element("span", {}, name)));
}
