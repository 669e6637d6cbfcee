// The clock of the desk: start, pause, a minute more, the bell.

import { element, setText } from "../../ui/dom.js";
import { t } from "../../i18n/translate.js";
import { ringBell, unlockBell } from "../bell.js";
import { ClockDisplay } from "../drive-clock.js";

/** @typedef {import("../drive-types").Clock} Clock */
/** @typedef {import("../drive-types").Stage} Stage */
/** @typedef {import("../../i18n/translate.js").MessageKey} MessageKey */

/** The clock with its buttons. The page's own bell is rung by the clock in the header. */
export class ClockPanel {
  /** @type {Clock | undefined} */
  #clock;

  /** @param {import("./desk-state.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.time = element("span", { class: "clock large", "aria-hidden": "true", hidden: true });
    this.display = new ClockDisplay(this.time, () => desk.connection.now(), { onBell: () => undefined, idle: true });
    this.start = this.#button("desk.clock.start", () => this.#act(this.#clock?.state === "running" ? "pause" : "start"));
    this.more = this.#button("desk.clock.more", () => desk.send({ type: "clock", act: "add", minutes: 1 }));
    this.reset = this.#button("desk.clock.reset", () => this.#act("reset"));
    this.bell = this.#button("desk.clock.ring", () => this.#act("ring"));
    this.root = element(
      "div",
      { class: "clock-panel", role: "group", "aria-label": t("desk.clock") },
      this.time,
      element("div", { class: "picks" }, this.start, this.more, this.reset, this.bell),
    );
  }

  /**
   * @param {Clock | undefined} clock
   * @param {Stage} stage
   */
  update(clock, stage) {
    this.#clock = clock;
    this.display.update(clock);
    this.root.hidden = stage === "entries" || stage === "over" || stage === "closed";
    const off = !clock || clock.length === 0;
    for (const each of [this.start, this.more, this.reset]) each.hidden = off;
    setText(this.start, t(clock?.state === "running" ? "desk.clock.pause" : "desk.clock.start"));
  }

  /** @param {"start" | "pause" | "reset" | "ring"} act */
  async #act(act) {
    // Without sound of its own the page still rings the other screens.
    if (act === "ring" && (await unlockBell())) ringBell();
    await this.desk.send({ type: "clock", act });
  }

  /**
   * @param {MessageKey} label
   * @param {() => unknown} click
   */
  #button(label, click) {
    return element("button", { type: "button", click: () => void click() }, t(label));
  }
}
