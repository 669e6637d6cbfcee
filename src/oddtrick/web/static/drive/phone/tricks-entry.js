// The entry of a result on a phone: the tricks of one side, then a look at both before they are sent.

import { element, findElement, setAttribute, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";

const TRICKS = 13;

/** Buttons from 0 to 13, and the button that sends. */
export class TricksEntry {
  /** @type {number | null} */
  #chosen = null;
  /** @type {[string, string]} */
  #sides = ["", ""];

  /** @param {(own: number) => void} onSend */
  constructor(onSend) {
    this.question = element("h2", { id: "tricks-question" });
    this.buttons = element(
      "div",
      { class: "tricks-buttons", role: "group", "aria-labelledby": "tricks-question" },
      ...Array.from({ length: TRICKS + 1 }, (_, tricks) =>
        element("button", { type: "button", "data-tricks": tricks, "aria-pressed": "false", click: () => this.#choose(tricks) }, String(tricks)),
      ),
    );
    this.both = element("p", { class: "both", role: "status" });
    this.send = element("button", { type: "button", class: "primary", click: () => this.#chosen !== null && onSend(this.#chosen) }, t("phone.send"));
    this.root = element("section", { class: "tricks-entry", "aria-labelledby": "tricks-question" }, this.question, this.buttons, this.both, this.send);
    this.clear();
  }

  /**
   * @param {string} question
   * @param {[string, string]} sides Names of the side whose tricks are entered and of the other.
   */
  describe(question, sides) {
    this.#sides = sides;
    setText(this.question, question);
    this.#update();
  }

  clear() {
    this.#chosen = null;
    this.#update();
  }

  focus() {
    findElement(this.buttons, "button").focus({ preventScroll: true });
    // The whole entry, not just its first button, has to be seen above the tabs.
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} tricks */
  #choose(tricks) {
    this.#chosen = tricks;
    this.#update();
  }

  #update() {
    const chosen = this.#chosen;
    for (const button of this.buttons.children) setAttribute(button, "aria-pressed", String(button.getAttribute("data-tricks") === String(chosen)));
    const [one, other] = this.#sides;
    setText(this.both, chosen === null ? "" : t("phone.score", { one, won: chosen, other, lost: TRICKS - chosen }));
    this.send.disabled = chosen === null;
  }
}
