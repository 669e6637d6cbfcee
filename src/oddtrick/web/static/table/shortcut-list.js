// The list of keyboard shortcuts, and the switch that turns them off.

import { element } from "../ui/dom.js";
import { switchField } from "../ui/form-fields.js";
import { setPreference, preference } from "../ui/preferences.js";
import { t } from "../i18n/translate.js";

/** @typedef {import("../i18n/translate.js").MessageKey} MessageKey */

/** Shortcuts for the help dialog. @type {[string[], MessageKey][]} */
const SHORTCUTS = [
  [["key.arrows"], "shortcuts.move"],
  [["key.enter"], "shortcuts.play"],
  [["Q", "H"], "shortcuts.type"],
  [["P"], "shortcuts.knock"],
  [["key.space"], "shortcuts.skip"],
  [["T"], "shortcuts.turn"],
  [["L"], "shortcuts.last"],
  [["S"], "shortcuts.score"],
  [["U"], "shortcuts.trumps"],
  [["M"], "shortcuts.hand"],
  [["H"], "shortcuts.hint"],
  [["Z"], "shortcuts.undo"],
  [["G"], "shortcuts.sheet"],
  [["Y"], "shortcuts.chat"],
  [["?"], "shortcuts.help"],
];

/** The content of the shortcuts dialog. */
export function shortcutList() {
  return [
    switchField(t("shortcuts.on"), preference("shortcuts"), (on) => setPreference("shortcuts", on)),
    element(
      "dl",
      { class: "keys" },
      ...SHORTCUTS.map(([keys, text]) =>
        element("div", {}, element("dt", {}, ...keys.map((key) => element("kbd", {}, keyLabel(key)))), element("dd", {}, t(text))),
      ),
    ),
  ];
}

/** @param {string} key */
function keyLabel(key) {
  return key.length > 1 ? t(/** @type {MessageKey} */ (key)) : key;
}
