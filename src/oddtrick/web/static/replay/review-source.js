// The values of a deal's decisions, as the server finds them.

import { errorText } from "../i18n/translate.js";
import { eventsOf } from "../ui/event-stream.js";
import { errorMessage, get } from "../ui/http-client.js";

/** @import {Decision} from "../wire/protocol" */
/** @import {Unit} from "./coach-texts.js" */
/** @typedef {"" | "quick" | "full"} Grade How exact values are: none yet, first estimates, or final. */

/** What is known of one deal. Values come one by one, quick estimates first, and final ones take their place. */
export class ReviewSource {
  /** By number in the deal. @type {Map<number, Decision>} */
  decisions = new Map();
  /** The grade of which all decisions are known. @type {Grade} */
  grade = "";
  /** Why there are no values, for the reader. */
  failure = "";
  /** Decisions with final values. @type {Set<number>} */
  #final = new Set();
  #stop = new AbortController();

  /**
   * @param {string} address Address of the review.
   * @param {Unit | null} unit The unit of the deal; null until it is known.
   * @param {() => void} onChange
   */
  constructor(address, unit, onChange) {
    this.address = address;
    this.unit = unit;
    this.onChange = onChange;
    void this.#load();
  }

  /** Ends the wait for values. */
  close() {
    this.#stop.abort();
  }

  async #load() {
    try {
      await this.#stream().catch(() => {});
      // A stream that was refused or cut: the whole review is asked for, which also tells why there is none.
      if (this.grade !== "full" && !this.failure && !this.#stop.signal.aborted) {
        await this.#take({ type: "review", grade: "full", review: await get(this.address) });
      }
    } catch (error) {
      this.failure = errorMessage(error);
    }
    if (!this.#stop.signal.aborted) this.onChange();
  }

  async #stream() {
    for await (const event of eventsOf(`${this.address}/events`, this.#stop.signal)) {
      await this.#take(event);
      if (this.grade === "full" || this.failure) return;
      this.onChange();
    }
  }

  /**
   * @param {import("../wire/protocol").ReviewEvent} event
   */
  async #take(event) {
    if (event.type === "refused") this.failure = await errorText(event.error);
    else if (event.type === "decision") this.#learn(event.decision, event.grade);
    else {
      const deal = event.review.deals.at(-1);
      for (const decision of deal?.decisions ?? []) this.#learn(decision, event.grade);
      this.unit = deal?.unit ?? this.unit;
      this.grade = event.grade;
    }
  }

  /**
   * @param {Decision} decision
   * @param {Grade} grade
   */
  #learn(decision, grade) {
    if (grade === "full") this.#final.add(decision.number);
    else if (this.#final.has(decision.number)) return;
    this.decisions.set(decision.number, decision);
  }
}
